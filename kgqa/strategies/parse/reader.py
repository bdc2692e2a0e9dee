"""Reads questions on one schema, and asks no graph.

In: a linked question. Out: its readings, the cheapest first; the likeliest, with how far it is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.conversation import spoken
from kgqa.definitions.definition import Definitions
from kgqa.forms.form import Form, Kind
from kgqa.linking.names import Naming
from kgqa.linking.tokens import tokenise
from kgqa.schema import Schema
from kgqa.strategies.parse.beyond import (
    functions,
    is_beyond,
    is_partly_read,
    lists_by_keys,
    lists_columns,
    reckoned_in,
)
from kgqa.strategies.parse.comparatives import comparatives
from kgqa.strategies.parse.conditions import Conditions
from kgqa.strategies.parse.cues import Cue, Found, cues, quoted_spans, unquoted
from kgqa.strategies.parse.evidence import unrun
from kgqa.strategies.parse.flagged import flagged
from kgqa.strategies.parse.formulas import Formulas
from kgqa.strategies.parse.reading import Reading, readings
from kgqa.strategies.parse.stock import stocked
from kgqa.strategies.parse.texts import quoted_values, texted
from kgqa.types import LinkedQuestion

TRUST = 0.55  # what a reading must be worth to count as one


@dataclass(frozen=True)
class Reader:
    """What reads, with the names and the definitions that it knows."""

    schema: Schema
    naming: Naming
    definitions: Definitions = field(default_factory=Definitions)

    def cues(self, linked: LinkedQuestion) -> tuple[Found, ...]:
        """The words of a question that do something, and what it quotes."""
        question = linked.question
        lang, tokens = spoken(question), tokenise(question.text)
        quoted = quoted_spans(question.text, tokens)
        found = cues(question.text, tokens, lang, question.asked_at.date())
        every = (
            *found,
            *flagged(tokens, linked, self.schema, lang),
            *stocked(tokens, linked, self.schema, lang),
            *texted(tokens, linked, self.schema, lang, quoted, found),
            *comparatives(found, tokens, linked, self.schema, lang),
        )
        many = {f.first for f in every if f.cue is Cue.STANDARD}  # "than the average" asks for none
        every = tuple(f for f in every if f.cue is not Cue.AGGREGATE or f.first not in many)
        return (*unquoted(every, quoted), *quoted_values(quoted, tokens, linked))

    def reads(self, linked: LinkedQuestion) -> bool:
        """Whether the rules are made for what the question asks."""
        return not self.is_beyond(linked)

    def is_beyond(self, linked: LinkedQuestion) -> bool:
        """Whether the words of the question ask for what no rule reads."""
        tokens, lang = tokenise(linked.question.text), spoken(linked.question)
        naming = frozenset(self.naming.all)
        return is_beyond(linked, tokens, self.cues(linked), self.schema, naming, lang)

    def is_left(self, linked: LinkedQuestion, best: tuple[Reading, float] | None) -> bool:
        """Whether the question is left to another strategy: the rules read it in part, and the best reading,
        with the chance that it is right, isn't whole.
        """
        lang, tokens, said = spoken(linked.question), tokenise(linked.question.text), self.cues(linked)
        reckoned = reckoned_in(linked, tokens, self.schema, frozenset(self.naming.all), lang)
        if best is not None and best[1] >= TRUST and self._is_whole(best[0], linked, said, reckoned):
            return False
        return is_partly_read(linked, tokens, said, self.schema, reckoned, lang)

    def _is_whole(
        self, reading: Reading, linked: LinkedQuestion, said: tuple[Found, ...], reckoned: Formulas
    ) -> bool:
        """Whether a reading uses every word, and shows the columns that are listed."""
        form, lang, tokens = reading.form, spoken(linked.question), tokenise(linked.question.text)
        outside = tuple(f for f in said if not reckoned.taken & set(range(f.first, f.last + 1)))
        if functions(linked, tokens, outside, self.schema) and not _aggregates(form):
            return False
        columns = form.group or (*form.shown, *(c.name for c in form.computed))
        if len(columns) == 1 and not form.bound and lists_columns(linked, tokens, reckoned, lang):
            return False
        if lists_by_keys(linked, tokens, self.schema, lang):
            shown = {*form.shown, *form.group}
            facts = (*form.facts, *(f for inner in form.nested for f in inner.facts))
            if not any(f.object in shown and self.schema.is_key(f.property) for f in facts):
                return False
        return not reading.unused

    def readings(self, linked: LinkedQuestion) -> list[Reading]:
        """All readings, the cheapest first. Where the links have the edges of their things, only ways count
        that the data has.
        """
        lang, tokens = spoken(linked.question), tokenise(linked.question.text)
        return readings(
            linked, tokens, self.cues(linked), self.schema, self.naming.every, lang, self.definitions
        )

    def conditions(self, linked: LinkedQuestion) -> Conditions:
        """What tells the conditions that a question says."""
        question = linked.question
        return Conditions(linked, tokenise(question.text), self.cues(linked), self.schema, spoken(question))

    def likeliest(self, linked: LinkedQuestion) -> tuple[Reading, float] | None:
        """The likeliest reading, and the chance that it is what the words mean."""
        return max(unrun(self.readings(linked)), key=lambda found: found[1], default=None)


def _aggregates(form: Form) -> bool:
    """Whether a form counts or aggregates values anywhere."""
    is_number = form.kind in (Kind.COUNT, Kind.AGGREGATE) or form.aggregates or form.having is not None
    return is_number or bool(form.order and form.order.function) or any(map(_aggregates, form.nested))
