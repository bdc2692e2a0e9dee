"""All levels of a hierarchy: who reports to somebody "directly or indirectly", what lies under something "all
levels down".

In: a set and the words of its question. Out: the set with its steps from one thing to another of the same
kind taken any number of times; None where it takes no such step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.forms.form import Fact, Thing
from kgqa.language import Language
from kgqa.language.operations import places
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import Set


def asks_all_levels(words: Sequence[str], lang: Language) -> bool:
    """Whether folded words ask for all levels: "directly or indirectly", "at any level"."""
    return any(places(words, lang.phrases("levels.phrases")))


def at_all_levels(meaning: Set, schema: Schema) -> Set | None:
    """The set at all levels of the hierarchy in which its steps lead from a thing that is named."""
    facts = tuple(replace(f, repeated=True) if _is_step(f, schema) else f for f in meaning.facts)
    return meaning.changed(facts=facts) if facts != meaning.facts else None


def _is_step(fact: Fact, schema: Schema) -> bool:
    ends = isinstance(fact.subject, Thing), isinstance(fact.object, Thing)
    here, there = schema.subjects(fact.property), schema.objects(fact.property)
    return any(ends) and not schema.is_data(fact.property) and schema.overlap(here, there)
