"""The parts of a card -> what a model says of each, reply by reply.

In: a plan, a model, the replies that are there already. Out: replies as they come, so that whoever keeps them
goes on where a model went away. The questions of a part are asked for before its names, and apart from them:
what a name is worth is measured on questions that were written without it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from kgqa.fence import fenced
from kgqa.ports import LanguageModel
from kgqa.prompts import Prompts
from kgqa.proposed.plan import REPLY, Part, Plan

ENGLISH = {"en": "English", "de": "German"}
ABOUT = ("prepare-questions", "prepare-names")  # what is asked of each part, by the name of the prompt


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said; `key` is the same for the same terms, prompts and model."""

    key: str
    text: str
    was_kept: bool = False


async def replies(
    plan: Plan,
    model: LanguageModel,
    languages: Sequence[str],
    prompts: Prompts | None = None,
    kept: Mapping[str, str] | None = None,
) -> AsyncIterator[Reply]:
    """The replies to all of a plan; what is `kept` is not asked for again. Raises OperatorsMove."""
    for part in plan.parts:
        for name in ABOUT:
            messages = _messages(part, name, languages, prompts or Prompts())
            key = _key(part, name, languages, model.name, prompts or Prompts())
            if kept and key in kept:
                yield Reply(key, kept[key], was_kept=True)
            else:
                said = await model.complete(messages, most=REPLY)
                yield Reply(key, said.text)


def _key(part: Part, name: str, languages: Sequence[str], model: str, prompts: Prompts) -> str:
    """What a reply is about: the terms of the part, and not how often each stands in the data today."""
    terms = (line.split(maxsplit=1)[0] for line in part.lines)
    said = (model, prompts.get("prepare").version, prompts.get(name).version, *languages, *terms)
    return sha256("\0".join(said).encode()).hexdigest()[:16]


def _messages(
    part: Part, name: str, languages: Sequence[str], prompts: Prompts
) -> tuple[tuple[str, str], ...]:
    card = fenced("\n".join(part.lines), "text")
    asked = prompts.get(name).filled(count=str(part.questions), languages=_languages(name, languages))
    return ("system", prompts.get("prepare").filled(card=card)), ("user", asked)


def _languages(name: str, languages: Sequence[str]) -> str:
    """In which languages the people of the company ask."""
    called = [f"{ENGLISH.get(code, code)} ({code})" for code in languages]
    if name == ABOUT[0]:
        if len(called) == 1:
            return f"All of them in {called[0]}."
        return f"Two of three in {called[0]}, the others in {', '.join(called[1:])}."
    return f"Languages: {', '.join(called)}."
