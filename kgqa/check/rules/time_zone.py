"""*Time zone*: a moment is compared with moments that have a time zone as well, or with such as have none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, quoted
from kgqa.ontology import XSD
from kgqa.sparql.model import Compare, Expr, Iri, Lit, Var
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "time zone"
_ZONE = re.compile(r"(?:Z|[+-]\d\d:\d\d)$")


def find(case: Case) -> Iterator[Issue]:
    for expr in case.expressions:
        for variable, moment in _compared(expr):
            zone = _ZONE.search(moment.value)
            for prop in dict.fromkeys(
                t.predicate.value
                for t in case.triples
                if t.object == variable and isinstance(t.predicate, Iri)
            ):
                kept = case.ontology.zone(prop)
                if kept is not None and bool(kept) != bool(zone):
                    yield _issue(case, prop, moment, kept)


def _compared(expr: Expr) -> Iterator[tuple[Var, Lit]]:
    match expr:
        case Compare(_, Var() as one, Lit() as other) | Compare(_, Lit() as other, Var() as one):
            if other.datatype == XSD + "dateTime":
                yield one, other


def _issue(case: Case, prop: str, moment: Lit, kept: str) -> Issue:
    text, named = moment.value, name(prop, case.ontology)
    right = _ZONE.sub("", text) + kept
    message = (
        say("{name} has a time zone, and {value} has none.", name=named, value=quoted(text))
        if kept
        else say("{name} has no time zone, and {value} has one.", name=named, value=quoted(text))
    )
    hint = say("Write {text}.", text=f'"{right}"^^xsd:dateTime')
    return Issue(rule=NAME, message=message, ground=Ground.DOUBTFUL, hint=hint)


RULE = Rule(
    name=NAME,
    why="A moment with a time zone and one without are in no order where they are less than 14 hours apart: "
    "what lies so near to the given moment is left out, and nobody is told.",
    find=find,
    allows=(
        'SELECT ?o WHERE { ?o ex:shippedAt ?t FILTER(?t >= "2020-01-01T00:00:00Z"^^xsd:dateTime) }',
        "SELECT ?o WHERE { ?o ex:shippedAt ?t FILTER(YEAR(?t) = 2020) }",
    ),
    forbids=(
        Forbidden(
            query='SELECT ?o WHERE { ?o ex:shippedAt ?t FILTER(?t < "2020-01-01T00:00:00"^^xsd:dateTime) }',
            message="“shipped at” has a time zone, and “2020-01-01T00:00:00” has none.",
            ground=Ground.DOUBTFUL,
            observed=True,
        ),
    ),
)
