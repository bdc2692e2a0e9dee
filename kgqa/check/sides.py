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
from kgqa.wording.said import Said, say, together


def conflicts(case: Case, *sides: Side) -> Iterator[Conflict]:
    """Conflicts between claims of exactly these two sides, the first side first; not those that the rule on
    relations tells.
    """
    for conflict in case.claims.conflicts:
        if id(conflict) in case.detours:
            continue
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
        starts = side is Side.DOMAIN
        what = kinds(stated.classes, ontology)
        message = say(
            "{leads}, but here it starts at {what}." if starts else "{leads}, but here it leads to {what}.",
            leads=leads(asked.fact.property, ontology),
            what=what,
        )
        hint = say(
            "The property {name} has {side} {wanted}, but its {noun} {node} is {what}, which is not a "
            "kind of it.",
            name=name(asked.fact.property, ontology),
            side=say(side.value),
            wanted=kinds(asked.classes, ontology),
            noun=say("subject" if starts else "object"),
            node=shown(asked.node),
            what=what,
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
        message = say(
            "{one}, and {other}: the same thing cannot {be} and {be_too}.",
            one=leads(one.fact.property, ontology),
            other=leads(other.fact.property, ontology),
            be=_role(one, p),
            be_too=_role(other, q),
        )
        hint = say(
            "The property {one} has {side} {kinds}, and {other} has {other_side} {other_kinds}, and these "
            "are incompatible for {node}.",
            one=p,
            side=say(one.side.value),
            kinds=kinds(one.classes, ontology),
            other=q,
            other_side=say(other.side.value),
            other_kinds=kinds(other.classes, ontology),
            node=shown(one.node),
        )
        yield issue(rule, message, hint, conflict)


def _by_itself(rule: str, conflict: Conflict, ontology: Ontology) -> Issue:
    """A property that its own domains or ranges leave nothing."""
    one, other = conflict.one, conflict.other
    is_range = one.side is Side.RANGE
    first, second = kinds(one.classes, ontology), kinds(other.classes, ontology)
    message = say(
        "By the ontology {name} leads to what is {one} and {other} at once: there is no such thing."
        if is_range
        else "By the ontology {name} starts at what is {one} and {other} at once: there is no such thing.",
        name=name(one.fact.property, ontology),
        one=first,
        other=second,
    )
    hint = say(
        "The property <{iri}> has the {sides} {one} and {other}, its own or those of a property above it or "
        "of its inverse, so that no statement can have it.",
        iri=one.fact.property,
        sides=say("ranges" if is_range else "domains"),
        one=first,
        other=second,
    )
    return issue(rule, message, hint, conflict)


def _no_subject(rule: str, conflict: Conflict, ontology: Ontology) -> Issue:
    """A value that a pattern starts at."""
    value, start = conflict.one, conflict.other
    asked = start.fact.property
    what = say("for its {name}", name=name(asked, ontology)) if asked else say("for what it has")
    message = say(
        "{leads}, but here it is asked {what}: only things have anything.",
        leads=leads(value.fact.property, ontology),
        what=what,
    )
    hint = say(
        "{node} is {kinds}, and a value is the subject of no statement. Ask the thing that has the value.",
        node=shown(start.node),
        kinds=kinds(value.classes, ontology),
    )
    return issue(rule, message, hint, conflict)


def leads(iri: str, ontology: Ontology) -> Said:
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
        pattern = "{name} is {end} that {start} has" if start else "{name} is {end}"
    elif end:
        pattern = "{name} leads from {start} to {end}" if start else "{name} leads to {end}"
    else:
        pattern = "{name} belongs to {start}"
    return say(pattern, name=word, start=start, end=end)


# What a ground adds to the explanation of a conflict.
_BECAUSE = {
    Ground.ENTAILED: say("By the ontology, nothing is both."),
    Ground.UNLIKELY: say("The ontology does not relate them."),
    Ground.UNSEEN: say("The ontology does not declare it; the data has no such case."),
    Ground.DISPUTED: say("The data shows such cases all the same: ontology and data disagree."),
    Ground.DOUBTFUL: say("Only where the step is left out can it match."),
}


def issue(rule: str, message: str, hint: str, conflict: Conflict) -> Issue:
    """The issue, with the words of its ground."""
    return Issue(
        rule=rule, message=message, ground=conflict.ground, hint=together(hint, _BECAUSE[conflict.ground])
    )


def unknown(rule: str, noun: str, iri: str, ontology: Ontology) -> Issue:
    """The issue for a property or a class that neither the ontology nor the data has; it may be there all the
    same where not all is known.
    """
    if ontology.may_have(iri):
        what = quoted(spaced(local_name(iri)))
        if ontology.unread:
            why = say(
                "Whether the graph has a {noun} {name} is not known: it could not be read to its end.",
                noun=say(noun),
                name=what,
            )
            remedy = say("give an ontology, or let the graph be profiled anew")
        else:
            why = say("{name} is a {noun} of an ontology that was not given.", noun=say(noun), name=what)
            remedy = say("give the ontology that declares it as well")
        hint = say("Whether <{iri}> exists cannot be told: {remedy}.", iri=iri, remedy=remedy)
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


def _role(claim: Claim, property_: str) -> Said:
    has = claim.side is Side.DOMAIN
    return say("have {name}" if has else "be what is reached by {name}", name=property_)


def _observed(classes: Iterable[str]) -> tuple[frozenset[str], ...]:
    known = frozenset(c for c in classes if c)
    return (known,) if known else ()
