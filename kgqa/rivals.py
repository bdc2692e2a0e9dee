"""Several things of one name: is there a choice to make, and what sets them apart?

In: readings that passed the check and have rows. Out: choices for a clarification, each with a detail that
the others do not have (class, department, city).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.check.closed import shows
from kgqa.declared import NUMERIC
from kgqa.errors import OperatorsMove
from kgqa.ontology import RDF_TYPE, Use
from kgqa.queries import query
from kgqa.types import (
    CandidateQuery,
    Choice,
    Limits,
    LinkedQuestion,
    Pin,
    Question,
    ResultTable,
    Term,
    TermKind,
)

if TYPE_CHECKING:
    from kgqa.pipeline.kit import Kit

DESCRIBING = Limits(seconds=5.0, rows=2_000)
MOST_CHOICES = 8
NUMBER = 0.1  # how well numbers tell things apart
LONG = 60  # characters of a literal that no longer tells things apart at a glance


def choices_of(
    question: Question, readings: Sequence[tuple[CandidateQuery, ResultTable]]
) -> tuple[Choice, ...]:
    """The choices among readings that differ in what one phrase means; () when there is nothing to choose."""
    pinned = {(p.mention, p.term) for p in question.pins}
    by_mention: defaultdict[str, dict[str, None]] = defaultdict(dict)
    rows: dict[str, object] = {}
    for candidate, table in readings:
        for pin in candidate.pins:
            if (pin.mention, pin.term) not in pinned:
                by_mention[pin.mention].setdefault(pin.term)
                rows.setdefault(pin.term, (table.rows, table.boolean))
    for mention, terms in by_mention.items():
        if len(terms) > 1 and len({repr(rows[t]) for t in terms}) > 1:
            return offered(question, [Pin(mention=mention, term=term) for term in terms])
    return ()


def namesakes(candidate: CandidateQuery, linked: LinkedQuestion, tried: Collection[str]) -> tuple[Pin, ...]:
    """Things that may be meant just as well as one that the candidate has chosen, and were not tried: there
    may be more of one name than are worth a query each. The chosen one comes first; () when there are none.
    """
    for pin in candidate.pins:
        matches = next((n.matches for n in linked.links if n.text == pin.mention), ())
        chosen = next((m for m in matches if m.iri == pin.term and m.kind is TermKind.ENTITY), None)
        if chosen is None or chosen.how == "pinned":
            continue
        others = [
            m.iri
            for m in matches
            if m.kind is TermKind.ENTITY
            and m.score >= chosen.score
            and m.iri not in tried
            and set(m.classes) & set(chosen.classes)
        ]
        if others:
            return (pin, *(Pin(mention=pin.mention, term=iri) for iri in others))
    return ()


def offered(question: Question, pins: Sequence[Pin]) -> tuple[Choice, ...]:
    """A choice for each of the pins."""
    return tuple(
        Choice(label=pin.mention, detail="", question=question.text, pins=(*question.pins, pin))
        for pin in pins
    )


async def distinguished(choices: Sequence[Choice], kit: Kit, language: str) -> list[Choice]:
    """The choices with the label of each thing and with what the others do not have."""
    iris = [c.pins[-1].term for c in choices]
    names = await kit.labels.of(iris, language)
    try:
        table = await kit.graph.run(query("facts", things=iris), DESCRIBING)
    except OperatorsMove:
        return [replace(c, label=names[i]) for c, i in zip(choices, iris, strict=True)]
    facts: defaultdict[str, dict[str, Term]] = defaultdict(dict)
    several: set[str] = set()  # properties that say more than one thing of one of them
    for thing, prop, value in table.rows:
        if (
            thing
            and prop
            and value
            and shows(kit.ontology, prop.value)
            and facts[prop.value].setdefault(thing.value, value) != value
        ):
            several.add(prop.value)
    seen = [v.value for values in facts.values() for v in values.values() if v.kind == "iri"]
    labels = await kit.labels.of(seen, language)
    told = [(weight, p) for p in facts if (weight := _tells(p, facts[p], iris, kit))]
    told = [(weight - 1 if p in several else weight, p) for weight, p in told]
    told = [entry for entry in told if entry[0] > NUMBER] or told
    told.sort(key=lambda entry: (-entry[0], entry[1]))
    best = sorted((p for _, p in told[:2]), key=lambda p: p != RDF_TYPE)  # "project, Stine Ihle"
    details = {iri: [_said(facts[p][iri], labels) for p in best if iri in facts[p]] for iri in iris}
    return [
        replace(c, label=names[iri], detail=", ".join(d for d in details[iri] if d != names[iri]) or iri)
        for c, iri in zip(choices, iris, strict=True)
    ]


def _tells(prop: str, values: dict[str, Term], iris: Sequence[str], kit: Kit) -> float:
    """How well a property sets the things apart: every thing has it, the values differ, people know them."""
    if prop in kit.naming.all:
        return 0.0
    found = [values[i].value for i in iris if i in values]
    different = len(set(found))
    is_long = any(t.kind == "literal" and len(t.value) > LONG for t in values.values())
    if different == 1 or is_long:
        return 0.0
    is_thing = all(v.kind == "iri" for v in values.values())
    if not is_thing and all(v.datatype in NUMERIC for v in values.values()):
        return NUMBER  # people know things by no number, as long as anything else tells them apart
    uses = kit.ontology.uses_of(prop)
    if any(u.count > u.subjects for u in uses):
        return 0.0  # one value of several tells nothing apart
    shared = max((_sharing(u, kit) for u in uses), default=0.0)
    return different / len(iris) + len(found) / len(iris) + (0.8 if is_thing else 0.0) + min(1.0, shared / 10)


def _sharing(use: Use, kit: Kit) -> float:
    """How many things share one value on average: people know departments better than numbers."""
    cls = kit.ontology.classes.get(use.object)
    return use.count / cls.instances if cls and cls.instances else 0.0


def _said(term: Term, labels: dict[str, str]) -> str:
    return labels.get(term.value, term.value) if term.kind == "iri" else term.value
