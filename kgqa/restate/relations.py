"""One property of a thing as a clause, forwards and backwards.

In: a speaker and an edge of its scene. Out: clauses ("whose price is more than 9 EUR", "that are sold by
an employee", "with the same type as …"), [] where the sentence says it elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from babel import Locale

from kgqa.restate.clauses import Clause, with_clauses
from kgqa.restate.english import Label
from kgqa.restate.naming import noun_label
from kgqa.restate.scene import Edge
from kgqa.restate.voice import names_owner
from kgqa.restate.wording import Wording
from kgqa.sparql.model import Iri, Lit, Node, Var
from kgqa.values.units import is_currency

if TYPE_CHECKING:
    from kgqa.restate.speech import Speaker

_ALPHA_2 = 2  # letters of a country's code


def backward(speaker: Speaker, edge: Edge, number: str) -> list[Clause]:
    """What leads to the node: "that are ordered by …"."""
    label, other = speaker.names.label(edge), edge.subject
    if edge in speaker.quantities:
        return [_of_many(speaker, edge, speaker.names.backwards(edge, nouns=True), number)]
    if (back := speaker.names.backwards(edge)) is not None and label.kind != "noun":
        return _onwards(speaker, edge, back, other, number)
    if isinstance(other, Iri | Lit) or other in speaker.mentioned or other in speaker.described:
        return [said(speaker.words, label, "_back", number, speaker.things(other))]
    noun, clauses = speaker.told(other)
    head = speaker.words.a(noun)
    if not clauses and noun == speaker.mentioned[other] and speaker.is_elsewhere(other, beyond=edge.object):
        return []
    if clauses and label.kind != "noun":  # "that a ship that has a captain that … is owned by"
        them = speaker.words.say("nouns", f"them{number}")
        thing = with_clauses(speaker.words, head, [said(speaker.words, label, "", "", them), *clauses])
        return [Clause(speaker.words.say("property", f"there_is{number}", thing=thing))]
    return [said(speaker.words, label, "_back", number, with_clauses(speaker.words, head, clauses))]


def _onwards(speaker: Speaker, edge: Edge, label: Label, other: Node, number: str) -> list[Clause]:
    """What the node leads to, by the name of the property's inverse: "that supply a component of …"."""
    value = speaker.things(other, plural=False)
    noun = speaker.mentioned.get(other, "")
    bare = value == speaker.words.a(noun) and speaker.is_elsewhere(other, beyond=edge.object)
    return [] if bare else [said(speaker.words, label, "", number, value)]


def forward(speaker: Speaker, edge: Edge, number: str) -> list[Clause]:
    """What the node leads to: "whose supplier is …"."""
    label, other = speaker.names.label(edge), edge.object
    if label.kind == "noun" and edge.subject in speaker.mentioned:
        label = noun_label(speaker.names.without_owner(label.text, speaker.mentioned[edge.subject]))
    if edge in speaker.quantities:
        return [_of_many(speaker, edge, label, number)]
    if isinstance(other, Iri | Lit):
        value = speaker.names.constant(other, speaker.names.unit_of_value(other))
        if country := _country(speaker, label, other):
            value = speaker.words.say("nouns", "coded", value=value, name=country)
        key = "noun_named" if speaker.names.is_several(edge) else "noun_value"
        return [said(speaker.words, label, "", number, value, noun_key=key)]
    if other in speaker.mentioned:
        same = speaker.mentioned[other] == label.text
        return [
            said(
                speaker.words, label, "", number, speaker.again(other), "noun_that" if same else "noun_value"
            )
        ]
    if other in speaker.described:
        value, count = speaker.things(other), speaker.described[other][1]
        value = speaker.words.say("nouns", "one_of", things=value) if count > 1 else value
        return [said(speaker.words, label, "", number, value, noun_key="noun_value")]
    if (as_well := _shared(speaker, edge, label, number)) is not None:
        return [as_well]
    if label.kind != "noun":
        value = speaker.things(other, plural=False)
        unsaid = value == speaker.words.a(speaker.mentioned[other]) and speaker.is_elsewhere(
            other, beyond=edge.subject
        )
        return [] if unsaid else [said(speaker.words, label, "", number, value)]
    return _has(speaker, edge, label, number)


def _country(speaker: Speaker, label: Label, value: Node) -> str:
    """The name of the country that a code of two letters means, where the property says that it is one's."""
    if not (isinstance(value, Lit) and len(value.value) == _ALPHA_2 and value.value.isupper()):
        return ""
    if not re.search(speaker.words.table["marks"]["country"], label.text, re.IGNORECASE):
        return ""
    return str(Locale(speaker.words.language).territories.get(value.value, ""))


def _of_many(speaker: Speaker, edge: Edge, label: Label | None, number: str) -> Clause:
    """How many there are: "that have more than 8 members", "with more than 10 orders that they sold"."""
    words, many = speaker.words, speaker.quantities[edge]
    if label is not None and label.kind == "noun":
        return Clause(words.say("property", f"noun_thing{number}", thing=many))
    if label is not None and label.kind in ("verb", "phrase"):
        return said(words, label, "", number, many)
    if (own := speaker.names.label(edge)).kind == "noun":
        return said(words, own, "_back", number, many)
    them = said(words, own, "", "_plural", words.say("nouns", f"them{number}"))
    thing = with_clauses(words, many, [them])
    return Clause(words.say("property", f"noun_that{number}", value=thing), "direct")


def _shared(speaker: Speaker, edge: Edge, label: Label, number: str) -> Clause | None:
    """A value that a named thing has too: "with the same type as …"; None when more is said of it."""
    node = edge.object
    rest = [e for e in speaker.scene.edges if e.touches(node) and e is not edge]
    also = [e for e in rest if e.iris == edge.iris and e.object == node and isinstance(e.subject, Iri)]
    bound = isinstance(node, Var) and (
        node.name in speaker.scene.conditions or node.name in speaker.scene.given
    )
    if not also or len(also) != len(rest) or bound or node in speaker.scene.types:
        return None
    speaker.spoken.update(also)
    speaker.mentioned[node] = speaker.names.title(node)
    owner = speaker.words.all_of(
        speaker.names.constant(e.subject) for e in also if isinstance(e.subject, Iri)
    )
    if label.kind in ("noun", "other"):
        noun = label.text if label.kind == "noun" else speaker.words.quoted(label.text)
        return Clause(speaker.words.say("nouns", "with_same", noun=noun, owner=owner), "direct")
    value = speaker.words.say("nouns", "same_as", noun=speaker.mentioned[node], owner=owner)
    return said(speaker.words, label, "", number, value)


def _has(speaker: Speaker, edge: Edge, label: Label, number: str) -> list[Clause]:
    """A property that is a noun, to a thing that has not been named: "that have a supplier that …"."""
    other = _amount(speaker, edge) or edge.object
    kind = speaker.names.kind_noun(other) if other in speaker.scene.types else None
    told = speaker.names.handles().get(other, "")
    speaker.mentioned[other] = told if told not in ("", kind) else kind or label.text
    near = (edge.subject, "their" if number else "its")
    predicates = speaker.predicates(other.name, near) if isinstance(other, Var) else []
    clauses = speaker.clauses(other, plural=False)
    if kind and kind not in label.text and label.text not in kind:
        thing = with_clauses(speaker.words, speaker.words.a(kind), clauses)
        return [
            said(speaker.words, label, "", number, thing, noun_key="noun_value"),
            *_own(speaker, predicates),
        ]
    if predicates and not clauses:
        many = speaker.words.is_plural(label.text)
        condition = speaker.words.predicates(speaker.words.agreeing(p) if many else p for p in predicates)
        key = f"noun_condition{number}"
        noun = speaker.words.after_with(label.text)
        return [Clause(speaker.words.say("property", key, noun=noun, condition=condition))]
    clauses += _own(speaker, predicates)
    if not clauses and speaker.is_elsewhere(other, beyond=edge.subject):
        return []
    noun = told if speaker.names.is_second(other) else label.text
    if len(clauses) == 1 and names_owner(clauses[0].noun, noun):  # "a payment that has a payment amount"
        if clauses[0].place == "direct":
            return clauses
        if clauses[0].place == "has":
            noun, clauses = clauses[0].noun, []
    thing = with_clauses(speaker.words, speaker.words.with_a(noun), clauses)
    text = speaker.words.say("property", f"noun_thing{number}", thing=thing)
    return [Clause(text, "plain" if clauses else "has", noun, thing, number)]


def _amount(speaker: Speaker, edge: Edge) -> Node | None:
    """The value that stands for what an edge leads to, where only that and its unit are asked of it."""
    names, node = speaker.names, edge.object
    rest = [e for e in speaker.scene.edges if e.touches(node) and e is not edge]
    values = [e for e in rest if e.subject == node and names.stands_for(e)]
    units = [e for e in rest if isinstance(e.object, Lit) and is_currency(e.object.value)]
    if len(values) != 1 or len(rest) != 1 + len(units) or node in speaker.scene.types:
        return None
    speaker.spoken.update(rest)
    speaker.mentioned[node] = names.label(edge).text
    return values[0].object


def _own(speaker: Speaker, predicates: list[str]) -> list[Clause]:
    return [Clause(speaker.words.say("property", "own", condition=p)) for p in predicates]


def said(words: Wording, label: Label, way: str, number: str, value: str, noun_key: str = "noun") -> Clause:
    """A property with its other end, in the words that its label allows."""
    if label.kind == "noun":
        key = f"noun{way}" if way else noun_key
        key = "noun_values" if key == "noun_value" and words.is_plural(label.text) else key
        noun = words.after_with(label.text)
        if way:
            noun = words.nouns(label.text) if number else words.a(label.text)
        text = words.say("property", f"{key}{number}", noun=noun, value=value, owner=value)
        return Clause(text, "direct" if key == "noun_that" else "plain", label.text)
    parts = {
        "phrase": label.text,
        "verb": label.text,
        "verb_plural": label.plural,
        "before": label.before,
        "aux": label.aux,
        "label": words.quoted(label.text),
        "value": value,
    }
    text = words.say("property", f"{label.kind}{way}{number}", **parts, owner=value)
    does = words.say("main", label.kind, **parts) if not way and words.has("main", label.kind) else ""
    return Clause(text, does=does)
