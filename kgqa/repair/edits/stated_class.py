"""*Class*: a stated class that cannot be becomes the one class that everything else asks for.

In: a case. Out: the query with another class in a class's place. Where the properties of a thing leave
several classes open, each is proposed, so that none is certain. Whether a thing that is named is of a class
is a question, and never put right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.check.claims import ANYTHING, STANDARD, Claim, Side, is_datatype
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import name, quoted
from kgqa.ontology import RDF_TYPE, Ontology, Union, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import MARK, put, same_fact, with_iri
from kgqa.repair.wordings import letters
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, ParsedQuery, Var
from kgqa.sparql.scope import together
from kgqa.wording.said import say

NAME = "class"
SHORTENED = 3  # letters of a name that stand for all of it
MOST = 3  # classes that are tried; with two that fit, none is certain


def propose(case: Case) -> Iterator[Edit]:
    for fact, stated in _doubted(case):
        for cls in _asked_for(case, fact)[:MOST]:
            if cls == stated:
                continue
            before = quoted(spaced(local_name(stated)))
            yield Edit(
                kind=NAME,
                query=_with_class(case.query, fact, stated, cls),
                what=say(
                    "{name} becomes {other}, which everything else asks for.",
                    name=before,
                    other=name(cls, case.ontology),
                ),
                tier=Tier.EXCHANGED if isinstance(fact.subject, Var) else Tier.THINKABLE,
                doubts=_doubts(case, fact, stated, cls),
            )


def _with_class(query: ParsedQuery, fact: Fact, old: str, new: str) -> ParsedQuery:
    """The query with another class in that pattern; in all of it where the pattern has a variable there."""
    triple = fact.triple
    changed = with_iri(triple, old, new)
    if changed is not triple:
        return put(query, triple, changed)
    return replace(query, select=with_iri(query.select, old, new))


def _doubted(case: Case) -> Iterator[tuple[Fact, str]]:
    """Stated classes that conflict with something or are unknown, each with where it is stated."""
    seen = set()
    for conflict in case.claims.conflicts:
        for claim in (conflict.one, conflict.other):
            if claim.side is Side.TYPE and len(claim.classes) == 1 and id(claim.fact.triple) not in seen:
                seen.add(id(claim.fact.triple))
                yield claim.fact, min(claim.classes)
    for fact in case.facts.facts:
        if fact.property == RDF_TYPE and isinstance(fact.object, Iri):
            iri = fact.object.value
            if iri not in case.ontology.known_classes and not iri.startswith(STANDARD):
                yield fact, iri


def _asked_for(case: Case, stated: Fact) -> list[str]:
    """The classes of which all else that is said of the node can be true."""
    ontology, node = case.ontology, stated.subject
    claims = [
        c
        for c in case.claims.by_node.get(node, ())
        if c.fact.triple is not stated.triple
        and together(c.fact.scope, stated.scope)
        and not c.classes & ANYTHING  # which asks for nothing
    ]
    if not claims:
        return []
    open_ = set.intersection(*(_below(c, ontology) for c in claims))
    return sorted(open_, key=lambda c: (-len(ontology.subclasses(c)), c))


def _below(claim: Claim, ontology: Ontology) -> set[str]:
    """The classes of a claim with all below them: what the data happens to show chooses none of them."""
    return {
        below
        for c in claim.classes
        if c not in ANYTHING and not is_datatype(c, ontology)
        for below in ontology.subclasses(c)
    }


def _doubts(case: Case, stated: Fact, was: str, cls: str) -> Tier | None:
    """A class that nothing supports may be the mistake rather than what conflicts with it; above all where
    the right one is its neighbour. What supports it: a property beside it, and the name of the variable.
    """
    ontology, node = case.ontology, stated.subject
    claims = [c for c in case.claims.by_node.get(node, ()) if c.fact.triple is not stated.triple]
    supported = any(
        fit(c.classes, frozenset((was,)), ontology) and not fit(c.classes, frozenset((cls,)), ontology)
        for c in claims
    )
    if supported or (isinstance(node, Var) and _is_called(node, was, ontology, rather_than=cls)):
        return None
    near = ontology.superclasses(was) & ontology.superclasses(cls) - ANYTHING
    return Tier.ADDED if not near and _is_turned(case, stated) else Tier.TURNED


def _is_called(node: Var, cls: str, ontology: Ontology, *, rather_than: str) -> bool:
    """Whether a variable has the name of a class, its beginning or its initials, and not those of another."""
    own = letters(node.name.partition(MARK)[0])
    return bool(own) and _stands_for(own, cls, ontology) and not _stands_for(own, rather_than, ontology)


def _stands_for(own: str, cls: str, ontology: Ontology) -> bool:
    for words in (spaced(ontology.label(cls)).split(), spaced(local_name(cls)).split()):
        whole, initials = "".join(words).casefold(), "".join(w[0] for w in words).casefold()
        if own in (whole, initials) or (len(own) >= SHORTENED and whole.startswith(own)):
            return True
    return False


def _is_turned(case: Case, stated: Fact) -> bool:
    """Whether a property beside the class stands the wrong way round by what is said of its other end too."""
    ontology, node = case.ontology, stated.subject
    for claim in case.claims.by_node.get(node, ()):
        fact = claim.fact
        if claim.side is Side.TYPE or fact.subject == fact.object:
            continue
        other, starts = (fact.object, False) if fact.subject == node else (fact.subject, True)
        domains, ranges = ontology.domains(fact.property), ontology.ranges(fact.property)
        now, then = (domains, ranges) if starts else (ranges, domains)
        said = [c.classes for c in case.claims.by_node.get(other, ()) if not same_fact(c.fact, fact)]
        if any(
            _all_fit(then, union, ontology) and not _all_fit(now, union, ontology) and then for union in said
        ):
            return True
    return False


def _all_fit(ends: tuple[Union, ...], union: Union, ontology: Ontology) -> bool:
    return all(fit(end, union, ontology) for end in ends)


KIND = EditKind(
    name=NAME,
    why="Models take a class whose name sounds right for the one whose properties they ask for.",
    propose=propose,
)
