"""How far a query that a model found is to be trusted, by what speaks for it and not by what the model says.

In: the query that ran, the question with its links, how it came about. Out: 0..1 with its reason. It is raw:
what it is worth is learned from questions with known answers.
"""

from __future__ import annotations

from kgqa.language import fold
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.used import Used
from kgqa.types import Link, LinkedQuestion, TermKind
from kgqa.wording import Words

RAN, COVERED = 0.5, 0.4  # what rows are worth, and all words of the question in the query
TURN, FREE = 0.02, 3  # what each turn costs after the first ones
FIX = 0.08  # what it costs that the query had to be put right
EMPTY = 0.4  # the most that a query without rows is worth
UNSURE = 0.4  # the most that a query is worth on which the exploration did not end


def confidence(
    ran: Ran, linked: LinkedQuestion, ontology: Ontology, turns: int, said: Words
) -> tuple[float, str]:
    """The confidence, and why as it is said to the asker."""
    told, all_ = _covered(ran.text, linked, ontology)
    value = RAN + COVERED * (told / all_ if all_ else 0.5)
    value -= TURN * max(0, turns - FREE) + (FIX if ran.fixes else 0.0)
    found = said.say("why_turn") if turns == 1 else said.say("why_turns", count=said.count(turns))
    reasons = [found, said.say("why_gave", size=ran.size_in(said))]
    if all_:
        reasons.append(said.say("why_named", some=told, all=all_))
    if ran.fixes:
        reasons.append(said.say("why_was_put_right"))
    if ran.is_empty:
        value = min(value, EMPTY)
    return round(max(0.0, min(1.0, value)), 4), ", ".join(reasons)


def _covered(text: str, linked: LinkedQuestion, ontology: Ontology) -> tuple[int, int]:
    """How many of the question's names the query speaks of, and how many there are. Names that overlap are
    one.
    """
    parsed = parse(text, ontology.prefixes)
    if not isinstance(parsed, ParsedQuery):
        return 0, 0
    used = Used.of(parsed)
    iris, texts = used.iris | _around(used.iris, ontology), used.texts
    names = _apart(linked.links)
    told = [any(_is_said(link, iris, texts) for link in name) for name in names]
    told += [any(fold(word) in text for text in texts) for word in linked.unlinked]
    return sum(told), len(told)


def _around(iris: frozenset[str], ontology: Ontology) -> set[str]:
    """The terms that a query speaks of without naming them: what is above and below its terms, and the
    classes that its properties lead from and to.
    """
    found: set[str] = set()
    for iri in iris:
        found |= ontology.superclasses(iri) | ontology.subclasses(iri)
        found |= ontology.superproperties(iri) | ontology.subproperties(iri) | ontology.inverses(iri)
        for union in (*ontology.domains(iri), *ontology.ranges(iri)):
            found |= union
    return found


def _apart(links: tuple[Link, ...]) -> list[list[Link]]:
    """The links in stretches of the question that do not overlap."""
    stretches: list[list[Link]] = []
    end = -1
    for link in sorted(links, key=lambda n: (n.start, -n.end)):
        if link.start < end:
            stretches[-1].append(link)
        else:
            stretches.append([link])
        end = max(end, link.end)
    return stretches


def _is_said(link: Link, iris: frozenset[str], texts: frozenset[str]) -> bool:
    for match in link.matches:
        is_value = match.kind is TermKind.VALUE
        if (fold(match.value or "") in texts) if is_value else (match.iri in iris):
            return True
    return fold(link.text) in texts
