"""What was measured of a thing over time: readings with their moments, whichever way the graph holds them.

A class is one of readings when its things have a moment and a number and lead to something, and it is the one
of SOSA or is named as such (the word lists beside the phrases).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.functions.asking import words_of
from kgqa.functions.function import Measured, Thing
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.gaps import gaps
from kgqa.language import LANGUAGES, fold
from kgqa.numbers import measured
from kgqa.ontology import Ontology, Use, local_name, spaced
from kgqa.restate.wording import wording
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words

SOSA = "http://www.w3.org/ns/sosa/"
MISSED = 2.5  # times the usual interval: then readings are missing
TOLD = 3  # gaps that are told
MOST = 5_000


@dataclass(frozen=True, slots=True)
class Readings:
    """A class of readings: the properties with the moment, the numbers, what they are of (`links`), and what
    they measure (`sorts`, with the classes of that).
    """

    cls: str
    moment: str
    numbers: tuple[str, ...]
    links: tuple[
        tuple[str, str], ...
    ]  # property, class; of others to a reading, the property begins with "^"
    sorts: tuple[tuple[str, str], ...]


def readings(ontology: Ontology) -> tuple[Readings, ...]:
    """All classes of readings in a graph."""
    return tuple(filter(None, (_readings(ontology, cls) for cls in sorted(ontology.populated))))


def measured_terms(ontology: Ontology) -> tuple[str, ...]:
    """What a question may name as measured: the properties of numbers, the classes of what is measured."""
    found = readings(ontology)
    several = {p for r in found if len(r.numbers) > 1 or not r.sorts for p in r.numbers}
    return tuple(sorted(several | {cls for r in found for _, cls in r.sorts}))


def _readings(ontology: Ontology, cls: str) -> Readings | None:
    if not (ontology.is_a(cls, SOSA + "Observation") or _is_named_so(ontology, cls)):
        return None
    uses = [u for u in ontology.uses if u.subject == cls]
    moments = [u for u in uses if u.literal and u.object in TEMPORAL]
    numbers = tuple(dict.fromkeys(u.property for u in uses if u.literal and u.object in NUMERIC))
    if not moments or not numbers:
        return None
    moment = max(moments, key=lambda u: (u.property == SOSA + "resultTime", u.subjects))
    leads = [u for u in uses if not u.literal and u.object]
    sorts = tuple((u.property, u.object) for u in leads if _says_sort(u, ontology))
    links = [(u.property, u.object) for u in leads if (u.property, u.object) not in sorts]
    links += [
        (f"^{u.property}", u.subject)
        for u in ontology.uses
        if u.object == cls and not u.literal and u.subject
    ]
    return Readings(cls, moment.property, numbers, tuple(links), sorts) if links else None


def _is_named_so(ontology: Ontology, cls: str) -> bool:
    known = {word for code in LANGUAGES for word in words_of(code, "readings")}
    names = {local_name(cls), *(n.text for n in ontology.classes[cls].names if cls in ontology.classes)}
    return any(known & set(fold(spaced(name)).split()) for name in names)


_SORTS = frozenset(("property", "quantity", "parameter", "variable", "measure", "kind", "type", "pollutant"))


def _says_sort(use: Use, ontology: Ontology) -> bool:
    """Whether an edge leads from a reading to what is measured: SOSA's, or one whose name says so."""
    if use.property == SOSA + "observedProperty" or SOSA + "observedProperty" in ontology.superproperties(
        use.property
    ):
        return True
    last = fold(spaced(local_name(use.property))).split()[-1:]
    return bool(_SORTS.intersection(last))


def series(thing: Thing, graph: Graph, what: Measured | None = None) -> Result:
    """The readings of a thing over time."""
    say, ontology = words(graph.language).say, graph.ontology
    named = graph.label(thing)
    rows: list[tuple[Term, Term, Term | None]] = []
    cut = False
    number = ""
    for found in readings(ontology):
        for query, column in _queries(found, thing, what, graph):
            table = graph.select(query)
            at = {name: n for n, name in enumerate(table.columns)}
            cut = cut or table.truncated
            number = column
            for row in table.rows:
                moment, value = row[at["moment"]], row[at["value"]]
                if moment is not None and value is not None and len(rows) < MOST:
                    rows.append((moment, value, row[at["sort"]] if "sort" in at else None))
    if not rows:
        told = graph.label(what) if what else say("series_readings")
        raise NoResult(say("series_none", what=told, thing=named))
    rows.sort(key=lambda row: row[0].value)
    sorts = {row[2].value for row in rows if row[2] is not None}
    of = what or (next(iter(sorts)) if len(sorts) == 1 else "")
    title = graph.label(of) if of else graph.label(number)
    unit = _unit(ontology, number, of)
    is_mixed = len(sorts) > 1
    last = rows[-1]
    count = words(graph.language).count(len(rows))
    day = wording(graph.language).date
    says = say(
        "series" if not is_mixed else "series_mixed",
        what=title, thing=named, count=count,
        value=measured(last[1].value, unit, graph.language),
        last=day(last[0].value), first=day(rows[0][0].value),
        sorts=words(graph.language).listed(sorted(graph.labels(sorted(sorts)).values())),
    )  # fmt: skip
    shown = {
        "moment": DisplayColumn(title=say("series_moment"), kind="date"),
        "sort": DisplayColumn(title=say("series_sort"), kind="thing"),
        "value": DisplayColumn(title=title, kind="number", unit=unit),
    }
    notes = [] if is_mixed else list(_gaps([row[0].value for row in rows], graph.language))
    return Result(
        columns=("moment", "sort", "value") if is_mixed else ("moment", "value"),
        rows=tuple((m, s, v) if is_mixed else (m, v) for m, v, s in rows),
        shown=shown,
        says=says,
        notes=tuple(notes),
        cut=cut,
    )


def _queries(found: Readings, thing: str, what: str | None, graph: Graph) -> Iterator[tuple[str, str]]:
    """The queries for the readings of a thing, each with the property of its numbers."""
    onto = graph.ontology
    numbers = [what] if what in found.numbers else list(found.numbers[:1])
    by_sort = what is not None and what not in found.numbers
    if what is not None and by_sort and not found.sorts:
        return
    links = " UNION ".join(dict.fromkeys(_linked(link, graph.iri(thing), graph) for link, _ in found.links))
    sort = ""
    if found.sorts:
        (prop, _), *_ = found.sorts
        if by_sort and what is not None and what in onto.classes:
            sort = f"?r {graph.iri(prop)} ?sort . ?sort a {graph.iri(what)} . "
        elif by_sort and what is not None:
            sort = f"?r {graph.iri(prop)} ?sort . FILTER(?sort = {graph.iri(what)}) "
        else:
            sort = f"?r {graph.iri(prop)} ?sort . "
    shown = "?moment ?value ?sort" if sort else "?moment ?value"
    for number in numbers:
        values = f"?r {graph.iri(found.moment)} ?moment ; {graph.iri(number)} ?value"
        of = f"{links} ?r a {graph.iri(found.cls)} . {sort}{values}"
        yield f"SELECT {shown} WHERE {{ {of} }} ORDER BY ?moment", number


def _linked(link: str, thing: str, graph: Graph) -> str:
    if link.startswith("^"):
        return f"{{ {thing} {graph.iri(link[1:])} ?r }}"
    return f"{{ ?r {graph.iri(link)} {thing} }}"


def _unit(ontology: Ontology, number: str, of: str) -> str:
    """The unit of the numbers, as far as their property says it."""
    for term in (of, number):
        if term in ontology.properties and ontology.properties[term].unit:
            return ontology.properties[term].unit
    return ""


def _gaps(moments: Sequence[str], language: str) -> Iterator[str]:
    """Where readings are missing, in a sentence each."""
    say = words(language).say
    found = gaps(moments, MISSED)
    day = wording(language).date
    for before, after in found[:TOLD]:
        yield say("series_gap", before=day(moments[before]), after=day(moments[after]))
    if len(found) > TOLD:
        yield say("series_gaps", count=words(language).count(len(found)))
