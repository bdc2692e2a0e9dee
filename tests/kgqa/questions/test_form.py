"""The logical form: kept as text and found again; whatever it holds, its query is one that may run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kgqa.check import check
from kgqa.declared import read_ontology
from kgqa.forms.form import (
    Absent,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Order,
    Thing,
    dump,
    load,
)
from kgqa.forms.write import write
from kgqa.ontology import XSD
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse
from kgqa.sparql.syntax import unsafe_signs
from kgqa.types import CheckedQuery
from tests.examples import examples
from tests.kgqa.zoo import DEF, ID, ONTOLOGY

ZOO = read_ontology(ONTOLOGY, "ttl", "zoo")

variables = st.from_regex(r"[a-z][a-zA-Z0-9]{0,8}", fullmatch=True)
iris = st.from_regex(r"[A-Za-z0-9_.~%()é-]{1,10}", fullmatch=True).map(lambda local: ID + local)
texts = st.text(max_size=40)
literals = st.one_of(
    st.builds(Literal, texts),
    st.builds(Literal, texts, language=st.sampled_from(["en", "de"])),
    st.builds(Literal, st.dates().map(str), st.just(XSD + "date")),
    st.builds(Literal, st.integers(-(10**9), 10**9).map(str), number=st.just(True)),
)
nodes = st.one_of(variables, st.builds(Thing, iris), literals)
properties = st.sampled_from(["livesIn", "weight", "bornOn"]).map(lambda local: DEF + local)
facts = st.builds(Fact, st.one_of(variables, st.builds(Thing, iris)), properties, nodes)
filters = st.builds(
    Filter,
    variables,
    st.sampled_from(["=", "!=", "<", ">=", "contains", "in"]),
    st.lists(literals, min_size=1, max_size=3).map(tuple),
    st.booleans(),
)


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """Any form that a reading may end in: what is shown, ordered and counted stands in some fact."""
    first = draw(st.builds(Fact, variables, properties, variables))
    known = [n for n in (first.subject, first.object) if isinstance(n, str)]
    kind = draw(st.sampled_from(Kind))
    return Form(
        kind=kind,
        shown=() if kind is Kind.ASK else (known[0],),
        classes=draw(
            st.sampled_from(
                [(), ((known[0], (DEF + "Bird",)),), ((known[0], (DEF + "Bird", DEF + "Mammal")),)]
            )
        ),
        facts=(first, *draw(st.lists(facts, max_size=2))),
        filters=tuple(draw(st.lists(filters, max_size=2))),
        absent=tuple(draw(st.lists(st.builds(Absent, st.tuples(facts), st.just(())), max_size=1))),
        function="AVG" if kind is Kind.AGGREGATE else "",
        having=draw(st.sampled_from([None, Having(known[-1], ">", 2)])) if kind is Kind.LIST else None,
        order=draw(st.sampled_from([None, Order(known[0], descending=True)])) if kind is Kind.LIST else None,
        limit=draw(st.sampled_from([None, 3])),
    )


@given(forms())
@settings(max_examples=examples(60), deadline=None)
def test_a_form_that_was_kept_is_found_again(form: Form) -> None:
    assert load(dump(form)) == form


def saying(text: str) -> Form:
    """A form that compares with a text."""
    return Form(
        kind=Kind.LIST,
        shown=("x",),
        facts=(Fact("x", DEF + "sign", "sign"),),
        filters=(Filter("sign", "=", (Literal(text),)),),
    )


@given(forms())
@example(saying("a\0b"))
@example(saying("\\u0000"))
@settings(max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_a_form_holds_its_query_parses_and_only_reads(form: Form) -> None:
    """But for what no query may hold, such as the NUL: it is taken out of questions, and refused where it
    comes.
    """
    text = write(form, ZOO)
    verdict = check(text, ZOO)
    if unsafe_signs(text) is not None:
        assert isinstance(parse(text), SyntaxIssue), text
        assert not isinstance(verdict, CheckedQuery), text
        return
    assert isinstance(parse(text), ParsedQuery), text
    if not isinstance(verdict, CheckedQuery):
        assert "read only" not in {issue.rule for issue in verdict}, text


@given(texts)
@settings(max_examples=examples(60), deadline=None)
def test_a_literal_comes_back_from_the_query_as_it_went_in(text: str) -> None:
    import pyoxigraph as ox

    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode(ID + "one"), ox.NamedNode(DEF + "sign"), ox.Literal(text)))
    assert len(list(store.query(write(saying(text), ZOO)))) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"kind": "list"}', "not json"])
def test_text_that_is_no_form_is_said_to_be_none(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        load(text)
