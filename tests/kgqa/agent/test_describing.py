"""Entity boundaries by kind: what the model sees of classes, properties and things."""

from __future__ import annotations

from kgqa.ontology import RDFS
from kgqa.pipeline import Kit
from kgqa.strategies.agent import Bounds
from tests.kgqa.agent.exploring import describe, exploring, failure, seen, turn
from tests.kgqa.zoo import DEF, ID


def described(kit: Kit, handle: str, *, more: str = "", bounds: Bounds | None = None) -> list[str]:
    """The lines of one description, and the queries that it took."""
    asked = exploring(kit, turn(describe(handle)), turn(failure("")), more=more, bounds=bounds)
    asked()
    lines = seen(asked).split("```text\n")[1].split("\n```")[0].split("\n")
    return [*lines, f"{len(asked.graph.queries)} queries"]


def test_a_class_with_what_its_things_have_and_what_leads_to_them_without_a_query(kit: Kit) -> None:
    lines = described(kit, ":Enclosure")
    assert lines[0] == ":Enclosure, a class, 4 things of its own"
    assert "  :Enclosure :area -> xsd:integer  # “area (m²)”" in lines
    assert "  :Animal :livesIn -> :Enclosure" in lines
    assert any(line.startswith("  examples: :") for line in lines)
    assert lines[-1] == "0 queries"


def test_a_class_with_the_classes_above_and_below_it_and_what_it_inherits(kit: Kit) -> None:
    assert "  kinds of it: :Bird, :Mammal" in described(kit, ":Animal")
    mammal = described(kit, ":Mammal")
    assert "  is a kind of: :Animal" in mammal
    assert "  :Animal :livesIn -> :Enclosure" in mammal
    assert "  :Keeper :looksAfter -> :Animal  # not in the data" in mammal


def test_a_property_with_its_ends_declared_and_seen(kit: Kit) -> None:
    lines = described(kit, ":caredForBy")
    assert "  :Animal :caredForBy -> :Keeper" in lines
    assert "  seen 3 times, 1.0 each: :Mammal -> :Keeper" in lines
    assert "  the same the other way round: :looksAfter" in lines
    assert lines[-1] == "0 queries"


def test_a_property_with_values_such_as_it_has(kit: Kit) -> None:
    lines = described(kit, ":sign")
    assert "  :Enclosure :sign -> xsd:string" in lines
    assert any("Mind the step" in line for line in lines if line.startswith("  values such as"))


def test_a_thing_with_what_it_has_and_what_leads_to_it(kit: Kit) -> None:
    lines = described(kit, "Ice House")
    assert lines[:-1] == [
        ":Ice_House “Ice House”",
        "  a -> :Enclosure",
        '  rdfs:label -> "Ice House"',
        "  :area “area (m²)” -> 800",
        '  :sign -> "Mind the step"',
        "  :e1 “Pan”, :e2 “Pip” :livesIn -> it",
    ]


def test_more_than_ten_triples_of_a_property_are_pruned_with_their_number(kit: Kit) -> None:
    more = "".join(
        f'<{ID}n{n}> a <{DEF}Bird> ; <{RDFS}label> "Bird {n}" ; <{DEF}livesIn> <{ID}aviary> .\n'
        for n in range(2_000)
    )
    lines = described(kit, "Aviary", more=more)
    (hub,) = [line for line in lines if ":livesIn" in line]
    assert hub.endswith(" … 2,001 in all :livesIn -> it")
    assert hub.count("“") == 3
    ten = "".join(f"<{ID}n{n}> <{DEF}livesIn> <{ID}nighthouse> .\n" for n in range(9))
    (few,) = [line for line in described(kit, "Night House", more=ten) if ":livesIn" in line]
    assert few.count(":e") == 10
    assert "in all" not in few


def test_unnamed_things_are_followed_one_step(kit: Kit) -> None:
    open_at = f'[ <{DEF}from> 9 ; <{DEF}note> "not on [ Mondays ]" ] , [ <{DEF}from> 7 ]'
    more = f"<{ID}aviary> <{DEF}opening> {open_at} ."
    lines = described(kit, "Aviary", more=more)
    assert [line for line in lines if "[" in line] == [
        "  :e1 “opening” -> [ :e2 “from” 7 ]",
        '  :e1 “opening” -> [ :e2 “from” 9; :e3 “note” "not on [ Mondays ]" ]',
    ]


def test_what_the_data_says_against_the_ontology_is_described_too(kit: Kit) -> None:
    lines = described(kit, "Aviary", more=f"<{ID}aviary> <{DEF}caredForBy> <{ID}ruth> .")
    assert any("Ruth Adeyemi" in line for line in lines)


def test_a_thing_with_very_many_properties_shows_some_and_says_how_many_more(kit: Kit) -> None:
    more = "".join(f'<{ID}aviary> <{DEF}p{n}> "{n}" .\n' for n in range(100))
    lines = described(kit, "Aviary", more=more, bounds=Bounds(properties=5))
    assert "  … and 98 more properties" in lines
    assert len(lines) < 12


def test_what_the_graph_does_not_know_is_not_described(kit: Kit) -> None:
    assert "Search for a name instead." in described(kit, f"<{ID}atlantis>")[0]
    assert described(kit, ":e7")[0].startswith("There is no handle “:e7”.")
    assert described(kit, "Atlantis")[0].startswith("There is no handle “Atlantis”.")


def test_a_name_that_two_things_have_is_no_handle(kit: Kit) -> None:
    assert described(kit, "Brandt")[0].startswith("There is no handle “Brandt”.")


def test_values_are_written_as_a_query_could_ask_for_them(kit: Kit) -> None:
    more = f'<{ID}aviary> <{DEF}sign> "Vögel\\n\\"hier\\""@de , true , "x"^^<urn:kind> .'
    text = "\n".join(described(kit, "Aviary", more=more))
    assert '"Vögel \\"hier\\""@de' in text
    assert ", true" in text
    assert '"x"^^<urn:kind>' in text
