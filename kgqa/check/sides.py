"""Conflicting claims as issues: what the five rules on domains and ranges share.

In: conflicts of claims. Out: issues in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.check.claims import THINGS, Claim, Conflict, Side, is_datatype
from kgqa.check.ends import of_kind
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import kinds, name, quoted, shown, undefined
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.types import Ground, Issue


def conflicts(case: Case, *sides: Side) -> Iterator[Conflict]:
    """Conflicts between claims of exactly these two sides, the first side first."""
    for conflict in case.claims.conflicts:
        found = (conflict.one.side, conflict.other.side)
        if found == sides:
            yield conflict
        elif found == sides[::-1]:
            yield Conflict(conflict.other, conflict.one, conflict.ground)


def against_type(case: Case, side: Side, rule: str) -> Iterator[Issue]:
    """Issues for nodes whose stated class does not fit the domain (or range) of a property."""
    for conflict in conflicts(case, Side.TYPE, side):
        stated, asked = conflict.one, conflict.other
        ontology = case.ontology
        end = "starts at" if side is Side.DOMAIN else "leads to"
        property_ = name(asked.fact.property, ontology)
        message = (
            f"{leads(asked.fact.property, ontology)}, but here it {end} {kinds(stated.classes, ontology)}."
        )
        noun = "subject" if side is Side.DOMAIN else "object"
        hint = (
            f"The property {property_} has {side.value} {kinds(asked.classes, ontology)}, but its {noun} "
            f"{shown(asked.node)} is {kinds(stated.classes, ontology)}, which is not a kind of it."
        )
        yield issue(rule, message, hint, conflict)


def between(case: Case, rule: str, first: Side, second: Side) -> Iterator[Issue]:
    """Issues for nodes that two properties claim for classes that do not fit."""
    for conflict in conflicts(case, first, second):
        one, other = conflict.one, conflict.other
        if _already_said(case, one, other):
            continue
        ontology = case.ontology
        if one.fact.property == other.fact.property and one.side is other.side:
            yield _by_itself(rule, conflict, ontology)
            continue
        if other.classes == THINGS and other.side is Side.DOMAIN:
            yield _no_subject(rule, conflict, ontology)
            continue
        p, q = name(one.fact.property, ontology), name(other.fact.property, ontology)
        message = (
            f"{leads(one.fact.property, ontology)}, and {leads(other.fact.property, ontology)}: "
            f"the same thing cannot {_role(one)} {p} and {_role(other)} {q}."
        )
        hint = (
            f"The property {p} has {one.side.value} {kinds(one.classes, ontology)}, and {q} has "
            f"{other.side.value} {kinds(other.classes, ontology)}, and these are incompatible "
            f"for {shown(one.node)}."
        )
        yield issue(rule, message, hint, conflict)


def _by_itself(rule: str, conflict: Conflict, ontology: Ontology) -> Issue:
    """A property that its own domains or ranges leave nothing."""
    one, other = conflict.one, conflict.other
    word, how = name(one.fact.property, ontology), "leads to" if one.side is Side.RANGE else "starts at"
    first, second = kinds(one.classes, ontology), kinds(other.classes, ontology)
    message = f"By the ontology {word} {how} what is {first} and {second} at once: there is no such thing."
    hint = (
        f"The property <{one.fact.property}> has the {one.side.value}s {first} and {second}, its own or "
        "those of a property above it or of its inverse, so that no statement can have it."
    )
    return issue(rule, message, hint, conflict)


def _no_subject(rule: str, conflict: Conflict, ontology: Ontology) -> Issue:
    """A value that a pattern starts at."""
    value, start = conflict.one, conflict.other
    asked = start.fact.property
    what = f"for its {name(asked, ontology)}" if asked else "for what it has"
    message = (
        f"{leads(value.fact.property, ontology)}, but here it is asked {what}: only things have anything."
    )
    hint = (
        f"{shown(start.node)} is {kinds(value.classes, ontology)}, and a value is the subject of no "
        "statement. Ask the thing that has the value."
    )
    return issue(rule, message, hint, conflict)


def leads(iri: str, ontology: Ontology) -> str:
    """What a property connects: "“sold by agent” leads from a policy to an agent"."""
    uses = ontology.uses_of(iri)
    domains = ontology.domains(iri) or _observed(frozenset(u.subject for u in uses))
    ranges = (
        ontology.ranges(iri)
        or _observed(frozenset(u.object for u in uses))
        or _observed(of_kind(iri, ontology))
    )
    start = kinds(domains[0], ontology) if domains else ""
    end = kinds(ranges[0], ontology) if ranges else ""
    word = name(iri, ontology)
    if ranges and all(is_datatype(r, ontology) for r in ranges[0]):
        return f"{word} is {end}" + (f" that {start} has" if start else "")
    if start and end:
        return f"{word} leads from {start} to {end}"
    return f"{word} leads to {end}" if end else f"{word} belongs to {start}"


# What a ground adds to the explanation of a conflict.
_BECAUSE = {
    Ground.ENTAILED: " By the ontology, nothing is both.",
    Ground.UNLIKELY: " The ontology does not relate them.",
    Ground.UNSEEN: " The ontology does not declare it; the data has no such case.",
    Ground.DISPUTED: " The data shows such cases all the same: ontology and data disagree.",
    Ground.DOUBTFUL: " Only where the step is left out can it match.",
}


def issue(rule: str, message: str, hint: str, conflict: Conflict) -> Issue:
    """The issue, with the words of its ground."""
    return Issue(rule=rule, message=message, ground=conflict.ground, hint=hint + _BECAUSE[conflict.ground])


def unknown(rule: str, noun: str, iri: str, ontology: Ontology) -> Issue:
    """The issue for a property or a class that neither the ontology nor the data has; it may be there all the
    same where not all is known.
    """
    if ontology.may_have(iri):
        what = quoted(spaced(local_name(iri)))
        if ontology.unread:
            why = f"Whether the graph has a {noun} {what} is not known: it could not be read to its end."
            remedy = "give an ontology, or let the graph be profiled anew"
        else:
            why = f"{what} is a {noun} of an ontology that was not given."
            remedy = "give the ontology that declares it as well"
        hint = f"Whether <{iri}> exists cannot be told: {remedy}."
        return Issue(rule=rule, message=why, ground=Ground.DOUBTFUL, hint=hint)
    known = ontology.known_properties if noun == "property" else ontology.known_classes
    message, hint = undefined(noun, iri, known, ontology)
    return Issue(rule=rule, message=message, ground=Ground.UNLIKELY, hint=hint)


def _already_said(case: Case, one: Claim, other: Claim) -> bool:
    """A stated class that contradicts one of the two is the clearer message."""
    return any(
        not fit(stated, claim.classes, case.ontology)
        for stated in case.claims.stated.get(one.node, ())
        for claim in (one, other)
    )


def _role(claim: Claim) -> str:
    return "have" if claim.side is Side.DOMAIN else "be what is reached by"


def _observed(classes: Iterable[str]) -> tuple[frozenset[str], ...]:
    known = frozenset(c for c in classes if c)
    return (known,) if known else ()
