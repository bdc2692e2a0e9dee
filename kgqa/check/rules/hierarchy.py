"""*Hierarchy*: what holds of a place holds of what lies in it, so a condition on the place reaches what lies
below it as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import kinds, name, quoted
from kgqa.ontology import Pattern, local_name, spaced
from kgqa.ontology.inclusion import are_lowest, classes_below, inclusive, leads_up, step_below
from kgqa.sparql.change import inside
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Inverse, Iri, Node, Path, Repeat, Sequence
from kgqa.sparql.scope import together
from kgqa.sparql.walk import path_iris
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import Said, say

NAME = "hierarchy"


def find(case: Case) -> Iterator[Issue]:
    if not case.ontology.chains:
        return
    for fact in case.facts.facts:
        if not _is_repeated(fact):
            yield from _beside(case, fact)
            yield from _along(case, fact)


def _beside(case: Case, fact: Fact) -> Iterator[Issue]:
    """A property that leads to a thing with others below it, and no further."""
    ontology = case.ontology
    for thing in _given(case, fact.object, fact):
        below = step_below(fact.property, thing, ontology)
        found = inclusive(below[0], ontology) if below else None
        if below is None or found is None or _is_followed(case, fact.object, thing, found):
            continue
        ends = {u.object for u in ontology.typical_uses(fact.property)}
        if not _may_be_below(case, thing, ends, found, levels=1):
            continue
        step = Iri(below[0]) if below[1] else Inverse(Iri(below[0]))
        yield _issue(
            say(
                "{property} is asked of {thing} alone, not of what lies below it by {hierarchy}.",
                property=name(fact.property, ontology),
                thing=quoted(spaced(local_name(thing))),
                hierarchy=name(below[0], ontology),
            ),
            fact,
            Sequence((Iri(fact.property), Repeat(step, "*"))),
        )


def _along(case: Case, fact: Fact) -> Iterator[Issue]:
    """One step of a hierarchy from what may lie several steps below a thing."""
    ontology = case.ontology
    found = inclusive(fact.property, ontology)
    if found is None:
        return
    above, below = (fact.object, fact.subject) if leads_up(found) else (fact.subject, fact.object)
    lowest = _classes(case, below, fact)
    if isinstance(below, Iri) or not are_lowest(lowest, found, ontology):
        return
    for thing in _given(case, above, fact):
        if _is_followed(case, above, thing, found, but=fact):
            continue
        if _may_be_below(case, thing, lowest, found, levels=2):
            yield _issue(
                say(
                    "Only one step of {hierarchy} is taken from {kinds} to {thing}; more may lie between.",
                    hierarchy=name(fact.property, ontology),
                    kinds=kinds(lowest, ontology),
                    thing=quoted(spaced(local_name(thing))),
                ),
                fact,
                Repeat(Iri(fact.property), "+"),
            )


def _is_repeated(fact: Fact) -> bool:
    """Whether the step stands for several already."""
    repeats = (part for part in inside(fact.triple.predicate) if isinstance(part, Repeat))
    return any(Iri(fact.property) in path_iris(repeat) for repeat in repeats)


def _given(case: Case, node: Node, fact: Fact) -> Iterator[str]:
    """The things of which a node is one, where the query says so."""
    if isinstance(node, Iri):
        yield node.value
        return
    for choice, scope in case.facts.choices:
        if choice.variable == node and together(scope, fact.scope):
            yield from sorted(choice.iris)
    for same, scope in case.facts.same:
        if same.one == node and isinstance(same.other, Iri) and together(scope, fact.scope):
            yield same.other.value


def _is_followed(case: Case, node: Node, thing: str, hierarchy: Pattern, *, but: Fact | None = None) -> bool:
    """Whether the query itself says how far the hierarchy is followed there."""
    ends = {node, Iri(thing)}
    return any(
        f.property in hierarchy.terms and ends & {f.subject, f.object} and f is not but
        for f in case.facts.facts
    )


def _may_be_below(case: Case, thing: str, classes: set[str], hierarchy: Pattern, *, levels: int) -> bool:
    """Whether things of one of these classes lie so many levels below a thing, as far as classes tell."""
    own = case.conditions.things.get(thing) or frozenset()
    below = classes_below(own, hierarchy, case.ontology, levels=levels)
    return not own or "" in classes or not below.isdisjoint(classes)


def _classes(case: Case, node: Node, fact: Fact) -> set[str]:
    """The classes that a node is said to be of; else those that its other properties have in the data."""
    claims = [c for c in case.claims.by_node.get(node, ()) if together(c.fact.scope, fact.scope)]
    stated = {cls for c in claims if c.side is Side.TYPE for cls in c.classes}
    return stated or {cls for c in claims if c.fact is not fact for cls in c.observed}


def _issue(message: Said, fact: Fact, path: Path) -> Issue:
    hint = say(
        "Write {path} in place of {property} to include it.",
        path=Writer().path(path),
        property=Writer().path(Iri(fact.property)),
    )
    return Issue(rule=NAME, message=message, ground=Ground.DOUBTFUL, hint=hint)


RULE = Rule(
    name=NAME,
    why="What is in Oslo is in Norway. One plain step to Norway finds only what is said of Norway itself, so "
    "the answer is too short, and nobody is told.",
    find=find,
    allows=(
        "SELECT ?s WHERE { ?s ex:country/ex:within* ex:UnitedKingdom }",
        "SELECT ?c WHERE { ?c ex:within ex:UnitedKingdom }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?s ex:country ex:UnitedKingdom }",
            message="“country” is asked of “united kingdom” alone, not of what lies below it by “within”.",
            ground=Ground.DOUBTFUL,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?s ex:country ?c FILTER(?c IN (ex:UnitedKingdom, ex:Peru)) }",
            message="“country” is asked of “united kingdom” alone, not of what lies below it by “within”.",
            ground=Ground.DOUBTFUL,
            observed=True,
        ),
    ),
)
