"""A class in a written query stands for the kinds below it, as the data types its things."""

from __future__ import annotations

from kgqa.ontology import Class, Ontology
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.strategies.kinds import MOST, with_kinds

NS = "https://x.example/ns#"


def ontology(above: int, below: int, *, both: int = 0) -> Ontology:
    """A class with one below it: things typed with each, and with `both`."""
    return Ontology(
        classes={
            NS + "Animal": Class(iri=NS + "Animal", instances=above),
            NS + "Bird": Class(iri=NS + "Bird", parents=(NS + "Animal",), instances=below),
        },
        overlaps=((NS + "Bird", NS + "Animal", both), (NS + "Animal", NS + "Bird", both)),
        prefixes=(("", NS),),
    )


def read(text: str) -> ParsedQuery:
    query = parse(text, (("", NS),))
    assert isinstance(query, ParsedQuery)
    return query


def told(text: str, known: Ontology) -> str:
    return write(with_kinds(read(text), known))


def test_one_kind_takes_the_place_of_a_class_that_nothing_is_typed_with() -> None:
    assert told("ASK { ?a a :Animal }", ontology(0, 4)) == write(read("ASK { ?a a :Bird }"))


def test_several_kinds_are_listed_in_optional_parts_and_subqueries_too() -> None:
    text = "SELECT ?b { ?b :sees ?a MINUS { ?a a :Animal } { SELECT ?c { ?c a :Animal } } }"
    found = told(text, ontology(2, 4))
    assert found.count(f"VALUES (?aClass) {{ (<{NS}Animal>) (<{NS}Bird>) }} ?a a ?aClass .") == 1
    assert found.count("?c a ?cClass .") == 1


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    assert "?a a ?aClass_ ." in told("ASK { ?a a :Animal ; :p ?aClass }", ontology(2, 4))


def test_things_that_are_typed_with_both_need_no_list() -> None:
    text = "ASK { ?a a :Animal . ?b a :Bird . ?c a ?d }"
    assert told(text, ontology(4, 4, both=4)) == write(read(text))
    assert told(text, Ontology()) == write(read(text))


def test_more_kinds_than_can_be_listed_are_left_alone() -> None:
    classes = {NS + "Animal": Class(iri=NS + "Animal")}
    for n in range(MOST + 1):
        classes[f"{NS}K{n}"] = Class(iri=f"{NS}K{n}", parents=(NS + "Animal",), instances=1)
    text = "ASK { ?a a :Animal }"
    assert told(text, Ontology(classes=classes)) == write(read(text))
