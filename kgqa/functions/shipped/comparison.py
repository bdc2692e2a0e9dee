"""Two things, or two classes, side by side: what is different first, then what is the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kgqa.check.closed import View
from kgqa.functions.function import Word
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.functions.shipped.explanation import TELLING, meaning
from kgqa.functions.shipped.positions import ways
from kgqa.linking.names import naming_of
from kgqa.ontology import RDFS, SKOS
from kgqa.places import WKT
from kgqa.schema import Schema
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words

MOST_PROPERTIES, MOST_VALUES, MOST_TOLD = 80, 6, 8
_LONGEST = 300  # characters of a text that is compared by eye

Facts = Mapping[str, tuple[Term, ...]]


def compare(one: Word, other: Word, graph: Graph) -> Result:
    """What two things have in common and in which of their properties they differ."""
    say = words(graph.language).say
    if one == other:
        raise NoResult(say("compare_same", thing=graph.label(one)))
    are_classes = {one, other} <= graph.ontology.classes.keys()
    sides = _of_classes(one, other, graph) if are_classes else _of_things(one, other, graph)
    first, second = sides
    names = graph.labels([one, other])
    shared = [p for p in dict.fromkeys((*first, *second)) if p in first and p in second]
    lone = [p for p in dict.fromkeys((*first, *second)) if p not in shared]
    if not first or not second:
        raise NoResult(say("compare_nothing", thing=names[one] if not first else names[other]))
    differing = [p for p in shared if _values(first[p]) != _values(second[p])]
    same = [p for p in shared if p not in differing]
    ordered = [*differing, *lone, *same]
    things = [t.value for side in sides for values in side.values() for t in values if t.kind == "iri"]
    labels = graph.labels([iri for iri in dict.fromkeys((*ordered, *things)) if ":" in iri])
    rows = tuple(
        (
            Term(kind="literal", value=labels.get(p, p)),
            _cell(first.get(p, ()), labels),
            _cell(second.get(p, ()), labels),
        )
        for p in ordered
    )
    differ = [labels.get(p, p) for p in (*differing, *lone)]
    alike = [labels.get(p, p) for p in same]
    key = "compare" if differ else "compare_alike"
    nothing = say("compare_none")
    return Result(
        columns=("property", "one", "other"),
        rows=rows,
        shown={
            "property": DisplayColumn(title=say("compare_property"), kind="text"),
            "one": DisplayColumn(title=names[one], kind="text"),
            "other": DisplayColumn(title=names[other], kind="text"),
        },
        says=say(
            key,
            one=names[one],
            other=names[other],
            same=_listed(alike, graph.language) or nothing,
            differing=_listed(differ, graph.language),
        ),
    )  # fmt: skip


def _listed(names: list[str], language: str) -> str:
    """Some of the names, in a row."""
    say = words(language)
    more = len(names) - MOST_TOLD
    return say.listed([*names[:MOST_TOLD], say.counted("compare_more", more)] if more > 0 else names)


def _of_things(one: str, other: str, graph: Graph) -> tuple[Facts, Facts]:
    found = facts_of([one, other], graph)
    return found[one], found[other]


def facts_of(things: Sequence[str], graph: Graph) -> dict[str, Facts]:
    """What the graph says of each thing, by property, as far as people read it."""
    schema, naming = Schema.of(graph.ontology), frozenset(naming_of(graph.ontology).all)
    steps = {way.step for way in ways(graph.ontology)}
    listed = " ".join(map(graph.iri, things))
    pattern = "?thing ?property ?value"
    if isinstance(graph.ontology, View):  # something is closed: what is asked for is named
        pattern = _named(things, graph)
    query = f"SELECT ?thing ?property ?value WHERE {{ VALUES ?thing {{ {listed} }} {pattern} }}"
    found: dict[str, dict[str, list[Term]]] = {thing: {} for thing in things}
    for thing, prop, value in graph.select(query).rows:
        if thing is None or prop is None or value is None:
            continue
        if prop.value in steps or not _is_told(prop.value, graph):
            continue
        values = found[thing.value].setdefault(prop.value, [])
        if len(values) < MOST_VALUES and value not in values and _is_readable(value, graph.language):
            values.append(value)
    held = {p: amount for facts in found.values() for p in facts if (amount := schema.number_of(p, naming))}
    amounts = _amounts(held, found.values(), graph)
    return {
        thing: {
            p: tuple(dict.fromkeys(amounts.get((held.get(p, ""), v.value), v) for v in values))
            for p, values in list(facts.items())[:MOST_PROPERTIES]
            if values
        }
        for thing, facts in found.items()
    }


def _amounts(
    held: Mapping[str, str], facts: Iterable[Mapping[str, Sequence[Term]]], graph: Graph
) -> dict[tuple[str, str], Term]:
    """The numbers that things stand for, such as the amounts of prices: by the property that holds them and
    the thing. `held` are these properties, by those that lead to the things.
    """
    nodes: dict[str, set[str]] = {}
    for each in facts:
        for prop in each.keys() & held.keys():
            nodes.setdefault(held[prop], set()).update(v.value for v in each[prop] if v.kind == "iri")
    found: dict[tuple[str, str], Term] = {}
    for amount, iris in nodes.items():
        pattern = (
            f"VALUES ?node {{ {' '.join(map(graph.iri, sorted(iris)))} }} ?node {graph.iri(amount)} ?amount"
        )
        for node, value in graph.select(f"SELECT ?node ?amount WHERE {{ {pattern} }}").rows:
            if node is not None and value is not None:
                found[amount, node.value] = value
    return found


def _named(things: Sequence[str], graph: Graph) -> str:
    """The facts of things by the properties that things of their classes have, each named."""
    listed = " ".join(map(graph.iri, things))
    found = graph.select(f"SELECT DISTINCT ?kind WHERE {{ VALUES ?thing {{ {listed} }} ?thing a ?kind }}")
    kinds = {row[0].value for row in found.rows if row[0] is not None}
    known = sorted({u.property for u in graph.ontology.uses if u.subject in kinds})[:MOST_PROPERTIES]
    if not known:
        raise NoResult("")
    return " UNION ".join(
        f"{{ ?thing {graph.iri(p)} ?value . BIND({graph.iri(p)} AS ?property) }}" for p in known
    )


def _is_told(prop: str, graph: Graph) -> bool:
    """Whether a property is one that people compare: none that only names a thing."""
    onto = graph.ontology
    is_name = prop in (RDFS + "label", SKOS + "prefLabel", SKOS + "altLabel")
    return not is_name and (prop in onto.properties or prop in onto.known_properties or prop in TELLING)


def _is_readable(value: Term, language: str) -> bool:
    """What a person compares: no shapes, no blank nodes, no texts in other languages."""
    is_other = bool(value.language) and not (value.language or "").startswith(language)
    return value.kind != "bnode" and value.datatype != WKT and not is_other


def _of_classes(one: str, other: str, graph: Graph) -> tuple[Facts, Facts]:
    """What the ontology says of both: what they mean, what they are kinds of, what their things have."""
    return _of_class(one, graph), _of_class(other, graph)


def _of_class(cls: str, graph: Graph) -> Facts:
    say, onto = words(graph.language).say, graph.ontology
    found: dict[str, tuple[Term, ...]] = {}
    if told := meaning(cls, graph):
        found[say("compare_meaning")] = (Term(kind="literal", value=told),)
    parents = sorted(p for p in onto.classes[cls].parents if p in onto.classes)
    if parents:
        found[say("compare_kind_of")] = tuple(Term(kind="iri", value=p) for p in parents)
    if count := onto.instances(cls):
        found[say("compare_things")] = (Term(kind="literal", value=str(count)),)
    return found


def _values(terms: Iterable[Term]) -> frozenset[tuple[str, str]]:
    return frozenset((t.kind, t.value) for t in terms)


def _cell(terms: tuple[Term, ...], labels: Mapping[str, str]) -> Term | None:
    """One value as it is; several in a line."""
    if not terms:
        return None
    if len(terms) == 1:
        return terms[0]
    told = sorted(labels.get(t.value, t.value)[:_LONGEST] for t in terms)
    between = "; " if any("," in text for text in told) else ", "
    return Term(kind="literal", value=between.join(told))
