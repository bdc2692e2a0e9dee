"""*Statement*: a claim that was taken for its value leads on to it; a qualifier is asked of the statement.

In: a case. Out: the query with the way through the statement; with the direct claim as well, where that may
have other values. It stays the same property, by its number, so that these are spellings.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.mixups import Mistake, Mixup, mixups
from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.ontology import Ontology, Pattern, Role, local_name
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import fresh
from kgqa.repair.places import Place, place_of, places, put, put_all, with_step, written
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, ParsedQuery, Path, Sequence, Triple, Var
from kgqa.wording.said import say

NAME = "statement"


def propose(case: Case) -> Iterator[Edit]:
    found = places(case)
    for mixup in mixups(case.facts.facts, case.ontology):
        if mixup.pattern is not None:
            yield from _proposed(case, mixup, mixup.pattern, found)


def _proposed(case: Case, mixup: Mixup, pattern: Pattern, found: tuple[Place, ...]) -> Iterator[Edit]:
    fact, value = mixup.fact, Iri(pattern.role(Role.VALUE)[0])
    if mixup.by is not None:
        if fact.property == value.value:  # the direct claim leads to the value already: the claim was meant
            yield from _stepped(case, mixup.by, Iri(pattern.of), found)
        elif mixup.mistake is Mistake.QUALIFIED:
            yield from _qualified(case, fact, mixup.by, pattern, found)
        return
    if mixup.mistake is Mistake.OTHER:
        return
    own = [
        f for f in case.facts.facts if f.subject == fact.object and f.property in pattern.role(Role.DIRECT)
    ]
    if own:  # p:P39/wdt:P39
        yield from _stepped(case, own[0], value, found)
        return
    yield from _stepped(case, fact, Sequence((Iri(pattern.of), value)), found)
    if not _says_as_much(pattern, case.ontology):
        for direct in pattern.role(Role.DIRECT):
            yield from _stepped(case, fact, Iri(direct), found)


def _stepped(case: Case, fact: Fact, path: Path, found: tuple[Place, ...]) -> Iterator[Edit]:
    place = place_of(fact, found)
    index = place.index(fact) if place else None
    if place is not None and index is not None:
        yield _edit(put(case.query, place.triple, with_step(place, index, path)), fact)


def _qualified(
    case: Case, fact: Fact, by: Fact, pattern: Pattern, found: tuple[Place, ...]
) -> Iterator[Edit]:
    """The qualifier asked of the statement whose value it was asked of."""
    asked, led = place_of(fact, found), place_of(by, found)
    if asked is None or led is None or len(asked.steps) != 1 or len(led.steps) != 1:
        return
    statement = Var(fresh(case.query, "statement"))
    thing, value = written(by.subject), written(by.object)
    query = put_all(
        case.query,
        {
            id(led.triple): (
                Triple(thing, Iri(pattern.of), statement),
                Triple(statement, Iri(pattern.role(Role.VALUE)[0]), value),
            ),
            id(asked.triple): (Triple(statement, Iri(fact.property), written(fact.object)),),
        },
    )
    yield _edit(query, fact)


def _says_as_much(pattern: Pattern, ontology: Ontology) -> bool:
    """Whether there are as many direct claims as statements: then they have the same values."""

    def count(role: Role) -> int:
        return sum(u.count for iri in pattern.role(role) for u in ontology.uses_of(iri))

    return count(Role.DIRECT) in (0, count(Role.VALUE))


def _edit(query: ParsedQuery, fact: Fact) -> Edit:
    what = say("{name} goes by way of the statement.", name=quoted(local_name(fact.property)))
    return Edit(kind=NAME, query=query, what=what, tier=Tier.SPELLING)


KIND = EditKind(
    name=NAME,
    why="Models know the properties of Wikidata by number, and take p:, ps:, pq: and wdt: for each other.",
    propose=propose,
)
