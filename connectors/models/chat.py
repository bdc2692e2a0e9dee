"""A language model behind an OpenAI-compatible interface -> the port LanguageModel.

In: an address, a model's name, a key. Out: completions; JSON where it is asked for, however little the
service can. Replies are streamed, so that a service that hangs is noticed, and a reply that loops is stopped.
What a service turned out not to know is not asked of it again. A foreign error becomes a ModelUnavailable
here, or SpentInVain where something was said before it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from connectors.metrics import MODEL_RETRIES, MODEL_TOKENS, model_call
from connectors.models.abilities import Abilities
from connectors.models.formed import STYLES, json_in, wanted, with_schema
from connectors.models.patience import Patience
from connectors.models.real_calls import Calls, refuse_forbidden
from connectors.models.retrying import Retries
from connectors.models.said import Said
from connectors.models.troubles import Kind, Troubles
from connectors.words import clean
from kgqa.errors import BadSetting, ModelUnavailable
from kgqa.ports import Completion
from kgqa.spending import SpentInVain, tokens_of
from kgqa.types import Spent

OPENAI = "https://api.openai.com/v1"
_CONNECT = 10.0  # seconds

Messages = Sequence[tuple[str, str]]


class ChatModel:
    """A `LanguageModel`. It belongs to the event loop that asks it first."""

    def __init__(
        self,
        name: str,
        *,
        url: str = "",
        key: str = "",
        patience: Patience | None = None,
        retries: Retries | None = None,
        calls: Calls = Calls.ANYWHERE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`url` "" is OpenAI itself. Raises BadSetting when the package for it is missing."""
        try:
            import openai
        except ImportError as error:
            raise BadSetting(
                "To ask a language model, install its package: pip install 'querist[models]'"
            ) from error
        self.name = name
        self.address, query = _address(url or OPENAI)
        self.errors = openai
        self.patience = patience or Patience()
        self.retries = retries or Retries()
        self.troubles = Troubles(name, self.address, key)
        self.abilities = Abilities()
        self.style = 0  # the strictest way to ask for JSON that is not known to fail
        self.calls, self.sleep = calls, sleep
        azure = "/openai/deployments/" in self.address  # Azure's addresses before /openai/v1
        self.client = openai.AsyncOpenAI(
            base_url=url.partition("?")[0] or OPENAI,
            api_key=key or "none",
            timeout=openai.Timeout(None, connect=_CONNECT),  # the rest is watched here
            max_retries=0,
            default_query=query or None,
            default_headers={"api-key": key} if azure else None,
            http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),  # nothing goes elsewhere
        )

    async def close(self) -> None:
        """Lets go of the connections."""
        await self.client.close()

    async def complete(
        self,
        messages: Messages,
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """The reply; with a `schema`, text that is JSON. Raises ModelUnavailable."""
        refuse_forbidden(self.address, self.calls)
        call = _Call(self, temperature, most)
        with model_call(self.name):
            return await self._complete(call, messages, schema)

    async def _complete(self, call: _Call, messages: Messages, schema: dict[str, Any] | None) -> Completion:
        limit = asyncio.timeout(self.patience.overall)
        try:
            async with limit:
                return await (call.formed(messages, schema) if schema else call.plain(messages))
        except TimeoutError as error:
            seconds = self.patience.overall
            raise call.failed(
                f"{self.troubles.service} was not done in {seconds:g} seconds. Try again, choose a smaller "
                "model, or raise QUERIST_MODEL_SECONDS."
            ) from error
        except ModelUnavailable as error:
            raise call.failed(str(error)) from error.__cause__
        finally:
            call.count()


class _Refused(ModelUnavailable):
    """The service does not take the question so; an outcome of this file alone."""


class _Call:
    """One call with all its tries, and what came of each."""

    def __init__(self, model: ChatModel, temperature: float, most: int) -> None:
        self._model = model
        self._temperature, self._most = temperature, most
        self._begun = time.perf_counter()
        self._tries: list[tuple[Messages, Said]] = []  # that the service began to answer

    async def plain(self, messages: Messages) -> Completion:
        said = await self._replied(messages, {})
        return self._completion(said, said.text)

    async def formed(self, messages: Messages, schema: dict[str, Any]) -> Completion:
        model, said = self._model, Said()
        for number in range(model.style, len(STYLES)):
            style = STYLES[number]
            try:
                said = await self._replied(with_schema(messages, schema, style), wanted(schema, style))
            except _Refused:
                if number == len(STYLES) - 1:
                    raise
                continue
            if (text := json_in(said.text)) is not None:
                model.style = max(model.style, number)  # another question may have come further meanwhile
                return self._completion(said, text)
            if said.is_cut:
                raise ModelUnavailable(
                    f"The reply of {model.name} came to no end before its JSON did. Try again, or set "
                    "QUERIST_MODEL_NAME to another model."
                )
        raise ModelUnavailable(
            f"The model {model.name} did not reply in JSON: “{clean(said.text)[:80]}”. "
            "Try again, or set QUERIST_MODEL_NAME to another model."
        )

    def failed(self, sentence: str) -> ModelUnavailable:
        """The error, with what the call cost."""
        return SpentInVain(sentence, self._spent()) if self._tries else ModelUnavailable(sentence)

    def count(self) -> None:
        """Adds what was used of the model to the metrics."""
        spent = self._spent()
        MODEL_TOKENS.labels(self._model.name, "input").inc(spent.input_tokens)
        MODEL_TOKENS.labels(self._model.name, "output").inc(spent.output_tokens)

    def _spent(self) -> Spent:
        return Spent(
            calls=len(self._tries),
            input_tokens=sum(_asked(messages, said) for messages, said in self._tries),
            output_tokens=sum(said.spoken_tokens for _, said in self._tries),
            seconds=time.perf_counter() - self._begun,
        )

    def _completion(self, said: Said, text: str) -> Completion:
        spent = self._spent()
        return Completion(
            text=text,
            model=said.model or self._model.name,
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            seconds=spent.seconds,
            cut=said.is_cut,
            estimated=any(said.input_tokens is None for _, said in self._tries),
            calls=spent.calls,
        )

    async def _replied(self, messages: Messages, form: dict[str, Any]) -> Said:
        """What the service says in the end: asked again in other ways, and later where that may help."""
        model, failed = self._model, 0
        while True:
            sent = model.abilities.parameters(self._temperature, self._most) | form
            try:
                return await self._once(messages, sent)
            except ModelUnavailable:
                raise
            except Exception as error:
                trouble = model.troubles.of(error, model.errors)
                if trouble.kind is Kind.REFUSED:
                    if model.abilities.learned(sent, trouble.said, trouble.parameter):
                        continue
                    raise _Refused(trouble.sentence) from error
                failed += 1
                pause = model.retries.wait(failed, trouble.wait) if trouble.kind is Kind.PASSING else None
                if pause is None:
                    raise ModelUnavailable(trouble.sentence) from error
            MODEL_RETRIES.labels(model.name).inc()
            await model.sleep(pause)

    async def _once(self, messages: Messages, sent: dict[str, Any]) -> Said:
        model, patience = self._model, self._model.patience
        said = Said(most=self._most)
        talk: list[Any] = [{"role": role, "content": text} for role, text in messages]
        limit = asyncio.timeout(patience.first if "stream" in sent else None)
        try:
            async with limit:
                reply: Any = await model.client.chat.completions.create(
                    model=model.name, messages=talk, **sent
                )
                self._tries.append((messages, said))
                await self._listen(reply, said, limit)
        except TimeoutError as error:
            raise ModelUnavailable(self._late(said)) from error
        if said.ended == "content_filter":
            raise ModelUnavailable(model.troubles.filtered())
        if not said.text:
            raise ModelUnavailable(self._silent(said))
        return said

    async def _listen(self, reply: Any, said: Said, limit: asyncio.Timeout) -> None:
        response = getattr(reply, "response", None)
        if response is None:  # it was not asked for a stream
            said.hear(reply)
            return
        try:
            if "text/event-stream" not in (kind := response.headers.get("content-type", "text/event-stream")):
                # It was asked for a stream, and does not know what that is.
                body = await response.aread()
                if "json" in kind:
                    said.hear(self._model.errors.types.chat.ChatCompletion.construct(**_object(body)))
                return
            async for chunk in reply:
                if said.hear(chunk):
                    limit.reschedule(asyncio.get_running_loop().time() + self._model.patience.between)
                if said.stopped:
                    return
        finally:
            await reply.close()

    def _late(self, said: Said) -> str:
        patience, service = self._model.patience, self._model.troubles.service
        if said.has_begun:
            return (
                f"{service} stopped in the middle of its reply and said nothing for {patience.between:g} "
                "seconds. Look into its log, or raise QUERIST_MODEL_PAUSE_SECONDS."
            )
        return (
            f"{service} did not begin to reply in {patience.first:g} seconds. Try again, choose a smaller "
            "model, or raise QUERIST_MODEL_FIRST_SECONDS."
        )

    def _silent(self, said: Said) -> str:
        model = self._model
        if said.refusal:
            return f"The model {model.name} declines: {model.troubles.masked(said.refusal)}"
        if said.has_begun:
            return (
                f"The model {model.name} thought until it had no more room for a reply. Set "
                "QUERIST_MODEL_NAME to a model that thinks less."
            )
        return f"The service at {model.address} gave no reply of a model. Check QUERIST_MODEL_URL."


def _asked(messages: Messages, said: Said) -> int:
    if said.input_tokens is not None:
        return said.input_tokens
    return tokens_of(text for _, text in messages)


def _object(body: bytes) -> dict[str, Any]:
    import json

    found = json.loads(body)
    return found if isinstance(found, dict) else {}


def _address(url: str) -> tuple[str, dict[str, str]]:
    """The address as it may be shown, and what stands after its question mark."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, place, parts.path, "", "")), dict(parse_qsl(parts.query))
