"""What must not be, and what may be one way or the other.

In: a speaker, the scene of a NOT EXISTS, a MINUS or the branches of a UNION. Out: clauses ("that have no
supplier whose …", "except those that …", "either whose … or whose …").
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.restate.clauses import RELATIVE, Clause, with_clauses
from kgqa.restate.english import Label
from kgqa.restate.relations import is_true, said, says_how
from kgqa.restate.ways import root
from kgqa.sparql.model import Iri, Lit, Node, Var

if TYPE_CHECKING:
    from kgqa.restate.scene import Edge, Scene
    from kgqa.restate.speech import Speaker
    from kgqa.restate.wording import Wording


def negated(speaker: Speaker, scene: Scene, node: Node, number: str) -> Clause | None:
    """The clause that a thing is not so; None, and counted, where there are no words."""
    inner = _inside(speaker, scene, node, number)
    clause = _said(speaker, inner, node, number)
    if clause is None:
        speaker.unsaid += 1
    else:
        speaker.unsaid += inner.left_over()
    return clause


def nowhere(speaker: Speaker, scene: Scene) -> str:
    """What must not be at all, since it has nothing in common with the rest; "" where there are no words."""
    thing, words = root(scene, scene.edges, []), speaker.words
    if not isinstance(thing, Var) or not speaker.scene.is_apart_from(scene):
        return ""
    inner = _inside(speaker, scene, thing, "")
    told = inner.things(thing) if words.takes_plural else with_clauses(words, *inner.told(thing))
    speaker.unsaid += inner.left_over()
    return words.say("negation", "nowhere", thing=told)


def _said(speaker: Speaker, inner: Speaker, node: Node, number: str) -> Clause | None:
    scene, words = inner.scene, speaker.words
    if not scene.mentions(node):
        thing = root(scene, scene.edges, [])
        if not isinstance(thing, Var):
            return None
        said_of = with_clauses(words, *inner.told(thing))
        return Clause(words.say("negation", f"there_is{number}", thing=said_of), "except")
    kinds, edges = scene.types.get(node, []), [e for e in scene.edges if e.touches(node)]
    if len(kinds) == 1 and not _says_more(scene):
        kind = speaker.kind(kinds[0], plural=bool(number))
        inner.mentioned.setdefault(node, "")
        return Clause(words.say("negation", f"kind{number}", kind=kind))
    alone = isinstance(node, Var) and not (kinds or node.name in scene.conditions or node.name in scene.given)
    if alone and len(edges) == 1 and not (scene.unions or scene.negations):
        clause = _no(inner, edges[0], node, number)
        if clause is not None:
            return clause
    clauses = inner.clauses(node, plural=bool(number))
    if kinds:
        clauses.insert(0, _is_a(speaker, kinds[0], plural=bool(number)))
    if not clauses:
        return None
    those = words.say("negation", f"those{number}")
    return Clause(words.say("negation", "except", those=with_clauses(words, those, clauses)), "except")


def _says_more(scene: Scene) -> bool:
    more = (scene.edges, scene.conditions, scene.others, scene.unions, scene.negations, scene.given)
    return any(more) or len(scene.types) > 1 or bool(scene.further)


def _no(inner: Speaker, edge: Edge, node: Node, number: str) -> Clause | None:
    """One property that the thing lacks: "that have no supplier", "that no order is sold by"."""
    label, other, words = inner.names.label(edge), edge.other(node), inner.words
    forward = edge.subject == node
    if other in inner.mentioned or other == node:
        return None
    if forward and says_how(label, other, words) and is_true(other):
        inner.spoken.add(edge)
        return Clause(words.say("negation", f"not_so{number}", noun=label.text))
    if isinstance(other, Iri | Lit):
        if not forward or label.kind == "other":
            return None
        inner.spoken.add(edge)
        value = inner.names.constant(other, inner.names.unit_of_value(other))
        return _not(words, label, number, value)
    inner.spoken.add(edge)
    if forward and label.kind == "noun":
        inner.mentioned[other] = label.text
        thing = with_clauses(words, label.text, _of_dates(words, _all_clauses(inner, other)))
        text = words.say("negation", f"none{number}", thing=thing)
        return Clause(text, does=words.say("main", "none", thing=thing) if words.has("main", "none") else "")
    noun, clauses = inner.told(other)
    thing = with_clauses(words, noun, clauses)
    if label.kind == "other" and forward and not clauses and other not in inner.scene.types:
        return Clause(words.say("negation", f"lacks{number}", label=words.quoted(label.text)))
    if label.kind == "other":
        key = f"no_other{'' if forward else '_back'}{number}"
        return Clause(words.say("negation", key, label=words.quoted(label.text), thing=thing))
    if forward:
        if not words.has("nouns", "any"):
            return said(words, label, "", number, words.say("nouns", "no", noun=thing))
        return _not(words, label, number, words.say("nouns", "any", noun=thing))
    if label.kind == "noun":
        return Clause(words.say("negation", f"of_none{number}", noun=label.text, thing=thing))
    if not clauses:
        return said(words, label, "_back", number, words.say("nouns", "no", noun=thing))
    relation = said(words, label, "", "", words.say("nouns", f"them{number}"))
    thing = with_clauses(words, noun, [relation, *clauses])
    return Clause(words.say("negation", f"there_is{number}", thing=thing), "except")


def _not(words: Wording, label: Label, number: str, value: str) -> Clause:
    """What is not so of a value: "that are not certified to “ISO 9001”"."""
    key = "none_value" if label.kind == "noun" else f"not_{label.kind}"
    parts = {
        "noun": label.text,
        "phrase": label.text,
        "verb": label.text,
        "verb_plural": label.plural,
        "before": label.before,
        "aux": label.aux,
        "value": value,
    }
    text = words.say("negation", f"{key}{number}", **parts)
    return Clause(text, does=words.say("main", key, **parts) if words.has("main", key) else "")


def _of_dates(words: Wording, clauses: list[Clause]) -> list[Clause]:
    """The clauses, of which one on a date follows it at once: "no leaving date before 15 June"."""
    lead = f"{words.say('negation', 'dates')} "
    leads = tuple(f"{lead}{place} " for place in ("before", "after", "on", "in", "between"))
    return [replace(c, text=c.text.removeprefix(lead)) if c.text.startswith(leads) else c for c in clauses]


def _all_clauses(inner: Speaker, node: Node) -> list[Clause]:
    """The clauses of a thing that has been named, its kind among them."""
    clauses = inner.clauses(node, plural=False)
    if types := inner.scene.types.get(node):
        kind = inner.names.classes(types[0])
        if kind not in inner.mentioned[node] and inner.mentioned[node] not in kind:
            clauses.insert(0, _is_a(inner, types[0], plural=False))
    return clauses


def either(speaker: Speaker, branches: list[Scene], node: Node, *, plural: bool) -> list[Clause]:
    """The branches of a UNION; [], and counted, where one has no words."""
    told = []
    for branch in branches:
        inner = _inside(speaker, branch, node, "_plural" if plural else "")
        inner.elsewhere = speaker.elsewhere
        clauses = inner.clauses(node, plural=plural)
        if types := branch.types.get(node):
            clauses.insert(0, _is_a(speaker, types[0], plural=plural))
            inner.mentioned.setdefault(node, "")
        speaker.unsaid += inner.left_over()
        if not clauses:
            speaker.unsaid += 1
            return []
        told.append(with_clauses(speaker.words, "", clauses).strip())
    if all(t.startswith(", ") for t in told):  # German relative clauses
        return [Clause(RELATIVE + speaker.words.one_of(t.removeprefix(", ").removesuffix("⸴") for t in told))]
    listed = speaker.words.one_of(t.removeprefix(", ") for t in told)
    return [Clause(speaker.words.say("alternatives", "either", branches=listed))]


def _is_a(speaker: Speaker, classes: tuple[str, ...], *, plural: bool) -> Clause:
    kind = speaker.kind(classes, plural=plural)
    return Clause(speaker.words.say("nouns", "is_a_plural" if plural else "is_a", kind=kind), "kind")


def _inside(speaker: Speaker, scene: Scene, node: Node, number: str) -> Speaker:
    near = (node, "their" if number else "its")
    return speaker.inside(scene, near)
