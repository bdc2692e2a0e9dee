"""A thread in words, for a model that is to say what its next question means.

In: the last turns, and what names their things. Out: lines about each turn, and the last logical form, one
condition a line: the anchor that a full question keeps to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.check import Conditions, check, parsed_of
from kgqa.conversation import spoken
from kgqa.fence import on_one_line
from kgqa.forms.notation import notation
from kgqa.linking.index import TermIndex
from kgqa.ontology import Ontology
from kgqa.restate import restate
from kgqa.sparql.walk import named_things
from kgqa.strategies.parse.earlier import form_of
from kgqa.types import CheckedQuery, Question, Turn

TURNS = 3  # the last ones, which the model is told of
LONGEST = 400  # characters of one line
_THINGS = 8  # things of an answer that are told by name


@dataclass(frozen=True, slots=True)
class Told:
    """The turns, oldest first, and the last form in writing ("" where there is none that may be told)."""

    turns: tuple[Turn, ...] = ()
    lines: tuple[str, ...] = ()
    form: str = ""

    @property
    def words(self) -> str:
        """The thread as text."""
        return "\n".join((*self.lines, self.form))


def told(
    question: Question, ontology: Ontology, index: TermIndex, conditions: Conditions | None = None
) -> Told:
    """The thread of a question. A query that the asker may not run is not told."""
    turns = question.history[-TURNS:]
    code = spoken(question).code
    lines: list[str] = []
    form = ""
    for number, turn in enumerate(turns, 1):
        query = _checked(turn, ontology, conditions)
        lines += (f"{number}. {line}" for line in _about(turn, query, ontology, index, code))
        if query and (last := form_of(turn)):
            form = notation(last, lambda iri: called(iri, ontology, index))
    return Told(turns, tuple(lines), form)


def called(iri: str, ontology: Ontology, index: TermIndex) -> str:
    """The name of a term or a thing."""
    thing = index.thing(iri)
    return thing.label if thing else ontology.label(iri)


def one_line(text: str) -> str:
    """A text on one line, of a length that a prompt can bear."""
    return on_one_line(text)[:LONGEST]


def _checked(turn: Turn, ontology: Ontology, conditions: Conditions | None) -> CheckedQuery | None:
    verdict = check(turn.sparql, ontology, conditions) if turn.sparql else None
    return verdict if isinstance(verdict, CheckedQuery) else None


def _about(
    turn: Turn, query: CheckedQuery | None, ontology: Ontology, index: TermIndex, code: str
) -> Iterator[str]:
    yield f"asked: {one_line(turn.question)}"
    if query:
        parsed = parsed_of(query)
        things = named_things(parsed) if parsed else ()
        labels = {iri: called(iri, ontology, index) for iri in things}
        yield f"understood as: {one_line(restate(query, ontology, labels, code))}"
    if turn.text:
        yield f"answered: {one_line(turn.text)}"
    if names := _names(turn.things[:_THINGS], index):
        yield f"things in the answer: {one_line('; '.join(names))}"


def _names(things: Sequence[str], index: TermIndex) -> list[str]:
    return [thing.label for iri in things if (thing := index.thing(iri))]
