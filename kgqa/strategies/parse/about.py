"""“Tell me about Ada", "who is Ada", a name alone: what there is to say of one thing.

In: a thing with its classes. Out: a form with a column for each property that most things of its kind have
once. Also: entries for the words that ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.ontology import RDF_TYPE, Use
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.form import Fact, Filter, Form, Kind, Thing
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import End, Operator

MOST = 8  # facts of one thing
ONCE = 1.3  # values a thing, at most: what it has many of is a list of its own
USUAL = 0.3  # of the things of a class have the property, at least
_LONGEST = 5  # words that ask for it


def abouts(tokens: tuple[Token, ...], lang: Language) -> Iterator[Entry]:
    """“Tell me about" and what else begins such a question."""
    phrases = {phrase for phrase, edit in lang.table("edit").items() if edit == "about"}
    said = [t.folded for t in tokens]
    for size in range(_LONGEST, 0, -1):
        for first in range(len(said) - size):
            if " ".join(said[first : first + size]) in phrases:
                last = first + size - 1
                yield Entry(first, last, Operator(Found(cue=Cue.EDIT, first=first, last=last)), 0.0)


def card_of(thing: End, schema: Schema, naming: frozenset[str]) -> Form | None:
    """What there is to say of a thing; None where there is nothing."""
    if not isinstance(thing.node, Thing):
        return None
    columns = _telling(sorted(thing.classes), schema, naming)
    facts = tuple(Fact("it", prop, f"v{n}", optional=True) for n, prop in enumerate(columns))
    shown = ("it", *(str(f.object) for f in facts))
    one = Filter("it", "in", (thing.node,))
    known = [c for c in sorted(thing.classes) if schema.ontology.instances(c)]
    kind = min(known, key=schema.ontology.instances, default=None)  # a wind sensor, which is a product
    classes = (("it", (kind,)),) if kind else ()
    return Form(kind=Kind.LIST, shown=shown, classes=classes, facts=facts, filters=(one,)) if facts else None


def _telling(classes: list[str], schema: Schema, naming: frozenset[str]) -> list[str]:
    """The properties that tell most of things of these classes."""
    ontology = schema.ontology
    found: dict[str, float] = {}
    for cls in classes:
        total = ontology.classes[cls].instances if cls in ontology.classes else 0
        for use in ontology.uses:
            if use.subject != cls or use.property in naming or use.property == RDF_TYPE:
                continue
            if use.count > ONCE * use.subjects or (total and use.subjects < USUAL * total):
                continue
            if use.literal or _is_named(use, schema, naming):
                share = use.subjects / (total or use.subjects)
                found[use.property] = max(found.get(use.property, 0.0), share)
    return sorted(found, key=lambda p: (-round(found[p], 1), schema.is_data(p), p))[:MOST]


def _is_named(use: Use, schema: Schema, naming: frozenset[str]) -> bool:
    """Whether what a property leads to can be said: an address of no name cannot."""
    return bool(use.object) and schema.has_own_name(use.object, naming)
