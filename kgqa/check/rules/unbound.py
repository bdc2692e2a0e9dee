"""*Unbound*: what a query shows, sorts by or compares is looked up where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.check.bindings import Place, Stated
from kgqa.check.needs import Elsewhere, meant, needed
from kgqa.check.readings import Known
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.sparql.model import ParsedQuery, Select, Var
from kgqa.sparql.walk import bound
from kgqa.types import Ground, Issue

NAME = "unbound"
_SAID = {
    Place.SHOWN: "The query shows {}",
    Place.GROUPED: "The query sorts or groups by {}",
    Place.SORTED: "The query sorts or groups by {}",
    Place.KEPT: "A condition compares {}",
    Place.CONDITION: "A condition compares {}",
    Place.CALCULATED: "The query calculates with {}",
}


def find(case: Case) -> Iterator[Issue]:
    query = case.query
    found = case.bindings
    where = Elsewhere(query)
    for select in case.selects:
        yield from _shown(select, where)
    yield from _made(query, found.head, where)
    for stated in found.stated:
        names = stated.missing - _given_later(stated)
        for name in sorted(names):
            yield _issue(stated, name, where)


def _shown(select: Select, where: Elsewhere) -> Iterator[Issue]:
    known = set(bound(select))
    for column in select.columns:
        name = column.variable.name
        if column.value is None and name not in known:
            yield _missing(Place.SHOWN, name, where, known)
        known.add(name)


def _made(query: ParsedQuery, known: Known, where: Elsewhere) -> Iterator[Issue]:
    """What a CONSTRUCT builds with and a DESCRIBE describes."""
    nodes = (n for t in query.template or () for n in (t.subject, t.predicate, t.object))
    names = [n.name for n in (*nodes, *query.described) if isinstance(n, Var)]
    for name in dict.fromkeys(names):
        if name not in known:
            yield _missing(Place.SHOWN, name, where, known)


def _given_later(stated: Stated) -> frozenset[str]:
    """The names that a SELECT gives: that HAVING does not see them is for the rule on grouping."""
    if stated.place is not Place.KEPT or not isinstance(stated.within, Select):
        return frozenset()
    return frozenset(c.variable.name for c in stated.within.columns if c.value is not None)


def _issue(stated: Stated, name: str, where: Elsewhere) -> Issue:
    ground = Ground.BROKEN if name in needed(stated.expr) else Ground.DOUBTFUL
    if stated.place is Place.CALCULATED and name in stated.known:
        return Issue(
            rule=NAME,
            message=f"The query calculates with {quoted(name)} before it looks it up.",
            ground=ground,
            hint=f"Put BIND behind the pattern that binds ?{name}.",
        )
    return _missing(stated.place, name, where, stated.known, ground)


def _missing(
    place: Place, name: str, where: Elsewhere, known: Iterable[str], ground: Ground = Ground.BROKEN
) -> Issue:
    name = name.partition("#")[0]
    begin = _SAID[place].format(quoted(name))
    if name in where.kept:
        message = f"{begin}, which an inner query looks up and does not hand out."
        hint = f"Add ?{name} to the SELECT of the inner query, and to its GROUP BY if it has one."
    elif name in where.denied:
        message = f"{begin}, but looks it up only inside a condition."
        hint = f"What MINUS or EXISTS binds is not known outside of it; bind ?{name} in a pattern."
    elif name in where.all and place in (Place.CONDITION, Place.CALCULATED):
        message = f"{begin} where it is not known: another part of the query looks it up."
        hint = f"?{name} is bound in another group; put the two into the same group."
    else:
        message = f"{begin}, but never looks it up."
        if place in (Place.CONDITION, Place.KEPT):
            message = f"{begin}, which the query never looks up."
        near = meant(name, {n for n in known if n != name})
        hint = f"?{name} is not bound by any pattern." + (f" Did you mean ?{near}?" if near else "")
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


RULE = Rule(
    name=NAME,
    why="A column that nothing fills stays empty, and a condition on it never holds.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p ORDER BY DESC(?n)",
        "SELECT ?p ?v WHERE { ?p a ex:Product OPTIONAL { ?p ex:price ?v } }",
        "SELECT ?p ?w WHERE { ?p ex:price ?v BIND(?v * 2 AS ?w) FILTER(?w > 5) }",
        "SELECT ?p ?n WHERE { { SELECT ?p (COUNT(*) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p } }",
        "SELECT ?p WHERE { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:price ?w FILTER(?w < ?v) } }",
        "SELECT ?p WHERE { ?p ex:price ?v OPTIONAL { ?p ex:handledBy ?a FILTER(?v > 5) } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?nam WHERE { ?p ex:name ?name }",
            message="The query shows “nam”, but never looks it up.",
            ground=Ground.BROKEN,
            repaired="SELECT ?p ?name WHERE { ?p ex:name ?name }",
        ),
        Forbidden(
            query="SELECT ?p ?n WHERE { { SELECT ?p WHERE { ?p ex:name ?n ; ex:price ?v FILTER(?v > 5) } } }",
            message="The query shows “n”, which an inner query looks up and does not hand out.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p ?v WHERE { ?p a ex:Product MINUS { ?p ex:price ?v } }",
            message="The query shows “v”, but looks it up only inside a condition.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?prise > 5) }",
            message="A condition compares “prise”, which the query never looks up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { { ?p ex:price ?v } { ?p ex:name ?n FILTER(?v > 5) } }",
            message="A condition compares “v” where it is not known: another part of the query looks it up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p ?w WHERE { BIND(?v * 2 AS ?w) ?p ex:price ?v }",
            message="The query calculates with “v” before it looks it up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v } ORDER BY ?name",
            message="The query sorts or groups by “name”, but never looks it up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="CONSTRUCT { ?p ex:price ?w } WHERE { ?p ex:price ?v }",
            message="The query shows “w”, but never looks it up.",
            ground=Ground.BROKEN,
        ),
    ),
)
