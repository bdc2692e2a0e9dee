"""A question for yes or no.

In: a Telling of an ASK. Out: "whether “Nora” is a ship whose length is more than 20 m", "whether the
length of “Nora” is more than the length of “Kraken”".
"""

from __future__ import annotations

from kgqa.restate.clauses import with_clauses
from kgqa.restate.scene import Edge
from kgqa.restate.telling import Telling
from kgqa.restate.ways import root
from kgqa.sparql.model import Expr, Iri, Node, Var
from kgqa.sparql.walk import variables


def asked(telling: Telling) -> str:
    """What is asked, after "whether"."""
    words, speaker = telling.words, telling.speaker
    compared = _compared(telling)
    if compared:
        return words.say("head", "ask_one", statement=words.all_of(compared))
    thing = root(telling.scene, telling.names.edges(), [])
    about = _about(telling)
    if thing is not None and about is not None:
        kind = telling.names.kind_noun(about) or telling.names.presumed(about) or words.say("nouns", "thing")
        clauses = speaker.clauses(about, plural=False)
        described = with_clauses(words, words.a(kind), clauses)
        speaker.mentioned[about] = kind
        return words.say("head", "ask_about", subject=telling.names.constant(about), thing=described)
    if thing is not None:
        return words.say("head", "ask_any", thing=speaker.things(thing, plural=False))
    said = [_statement(telling, edge) for edge in telling.scene.edges]
    for node, types in telling.scene.types.items():
        said += [_is_a(telling, node, classes) for classes in types]
    return words.say("head", "ask_one", statement=words.all_of(said))


def _compared(telling: Telling) -> list[str]:
    """Comparisons, where the query has nothing but values of named things and of subqueries to compare."""
    scene, speaker = telling.scene, telling.speaker
    values = {e.object.name for e in scene.edges if isinstance(e.object, Var) and isinstance(e.subject, Iri)}
    if scene.types or len(values) != len(scene.edges) or not (scene.others or scene.conditions):
        return []
    conditions: list[Expr] = [*scene.others, *(c for listed in scene.conditions.values() for c in listed)]
    used = {n for c in conditions for n in variables(c)}
    said = [speaker.conditions().statement(c) for c in conditions]
    if None in said or not values <= used:
        return []
    for condition in conditions:
        speaker.settle(condition)
    return [s for s in said if s]


def _about(telling: Telling) -> Iri | None:
    """The thing that is asked about by name."""
    return next((e.subject for e in telling.scene.edges if isinstance(e.subject, Iri)), None)


def _is_a(telling: Telling, node: Node, classes: tuple[str, ...]) -> str:
    kind = telling.words.a(telling.names.classes(classes))
    return telling.words.say("statement", "kind", subject=telling.speaker.things(node), kind=kind)


def _statement(telling: Telling, edge: Edge) -> str:
    telling.speaker.spoken.add(edge)
    label = telling.names.label(edge)
    return telling.words.say(
        "statement",
        label.kind,
        subject=telling.speaker.things(edge.subject),
        value=telling.speaker.things(edge.object),
        noun=label.text,
        phrase=label.text,
        verb=label.text,
        label=telling.words.quoted(label.text),
    )
