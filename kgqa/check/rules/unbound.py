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
from kgqa.wording.said import say, together

NAME = "unbound"
_SAID = {
    Place.SHOWN: "The query shows {name}",
    Place.GROUPED: "The query sorts or groups by {name}",
    Place.SORTED: "The query sorts or groups by {name}",
    Place.KEPT: "A condition compares {name}",
    Place.CONDITION: "A condition compares {name}",
    Place.CALCULATED: "The query calculates with {name}",
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
            message=say("The query calculates with {name} before it looks it up.", name=quoted(name)),
            ground=ground,
            hint=say("Put BIND behind the pattern that binds ?{name}.", name=name),
        )
    return _missing(stated.place, name, where, stated.known, ground)


def _missing(
    place: Place, name: str, where: Elsewhere, known: Iterable[str], ground: Ground = Ground.BROKEN
) -> Issue:
    name = name.partition("#")[0]
    begin = say(_SAID[place], name=quoted(name))
    if name in where.kept:
        message = "{begin}, which an inner query looks up and does not hand out."
        hint = say(
            "Add ?{name} to the SELECT of the inner query, and to its GROUP BY if it has one.", name=name
        )
    elif name in where.denied:
        message = "{begin}, but looks it up only inside a condition."
        hint = say(
            "What MINUS or EXISTS binds is not known outside of it; bind ?{name} in a pattern.", name=name
        )
    elif name in where.all and place in (Place.CONDITION, Place.CALCULATED):
        message = "{begin} where it is not known: another part of the query looks it up."
        hint = say("?{name} is bound in another group; put the two into the same group.", name=name)
    else:
        message = "{begin}, but never looks it up."
        if place in (Place.CONDITION, Place.KEPT):
            message = "{begin}, which the query never looks up."
        near = meant(name, {n for n in known if n != name})
        hint = say("?{name} is not bound by any pattern.", name=name)
        hint = together(hint, say("Did you mean ?{name}?", name=near)) if near else hint
    return Issue(rule=NAME, message=say(message, begin=begin), ground=ground, hint=hint)


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
