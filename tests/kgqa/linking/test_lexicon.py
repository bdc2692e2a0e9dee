"""A lexicon's records as entries, and what of them does not fit the graph."""

from __future__ import annotations

from dataclasses import replace

from kgqa.errors import GraphTimeout
from kgqa.linking.lexicon import Lexicon, Record, entries, misfits, relabelled, strangers
from kgqa.ontology import Class, Name, Ontology, Property, Sample
from kgqa.types import Term, TermKind
from tests.doubles.graph import SmallGraph

EX = "https://example.org/"
SCHEMA = Ontology(
    classes={EX + "LandUse": Class(iri=EX + "LandUse", names=(Name("land use"),))},
    properties={EX + "area": Property(iri=EX + "area")},
    prefixes=(("ex", EX),),
)
HOMES = Record(
    iri=EX + "use/1",
    cls="ex:LandUse",
    label="Residential",
    surface_forms=("Housing zone", "residential", "Housing Zone"),
)


def test_a_thing_is_named_by_its_label_and_by_each_other_form_once() -> None:
    found = list(entries(Lexicon("uses.json", (HOMES,)), SCHEMA))
    assert [(e.name, e.preferred) for e in found] == [("Residential", True), ("Housing zone", True)]
    assert {(e.kind, e.label, e.classes, e.source) for e in found} == {
        (TermKind.ENTITY, "Residential", (EX + "LandUse",), "uses.json")
    }


def test_a_value_of_a_property_is_named_as_the_graph_spells_it() -> None:
    values = ((Term(kind="literal", value="EOL", language="en"), 4),)
    sample = Sample(
        subject=EX + "Item", property=EX + "area", having=4, count=4, looked=4, values=values, whole=True
    )
    record = Record(iri="ex:area", value="EOL", label="EOL", surface_forms=("discontinued",))
    found = list(entries(Lexicon("states.csv", (record,)), replace(SCHEMA, samples=(sample,))))
    assert [(e.kind, e.iri, e.value, e.name, e.language) for e in found] == [
        (TermKind.VALUE, EX + "area", "EOL", "EOL", "en"),
        (TermKind.VALUE, EX + "area", "EOL", "discontinued", "en"),
    ]


def test_a_value_of_a_property_that_nobody_knows_is_told() -> None:
    record = Record(iri="ex:colour", value="EOL", label="EOL")
    (notice,) = misfits(Lexicon("states.csv", (record,)), SCHEMA)
    assert "the graph has no property https://example.org/colour with values" in notice


def test_terms_of_the_schema_are_known_by_their_iri_whatever_their_class_says() -> None:
    records = (
        Record(iri="ex:LandUse", cls="owl:Class", label="Land use", surface_forms=("zoning",)),
        Record(iri=EX + "area", cls="rdf:Property", label="area", surface_forms=("surface",)),
    )
    found = list(entries(Lexicon("terms.csv", records), SCHEMA))
    assert [(e.kind, e.iri, e.classes) for e in found] == [
        (TermKind.CLASS, EX + "LandUse", ()),
        (TermKind.CLASS, EX + "LandUse", ()),
        (TermKind.PROPERTY, EX + "area", ()),
        (TermKind.PROPERTY, EX + "area", ()),
    ]


def test_a_prefix_that_nobody_declared_is_passed_over_where_one_class_alone_fits() -> None:
    record = Record(iri=EX + "use/1", cls="ontozoning:LandUse", label="Residential")
    assert next(entries(Lexicon("a", (record,)), SCHEMA)).classes == (EX + "LandUse",)


def test_a_form_of_several_terms_stays_ambiguous() -> None:
    other = Record(iri=EX + "use/2", cls="ex:LandUse", label="Estate", surface_forms=("housing zone",))
    found = [e for e in entries(Lexicon("a", (HOMES, other)), SCHEMA) if e.name.lower() == "housing zone"]
    assert {e.iri for e in found} == {EX + "use/1", EX + "use/2"}


def test_the_first_lexicon_says_how_a_term_of_the_schema_is_shown() -> None:
    one = Lexicon("a", (Record(iri="ex:LandUse", label="zoning"),))
    other = Lexicon("b", (Record(iri=EX + "LandUse", label="use"), Record(iri="ex:area", label="surface")))
    found = relabelled(SCHEMA, [one, other])
    assert (found.label(EX + "LandUse"), found.label(EX + "area")) == ("zoning", "surface")
    assert Name("land use", preferred=False) in found.classes[EX + "LandUse"].names


def test_a_label_that_a_term_has_already_changes_nothing() -> None:
    same = Lexicon("a", (Record(iri="ex:LandUse", label="land use", surface_forms=("zoning",)),))
    assert relabelled(SCHEMA, [same]) == SCHEMA


def test_classes_that_the_graph_does_not_have_are_told() -> None:
    strange = [Record(iri=f"{EX}{n}", cls=f"{EX}C{n}", label="x") for n in range(5)]
    (notice,) = misfits(Lexicon("uses.json", (HOMES, *strange)), SCHEMA)
    assert notice.startswith(f"uses.json: the graph has no class {EX}C0, {EX}C1, {EX}C2 and 2 more.")
    assert misfits(Lexicon("uses.json", (HOMES,)), SCHEMA) == ()


async def test_things_of_which_the_graph_says_nothing_are_told() -> None:
    graph = SmallGraph(f"<{EX}plot> <{EX}use> <{EX}use/1> . <{EX}use/2> <{EX}area> 7 .")
    records = (HOMES, *(Record(iri=f"{EX}use/{n}", label="x") for n in (2, 3)))
    (notice,) = await strangers(Lexicon("uses.json", records), graph, SCHEMA)
    assert notice == f"uses.json: the graph says nothing of {EX}use/3. Check the field iri."
    assert await strangers(Lexicon("uses.json", records[:2]), graph, SCHEMA) == ()
    schema_only = Lexicon("terms.json", (Record(iri="ex:LandUse", label="land use"),))
    assert await strangers(schema_only, graph, SCHEMA) == ()


async def test_a_large_lexicon_is_held_against_the_graph_in_parts_and_within_bounds() -> None:
    graph = SmallGraph("")
    records = tuple(Record(iri=f"{EX}use/{n}", label="x") for n in range(3_000))
    (notice,) = await strangers(Lexicon("uses.json", records), graph, SCHEMA)
    assert "and 1,997 more" in notice
    assert len(graph.queries) == 10


async def test_a_slow_graph_costs_a_notice_alone() -> None:
    graph = SmallGraph("", error=GraphTimeout("too slow"))
    (notice,) = await strangers(Lexicon("uses.json", (HOMES,)), graph, SCHEMA)
    assert "could not be asked in time" in notice
