"""Calls of a model as lines of a file, and the file in place of the model.

In: a model, a file. Out: LanguageModels. One line of JSON a call: the hash of the request, its messages and
what came of them, with what it cost. Keys and tokens are removed. Whoever has the file can have the same
replies without a key: the hash finds them, so a prompt that was changed since is missing.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from connectors.models.closing import close
from connectors.models.request import request_hash
from connectors.words import clean
from kgqa.errors import BadInput, BudgetSpent, ModelUnavailable, OperatorsMove
from kgqa.ports import Completion, LanguageModel

_SECRET = re.compile(
    r"\b(?:sk|pk|gsk|xai|hf|ghp|xox[abp])[-_][A-Za-z0-9_-]{12,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+"
    r"|(?i:bearer)\s+[\w.~+/=-]{12,}"
)
_REMOVED = "[removed]"
_COST = ("model", "input_tokens", "output_tokens", "seconds", "cut", "cached", "estimated", "calls")


class Recorded:
    """A `LanguageModel` whose calls are written down, also those that failed."""

    def __init__(self, model: LanguageModel, file: Path, *, secrets: Iterable[str] = ()) -> None:
        """`secrets` are removed wherever they stand, beside what looks like a key. Raises BadInput."""
        self.name = model.name
        self._model, self._file = model, file
        self._secrets = tuple(sorted((s for s in secrets if s), key=len, reverse=True))
        self._lock = Lock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.open("a", encoding="utf-8").close()
        except OSError as error:
            raise _unusable(file, error) from error

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
        """As the model. Raises BadInput where the file cannot be written any more."""
        line: dict[str, Any] = {
            "request": request_hash(messages, schema, temperature, most),
            "messages": [[role, self._clean(text)] for role, text in messages],
            "schema": schema,
            "temperature": temperature,
            "most": most,
        }
        try:
            reply = await self._model.complete(messages, schema=schema, temperature=temperature, most=most)
        except BudgetSpent:
            raise  # nobody was asked
        except OperatorsMove as error:
            self._write({**line, "error": self._clean(str(error))})
            raise
        self._write({**line, "reply": self._clean(reply.text), **{n: getattr(reply, n) for n in _COST}})
        return reply

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _REMOVED)
        return _SECRET.sub(_REMOVED, text)

    def _write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            with self._lock, self._file.open("ab") as file:
                file.write(text)
        except OSError as error:
            raise _unusable(self._file, error) from error


class Replayed:
    """A `LanguageModel` that says what was recorded; of a request that was made several times, the replies
    in their order, the last for ever.
    """

    def __init__(self, file: Path, *, name: str = "") -> None:
        """`name` "" is that of the model that was recorded. Raises BadInput."""
        self._file = file
        self._lines: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        first = ""
        for number, text in enumerate(_read(file), start=1):
            if text.strip():
                line = _line(file, number, text)
                self._lines[line["request"]].append(line)
                first = first or str(line.get("model") or "")
        self.name = name or first or "replayed"
        self._given: defaultdict[str, int] = defaultdict(int)
        self._calls = 0

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """What was said. Raises ModelUnavailable as the model did, and for a call that is not there."""
        request = request_hash(messages, schema, temperature, most)
        self._calls += 1
        lines = self._lines.get(request)
        if not lines:
            last = clean(messages[-1][1])[:80] if messages else ""
            raise ModelUnavailable(
                f"The recording {self._file} has no reply to call {self._calls} (request {request[:12]}, "
                f"whose last message begins “{last}”). Record it anew with the model."
            )
        line = lines[min(self._given[request], len(lines) - 1)]
        self._given[request] += 1
        if "error" in line:
            raise ModelUnavailable(str(line["error"]))
        return _reply(line)

    def replies(self) -> dict[str, Completion]:
        """The first reply to each request that has one, by the hash of the request."""
        whole = {request: [x for x in lines if "error" not in x] for request, lines in self._lines.items()}
        return {request: _reply(lines[0]) for request, lines in whole.items() if lines}


def _reply(line: dict[str, Any]) -> Completion:
    return Completion(text=line["reply"], **{name: line[name] for name in _COST if name in line})


def _read(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(file, error) from error


def _line(file: Path, number: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
        is_whole = isinstance(line["request"], str) and (
            "error" in line or ({"reply", "model", "input_tokens", "output_tokens"} <= line.keys())
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"Line {number} of the recording {file} is no call of a model.") from error
    if not is_whole:
        raise BadInput(f"Line {number} of the recording {file} is no call of a model.")
    found: dict[str, Any] = line
    return found


def _unusable(file: Path, error: Exception) -> BadInput:
    reason = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
    return BadInput(f"The recording {file} cannot be used: {reason}.")
