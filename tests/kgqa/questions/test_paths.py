"""Paths: chains of properties between classes, over all classes that share a property at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.ontology import Class, Ontology, Property, Use
from kgqa.schema.paths import Path
from kgqa.schema.schema import MAX_HOPS, Schema
from kgqa.types import Edge

Triple = tuple[str, str, str]


def schema(uses: Iterable[Triple], *, counts: dict[Triple, int] | None = None, **parents: str) -> Schema:
    """Classes and properties that are joined like this; `parents` are the classes above."""
    found = [
        Use(
            subject=s,
            property=p,
            object=o,
            count=(n := (counts or {}).get((s, p, o), 10)),
            subjects=n,
            literal=False,
        )
        for s, p, o in uses
    ]
    names = {c for u in found for c in (u.subject, u.object) if c} | set(parents) | set(parents.values())
    classes = {c: Class(iri=c, parents=(parents[c],) if c in parents else (), instances=5) for c in names}
    return Schema(
        Ontology(
            classes=classes,
            properties={u.property: Property(iri=u.property) for u in found},
            uses=tuple(found),
        )
    )


def chains(paths: Iterable[Path]) -> list[str]:
    """Paths as text: "p q^" is p, and then q against its direction."""
    return [" ".join(h.property + ("" if h.forward else "^") for h in path.hops) for path in paths]


def test_a_property_that_many_classes_share_is_one_step() -> None:
    kinds = [f"Kind{n}" for n in range(60)]
    shared = schema((a, p, b) for a in kinds for b in kinds for p in ("near", "part"))
    assert {(h.property, h.forward) for h in shared.steps("Kind0")} == {
        (p, forward) for p in ("near", "part") for forward in (True, False)
    }
    assert len(shared.steps("Kind0")) == 4
    assert all(h.to == frozenset(kinds) for h in shared.steps("Kind0"))


def test_a_path_goes_on_from_every_class_that_its_last_step_may_lead_to() -> None:
    """Visits are to a school or a hospital, and only a hospital has a ward."""
    graph = schema([("Visit", "to", "School"), ("Visit", "to", "Hospital"), ("Hospital", "ward", "Ward")])
    assert chains(graph.paths_to_classes(("Visit",), ("Ward",))) == ["to ward"]


def test_what_no_thing_joins_is_not_joined() -> None:
    graph = schema([("Ship", "port", "Port"), ("Pier", "at", "Lake")])
    assert graph.paths_to_classes(("Ship",), ("Lake",)) == ()


def test_a_path_to_a_class_may_end_at_one_below_it_or_above_it() -> None:
    graph = schema([("Order", "by", "Airport")], Airport="Customer", Customer="Partner", Supplier="Partner")
    for target in ("Airport", "Customer", "Partner"):
        assert chains(graph.paths_to_classes(("Order",), (target,)))[0] == "by"
    assert graph.paths_to_classes(("Order",), ("Supplier",)) == ()


def test_a_path_does_not_turn_back_where_it_came_from() -> None:
    graph = schema([("Order", "by", "Customer"), ("Customer", "in", "City")])
    assert chains(graph.paths_to_classes(("Order",), ("Order",))) == []


def test_a_thing_without_a_class_is_reached_by_the_properties_that_it_has() -> None:
    graph = schema([("Film", "director", ""), ("Film", "star", ""), ("Cinema", "shows", "Film")])
    by_star = (Edge(property="star", reached=True),)
    assert chains(graph.paths_by_edges(("Film",), by_star))[0] == "star"
    assert chains(graph.paths_by_edges(("Cinema",), by_star))[0] == "shows star"


CLASSES, PROPERTIES = st.sampled_from("ABCDE"), st.sampled_from("pqr")


@given(
    st.lists(st.tuples(CLASSES, PROPERTIES, CLASSES), min_size=1, max_size=8, unique=True),
    CLASSES,
    CLASSES,
)
def test_whatever_the_graph_the_paths_are_those_that_can_be_walked(
    uses: list[Triple], start: str, end: str
) -> None:
    """Compared with walking from class to class, one after the other."""
    found = schema(uses).paths_to_classes((start,), (end,), most=1_000)
    walked = {" ".join(chain) for chain in _walked(uses, start, end)}
    assert set(chains(found)) == walked
    assert [p.cost for p in found] == sorted(p.cost for p in found)


def _walked(uses: list[Triple], start: str, end: str) -> Iterator[tuple[str, ...]]:
    steps = [*((s, p, o) for s, p, o in uses), *((o, f"{p}^", s) for s, p, o in uses)]
    todo: list[tuple[tuple[str, ...], str]] = [((), start)]
    while todo:
        chain, here = todo.pop()
        if chain and here == end:
            yield chain
        elif len(chain) < MAX_HOPS:
            back = chain and (chain[-1][:-1] if chain[-1].endswith("^") else f"{chain[-1]}^")
            todo += [((*chain, p), o) for s, p, o in steps if s == here and p != back]


@pytest.mark.parametrize("others", [20, 200])
def test_the_way_to_a_far_class_is_found_however_many_classes_share_the_properties(others: int) -> None:
    kinds = [f"Kind{n}" for n in range(others)]
    ring = [(a, p, b) for p in ("near", "part") for a, b in zip(kinds, [*kinds[1:], kinds[0]], strict=True)]
    graph = schema([*ring, (kinds[3], "made", "Maker")])
    assert chains(graph.paths_to_classes((kinds[0],), ("Maker",)))[0] == "near near near made"


def test_of_two_ways_to_the_same_things_the_more_used_one_comes_first() -> None:
    """Also where the other property is used for nothing else, and this one for much."""
    often, seldom = ("Order", "handledBy", "Person"), ("Order", "escalatedTo", "Person")
    elsewhere = ("Ticket", "handledBy", "Person")
    graph = schema([often, seldom, elsewhere], counts={often: 600, seldom: 69, elsewhere: 1_068})
    assert chains(graph.paths_to_classes(("Order",), ("Person",)))[0] == "handledBy"
    assert chains(graph.paths_to_classes(("Person",), ("Order",)))[0] == "handledBy^"


def test_how_often_a_property_is_used_counts_where_it_leads() -> None:
    """Albums have more producers than artists, but most bands are artists of albums."""
    counts = {("Album", "artist", "Band"): 403, ("Album", "producer", "Band"): 120}
    counts |= {("Album", "artist", "Person"): 700, ("Album", "producer", "Person"): 2_767}
    graph = schema(counts, counts=counts)
    assert chains(graph.paths_to_classes(("Album",), ("Band",)))[0] == "artist"
    assert chains(graph.paths_to_classes(("Album",), ("Person",)))[0] == "producer"
