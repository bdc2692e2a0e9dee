"""Queries of every construct, made up by hypothesis as our own values."""

from __future__ import annotations

from hypothesis import strategies as st

from kgqa.ontology import XSD
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    And,
    Bind,
    Call,
    Column,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Key,
    Lit,
    Maybe,
    Minus,
    NoneOf,
    Not,
    OneOfList,
    Or,
    ParsedQuery,
    Path,
    Product,
    Repeat,
    Select,
    Sequence,
    Signed,
    Subquery,
    Sum,
    Triple,
    Union,
    Values,
    Var,
)

PREFIXES = (
    ("ex", "https://example.org/"),
    ("part", "https://example.org/parts/"),
    ("", "https://none.example#"),
)
_NAMES = (
    "https://example.org/a", "https://example.org/b-c", "https://example.org/a.b", "https://example.org/",
    "https://example.org/a(b)", "https://example.org/parts/p1", "https://example.org/parts/x/y", "urn:a:b",
    "https://none.example#1", "https://none.example#-", "https://example.org/stra\u00dfe", "http://o.example/?q=1&r#s",
    "https://example.org/a.", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", XSD + "integer",
)  # fmt: skip

variables = st.sampled_from("xyzv").map(Var)
iris = st.sampled_from(_NAMES).map(Iri)
_letters = st.text(st.sampled_from("ab'\"\\\n\r\t#{}<>. \u00e9\u2028\U0001f600"), max_size=6)
literals = st.one_of(
    st.builds(Lit, _letters),
    st.builds(Lit, _letters, language=st.sampled_from(("en", "de-ch"))).map(
        lambda text: Lit(text.value, None, text.language)
    ),
    st.builds(Lit, _letters, st.sampled_from((XSD + "date", "https://example.org/type"))),
    st.builds(Lit, st.sampled_from(("0", "7", "007", "-3", "+4")), st.just(XSD + "integer")),
    st.builds(Lit, st.sampled_from(("1.5", "1.50", ".5", "-2.5")), st.just(XSD + "decimal")),
    st.builds(Lit, st.sampled_from(("true", "false", "1")), st.just(XSD + "boolean")),
)
constants = st.one_of(iris, literals)
paths: st.SearchStrategy[Path] = st.recursive(
    iris | st.lists(iris, min_size=1, max_size=2).map(lambda found: NoneOf(tuple(found))),
    lambda inner: st.one_of(
        st.builds(Inverse, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Sequence(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Alternative(tuple(parts))),
        st.builds(Repeat, inner, st.sampled_from(("*", "+", "?"))),
    ),
    max_leaves=4,
)
triples = st.builds(Triple, variables | iris, st.one_of(variables, iris, paths), variables | constants)


def _tuples(
    strategy: st.SearchStrategy[Expr], least: int = 1, most: int = 3
) -> st.SearchStrategy[tuple[Expr, ...]]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def _combined(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    signed = st.sampled_from("+-")
    return st.one_of(
        st.builds(Compare, st.sampled_from(("=", "!=", "<", ">", "<=", ">=")), inner, inner),
        st.builds(OneOfList, inner, _tuples(inner, 0), st.booleans()),
        _tuples(inner, 2).map(And),
        _tuples(inner, 2).map(Or),
        st.builds(Not, inner),
        st.builds(Signed, signed, inner),
        st.tuples(inner, signed, inner).map(lambda t: Sum((("+", t[0]), (t[1], t[2])))),
        st.tuples(inner, st.sampled_from("*/"), inner).map(lambda t: Product((("*", t[0]), (t[1], t[2])))),
        st.builds(Call, st.sampled_from(("STR", "YEAR", "LCASE", "ISIRI")), st.tuples(inner)),
        st.builds(Call, st.sampled_from(("CONTAINS", "REGEX", "LANGMATCHES")), st.tuples(inner, inner)),
        st.builds(Call, st.just("IF"), st.tuples(inner, inner, inner)),
        st.builds(Call, st.sampled_from(("COALESCE", "CONCAT")), _tuples(inner)),
        st.builds(Call, iris, _tuples(inner, 0)),
    )


expressions: st.SearchStrategy[Expr] = st.recursive(variables | constants, _combined, max_leaves=5)
aggregates = st.builds(
    Aggregate, st.sampled_from(("COUNT", "SUM", "MIN", "AVG", "SAMPLE")), expressions, st.booleans()
) | st.builds(Aggregate, st.just("GROUP_CONCAT"), expressions, st.booleans(), st.none() | _letters)


@st.composite
def _values(draw: st.DrawFn) -> Values:
    names = draw(st.lists(variables, min_size=1, max_size=2, unique=True))
    row = st.tuples(*[st.none() | constants for _ in names])
    return Values(tuple(names), tuple(draw(st.lists(row, max_size=3))))


def _nested(inner: st.SearchStrategy[Group]) -> st.SearchStrategy[Group]:
    elements: st.SearchStrategy[Element] = st.one_of(
        triples,
        inner,
        st.builds(Maybe, inner),
        st.builds(Minus, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda groups: Union(tuple(groups))),
        st.builds(Filter, st.one_of(expressions, st.builds(Exists, inner, st.booleans()))),
        st.builds(Bind, expressions, st.sampled_from("klm").map(Var)),
        _values(),
        st.builds(InGraph, variables | iris, inner),
    )
    return st.lists(elements, max_size=4).map(lambda found: Group(tuple(found))) | selects(inner).map(
        lambda select: Group((Subquery(select),))
    )


def selects(groups: st.SearchStrategy[Group]) -> st.SearchStrategy[Select]:
    computed = st.builds(Column, st.sampled_from(("n", "m")).map(Var), expressions | aggregates)
    keys = st.builds(Key, expressions, st.none(), st.just(value=False))
    return st.builds(
        Select,
        columns=st.lists(st.builds(Column, variables) | computed, max_size=3).map(tuple),
        distinct=st.booleans(),
        where=groups,
        group_by=st.lists(keys, max_size=2).map(tuple),
        having=st.lists(expressions, max_size=1).map(tuple),
        order_by=st.lists(st.builds(Key, expressions, st.none(), st.booleans()), max_size=2).map(tuple),
        limit=st.none() | st.integers(0, 9),
        offset=st.none() | st.integers(0, 9),
        values=st.none() | _values(),
    )


groups: st.SearchStrategy[Group] = st.recursive(
    st.lists(triples, max_size=3).map(lambda found: Group(tuple(found))), _nested, max_leaves=4
)
queries: st.SearchStrategy[ParsedQuery] = st.one_of(
    st.builds(ParsedQuery, text=st.just(""), form=st.just("select"), select=selects(groups)),
    st.builds(
        ParsedQuery, text=st.just(""), form=st.just("ask"), select=groups.map(lambda g: Select(where=g))
    ),
    st.builds(
        ParsedQuery,
        text=st.just(""),
        form=st.just("construct"),
        select=groups.map(lambda g: Select(where=g)),
        template=st.lists(
            st.builds(Triple, variables | iris, variables | iris, variables | constants), max_size=2
        ).map(tuple),
    ),
    st.builds(
        ParsedQuery,
        text=st.just(""),
        form=st.just("describe"),
        select=groups.map(lambda g: Select(where=g)),
        described=st.lists(variables | iris, max_size=2).map(tuple),
    ),
)
