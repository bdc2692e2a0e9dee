"""The label of a blank node holds in one basic graph pattern (SPARQL 1.1, 4.1.4), and what that is."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kgqa.check import check
from kgqa.check.example import EXAMPLE
from kgqa.types import CheckedQuery, Ground

AGAIN = [
    "?p ex:hasSupplier _:s OPTIONAL { _:s ex:country ?c }",
    "?p ex:hasSupplier _:s OPTIONAL { ?p ex:price ?v } _:s ex:country ?c",
    "?p ex:hasSupplier _:s MINUS { _:s ex:country ?c }",
    "?p ex:hasSupplier _:s { _:s ex:country ?c }",
    "{ ?p ex:hasSupplier _:s } UNION { ?s ex:supplies ?p . _:s ex:country ?c }",
    "?p ex:hasSupplier _:s FILTER EXISTS { _:s ex:country ?c }",
    "?p ex:hasSupplier _:s GRAPH ?g { _:s ex:country ?c }",
    "?p ex:hasSupplier _:s { SELECT ?c { _:s ex:country ?c } }",
]
ONCE = [
    "?p ex:hasSupplier _:s . _:s ex:country ?c",
    "?p ex:hasSupplier _:s FILTER(?p != ex:Valve) _:s ex:country ?c",
    "?p ex:hasSupplier _:s . _:s ex:country/ex:name* ?c",
    "?p ex:hasSupplier [ ex:country ?c ] OPTIONAL { ?p ex:hasSupplier [ ex:country ?d ] }",
    "?p ex:hasSupplier [] OPTIONAL { ?q ex:hasSupplier [] }",
]


@pytest.mark.parametrize("pattern", AGAIN)
def test_a_label_in_two_parts_is_refused_as_stores_refuse_it(pattern: str) -> None:
    verdict = check(f"SELECT * WHERE {{ {pattern} }}", EXAMPLE)
    assert isinstance(verdict, tuple)
    (issue,) = (i for i in verdict if i.rule == "unnamed")
    assert issue.ground is Ground.BROKEN
    assert "write a variable" in issue.hint
    with pytest.raises(SyntaxError):
        ask(pattern)


@pytest.mark.parametrize("pattern", ONCE)
def test_a_label_in_one_part_passes(pattern: str) -> None:
    verdict = check(f"SELECT * WHERE {{ {pattern} }}", EXAMPLE)
    assert isinstance(verdict, CheckedQuery)
    ask(pattern)


def ask(pattern: str) -> None:
    ox.Store().query(f"PREFIX ex: <https://example.org/> SELECT * WHERE {{ {pattern} }}")


def test_bind_and_values_end_a_part() -> None:
    for between in ("BIND(1 AS ?n)", "VALUES ?n { 1 }"):
        verdict = check(f"ASK {{ ?p ex:hasSupplier _:s {between} _:s ex:country ?c }}", EXAMPLE)
        assert isinstance(verdict, tuple)
        assert [i.rule for i in verdict if i.ground is Ground.BROKEN] == ["unnamed"]


def test_the_template_of_a_construct_has_labels_of_its_own() -> None:
    query = "CONSTRUCT { _:s ex:made ?p } WHERE { ?p ex:hasSupplier _:s OPTIONAL { ?p ex:price ?v } }"
    assert isinstance(check(query, EXAMPLE), CheckedQuery)
