"""“Tell me about Ada", "who is Ada", a name alone: what there is to say of one thing.

In: a thing with its classes. Out: a form with a column for each fact that tells most of it, and entries for
the words that ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

from kgqa.forms.form import Fact, Filter, Form, Kind, Thing
from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.schema.facts import telling
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import End, Operator

_LONGEST = 5  # words that ask for it


def abouts(tokens: tuple[Token, ...], lang: Language) -> Iterator[Entry]:
    """“Tell me about" and what else begins such a question."""
    phrases = {phrase for phrase, edit in lang.table("edit").items() if edit == "about"}
    said = [t.folded for t in tokens]
    for size in range(_LONGEST, 0, -1):
        for first in range(len(said) - size):
            last = first + size - 1
            if " ".join(said[first : last + 1]) in phrases and not asks_relation(said[last + 1 :], lang):
                yield Entry(first, last, Operator(Found(cue=Cue.EDIT, first=first, last=last)), 0.0)


def asks_relation(words: Sequence[str], lang: Language) -> bool:
    """Whether what stands behind "who" asks for what somebody is to a thing, and not for the thing: "is in
    Leeds", "is based at the depot".
    """
    leads = lang.phrases("before_names") - lang.phrases("before_nouns")
    said = (w for w in words if lang.lemma(w) not in lang.phrases("copula"))
    verbs = (w for w in said if w in leads or w not in lang.stop or lang.lemma(w) in lang.light_verbs)
    behind = next(verbs, "")  # not "currently"
    return behind in leads or lang.lemma(behind) in lang.light_verbs


def card_of(thing: End, schema: Schema, naming: frozenset[str]) -> Form | None:
    """What there is to say of a thing; None where there is nothing."""
    if not isinstance(thing.node, Thing):
        return None
    facts: dict[Fact, None] = {}
    shown = ["it"]
    for way in telling(schema, tuple(sorted(thing.classes)), naming):
        here = "it"
        for prop in way:
            there = f"{here}_{crc32(prop.encode()):x}"
            facts[Fact(here, prop, there, optional=True)] = None
            here = there
        shown.append(here)
    one = Filter("it", "in", (thing.node,))
    known = [c for c in sorted(thing.classes) if schema.ontology.instances(c)]
    kind = min(known, key=schema.ontology.instances, default=None)  # a wind sensor, which is a product
    classes = (("it", (kind,)),) if kind else ()
    if not facts:
        return None
    return Form(kind=Kind.LIST, shown=tuple(shown), classes=classes, facts=tuple(facts), filters=(one,))
