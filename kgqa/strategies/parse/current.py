"""What holds now, or held in a period: the officer of a patch "at the moment" is none who has handed it over,
and who was at a depot "in 2023" may have come before and gone after.

In: a set and the words of its question, or a period. Out: the set without what has ended: the memberships,
assignments, contracts of it whose own end lies in the past; or those that lasted into the period. What has no
end of its own is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from kgqa.forms.form import Absent, Fact, Node, Thing
from kgqa.forms.periods import period
from kgqa.language import Language, everywhere, fold
from kgqa.language.operations import places
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import Set


def asks_now(words: Sequence[str], lang: Language) -> bool:
    """Whether folded words ask for what holds now: "currently", "at the moment"."""
    return any(places(words, lang.phrases("current.phrases")))


def lasting(words: Sequence[str], lang: Language) -> list[range]:
    """The places of the phrases that tell of something that it has not ended, which must be known: "still
    employed".
    """
    return list(places(words, lang.phrases("current.lasting")))


def current(meaning: Set, schema: Schema, today: date) -> Set:
    """The set without what ended before a day."""
    told = {f.property for f in (*meaning.facts, *_ruled_out(meaning))}
    nodes: dict[Node, frozenset[str]] = dict(_nodes(meaning.facts, schema).items())
    focus = meaning.focus
    if isinstance(focus.node, Thing) or not focus.literal:
        nodes.setdefault(focus.node, frozenset(focus.classes))
    nodes |= {node: frozenset({cls}) for node, cls in meaning.types if node in nodes}
    ended = [
        _over(node, end, schema, today)
        for node, classes in nodes.items()
        if (end := _end(classes, schema)) is not None and end not in told
    ]
    if not ended:
        return meaning
    alone = isinstance(focus.node, Thing) and not meaning.facts  # "is Ada still with us"
    kinds = [c for c in sorted(focus.classes) if _end(frozenset({c}), schema)] if alone else []
    facts = tuple(Fact(focus.node, RDF_TYPE, Thing(c)) for c in kinds[:1])
    return meaning.changed(facts=(*facts, *meaning.facts), absent=(*meaning.absent, *ended))


def _over(node: Node, end: str, schema: Schema, day: date) -> Absent:
    """That something has not ended before a day."""
    ended = "ended" if isinstance(node, Thing) else f"{node}_end"
    return Absent((Fact(node, end, ended),), period(schema, ended, end, "<", day, day))


def passes_over_now(meaning: Set, schema: Schema) -> bool:
    """Whether what is ruled out may have ended: who "has no patch right now" may have had one."""
    facts, focus = _ruled_out(meaning), meaning.focus.node
    ends = {_end(classes, schema) for node, classes in _nodes(facts, schema).items() if node != focus}
    return bool(ends - {f.property for f in facts} - {None})


def may_be_past(meaning: Set, schema: Schema) -> bool:
    """Whether what joins two things has dates, of which none is known to end it: the hangar of a work order
    was its hangar then.
    """
    joining = (c for node, c in between(meaning, schema).items() if node != meaning.focus.node)
    return any(_end(c, schema) is None and _has_dates(c, schema) for c in joining)


def _has_dates(classes: frozenset[str], schema: Schema) -> bool:
    return any(schema.is_temporal(p) for c in classes for p in schema.data_properties(c))


def _ruled_out(meaning: Set) -> tuple[Fact, ...]:
    return tuple(f for a in meaning.absent for f in a.facts)


def between(meaning: Set, schema: Schema) -> dict[str, frozenset[str]]:
    """What stands between the members of a set and what they are joined to, with the classes that it can be
    of: the order of a customer who bought a product, the assignment of an engineer to a depot.
    """
    ends = {meaning.focus.node, *(f.object for f in meaning.facts if schema.is_data(f.property))}
    return {node: classes for node, classes in _nodes(meaning.facts, schema).items() if node not in ends}


def lasted(meaning: Set, node: str, span: tuple[str, str], since: date, before: date, schema: Schema) -> Set:
    """The set of those for whom what lasts from one date to another had begun by the end of a period and had
    not ended before it. Where nothing says that it ended, it goes on.
    """
    start, end = span
    begun = period(schema, f"{node}_start", start, "<", before, before)
    return meaning.changed(
        facts=(*meaning.facts, Fact(node, start, f"{node}_start")),
        filters=(*meaning.filters, *begun),
        absent=(*meaning.absent, _over(node, end, schema, since)),
    )


def span(classes: frozenset[str], schema: Schema) -> tuple[str, str] | None:
    """The dates from which and until which things of these classes last: "from date" and "to date"."""
    start, end = _edge(classes, schema, "current.starts"), _end(classes, schema)
    return (start, end) if start and end else None


def _nodes(facts: Iterable[Fact], schema: Schema) -> dict[str, frozenset[str]]:
    """The variables of which facts say something, each with the classes it can be of."""
    found: dict[str, frozenset[str]] = {}
    for fact in facts:
        if isinstance(fact.subject, str) and not fact.optional and fact.property != RDF_TYPE:
            here = frozenset(schema.subjects(fact.property))
            found[fact.subject] = found.get(fact.subject, here) & here
    return found


def _end(classes: frozenset[str], schema: Schema) -> str | None:
    """The only date that says when something of these classes ended, by its name: "to date", "end of
    tenancy"; not "warranty until", which is the end of something else.
    """
    return _edge(classes, schema, "current.ends")


def _edge(classes: frozenset[str], schema: Schema, said: str) -> str | None:
    """The only date of these classes that is called by such words and no others than its class."""
    edges, beside = everywhere(said), everywhere("current.beside")
    found = set()
    for cls in classes:
        own = set(fold(schema.ontology.label(cls)).split())
        for prop in schema.data_properties(cls):
            words = set(fold(schema.ontology.label(prop)).split()) - own
            if schema.is_temporal(prop) and words <= edges | beside and words & edges:
                found.add(prop)
    return found.pop() if len(found) == 1 else None
