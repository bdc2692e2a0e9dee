"""Things for an ontology that comes without any, so that queries over it have rows.

In: an ontology as text. Out: N-Triples, the same each time: some things of each class, with names; each
property between things that its domains and ranges allow. Whatever the oracle's reasoner finds to contradict
the ontology (a restriction, say) is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from rdflib import OWL, RDF, RDFS, XSD, Graph, Literal, URIRef

from benchmarks.check.facts import Quad, contradictions
from benchmarks.check.mutants.vocabulary import Chance
from benchmarks.check.world import World
from kgqa.declared import is_datatype
from kgqa.ontology import Ontology, PropertyKind, local_name, spaced

DATA = "https://data.example/"
THINGS = 4  # of each class
SHARE = 2  # one thing in so many has a property that it may have; the first of a class has it
_WORDS = (
    "Amber", "Blue", "Cedar", "Delta", "Ember", "Fjord",
    "Grove", "Heron", "Inlet", "Jade", "Kestrel", "Linden",
)  # fmt: skip


def invented(ontology: Ontology, world: World) -> list[Quad]:
    """The data."""
    chance = Chance("data")
    classes = sorted(c for c in ontology.classes if c in world.classes and not c.startswith(str(RDF)))
    classes = list({_slug(c): c for c in classes}.values())  # of two of one name, one
    things = {c: [URIRef(f"{DATA}{_slug(c)}-{n}") for n in range(1, THINGS + 1)] for c in classes}
    data: list[Quad] = []
    for number, (cls, members) in enumerate(things.items()):
        for at, thing in enumerate(members):
            data.append((thing, RDF.type, URIRef(cls)))
            data.append((thing, RDFS.label, Literal(_name(cls, number, at))))
    for iri in sorted(ontology.properties):
        prop = ontology.properties[iri]
        if iri not in world.properties or iri.startswith((str(RDFS), str(RDF), str(OWL))):
            continue
        if not (prop.domains or prop.ranges or ontology.inverses(iri)):
            continue  # an annotation, or a parent that is only mentioned
        made = list(_statements(iri, ontology, things, chance))
        ends = {end for s, _, o in made for end in (s, o)}
        data += _sound(made, [t for t in data if t[1] == RDF.type and t[0] in ends], world)
    return _sound(data, [], world)


def _sound(made: Sequence[Quad], beside: Sequence[Quad], world: World) -> list[Quad]:
    """Statements without those of things that they lead into a contradiction; what things are stays said."""
    wrong = contradictions([*beside, *made], world)
    return [t for t in made if t[1] in (RDF.type, RDFS.label) or not {t[0], t[2]} & wrong.keys()]


def text_of(data: Sequence[Quad]) -> str:
    graph = Graph()
    for triple in data:
        graph.add(triple)
    return "".join(sorted(graph.serialize(format="nt").splitlines(keepends=True)))


def _statements(
    iri: str, ontology: Ontology, things: dict[str, list[URIRef]], chance: Chance
) -> Iterator[Quad]:
    numbers = count(1)
    ends = [
        t for cls, members in things.items() if _allowed(cls, ontology.ranges(iri), ontology) for t in members
    ]
    datatype = next((c for u in ontology.ranges(iri) for c in sorted(u) if is_datatype(c)), None)
    literal = datatype is not None or ontology.properties[iri].kind is PropertyKind.DATA
    for cls, members in things.items():
        if not _allowed(cls, ontology.domains(iri), ontology):
            continue
        for at, thing in enumerate(members):
            if at and chance.below(SHARE):
                continue
            if literal:
                yield thing, URIRef(iri), _value(iri, datatype, next(numbers))
            elif others := [e for e in ends if e != thing]:
                for end in chance.shuffled(others)[: 1 + chance.below(2)]:
                    yield thing, URIRef(iri), end


def _allowed(cls: str, unions: Sequence[frozenset[str]], ontology: Ontology) -> bool:
    return all(any(ontology.is_a(cls, one) for one in union) for union in unions)


def _value(iri: str, datatype: str | None, number: int) -> Literal:
    match local_name(datatype or ""):
        case "dateTime":
            return Literal(f"2025-{number % 12 + 1:02}-{number % 27 + 1:02}T09:00:00", datatype=XSD.dateTime)
        case "date":
            return Literal(f"2025-{number % 12 + 1:02}-{number % 27 + 1:02}", datatype=XSD.date)
        case "integer" | "decimal" | "double" | "int" | "nonNegativeInteger":
            return Literal(str(number * 7 % 100), datatype=URIRef(datatype or ""))
        case _:
            return Literal(f"{local_name(iri)[:2].upper()}-{number:03}")


def _name(cls: str, number: int, at: int) -> str:
    """Names as they occur; some with marks that a query must escape."""
    kind = spaced(local_name(cls))
    word = _WORDS[(number + 5 * at) % len(_WORDS)]
    forms = (f"{word} {kind}", f"O'{word}'s {kind}", f'The "{word}" {kind}', f"{word} \\ {kind} {number}")
    return forms[at % len(forms)]


def _slug(cls: str) -> str:
    return spaced(local_name(cls)).replace(" ", "-").lower()
