"""A language model behind an OpenAI-compatible interface -> the port LanguageModel.

In: an address, a model's name, a key. Out: completions; JSON where it is asked for, however little the
service can: first by a schema, then as a JSON object, then as a block in the text. A foreign error becomes a
ModelUnavailable here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from connectors.words import clean
from kgqa.errors import BadSetting, ModelUnavailable
from kgqa.ports import Completion

Style = Literal["schema", "object", "block"]

STYLES: tuple[Style, ...] = ("schema", "object", "block")  # from the strictest to what every model can do
SECONDS = 120.0
RETRIES = 2  # after a failure that may pass: an overload, a connection that broke
LONGEST = 1_000_000  # characters of a reply
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_BLOCK = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)


class ChatModel:
    """A `LanguageModel`. What the service turned out not to know is not asked of it again."""

    def __init__(
        self, name: str, *, url: str = "", key: str = "", seconds: float = SECONDS, retries: int = RETRIES
    ) -> None:
        """`url` "" is OpenAI itself. Raises BadSetting when the package for it is missing."""
        try:
            import openai
        except ImportError as error:
            raise BadSetting(
                "To ask a language model, install its package: pip install 'querist[models]'"
            ) from error
        self._errors = openai
        self.name = name
        self._where = url or "https://api.openai.com/v1"
        self._seconds = seconds
        self._client = openai.AsyncOpenAI(
            base_url=self._where, api_key=key or "none", timeout=seconds, max_retries=retries
        )
        self._style = 0

    async def close(self) -> None:
        """Lets go of the connections."""
        await self._client.close()

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """The reply; with a `schema`, text that is JSON. Raises ModelUnavailable."""
        del temperature, most
        if schema is None:
            return await self._asked(messages, None)
        reply: Completion | None = None
        for number in range(self._style, len(STYLES)):
            style = STYLES[number]
            self._style = max(self._style, number)  # another question may have come further meanwhile
            with suppress(_NotKnown):
                reply = await self._asked(_with_schema(messages, schema, style), _wanted(schema, style))
                if (text := _json(reply.text)) is not None:
                    return replace(reply, text=text)
        raise ModelUnavailable(
            f"The model {self.name} did not reply in JSON: “{clean(reply.text if reply else '')[:80]}”. "
            "Try again, or another model."
        )

    async def _asked(self, messages: Sequence[tuple[str, str]], form: dict[str, Any] | None) -> Completion:
        said: list[Any] = [{"role": role, "content": text} for role, text in messages]
        more: dict[str, Any] = {"response_format": form} if form else {}
        try:
            reply: Any = await self._client.chat.completions.create(model=self.name, messages=said, **more)
        except Exception as error:
            raise self._translated(error, is_formed=form is not None) from error
        choices = getattr(reply, "choices", None)
        text = choices[0].message.content if choices and choices[0].message else None
        if not text:
            raise ModelUnavailable(
                f"The service at {self._where} gave no reply of a model. Check QUERIST_MODEL_URL."
            )
        if len(text) > LONGEST:
            raise ModelUnavailable(f"The model {self.name} does not come to an end. Try another model.")
        usage = getattr(reply, "usage", None)
        return Completion(
            text=text,
            model=str(getattr(reply, "model", None) or self.name),
            input_tokens=int(getattr(usage, "prompt_tokens", 0) or 0),
            output_tokens=int(getattr(usage, "completion_tokens", 0) or 0),
        )

    def _translated(self, error: Exception, *, is_formed: bool) -> ModelUnavailable:
        """What went wrong, and whose setting puts it right."""
        kinds = self._errors
        where = f"The model service at {self._where}"
        match error:
            case kinds.APITimeoutError():
                what = f"{where} did not answer in {self._seconds:g} seconds. Try again, or a smaller model."
            case kinds.APIConnectionError():
                what = f"{where} cannot be reached. Does it run, and is QUERIST_MODEL_URL right?"
            case kinds.AuthenticationError() | kinds.PermissionDeniedError():
                what = f"{where} refuses the key. Check QUERIST_MODEL_KEY."
            case kinds.NotFoundError():
                what = f"{where} knows no model {self.name}. Check QUERIST_MODEL_NAME and QUERIST_MODEL_URL."
            case kinds.RateLimitError():
                what = f"{where} takes no more questions now ({clean(str(error))}). Try again later."
            case kinds.BadRequestError() | kinds.UnprocessableEntityError() if is_formed:
                return _NotKnown(f"{where} refused the question: {clean(str(error))}")
            case kinds.APIStatusError():
                what = f"{where} failed ({error.status_code}): {clean(str(error))}"
            case _:
                what = f"{where} replied what cannot be read ({type(error).__name__}). Is its address right?"
        return ModelUnavailable(what)


class _NotKnown(ModelUnavailable):
    """The service does not take this way to ask for JSON; an outcome of this file alone."""


def _wanted(schema: dict[str, Any], style: Style) -> dict[str, Any] | None:
    if style == "schema":
        return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}
    return {"type": "json_object"} if style == "object" else None


def _with_schema(
    messages: Sequence[tuple[str, str]], schema: dict[str, Any], style: Style
) -> Sequence[tuple[str, str]]:
    if style == "schema":
        return messages
    block = " in a block that begins with ```json and ends with ```" if style == "block" else ""
    rule = (
        f"Reply with one JSON object{block}, and nothing else. It has this JSON schema:\n{json.dumps(schema)}"
    )
    return (*messages, ("user", rule))


def _json(text: str) -> str | None:
    """The JSON object of a reply: all of it, in a block, or between its outermost braces."""
    text = _THOUGHT.sub("", text)
    tries = [text, *(m.group(1) for m in _BLOCK.finditer(text)), text[text.find("{") : text.rfind("}") + 1]]
    for candidate in tries:
        try:
            if isinstance(json.loads(candidate), dict):
                return candidate.strip()
        except (ValueError, RecursionError):
            continue
    return None
