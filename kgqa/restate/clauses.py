"""Relative clauses and how they follow a noun.

In: clauses, each with its place. Out: "voyages with that ship that have a captain and whose fee is more
than 9 EUR, except those that …".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kgqa.restate.inflection import relative
from kgqa.restate.wording import Wording

RELATIVE = "⸵"  # begins a German relative clause
Place = Literal["kind", "direct", "has", "plain", "except"]


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of a thing. `direct` follows the noun itself ("with that ship"), `has` can share its verb
    with others of the kind ("that have" a captain and a fee: `thing` is what is had, with its `noun`),
    `except` comes last; `does` is the same as a main clause has it: "work in
    Assembly".
    """

    text: str
    place: Place = "plain"
    noun: str = ""
    thing: str = ""
    number: str = ""
    does: str = ""


def with_clauses(words: Wording, head: str, clauses: Sequence[Clause]) -> str:
    """The short clauses first, so that the last "and" cannot be taken for a part of a long one."""
    if words.language == "de":
        return _german(words, head, clauses)
    kinds, direct, excepted = (
        [c.text for c in clauses if c.place == place] for place in ("kind", "direct", "except")
    )
    rest = _having(words, clauses) + [c.text for c in clauses if c.place == "plain"]
    said = words.all_of(sorted(rest, key=len))
    if direct:
        front = words.all_of(direct)
        said = words.say("clauses", "direct_and", direct=front, rest=said) if said else front
    if kinds:
        front = words.all_of(kinds)
        said = words.say("clauses", "kind_and", kind=front, rest=said) if said else front
    text = f"{head} {said}" if said else head
    if excepted:
        key = "except" if said else "except_alone"
        text = words.say("clauses", key, text=text, exceptions=words.all_of(excepted))
    return text


def _german(words: Wording, head: str, clauses: Sequence[Clause]) -> str:
    """What follows a preposition first, then relative clauses between their commas."""
    text = head
    if short := [c.text for c in clauses if c.place != "except" and not c.text.startswith(RELATIVE)]:
        text = f"{text} {words.all_of(sorted(short, key=len))}"
    if long := [c.text for c in clauses if c.text.startswith(RELATIVE)]:
        said = words.all_of(sorted((c.removeprefix(RELATIVE) for c in long), key=len))
        text = f"{text}, {relative(head, said)}⸴"
    if excepted := [c.text for c in clauses if c.place == "except" and not c.text.startswith(RELATIVE)]:
        text = f"{text}, {words.all_of(excepted)}"
    return text


def _having(words: Wording, clauses: Sequence[Clause]) -> list[str]:
    bare = [c for c in clauses if c.place == "has"]
    if len(bare) < 2:  # noqa: PLR2004 - nothing to share
        return [c.text for c in bare]
    return [words.say("property", f"noun_thing{bare[0].number}", thing=words.all_of(c.thing for c in bare))]
