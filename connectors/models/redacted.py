"""What may not leave the house is taken out before anything leaves it.

In: a model and the admin's hooks, each named as "module:function" or registered by a package (entry point
group "querist.redactions"). Out: a LanguageModel.

    def redact(text: str, *, role: str) -> str: ...

Each hook gets every message, one after the other, and gives what is sent instead; it may be `async`. A hook
that fails, takes too long or gives no text stops the call: nothing is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from connectors.models.called import call, load
from connectors.models.closing import close
from kgqa.errors import ModelUnavailable
from kgqa.ports import Completion, LanguageModel

GROUP = "querist.redactions"
SECONDS = 5.0  # that a hook has for one message

Hook = tuple[str, Callable[..., Any]]  # its name, and what is called
_LOG = logging.getLogger(__name__)


class Redacted:
    """A `LanguageModel` that is told what the hooks leave."""

    def __init__(self, model: LanguageModel, hooks: Sequence[Hook], *, seconds: float = SECONDS) -> None:
        self.name = model.name
        self._model, self._hooks, self._seconds = model, tuple(hooks), seconds

    async def close(self) -> None:
        """Lets go of the model."""
        await close(self._model)

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """As the model. Raises ModelUnavailable where a hook fails."""
        left = [(role, await self._redacted(role, text)) for role, text in messages]
        return await self._model.complete(left, schema=schema, temperature=temperature, most=most)

    async def _redacted(self, role: str, text: str) -> str:
        for name, hook in self._hooks:
            try:
                given = await call(hook, text, role=role, seconds=self._seconds)
            except TimeoutError as error:
                raise _stopped(name, f"did not end in {self._seconds:g} seconds") from error
            except Exception as error:
                _LOG.warning("The redaction %s failed.", name, exc_info=error)
                raise _stopped(name, f"failed ({type(error).__name__})") from error
            if not isinstance(given, str):
                raise _stopped(name, f"gave {type(given).__name__}, which is no text")
            text = given
        return text


def load_hooks(
    names: Iterable[str], folder: Path | None = None, installed: Iterable[EntryPoint] | None = None
) -> tuple[Hook, ...]:
    """The hooks of these names, in their order. Raises BadSetting."""
    return tuple((name, load(name, GROUP, folder, installed)) for name in names)


def _stopped(name: str, what: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The redaction {name} {what}, so nothing was sent to the model. "
        "Look into the log, and at QUERIST_MODEL_REDACTION."
    )
