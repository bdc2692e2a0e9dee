"""What a service works out before its first question."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread

from kgqa.check import Closed, check, warm
from kgqa.check.closed.closing import closing
from kgqa.check.example import EX, EXAMPLE
from kgqa.ontology import Ontology
from kgqa.sparql import grammar


def fresh() -> Ontology:
    return Ontology(classes=EXAMPLE.classes, properties=EXAMPLE.properties, prefixes=EXAMPLE.prefixes)


def test_what_a_first_check_needs_is_there_when_it_comes() -> None:
    ontology = replace(fresh(), prefixes=(("first", EX),))  # no text is read that was read before
    grammar._grammar.cache_clear()
    warm(ontology)
    assert grammar._grammar.cache_info().currsize == 1
    assert {"near_names", "_class_tree", "_property_tree", "known_terms"} <= vars(ontology).keys()


def test_the_view_of_an_asker_is_warmed_as_well() -> None:
    ontology, closed = fresh(), Closed(classes=frozenset((EX + "Employee",)))
    warm(ontology, closed)
    assert "near_names" in vars(closing(ontology, closed).view)


def test_warming_changes_nothing_and_may_run_beside_a_check() -> None:
    ontology, query = fresh(), "SELECT ?p WHERE { ?p ex:prise ?v }"
    beside = Thread(target=warm, args=(ontology,))
    beside.start()
    during = check(query, ontology)
    beside.join()
    assert during == check(query, ontology) == check(query, fresh())


def test_where_nothing_is_known_there_is_nothing_to_warm() -> None:
    warm(Ontology())
