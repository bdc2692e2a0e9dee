"""The whole sentence: what is asked for, of which things, in which order, how many.

In: a query, the ontology, labels of the entities in it, a language. Out: one sentence without a full stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kgqa.check import parsed_of
from kgqa.errors import OurMove
from kgqa.itself import Itself
from kgqa.ontology import Ontology
from kgqa.restate.asking import asked
from kgqa.restate.clauses import with_clauses
from kgqa.restate.groups import grouped
from kgqa.restate.lists import everything, listed
from kgqa.restate.negation import nowhere
from kgqa.restate.nested import over_groups, side_by_side
from kgqa.restate.ordering import ordered, requirements
from kgqa.restate.telling import Telling
from kgqa.restate.within import start
from kgqa.restate.wording import wording
from kgqa.sparql import ParsedQuery
from kgqa.sparql.model import Iri
from kgqa.sparql.walk import named_things
from kgqa.types import CheckedQuery

KEPT = 16  # sentences: a question's trace has the same as its answer


def restate(
    query: CheckedQuery | ParsedQuery, ontology: Ontology, labels: Mapping[str, str], language: str = "en"
) -> str:
    """What the query asks for, in one plain sentence. Raises OurMove when a checked query does not parse."""
    parsed = parsed_of(query) if isinstance(query, CheckedQuery) else query
    if parsed is None:
        raise OurMove("A checked query could not be read.")
    things = (i for i in named_things(parsed) if i not in ontology.classes and i not in ontology.properties)
    named = tuple((iri, labels[iri]) for iri in things if iri in labels)
    return _said(Itself(parsed), Itself(ontology), named, language)


@lru_cache(maxsize=KEPT)
def _said(
    query: Itself[ParsedQuery], known: Itself[Ontology], named: tuple[tuple[str, str], ...], language: str
) -> str:
    parsed, ontology, labels, words = query.value, known.value, dict(named), wording(language)
    telling = Telling(parsed.select, words, ontology, labels)
    match parsed.form:
        case "ask":
            text = _asked(telling)
        case "select":
            text = body(telling)
        case "describe":
            text = _described(telling, parsed)
        case "construct":
            start(telling, body)
            text = words.say("head", "construct", things=_finished(telling, everything(telling)))
    return words.finished(owned_up(telling, text))


def body(telling: Telling) -> str:
    """A SELECT in words, without the note on what is left unsaid."""
    start(telling, body)
    text = over_groups(telling, body) or side_by_side(telling)
    if text is None:
        whole = telling.aggregated or not telling.only_keys()
        text = grouped(telling) if whole else listed(telling)
    return _finished(telling, text)


def _finished(telling: Telling, text: str) -> str:
    """The sentence with conditions between things and with what limits it."""
    text = ordered(telling, completed(telling, text))
    for limited in telling.scene.limited:
        inner = telling.inner(limited)
        text = telling.words.say("head", "also", sentence=text, note=body(inner))
        telling.speaker.unsaid += inner.speaker.left_over()
    return text


def completed(telling: Telling, text: str) -> str:
    """The sentence with the conditions that no thing in it could say."""
    speaker, words = telling.speaker, telling.words
    required = requirements(telling)
    for said in compared(telling):
        text = f"{text}, {words.say('conditions', 'where', condition=said)}"
    for scene in telling.scene.negations:
        if id(scene) not in speaker.settled and (said := nowhere(speaker, scene)):
            speaker.settled.add(id(scene))
            text = f"{text}, {words.say('conditions', 'where', condition=said)}"
    for said in _of_named_things(telling):
        text = f"{text}, {words.say('conditions', 'where', condition=said)}"
    for said in required:
        text = words.say("aggregates", "having", sentence=text, condition=said)
    return text


def compared(telling: Telling) -> list[str]:
    """What the query asks of values that no thing could say: "the time between … is at most five days"."""
    speaker, found = telling.speaker, []
    for condition in telling.scene.others:
        if id(condition) not in speaker.settled:
            said = speaker.conditions(telling.near).statement(condition)
            if said is not None:
                speaker.settle(condition)
                found.append(said)
    return found


def _of_named_things(telling: Telling) -> list[str]:
    """What the query asks of things that it names, where nothing else led to them."""
    speaker, words = telling.speaker, telling.words
    told = []
    for edge in telling.scene.edges:
        if edge not in speaker.spoken and isinstance(edge.subject, Iri):
            subject = words.say("statement", "one", subject=telling.names.constant(edge.subject))
            if clauses := speaker.clauses(edge.subject, plural=False):
                told.append(with_clauses(words, subject, clauses))
    return told


def owned_up(telling: Telling, text: str) -> str:
    """With a note where something has no words."""
    left = telling.speaker.left_over()
    if not left:
        return text
    return telling.words.say("head", "further" if left == 1 else "furthers", sentence=text)


def _asked(telling: Telling) -> str:
    start(telling, body)
    return _finished(telling, telling.words.say("head", "whether", statement=asked(telling)))


def _described(telling: Telling, parsed: ParsedQuery) -> str:
    start(telling, body)
    names, speaker = telling.names, telling.speaker
    said = [names.constant(d) if isinstance(d, Iri) else speaker.things(d) for d in parsed.described]
    things = telling.words.all_of(said or [everything(telling)])  # none of its own for DESCRIBE *
    return _finished(telling, telling.words.say("head", "describe", things=things))
