"""*Contradiction*: the conditions of a query can hold together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from kgqa.check.bindings import Place, Stated
from kgqa.check.limits import RELATIONS, Pair, compared
from kgqa.check.readings import Known
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.together import Together, conjuncts, is_steady, must_be_bound
from kgqa.check.words import quoted, shown
from kgqa.ontology import XSD
from kgqa.sparql.model import (
    Call,
    Compare,
    Element,
    Exists,
    Expr,
    Group,
    Iri,
    Lit,
    Minus,
    Node,
    Not,
    OneOfList,
    Or,
    Select,
    Triple,
    Var,
)
from kgqa.sparql.walk import always_matches
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "contradiction"


def find(case: Case) -> Iterator[Issue]:
    # Nothing of this depends on what the ontology or the data say: whatever they are, nothing can match.
    together: dict[int, list[Stated]] = {}
    for stated in case.bindings.stated:
        if stated.place in (Place.CONDITION, Place.KEPT):
            together.setdefault(id(stated.within), []).append(stated)
    for conditions in together.values():
        group = conditions[0].within
        known = conditions[0].known if isinstance(group, Group) else {}
        yield from _holding([s.expr for s in conditions], known, _triples(group))
    for group in case.groups:
        yield from _taken_away(group)
    if any(select.limit == 0 for select in case.selects):
        yield _issue(say("The query asks for no results at all."), say("Leave out LIMIT 0."), Ground.DOUBTFUL)


def _issue(message: str, hint: str, ground: Ground = Ground.BROKEN) -> Issue:
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


def _both(pair: Pair) -> Issue:
    one, other = (quoted(_Plain().expr(p)) for p in pair)
    first, second = (Writer().expr(p) for p in pair)
    return _issue(
        say("Nothing meets both conditions {one} and {other}.", one=one, other=other),
        say("{one} and {other} exclude each other.", one=first, other=second),
    )


# ── conditions that hold together ────────────────────────────────────────────────────────────────


def _holding(conditions: Iterable[Expr], known: Known, asked: frozenset[Triple]) -> Iterator[Issue]:
    """Contradictions among conditions that all have to hold, and inside each alternative of one of them."""
    all_of = [c for condition in conditions for c in conjuncts(condition)]
    needed = must_be_bound(all_of)
    said = Together(known)
    for part in all_of:
        if pair := said.add(part):
            yield _both(pair)
        if issue := _alone(part, known, needed, asked):
            yield issue
        if isinstance(part, Or):
            branches = [tuple(_holding([branch], known, asked)) for branch in part.parts]
            # While one alternative can hold, the others are only of no use.
            none_left = all(any(i.ground is Ground.BROKEN for i in issues) for issues in branches)
            ground = Ground.BROKEN if none_left else Ground.DOUBTFUL
            yield from (replace(issue, ground=ground) for issues in branches for issue in issues)
    for limits in said.limits.values():
        if pair := limits.contradiction():
            yield _both(pair)


def _alone(part: Expr, known: Known, needed: frozenset[str], asked: frozenset[Triple]) -> Issue | None:
    """What is wrong with one condition by itself."""
    match part:
        case Lit("false" | "0", datatype) if datatype == XSD + "boolean":
            return _issue(say("A condition of the query is never true."), say("Leave out FILTER(false)."))
        case OneOfList(subject, (), False):
            who = quoted(_Plain().expr(subject))
            return _issue(
                say("The query asks that {what} be in an empty list.", what=who), say("Nothing is IN ().")
            )
        case Compare(op, Iri() | Lit() as one, Iri() | Lit() as other):
            found = compared(one, other)
            if found is not None and "<=>"[found + 1] not in RELATIONS[op]:
                return _issue(
                    say("The condition {what} never holds.", what=quoted(_Plain().expr(part))),
                    say("It compares two constants."),
                )
        case Compare("!=" | "<" | ">" as op, left, right) if left == right and is_steady(left):
            who = quoted(_Plain().expr(left))
            return _issue(
                say("The query asks that {what} differ from itself.", what=who),
                say("{operator} compares it with itself.", operator=op),
            )
        case Not(Call("BOUND", (Var(name),))) if name in needed or (name in known and known[name].sure):
            return _issue(
                say(
                    "The query asks for what has no {name}, and for a {name} all the same.", name=quoted(name)
                ),
                say(
                    "?{name} is always bound where !BOUND(?{name}) stands; put what binds it in OPTIONAL.",
                    name=name,
                ),
            )
        case Exists(group, True) | Not(Exists(group, False)) if always_matches(group):
            return _issue(
                say("The query asks that there be nothing at all, which never holds."),
                say(
                    "Without a pattern that has to match, NOT EXISTS is never true: put what must not be "
                    "there into its braces."
                ),
            )
        case Exists(group, False) if always_matches(group):
            return _issue(
                say("A condition of the query always holds: it asks that there be anything at all."),
                say(
                    "Without a pattern that has to match, EXISTS is always true: put what must be there into "
                    "its braces."
                ),
                Ground.DOUBTFUL,
            )
        case Exists(group, True) | Not(Exists(group, False)) if _is_within(group, asked):
            return _excluded("FILTER NOT EXISTS")
    return None


# ── patterns that are taken away again ───────────────────────────────────────────────────────────


def _taken_away(group: Group) -> Iterator[Issue]:
    asked: set[Triple] = set()
    for element in group.elements:
        if isinstance(element, Triple):
            asked.add(element)
        elif isinstance(element, Minus) and _is_within(element.group, asked):
            yield _excluded("MINUS")


def _excluded(how: str) -> Issue:
    return _issue(
        say("The query excludes exactly what it asks for."),
        say("{how} repeats the pattern around it.", how=how),
    )


def _triples(group: Group | Select) -> frozenset[Triple]:
    elements: tuple[Element, ...] = group.elements if isinstance(group, Group) else ()
    return frozenset(e for e in elements if isinstance(e, Triple))


def _is_within(group: Group, asked: AbstractSet[Triple]) -> bool:
    """Whether a group asks for nothing but these, with some variable in them."""
    inner = [e for e in group.elements if isinstance(e, Triple)]
    return (
        bool(inner)
        and len(inner) == len(group.elements)
        and asked >= set(inner)
        and any(isinstance(n, Var) for t in inner for n in (t.subject, t.object))
    )


class _Plain(Writer):
    """Writes expressions as a reader knows them: names without marks, values without datatypes."""

    def iri(self, value: str) -> str:
        return shown(Iri(value))

    def literal(self, literal: Lit) -> str:
        return literal.value

    def node(self, node: Node | Expr) -> str:
        return node.name if isinstance(node, Var) else super().node(node)


RULE = Rule(
    name=NAME,
    why="Conditions that exclude each other leave nothing, and the empty answer looks like a true one.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v >= 5 && ?v <= 5) }",
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5 || ?v < 3) }",
        "SELECT ?p WHERE { ?p ex:name ?n FILTER(?n = 'a' || ?n = 'b') }",
        "SELECT ?p WHERE { ?p a ex:Product OPTIONAL { ?p ex:price ?v } FILTER(!BOUND(?v) || ?v > 5) }",
        "SELECT ?p WHERE { { ?p ex:price ?v FILTER(?v > 5) } UNION { ?p ex:price ?v FILTER(?v < 3) } }",
        "SELECT ?p WHERE { ?p ex:hasSupplier ?s MINUS { ?p ex:hasSupplier ?s . ?s ex:country ex:Peru } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5 && ?v < 3) }",
            message="Nothing meets both conditions “v > 5” and “v < 3”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:name ?n FILTER(?n = 'Valve') FILTER(?n = 'Pump') }",
            message="Nothing meets both conditions “n = Valve” and “n = Pump”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(YEAR(?d) = 2020 && YEAR(?d) >= 2021) }",
            message="Nothing meets both conditions “YEAR(d) = 2020” and “YEAR(d) >= 2021”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(!BOUND(?v)) }",
            message="The query asks for what has no “v”, and for a “v” all the same.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?v IN ()) }",
            message="The query asks that “v” be in an empty list.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product FILTER(false) }",
            message="A condition of the query is never true.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER NOT EXISTS { ?p ex:hasSupplier ?s } }",
            message="The query excludes exactly what it asks for.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product FILTER NOT EXISTS { } }",
            message="The query asks that there be nothing at all, which never holds.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product FILTER EXISTS { OPTIONAL { ?p ex:price ?v } } }",
            message="A condition of the query always holds: it asks that there be anything at all.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product } LIMIT 0",
            message="The query asks for no results at all.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
