"""*Statement*: where claims lead to statements, as in Wikidata, a value is asked by way of its statement, or
by the direct claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.mixups import Mistake, Mixup, mixups
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.ontology import Role, local_name
from kgqa.sparql.model import Iri, Path, Sequence
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import Said, either, say

NAME = "statement"


def find(case: Case) -> Iterator[Issue]:
    for mixup in mixups(case.facts.facts, case.ontology):
        yield Issue(rule=NAME, message=_message(mixup), ground=Ground.UNLIKELY, hint=_hint(mixup))


def _message(mixup: Mixup) -> Said:
    # The properties of one claim share a local name, which says more to its readers than four equal labels.
    name = quoted(local_name(mixup.fact.property))
    match mixup.mistake:
        case Mistake.TAKEN:
            return say("{name} leads to a statement here, and not to its value.", name=name)
        case Mistake.ASKED:
            return say("The value {name} belongs to a statement, but here it is asked of a thing.", name=name)
        case Mistake.QUALIFIED:
            return say("The qualifier {name} belongs to a statement, not to a thing or a value.", name=name)
        case Mistake.OTHER:
            other = quoted(local_name(mixup.pattern.of)) if mixup.pattern else ""
            return say("A statement by {other} has no value {name}.", other=other, name=name)


def _hint(mixup: Mixup) -> Said:
    pattern, fact = mixup.pattern, mixup.fact
    if pattern is None:
        return say(
            "Lead from the thing to the statement first, and ask {name} of that.", name=_path(fact.property)
        )
    (value, *_), directs = pattern.role(Role.VALUE), pattern.role(Role.DIRECT)
    if mixup.by is not None:
        return say(
            "Write ?thing {claim} ?statement . ?statement {value} ?value ; and ask {name} of ?statement.",
            claim=_path(pattern.of),
            value=_path(value),
            name=_path(fact.property),
        )
    if mixup.mistake is Mistake.OTHER:
        paths: list[Path] = [Iri(value)]
    else:
        paths = [Sequence((Iri(pattern.of), Iri(value))), *map(Iri, directs)]
    return say(
        "Write {path} in place of {property}.",
        path=either([Writer().path(path) for path in paths]),
        property=_path(fact.property),
    )


def _path(iri: str) -> str:
    return Writer().path(Iri(iri))


RULE = Rule(
    name=NAME,
    why="A claim of Wikibase leads to a statement, which has the value and its qualifiers; the direct claim "
    "leads to the value alone. Taken for each other, they match nothing.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p wdt:P39 wd:Q9 }",
        "SELECT ?p ?d WHERE { ?p p:P39 ?s . ?s ps:P39 wd:Q9 ; pq:P580 ?d }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p p:P39 wd:Q9 }",
            message="“P39” leads to a statement here, and not to its value.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?p WHERE { ?p p:P39/ps:P39 wd:Q9 }",
            observed=True,
        ),
        Forbidden(
            query="SELECT ?p ?d WHERE { ?p wdt:P39 ?v . ?v pq:P580 ?d }",
            message="The qualifier “P580” belongs to a statement, not to a thing or a value.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?p ?d WHERE { ?p p:P39 ?statement . ?statement ps:P39 ?v . "
            "?statement pq:P580 ?d }",
            observed=True,
        ),
        Forbidden(
            query="SELECT ?v WHERE { wd:Q1 ps:P39 ?v }",
            message="The value “P39” belongs to a statement, but here it is asked of a thing.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?v WHERE { wd:Q1 p:P39/ps:P39 ?v }",
            observed=True,
        ),
    ),
)
