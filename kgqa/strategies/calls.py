"""The strategy *calls*: a model says which function answers a question that no phrase of a function takes.

In: a linked question, functions, a model. Out: a Proposal with the answer of the call; nothing where the
model names no function, or words that the question does not have. What the words mean is found as every name
is: a model chooses what is called, and never which thing that is.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kgqa.conversation import spoken
from kgqa.errors import OperatorsMove
from kgqa.fence import on_one_line
from kgqa.functions.asking import Asked, Filling, filled
from kgqa.functions.function import Function
from kgqa.linking.tokens import key
from kgqa.ports import LanguageModel, Means, Proposal
from kgqa.strategies.functions import Called, measured_of
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion, Stage
from kgqa.wording import words

NAME = "calls"
SECONDS = 60.0
REPLY = 400  # tokens
SURE = 0.7  # what a call is worth that a model chose
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


class Calls:
    """Safe to use by several tasks at once: it keeps nothing of a question."""

    name = NAME
    asks_model = True
    weighs_evidence = False

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """The answer of the call that the model chose. A model that fails is told in `why`."""
        functions = self.parts.functions
        lang = spoken(linked.question)
        phrase = words(lang.code).say
        open_ones = [f for f in functions.every if f.name not in functions.closed] if functions else []
        if functions is None or not open_ones:
            return Proposal()
        if means.model is None:
            return Proposal(why=phrase("model_none"), is_away=True)
        prompt = self.parts.prompts.get("calls")
        asked = prompt.filled(
            functions="\n".join(map(_told, open_ones)), question=on_one_line(linked.question.text)
        )
        try:
            said = await _said(means.model, asked)
        except (OperatorsMove, TimeoutError) as error:
            await means.told(Stage.ASKING, phrase("no_help"), [str(error)])
            return Proposal(why=phrase("model_away"), is_away=True)
        await means.told(
            Stage.ASKING, phrase("calls_asked"), [f"{means.model.name}, prompt {prompt.version}"]
        )
        call = _chosen(said, open_ones, linked.question.text)
        if call is None:
            return Proposal()
        function, told = call
        found: dict[str, Filling] = {}
        for parameter in function.parameters:
            if parameter.name not in told:
                continue
            filling = filled(
                parameter, told[parameter.name], linked, self.parts.ontology, lang,
                self.parts.definitions, measured_of(self.parts),
            )  # fmt: skip
            if filling is None:
                return Proposal()
            found[parameter.name] = filling
        if any(p.is_needed and p.name not in found for p in function.parameters):
            return Proposal()
        caller = Called(self.parts, functions, linked, means, lang, sure=SURE, reason="why_function_model")
        answer = await caller.answer(Asked(function, found, 0))
        return Proposal(instead=answer) if answer else Proposal()


def _told(function: Function) -> str:
    """A function as a model is told of it."""
    given = ", ".join(
        f"{p.name}: {p.slot}{'' if p.is_needed else ' (optional)'}" for p in function.parameters
    )
    return f"- {function.name}({given}): {function.means}"


async def _said(model: LanguageModel, text: str) -> str:
    async with asyncio.timeout(SECONDS):
        return (await model.complete([("user", text)], most=REPLY)).text


def _chosen(said: str, functions: list[Function], question: str) -> tuple[Function, Mapping[str, str]] | None:
    """The function that the model names, with words that the question has."""
    found = _OBJECT.search(said)
    try:
        reply: Any = json.loads(found[0]) if found else None
    except ValueError:
        return None
    if not isinstance(reply, dict):
        return None
    function = next((f for f in functions if f.name == reply.get("function")), None)
    given = reply.get("arguments")
    if function is None or not isinstance(given, dict):
        return None
    asked = f" {key(question)} "
    told = dict(_words(given))
    are_said = all(f" {key(text)} " in asked for text in told.values())
    return (function, told) if are_said and told else None


def _words(given: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    for name, text in given.items():
        if isinstance(text, str | int | float) and str(text).strip():
            yield str(name), str(text)
