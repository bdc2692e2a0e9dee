"""The graph as it is: which class has which property to what, read by a few bounded queries.

In: a Graph and what is declared elsewhere. Out: one Ontology of both, with observed uses and with notices
where something could not be looked at. What was observed can be written as text, so that a graph that has
not changed need not be looked at again.
"""

from __future__ import annotations

import hashlib
import json
from asyncio import Task
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard, TypeVar

import pyoxigraph as ox
from pydantic import TypeAdapter

from kgqa.bounded import rows
from kgqa.chains import chains
from kgqa.codelists import Coded, code_lists
from kgqa.declared import CLASS_TYPES, NUMERIC, PROPERTY_TYPES, declared, is_datatype, measured_name
from kgqa.declared.facts import Facts
from kgqa.declared.names import comment_of, names_of, unit_said
from kgqa.language import fold
from kgqa.language.abbreviations import is_short
from kgqa.ontology import (
    OWL,
    RDF,
    RDF_LANG_STRING,
    RDF_TYPE,
    RDFS,
    XSD,
    Chain,
    Class,
    Ontology,
    Part,
    Property,
    PropertyKind,
    Sample,
    TextForm,
    Use,
    local_name,
    spaced,
)
from kgqa.piecewise import all_rows
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.sampling import languages, sampled
from kgqa.side_by_side import in_turn, side_by_side, tasks
from kgqa.sparql.model import Lit
from kgqa.textforms import text_forms
from kgqa.types import GraphDescription, Limits, Term

T = TypeVar("T")

PROFILING = Limits(seconds=120.0, rows=200_000, bytes=200_000_000)
ON_DISK = replace(PROFILING, seconds=900.0)  # ten million triples take a minute and a half
# The languages themselves, and the workings of a store, say nothing about the company.
VOCABULARIES = (
    *(RDF, RDFS, OWL, XSD, "http://www.w3.org/ns/shacl#"),
    *("http://www.openlinksw.com/schemas/virtrdf#", "http://www.openlinksw.com/schemas/DAV#"),
)
OBSERVING = 7  # the way in which rows become observations; another one observes anew
LOOKED_AT = {  # the queries on the whole graph, with the parts of it that they read
    "schema": (Part.TERMS,),
    "classes": (Part.CLASSES,),
    "uses-literal": (Part.VALUES,),
    "uses-typed": (Part.THINGS,),
    "uses-untyped": (Part.THINGS,),
    "uses-subjectless": (Part.VALUES, Part.THINGS),
    "overlaps": (Part.OVERLAPS,),
}
# These join patterns that name nothing. Oxigraph looks each row of one up in the other, unless both stand in
# subqueries: then it joins them by a hash table, which on disk is ten times faster.
WRITTEN_FOR_DISK = frozenset(LOOKED_AT) - {"schema", "classes"}
NAMES = "term-names"
SAMPLING = (
    "commonest-values",
    "commonest-values-of-untyped",
    "commonest-beginnings",
    "commonest-beginnings-of-untyped",
    "extremes",
    "extremes-of-untyped",
    "having",
    "having-of-untyped",
)
QUERIES = tuple(LOOKED_AT)
_IN_A_LANGUAGE = Term(kind="iri", value=RDF_LANG_STRING)  # what Virtuoso has no datatype for
AT_ONCE = 500  # terms whose names one query asks for
Rows = tuple[tuple[Term | None, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What a graph shows by itself, whatever is given beside it. `notices` tell what could not be read, and
    `unread` which parts of the data that leaves open.
    """

    schema: tuple[tuple[Term, Term, Term], ...]  # the triples that declare, or name what nothing declares
    classes: dict[str, int]  # with how many things
    uses: tuple[Use, ...]
    overlaps: tuple[tuple[str, str, int], ...]
    notices: tuple[str, ...]
    unread: tuple[Part, ...] = ()
    codes: tuple[Coded, ...] = ()  # what codes mean that stand in the data as literals
    samples: tuple[Sample, ...] = ()
    chains: tuple[Chain, ...] = ()
    languages: tuple[tuple[str, str], ...] = ()  # properties, and those that their texts are in
    text_forms: tuple[TextForm, ...] = ()  # of properties with texts that are dates or numbers
    # Notices of values, chains, languages and texts that could not be looked at: no answer is wrong for them.
    unsampled: tuple[str, ...] = ()


_WRITTEN = TypeAdapter(Observed)


async def profile(graph: Graph, given: Ontology | None = None) -> Ontology:
    """What `graph` declares and shows, together with the ontology `given`. Raises what `graph.run` raises."""
    return ontology_of(await observe(graph), given)


async def observe(graph: Graph) -> Observed:
    """Looks at all of the graph. Raises what `graph.run` raises."""
    notices: list[str] = []
    unread: list[Part] = []
    described = await graph.describe()
    remote, on_disk = described.remote, described.on_disk
    of: dict[str, Rows] = {}
    several = side_by_side if remote else in_turn
    looked = await several(_looked(graph, name, on_disk=on_disk) for name in QUERIES)
    for place, (found, told) in enumerate(looked):
        if remote and told and not found:  # the others may have been in its way
            looked[place] = await _looked(graph, QUERIES[place])
    for name, (found, told) in zip(QUERIES, looked, strict=True):
        of[name] = found
        notices += told
        unread += LOOKED_AT[name] if told else ()
    schema = of["schema"]
    counts = {c.value: int(n.value) for c, n in of["classes"] if _is_named(c) and n and not _is_own(c.value)}
    uses = (
        *_uses(of["uses-literal"], literal=True),
        *_uses(of["uses-typed"], literal=False),
        *_uses(of["uses-untyped"], literal=False),
        *_uses_without_class(of["uses-subjectless"]),
    )
    overlaps = tuple(
        (one.value, other.value, int(count.value))
        for one, other, count in of["overlaps"]
        if _is_named(one) and _is_named(other) and count
    )
    known = {s.value for s, _, _ in schema if s}
    sampling: list[str] = []
    used = dict.fromkeys((*counts, *(u.property for u in uses if not _is_own(u.property))))
    own = [u for u in uses if not _is_own(u.property)]
    naming: list[str] = []
    coding: list[str] = []
    async with tasks() as group:
        samples = group.create_task(sampled(graph, own, counts, overlaps, sampling, on_disk=on_disk))
        names = group.create_task(_names([iri for iri in used if iri not in known], graph, naming))
        codes = group.create_task(code_lists(graph, counts, uses, coding))
        leading = group.create_task(chains(graph, own, overlaps, sampling))
        tagged = group.create_task(languages(graph, uses, sampling))
        written = group.create_task(_text_forms(graph, own, samples, sampling))
    schema = (*schema, *names.result())
    if naming:
        unread.append(Part.LABELS)
    if coding:
        unread.append(Part.CODES)
    return Observed(
        schema=tuple((s, p, o) for s, p, o in schema if s and p and o),
        classes=counts,
        uses=uses,
        overlaps=overlaps,
        notices=(*notices, *naming, *coding),
        samples=samples.result(),
        chains=leading.result(),
        languages=tagged.result(),
        text_forms=written.result(),
        unsampled=tuple(sampling),
        unread=tuple(dict.fromkeys(unread)),
        codes=codes.result(),
    )


async def _text_forms(
    graph: Graph, uses: Sequence[Use], samples: Task[tuple[Sample, ...]], notices: list[str]
) -> tuple[TextForm, ...]:
    """The forms of texts, as soon as there are samples of them."""
    return await text_forms(graph, uses, await samples, notices)


async def _names(terms: Sequence[str], graph: Graph, notices: list[str]) -> Rows:
    """What the graph calls terms that it does not declare, as exports do that label their columns."""
    found: list[tuple[Term | None, ...]] = []
    for start in range(0, len(terms), AT_ONCE):
        found += await rows(graph, NAMES, PROFILING, notices, things=terms[start : start + AT_ONCE])
    return tuple(found)


async def _looked(graph: Graph, name: str, *, on_disk: bool = False) -> tuple[Rows, list[str]]:
    """The rows of a query, and notices where they are not all that there are."""
    told: list[str] = []
    if not on_disk:
        return await all_rows(graph, name, PROFILING, told), told
    written = f"{name}-on-disk" if name in WRITTEN_FOR_DISK else name
    return await all_rows(graph, name, ON_DISK, told, written=written), told


def ontology_of(observed: Observed, given: Ontology | None = None) -> Ontology:
    """The schema of the graph in which this was observed, together with the ontology `given`."""
    nodes = [tuple(map(_node, triple)) for triple in observed.schema]
    triples = [(s, p, o) for s, p, o in nodes if s and p and o]
    inside = declared(triples)
    ontology = merged(given, inside) if given else inside
    found = with_uses(ontology, observed.classes, observed.uses, observed.notices, Facts(triples))
    return replace(
        found,
        overlaps=observed.overlaps,
        samples=observed.samples,
        chains=observed.chains,
        languages=observed.languages,
        text_forms=observed.text_forms,
        notices=(*found.notices, *_no_iris(observed), *observed.unsampled),
        unread=found.unread | frozenset(observed.unread),
    )


def stamp_of(described: GraphDescription) -> str:
    """Of which graph, and by which queries, something was observed: the same stamp, the same observations."""
    filled = {"class": (RDF_TYPE,), "property": (RDF_TYPE,)}
    texts = [*(query(name).text for name in QUERIES), query(NAMES, things=(RDF_TYPE,)).text]
    texts += [query(name, **filled).text for name in (*SAMPLING, "steps", "languages")]
    texts.append(query("text-form", property=(RDF_TYPE,), form=(Lit(""),)).text)
    if described.on_disk:
        texts += [query(f"{name}-on-disk").text for name in sorted(WRITTEN_FOR_DISK)]
        texts += [query(f"{n}-on-disk", **filled).text for n in SAMPLING if not n.endswith("-of-untyped")]
    of = (OBSERVING, described.fingerprint, texts)
    return hashlib.sha256(repr(of).encode("utf-8", "replace")).hexdigest()[:32]


def text_of(observed: Observed) -> str:
    """What was observed as text, for `from_text`."""
    return json.dumps(_WRITTEN.dump_python(observed))


def from_text(text: str) -> Observed | None:
    """What `text_of` wrote; None for any other text."""
    try:
        return _WRITTEN.validate_json(text, strict=True)
    except ValueError:
        return None


def merged(one: Ontology, other: Ontology) -> Ontology:
    """Both ontologies as one; what either declares holds."""
    classes = dict(one.classes)
    for iri, c in other.classes.items():
        mine = classes.get(iri)
        classes[iri] = (
            c
            if mine is None
            else replace(
                mine,
                names=_both(mine.names, c.names),
                comment=mine.comment or c.comment,
                parents=_both(mine.parents, c.parents),
                ranges=_both(mine.ranges, c.ranges),
                has=_both(mine.has, c.has),
                deprecated=mine.deprecated or c.deprecated,
            )
        )
    properties = dict(one.properties)
    for iri, p in other.properties.items():
        known = properties.get(iri)
        properties[iri] = (
            p
            if known is None
            else replace(
                known,
                kind=p.kind if known.kind is PropertyKind.UNKNOWN else known.kind,
                kind_observed=p.kind_observed if known.kind is PropertyKind.UNKNOWN else known.kind_observed,
                names=_both(known.names, p.names),
                comment=known.comment or p.comment,
                parents=_both(known.parents, p.parents),
                domains=_both(known.domains, p.domains),
                ranges=_both(known.ranges, p.ranges),
                inverses=_both(known.inverses, p.inverses),
                functional=known.functional or p.functional,
                symmetric=known.symmetric or p.symmetric,
                loose=known.loose or p.loose,
                deprecated=known.deprecated or p.deprecated,
                unit=known.unit or p.unit,
            )
        )
    return replace(
        one,
        classes=classes,
        properties=properties,
        uses=one.uses or other.uses,
        disjoint_pairs=one.disjoint_pairs | other.disjoint_pairs,
        disjoint_properties=one.disjoint_properties | other.disjoint_properties,
        datatypes=one.datatypes | other.datatypes,
        missing_imports=_both(one.missing_imports, other.missing_imports),
        mentioned=one.mentioned | other.mentioned,
        unread=one.unread | other.unread,
        prefixes=_both(one.prefixes, other.prefixes),
        individuals=_both(one.individuals, other.individuals),
        notices=_both(one.notices, other.notices),
    )


def with_uses(
    ontology: Ontology,
    counts: dict[str, int],
    uses: Iterable[Use],
    notices: Iterable[str] = (),
    said: Facts | None = None,
) -> Ontology:
    """The ontology with what the data shows; classes and properties that it does not declare are added, with
    the names that are `said` of them.
    """
    said = said or Facts(())
    kept = tuple(u for u in uses if not _is_own(u.property) or u.property == RDFS + "label")
    classes = dict(ontology.classes)
    for iri, count in counts.items():
        classes[iri] = replace(classes.get(iri) or _found_class(iri, said), instances=count)
    if not any(c.parents for c in classes.values()):
        classes = by_their_names(classes)
    properties = dict(ontology.properties)
    counted = {u.property for u in kept if u.object in NUMERIC}
    for use in kept:
        known = properties.get(use.property)
        kind = PropertyKind.DATA if use.literal else PropertyKind.OBJECT
        if known is None:
            properties[use.property] = _found(use.property, kind, said, counted=use.property in counted)
        elif known.kind is PropertyKind.UNKNOWN:
            properties[use.property] = replace(known, kind=kind, kind_observed=True)
    return replace(
        ontology,
        classes=classes,
        properties=properties,
        uses=kept,
        notices=(*ontology.notices, *notices),
    )


def _found_class(iri: str, said: Facts) -> Class:
    """A class that only the data has."""
    return Class(iri=iri, names=names_of(said, iri), comment=comment_of(said, iri), declared=False)


def _found(iri: str, kind: PropertyKind, said: Facts, *, counted: bool) -> Property:
    """A property that only the data has, with numbers or without: a text called `cust_nm` is a name, and in
    no nautical miles.
    """
    names, comment = names_of(said, iri), comment_of(said, iri)
    is_text = not counted and is_short(fold(spaced(local_name(iri))).split(" ")[-1])
    return Property(
        iri=iri,
        kind=kind,
        names=names or (() if is_text else measured_name(iri, kind)),
        comment=comment,
        unit=unit_said(said, iri, names, comment) if kind is PropertyKind.DATA and not is_text else "",
        declared=False,
        kind_observed=True,
    )


def by_their_names(classes: dict[str, Class]) -> dict[str, Class]:
    """Where nobody declares which class is a kind of which, their names do: a "natural port" is a port."""
    names = {iri: tuple(fold(spaced(local_name(iri))).split()) for iri in classes}
    by_name = {words[0]: iri for iri, words in sorted(names.items(), reverse=True) if len(words) == 1}
    found = dict(classes)
    for iri, words in names.items():
        parent = by_name.get(words[-1]) if len(words) > 1 else None
        if parent:
            found[iri] = replace(classes[iri], parents=(parent,))
    return found


def _uses(looked: Rows, *, literal: bool) -> list[Use]:
    found = []
    for row in looked:
        if len(row) == 5:  # noqa: PLR2004  # class, property, object, count, subjects
            subject, prop, obj, count, subjects = row
        else:
            (subject, prop, count, subjects), obj = row, None
        if not subject or not prop or not count or not subjects or _is_own(subject.value):
            continue
        if literal and obj is None:
            obj = _IN_A_LANGUAGE
        if not _is_named(subject) or (obj is not None and obj.kind == "bnode"):
            continue  # an anonymous class, as of a restriction, is no class that anybody can ask for
        if obj is not None and not literal and _is_own(obj.value):
            continue
        found.append(
            Use(
                subject=subject.value,
                property=prop.value,
                object=obj.value if obj else "",
                count=int(count.value),
                subjects=int(subjects.value),
                literal=literal,
            )
        )
    return found


def _uses_without_class(looked: Rows) -> list[Use]:
    return [
        Use(
            subject="",
            property=prop.value,
            object=datatype.value,
            count=int(count.value),
            subjects=int(subjects.value),
            literal=is_datatype(datatype.value),
        )
        for prop, found, count, subjects in looked
        if prop and count and subjects
        for datatype in (found or _IN_A_LANGUAGE,)
    ]


def _is_named(term: Term | None) -> TypeGuard[Term]:
    return term is not None and term.kind == "iri"


def _is_own(iri: str) -> bool:
    """Whether an IRI belongs to RDF, RDFS, OWL or SHACL themselves."""
    return iri.startswith(VOCABULARIES) or iri in CLASS_TYPES or iri in PROPERTY_TYPES or iri == RDF_TYPE


def _node(term: Term) -> ox.NamedNode | ox.BlankNode | ox.Literal | None:
    """The term as a node; None for one that RDF does not know, such as an IRI that is none."""
    try:
        if term.kind == "iri":
            return ox.NamedNode(term.value)
        if term.kind == "bnode":
            return ox.BlankNode(term.value)
        if term.language:
            return ox.Literal(term.value, language=term.language)
        return ox.Literal(term.value, datatype=ox.NamedNode(term.datatype) if term.datatype else None)
    except ValueError:
        return None


def _no_iris(observed: Observed) -> Iterator[str]:
    """What an admin should know of terms that are none."""
    wrong = [term.value for triple in observed.schema for term in triple if _node(term) is None]
    if wrong:
        more = f" and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        yield (
            f"The graph declares something with “{wrong[0][:80]}”{more}, which is no IRI, or no text of RDF. "
            "What it says of it is left out. Put it right in the store."
        )


def _both(one: tuple[T, ...], other: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*one, *other)))
