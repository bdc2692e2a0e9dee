"""What stands above, below, beside and apart agrees with what is declared; deep chains are no burden."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgqa.ontology import XSD, Class, Ontology, Property, Use
from kgqa.ontology.hierarchy import Disjointness, Hierarchy

Links = list[tuple[int, int]]
links = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20)


def tree(pairs: Links) -> Hierarchy:
    parents: dict[str, list[str]] = {}
    for one, other in pairs:
        parents.setdefault(str(one), []).append(str(other))
    return Hierarchy(parents)


def reachable(start: str, pairs: Links) -> frozenset[str]:
    found = {start}
    for _ in range(len(pairs)):
        found |= {str(other) for one, other in pairs if str(one) in found}
    return frozenset(found)


@settings(deadline=None)
@given(links)
def test_above_below_and_meeting_agree_with_the_links(pairs: Links) -> None:
    found, names = tree(pairs), [str(n) for n in range(9)]
    above = {n: reachable(n, pairs) for n in names}
    for one in names:
        assert found.above(one) == above[one]
        assert found.below(one) == {n for n in names if one in above[n]}
        for other in names:
            assert found.meet(one, other) == any({one, other} <= above[n] for n in names)


@settings(deadline=None)
@given(links, st.lists(st.frozensets(st.integers(0, 8).map(str), max_size=4), max_size=4))
def test_things_are_apart_when_something_above_them_is(pairs: Links, sets: list[frozenset[str]]) -> None:
    found = Disjointness(sets, tree(pairs))
    above = {n: reachable(n, pairs) for n in map(str, range(9))}
    for one, some in above.items():
        for other, others in above.items():
            expected = any(a != b for terms in sets for a in terms & some for b in terms & others)
            assert found.apart(one, other) == expected


@pytest.mark.slow
def test_closures_of_a_deep_chain_are_let_go_of_and_made_again() -> None:
    chain = {str(i): (str(i + 1),) for i in range(4000)}
    found = Hierarchy(chain)
    for i in range(0, 4000, 2):
        assert len(found.above(str(i))) == 4001 - i
    assert sum(map(len, found._above.values())) < 4_100_000
    assert len(found.above("0")) == 4001
    assert found.meet("3000", "2")


def test_what_the_data_uses_is_known_though_nobody_declares_it() -> None:
    uses = (
        Use(subject="x:A", property="x:p", object="x:B", count=1, subjects=1, literal=False),
        Use(subject="", property="x:q", object=XSD + "date", count=1, subjects=1, literal=True),
    )
    found = Ontology(
        classes={"x:C": Class(iri="x:C")},
        properties={"x:r": Property(iri="x:r")},
        uses=uses,
        datatypes=frozenset(("x:Serial",)),
    )
    assert found.known_classes == {"x:A", "x:B", "x:C"}
    assert found.known_properties == {"x:p", "x:q", "x:r"}
    assert found.known_terms == found.known_classes | found.known_properties
    assert found.known_datatypes == {"x:Serial", XSD + "date"}
