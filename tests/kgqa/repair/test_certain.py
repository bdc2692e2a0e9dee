"""A repair is made where exactly one near edit passes, and not where another may be meant as well."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.check import Closed, Conditions, Verdict, check, judged
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.check.rule import Case
from kgqa.ontology import Ontology
from kgqa.repair import repaired
from kgqa.repair.certain import MOST, MOST_WORK
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery, Level
from tests.examples import examples


def test_a_query_that_passes_is_left_as_it_is() -> None:
    query = "SELECT ?p WHERE { ?p ex:price ?v }"
    repair = repaired(query, EXAMPLE)
    assert not repair.fixes
    assert not repair.options
    assert repair.text == query
    assert repair.verdict == check(query, EXAMPLE)


def test_each_fix_is_shown_as_a_before_and_an_after_that_can_be_read() -> None:
    repair = repaired("SELECT ?nam WHERE { ?p ex:hasSuplier ?s . ?s ex:name ?name }", EXAMPLE)
    assert [(f.rule, f.kind) for f in repair.fixes] == [
        ("incorrect property", "term"),
        ("unbound", "variable"),
    ]
    first, second = repair.fixes
    assert first.after == second.before
    assert second.after == repair.text
    assert repair.text == (
        "PREFIX ex: <https://example.org/shop/>\n"
        "SELECT ?name\n"
        "WHERE {\n"
        "  ?p ex:hasSupplier ?s .\n"
        "  ?s ex:name ?name .\n"
        "}"
    )
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.verdict.text == repair.text


def test_several_mistakes_of_one_kind_are_put_right_one_by_one() -> None:
    repair = repaired("SELECT ?s WHERE { ?p ex:hasSuplier ?s ; ex:prise ?v . ?s a ex:Suplier }", EXAMPLE)
    assert [f.kind for f in repair.fixes] == ["term", "term", "term"]
    assert isinstance(repair.verdict, CheckedQuery)


def test_a_query_with_more_mistakes_than_that_is_another_query() -> None:
    asked = " ".join(f"?p ex:prise{n} ?v{n} ." for n in range(MOST + 2))
    repair = repaired(f"SELECT ?p WHERE {{ {asked} }}", EXAMPLE)
    assert len(repair.fixes) <= MOST
    assert not isinstance(repair.verdict, CheckedQuery)


@pytest.mark.slow
@pytest.mark.parametrize("steps", [5, 50, 400, 800])
def test_the_longer_a_query_is_the_fewer_edits_of_it_are_judged(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model gone astray writes one step hundreds of times; each edit is judged with the whole query."""
    judgements = 0

    def counting(case: Case) -> Verdict:
        nonlocal judgements
        judgements += 1
        return judged(case)

    monkeypatch.setattr("kgqa.repair.certain.judged", counting)
    path = "/".join(["ex:country"] * steps)
    repair = repaired(f"SELECT ?x WHERE {{ ?s {path} ?x }}", OBSERVED)
    assert not isinstance(repair.verdict, CheckedQuery)
    assert 0 < judgements * steps <= MOST_WORK


@pytest.mark.slow
def test_where_not_all_edits_were_judged_none_is_certain() -> None:
    slip = "?s ex:name ?name"
    path = "/".join(["ex:country"] * 300)
    assert repaired(f"SELECT ?nam WHERE {{ {slip} }}", OBSERVED).fixes
    assert not repaired(f"SELECT ?nam WHERE {{ {slip} . ?s {path} ?x }}", OBSERVED).fixes


def test_where_two_edits_are_as_near_both_are_told_and_none_is_made() -> None:
    repair = repaired("SELECT ?v WHERE { ?x a ex:Order ; ex:price ?v }", OBSERVED)
    assert not repair.fixes
    assert not isinstance(repair.verdict, CheckedQuery)
    assert "The steps “has line” and “product” are put in before “price”." in repair.options
    assert any("becomes “Hardware”" in option for option in repair.options)


def test_what_the_writer_calls_a_thing_supports_its_class() -> None:
    repair = repaired("SELECT ?v WHERE { ?order a ex:Order ; ex:price ?v }", OBSERVED)
    assert [f.kind for f in repair.fixes] == ["hop"]
    assert isinstance(repair.verdict, CheckedQuery)


def test_the_data_rules_out_a_way_that_it_never_goes() -> None:
    query = "SELECT ?v WHERE { ?o ex:placedOn ?d ; ex:hasLine ?l ; ex:price ?v }"
    assert len(repaired(query, EXAMPLE).options) > 1
    repair = repaired(query, OBSERVED)
    assert [f.what for f in repair.fixes] == ["The steps “has line” and “product” are put in before “price”."]


def test_an_edit_that_the_data_contradicts_is_not_made() -> None:
    # By the ontology a service has a supplier; in the data none has.
    query = "SELECT ?s WHERE { ?x a ex:Service ; ex:hasSuplier ?s }"
    assert isinstance(repaired(query, EXAMPLE).verdict, CheckedQuery)
    assert not repaired(query, OBSERVED).fixes


def test_one_mistake_behind_several_issues_is_put_right_at_once() -> None:
    query = "SELECT ?d WHERE { ?x a ex:Country ; ex:placedOn ?d ; ex:hasLine ?l ; ex:soldBy ?e }"
    verdict = check(query, OBSERVED)
    assert isinstance(verdict, tuple)
    assert len([i for i in verdict if i.level is Level.ERROR]) > 1
    assert [f.kind for f in repaired(query, OBSERVED).fixes] == ["class"]


def test_parts_that_stay_unconnected_are_not_certain() -> None:
    query = "SELECT ?v WHERE { ?s a ex:Supplier . ?o ex:hasLine/ex:price ?v }"
    repair = repaired(query, EXAMPLE)
    assert not repair.fixes
    assert repair.options == ("The step “product” is put in before “price”.",)


def test_a_text_is_made_readable_first() -> None:
    repair = repaired("```sparql\nSELECT ?p WHERE { ?p ex:prise ?v }\n```", EXAMPLE)
    assert [(f.rule, f.kind) for f in repair.fixes] == [("syntax", "text"), ("incorrect property", "term")]
    assert isinstance(repair.verdict, CheckedQuery)


def test_a_prefix_that_nobody_declares_is_known_by_the_names_behind_it() -> None:
    query = "SELECT ?v WHERE { ?p shop:price ?v ; shop:hasSupplier/shop:name ?n }"
    repair = repaired(query, EXAMPLE)
    assert [f.what for f in repair.fixes] == ["The prefix “shop:” stands for https://example.org/shop/."]
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.text == f"PREFIX shop: <{EX}>\n{query}"
    assert not repaired("SELECT ?v WHERE { ?p shop:price ?v ; shop:unheardOf ?n }", EXAMPLE).fixes


@pytest.mark.parametrize(
    "query",
    [
        "DROP ALL",
        "INSERT DATA { shop:a shop:price 5 }",
        "SELECT ?p FROM <http://x/> WHERE { ?p ex:prise ?v }",
        "SELECT ?p WHERE { SERVICE <http://x/> { ?p ?q ?r } ?p ex:prise ?v }",
    ],
)
def test_what_is_forbidden_is_never_put_in_other_words(query: str) -> None:
    repair = repaired(query, EXAMPLE)
    assert not repair.fixes
    assert not isinstance(repair.verdict, CheckedQuery)


def test_no_edit_leads_to_what_the_asker_may_not_see() -> None:
    closed = Conditions(closed=Closed(properties=frozenset((f"{EX}price",))))
    query = "SELECT ?v WHERE { ?p ex:prise ?v }"
    assert repaired(query, EXAMPLE).fixes
    assert not repaired(query, EXAMPLE, closed).fixes


_NODES = st.sampled_from(["?a", "?b", "?c", "'Acme'", "ex:Order", "5"])
_NAMES = st.sampled_from([*sorted(iri.removeprefix(EX) for iri in EXAMPLE.properties), "prise", "hasPart"])
_STEPS = st.builds(lambda back, name: f"{back}ex:{name}", st.sampled_from(["", "^"]), _NAMES)
_PATHS = st.lists(_STEPS, min_size=1, max_size=3).map("/".join)
_CLASSES = st.sampled_from([iri.removeprefix(EX) for iri in EXAMPLE.classes if iri.startswith(EX)] + ["Ordr"])
_PATTERNS = st.one_of(
    st.builds(lambda s, p, o: f"{s} {p} {o} .", st.sampled_from(["?a", "?b", "?c"]), _PATHS, _NODES),
    st.builds(lambda s, c: f"{s} a ex:{c} .", st.sampled_from(["?a", "?b"]), _CLASSES),
)
_WRAPPED = st.builds(
    lambda shape, pattern: shape.replace("#", pattern),
    st.sampled_from(["#", "OPTIONAL { # }", "FILTER NOT EXISTS { # }", "{ SELECT ?a WHERE { # } }"]),
    _PATTERNS,
)
_QUERIES = st.builds(
    lambda shown, parts: f"SELECT {shown} WHERE {{ {' '.join(parts)} }}",
    st.sampled_from(["?a", "?a ?b", "?aName", "?a (COUNT(?b) AS ?n)", "(SUM(?c) AS ?c)"]),
    st.lists(_WRAPPED, min_size=1, max_size=4),
)


@pytest.mark.slow
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(query=_QUERIES, ontology=st.sampled_from([EXAMPLE, OBSERVED]))
def test_whatever_is_repaired_reads_back_and_is_judged_like_any_query(query: str, ontology: Ontology) -> None:
    repair = repaired(query, ontology)
    again = parse(repair.text, ontology.prefixes)
    assert isinstance(again, ParsedQuery)
    assert (repair.text == query) == (not repair.fixes)
    verdict = check(repair.text, ontology)
    if isinstance(verdict, CheckedQuery):
        assert isinstance(repair.verdict, CheckedQuery)
        assert repair.verdict.canonical == verdict.canonical == write(again)
    else:
        assert isinstance(repair.verdict, tuple)
        assert {replace(i, hint="") for i in repair.verdict} == {replace(i, hint="") for i in verdict}
