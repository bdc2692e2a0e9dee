"""A question for yes or no.

In: a Telling of an ASK. Out: "whether “Nora” is a ship whose length is more than 20 m", "whether the
length of “Nora” is more than the length of “Kraken”".
"""

from __future__ import annotations

from kgqa.restate.clauses import with_clauses
from kgqa.restate.relations import is_true, says_how
from kgqa.restate.scene import Edge
from kgqa.restate.speech import Speaker
from kgqa.restate.telling import Telling
from kgqa.restate.ways import root
from kgqa.restate.wording import Wording
from kgqa.sparql.model import Expr, Iri, Node, Var
from kgqa.sparql.walk import variables


def asked(telling: Telling, *, is_so: bool = True) -> str:
    """What is asked, after "whether"; what is not so where `is_so` is False."""
    words, speaker = telling.words, telling.speaker
    compared = _compared(telling)
    if compared:
        return _one(telling, compared, is_so=is_so)
    thing = root(telling.scene, telling.names.edges(), [])
    about = _about(telling)
    if thing is not None and about is not None:
        kind = telling.names.kind_noun(about) or telling.names.presumed(about) or words.say("nouns", "thing")
        clauses = speaker.clauses(about, plural=False)
        described = with_clauses(words, words.a(kind), clauses)
        speaker.mentioned[about] = kind
        key = "ask_about" if is_so else "not_about"
        return _head(words, key, subject=telling.names.constant(about), thing=described)
    if thing is not None:
        return _there_is(telling, speaker, thing, is_so=is_so)
    if not telling.scene.edges and not telling.scene.types:
        return _nowhere(telling, is_so=is_so) or _head(words, "met" if is_so else "unmet")
    section = "statement" if words.is_aloud or "indirect" not in words.table else "indirect"
    said = [_statement(telling, edge, section) for edge in telling.scene.edges]
    for node, types in telling.scene.types.items():
        said += [_is_a(telling, node, classes, section) for classes in types]
    if is_so or len(said) > 1:
        return _one(telling, said, is_so=is_so)
    if telling.scene.edges:
        return _statement(telling, telling.scene.edges[0], "denial")
    return next(_is_a(telling, node, types[0], "denial") for node, types in telling.scene.types.items())


def _there_is(telling: Telling, speaker: Speaker, thing: Node, *, is_so: bool) -> str:
    """That there is such a thing, or none."""
    words, key = telling.words, "ask_any" if is_so else "not_any"
    if words.takes_plural:
        return _head(words, key, thing=speaker.things(thing))
    noun, clauses = speaker.told(thing)
    return _head(words, key, thing=with_clauses(words, words.a(noun) if is_so else noun, clauses))


def _nowhere(telling: Telling, *, is_so: bool) -> str:
    """What must not be at all, where nothing else is asked; "" where there are no words."""
    negations = telling.scene.negations
    thing = root(negations[0], negations[0].edges, []) if len(negations) == 1 else None
    if not isinstance(thing, Var) or negations[0].is_minus:
        return ""
    telling.speaker.settled.add(id(negations[0]))
    inner = telling.speaker.inside(negations[0], (thing, "its"))
    said = _there_is(telling, inner, thing, is_so=not is_so)
    telling.speaker.unsaid += inner.left_over()
    return said


def _head(words: Wording, key: str, **parts: str) -> str:
    """A statement, or how it follows "whether" where that has another order of words."""
    indirect = f"{key}_indirect"
    if (
        (long := f"{key}_long")
        and "⸴" in parts.get("thing", "")
        and not words.is_aloud
        and words.has("head", long)
    ):
        indirect = long
    own = indirect if not words.is_aloud and words.has("head", indirect) else key
    return words.say("head", own, **parts)


def _one(telling: Telling, statements: list[str], *, is_so: bool) -> str:
    """Statements, or that they are not true."""
    words = telling.words
    text = words.all_of(statements)
    if is_so:
        return text
    for verb in words.table["marks"]["verbs"].split():
        if text.count(f" {verb} ") == 1:
            return text.replace(f" {verb} ", f" {verb} {words.table['marks']['not']} ")
    return words.say("head", "untrue", statement=text)


def _compared(telling: Telling) -> list[str]:
    """Comparisons, where the query has nothing but values of named things and of subqueries to compare."""
    scene, speaker = telling.scene, telling.speaker
    values = {e.object.name for e in scene.edges if isinstance(e.object, Var) and isinstance(e.subject, Iri)}
    if scene.types or len(values) != len(scene.edges) or not (scene.others or scene.conditions):
        return []
    conditions: list[Expr] = [*scene.others, *(c for listed in scene.conditions.values() for c in listed)]
    used = {n for c in conditions for n in variables(c)}
    said = [speaker.conditions().statement(c, main=telling.words.is_aloud) for c in conditions]
    if None in said or not values <= used:
        return []
    for condition in conditions:
        speaker.settle(condition)
    return [s for s in said if s]


def _about(telling: Telling) -> Iri | None:
    """The thing that is asked about by name."""
    return next((e.subject for e in telling.scene.edges if isinstance(e.subject, Iri)), None)


def _is_a(telling: Telling, node: Node, classes: tuple[str, ...], section: str) -> str:
    kind = telling.words.a(telling.names.classes(classes))
    return telling.words.say(section, "kind", subject=telling.speaker.things(node), kind=kind)


def _statement(telling: Telling, edge: Edge, section: str) -> str:
    telling.speaker.spoken.add(edge)
    label = telling.names.label(edge)
    kind: str = label.kind
    if says_how(label, edge.object, telling.words):
        kind = "so" if is_true(edge.object) else "not_so"
    return telling.words.say(
        section,
        kind,
        subject=telling.speaker.things(edge.subject),
        value=telling.speaker.things(edge.object),
        noun=label.text,
        phrase=label.text,
        verb=label.text,
        verb_plural=label.plural,
        before=label.before,
        aux=label.aux,
        label=telling.words.quoted(label.text),
    )
