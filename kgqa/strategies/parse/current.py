"""What holds now, or held in a period: the officer of a patch "at the moment" is none who has handed it over,
and who was at a depot "in 2023" may have come before and gone after.

In: a set and the words of its question, or a period. Out: the set without what has ended: the memberships,
assignments, contracts of it whose own end lies in the past; or those that lasted into the period. What has no
end of its own is as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from kgqa.forms.form import Absent, Fact, Node, Thing
from kgqa.forms.periods import period
from kgqa.labels import by_iri
from kgqa.language import Language, everywhere, fold, is_participle
from kgqa.language.operations import places
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import Set

_ENDING = 4  # letters of a word for an end or a beginning, of which a compound is known: "Vertragsende"


def asks_now(words: Sequence[str], lang: Language) -> bool:
    """Whether folded words ask for what holds now: "currently", "at the moment"."""
    return any(places(words, lang.phrases("current.phrases")))


def current(meaning: Set, schema: Schema, today: date, *, first: bool) -> Set:
    """The set without what ended before a day: with `first` its own members alone, if they end at all, as it
    is they who are "still with us", and not what they have.
    """
    told = {f.property for f in (*meaning.facts, *_ruled_out(meaning))}
    nodes: dict[Node, frozenset[str]] = dict(known_nodes(meaning.facts, schema).items())
    focus = meaning.focus
    if isinstance(focus.node, Thing) or not focus.literal:
        nodes.setdefault(focus.node, frozenset(focus.classes))
    nodes |= {node: frozenset({cls}) for node, cls in meaning.types if node in nodes}
    if first and _end(nodes.get(focus.node, frozenset()), schema) is not None:
        nodes = {focus.node: nodes[focus.node]}
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


def not_yet(meaning: Set, schema: Schema, today: date, words: Sequence[str]) -> Set:
    """“Which are not finished yet": those that have not ended, though it may be known when they will. What
    has "no end date yet" has none; `words` are those of the question, folded.
    """
    return meaning.changed(absent=tuple(_not_over(a, schema, today, words) for a in meaning.absent))


def _not_over(absent: Absent, schema: Schema, today: date, words: Sequence[str]) -> Absent:
    """That something has no end, as that it has not ended before a day."""
    match absent:
        case Absent((Fact(str() as node, end),), ()):
            is_named = set(fold(schema.ontology.label(end)).split()) <= {*words}
            classes = known_nodes(absent.facts, schema).get(node, frozenset())
            if end == _end(classes, schema) and not is_named:
                return _over(node, end, schema, today)
    return absent


def _over(node: Node, end: str, schema: Schema, day: date) -> Absent:
    """That something has not ended before a day."""
    ended = "ended" if isinstance(node, Thing) else f"{node}_end"
    return Absent((Fact(node, end, ended),), period(schema, ended, end, "<", day, day))


def says_ended(meaning: Set, schema: Schema) -> bool:
    """Whether all that a set says of an end is that there is one: who is looked after "now" has none."""
    held = {f.variable for f in meaning.filters}
    nodes = known_nodes(meaning.facts, schema)
    return any(
        isinstance(f.subject, str)
        and f.object not in held
        and f.object != meaning.focus.node
        and f.property == _end(nodes.get(f.subject, frozenset()), schema)
        for f in meaning.facts
    )


def passes_over_now(meaning: Set, schema: Schema) -> bool:
    """Whether what is ruled out may have ended: who "has no patch right now" may have had one."""
    facts, focus = _ruled_out(meaning), meaning.focus.node
    ends = {_end(classes, schema) for node, classes in known_nodes(facts, schema).items() if node != focus}
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
    return {node: classes for node, classes in known_nodes(meaning.facts, schema).items() if node not in ends}


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


def begun(end: str, schema: Schema) -> list[str]:
    """The dates on which what ends on a date may have begun: its start, and its only other date."""
    spans = (span(frozenset({cls}), schema) for cls in schema.subjects(end) if cls)
    starts = [known[0] for known in spans if known]
    others = [p for p in schema.ontology.properties if p != end and schema.is_day(p)]
    same = [p for p in others if schema.overlap(schema.subjects(p), schema.subjects(end))]
    return list(dict.fromkeys((*starts, *(same if len(same) == 1 else ()))))


def known_nodes(facts: Sequence[Fact], schema: Schema) -> dict[str, frozenset[str]]:
    """The variables of which facts say something, each with the classes it can be of."""
    found: dict[str, frozenset[str]] = {}
    for fact in facts:
        if isinstance(fact.subject, str) and not fact.optional and fact.property != RDF_TYPE:
            here = frozenset(schema.subjects(fact.property))
            found[fact.subject] = found.get(fact.subject, here) & here
    for fact in facts:
        there = found.get(fact.object, frozenset()) if isinstance(fact.object, str) else frozenset()
        if there & (ends := frozenset(schema.objects(fact.property))):
            found[str(fact.object)] = there & ends
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
        for prop in filter(schema.is_temporal, schema.data_properties(cls)):
            names = (schema.ontology.label(prop), by_iri(prop))
            if any(_is_edge(name, own, edges, beside) for name in names):
                found.add(prop)
    return found.pop() if len(found) == 1 else None


def _is_edge(name: str, own: set[str], edges: frozenset[str], beside: frozenset[str]) -> bool:
    """Whether a date is called by words for an edge of what lasts, beside those of its class ("Vertragsende")
    and what the thing is until then: "employed until", "versorgt bis".
    """
    words = [w for w in name.split() if fold(w) not in own]
    called = {w for w in words if fold(w) in edges or _is_own_edge(fold(w), own, edges)}
    return bool(called) and all(w in called or fold(w) in beside or is_participle(w) for w in words)


def _is_own_edge(word: str, own: set[str], edges: frozenset[str]) -> bool:
    starts = (word.removesuffix(e) for e in edges if len(e) >= _ENDING and word.endswith(e))
    return any(start.startswith(cls) and len(start) - len(cls) <= 1 for start in starts for cls in own)
