"""The messages to a model that writes SQL: tables, meanings of words, the thread, the question.

In: a linked question, its mentions, the schema. Out: messages within their budgets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.fence import fenced
from kgqa.induced.schema import Column, Schema, Table
from kgqa.induced.told import part
from kgqa.language import language
from kgqa.linking.index import TermIndex
from kgqa.prompts import Prompt
from kgqa.strategies.families import families
from kgqa.strategies.oneshot.mentions import Meaning, Mention, Mentions
from kgqa.types import Ground, Issue, LinkedQuestion, TermKind, Turn
from kgqa.vocabulary.told import one_line

Message = tuple[str, str]
TURNS = 4  # of the thread
THINGS = 8  # of the last answer
KINDS = 3  # tables of things with a word in their names
_TEXT, _NAME, _ISSUES = 400, 70, 4


@dataclass(frozen=True)
class Writer:
    """Writes for one schema; `room` are the bytes that it may take."""

    schema: Schema
    index: TermIndex
    room: int

    def messages(
        self,
        system: Prompt,
        asked: Prompt,
        linked: LinkedQuestion,
        mentions: Mentions,
        issues: Sequence[Issue],
    ) -> tuple[Message, ...]:
        """The instructions and the question. Things of the thread add placeholders."""
        question = linked.question
        conversation = list(self._conversation(question.history, mentions))
        told = [one_line(i.message, _TEXT) for i in issues if i.ground is not Ground.FORBIDDEN][:_ISSUES]
        text = asked.filled(
            tables=_block(part(self.schema, self._wanted(mentions), self.room)),
            conversation=_block(conversation),
            terms=_block(list(dict.fromkeys((*self._terms(mentions), *self._families(linked))))),
            issues=_block(told),
            today=question.asked_at.date().isoformat(),
            question=_block([one_line(question.text, 2_000)]),
        )
        return ("system", system.text.strip()), ("user", text)

    def _wanted(self, mentions: Mentions) -> Iterator[str]:
        """The tables that the question's words speak of, the surest first."""
        for mention in sorted(mentions.every, key=lambda m: -max(x.match.score for x in m.meanings)):
            for meaning in mention.meanings:
                match = meaning.match
                for cls in (match.iri,) if match.kind is TermKind.CLASS else match.classes[:1]:
                    yield from (t.shown for t in self.schema.of_class(cls)[:1])
                if match.kind in (TermKind.PROPERTY, TermKind.VALUE):
                    yield from (t.name for t, _ in self._places(match.iri)[:3])

    # ── in words ─────────────────────────────────────────────────────────────────────────────────

    def _terms(self, mentions: Mentions) -> Iterator[str]:
        for mention in mentions.every:
            if meant := dict.fromkeys(self._meant(mention)):
                yield f"{_quoted(mention.link.text)}: {'; or '.join(meant)}"

    def _meant(self, mention: Mention) -> Iterator[str]:
        for meaning in mention.meanings:
            match = meaning.match
            match match.kind:
                case TermKind.ENTITY if meaning.place:
                    yield self._thing(meaning.place, match.label, match.classes)
                case TermKind.VALUE if meaning.place:
                    places = [f"{t.name}.{c.name}" for t, c in self._places(match.iri)[:2]]
                    if places:
                        yield f"{{{meaning.place}}} = {_quoted(match.value or '')}, in {' and '.join(places)}"
                case TermKind.CLASS:
                    yield from (f"the table {t.shown}" for t in self.schema.of_class(match.iri)[:1])
                case TermKind.PROPERTY:
                    yield from self._columns(meaning)

    def _families(self, linked: LinkedQuestion) -> Iterator[str]:
        """Words that several things have in their names: "sport", of 48 in car."""
        for family in families(linked, self.index, language(linked.question.language or "en")):
            tables = [(t.shown, n) for cls, n in family.classes for t in self.schema.of_class(cls)[:1]]
            if tables:
                example = _quoted(min(family.things.values()))
                held = " and ".join(f"{number:,} in {table}" for table, number in tables[:KINDS])
                yield f"{_quoted(family.word)}: in the names of {held}, such as {example}"

    def _places(self, iri: str) -> list[tuple[Table, Column]]:
        """The columns of a property in the tables that are told."""
        return [(table, column) for table, column in self.schema.of_property(iri) if not table.twin]

    def _columns(self, meaning: Meaning) -> Iterator[str]:
        places = self._places(meaning.match.iri)
        names = [t.name if t.of else f"{t.name}.{c.name}" for t, c in places[:3]]
        if names:
            yield f"{' or '.join(names)}{' and others' if len(places) > len(names) else ''}"

    def _thing(self, place: str, label: str, classes: Sequence[str]) -> str:
        tables = [t.shown for cls in classes[:1] for t in self.schema.of_class(cls)[:1]]
        return f"{{{place}}} = {_quoted(label)}{', in ' + tables[0] if tables else ''}"

    def _conversation(self, history: Sequence[Turn], mentions: Mentions) -> Iterator[str]:
        for turn in history[-TURNS:]:
            yield f"Question: {one_line(turn.question, _TEXT)}"
            yield f"Answer: {one_line(turn.text, _TEXT)}"
        things = history[-1].things if history else ()
        if 0 < len(things) <= THINGS:
            placed = [(mentions.thing(iri), iri) for iri in things]
            told = [
                self._thing(place, self.index.label(iri), self._classes(iri))
                for place, iri in placed
                if place
            ]
            if told:
                yield f"The last answer: {'; '.join(told)}"

    def _classes(self, iri: str) -> tuple[str, ...]:
        known = self.index.thing(iri)
        return known.classes if known else ()


def _block(lines: Sequence[str]) -> str:
    return fenced("\n".join(lines), "text") if lines else ""


def _quoted(text: str) -> str:
    return '"' + one_line(text, _NAME).replace('"', "'") + '"'
