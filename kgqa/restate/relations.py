"""One property of a thing as a clause, forwards and backwards.

In: a speaker and an edge of its scene. Out: clauses ("whose price is more than 9 EUR", "that are sold by
an employee", "with the same type as …"), [] where the sentence says it elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from babel import Locale

from kgqa.ontology import XSD
from kgqa.restate.clauses import Clause, with_clauses
from kgqa.restate.english import Label
from kgqa.restate.inflection import governed, which
from kgqa.restate.naming import noun_label
from kgqa.restate.scene import Edge
from kgqa.restate.voice import names_owner
from kgqa.restate.wording import CLAUSAL, Wording
from kgqa.sparql.model import Iri, Lit, Node, OneOfList, Var
from kgqa.values.units import is_currency

if TYPE_CHECKING:
    from kgqa.restate.speech import Speaker

_ALPHA_2 = 2  # letters of a country's code


def backward(speaker: Speaker, edge: Edge, number: str) -> list[Clause]:
    """What leads to the node: "that are ordered by …"."""
    label, other = speaker.names.label(edge), edge.subject
    if edge in speaker.quantities:
        return [_of_many(speaker, edge, speaker.names.backwards(edge, nouns=True), number)]
    if (placed := _places_of(speaker, edge)) is not None:
        return [placed]
    if (back := speaker.names.backwards(edge)) is not None and label.kind != "noun":
        return _onwards(speaker, edge, back, other, number)
    if isinstance(other, Iri | Lit) or other in speaker.mentioned or other in speaker.described:
        return [said(speaker.words, label, "_back", number, speaker.things(other))]
    noun, clauses = speaker.told(other)
    head = speaker.words.a(noun)
    if not clauses and noun == speaker.mentioned[other] and speaker.is_elsewhere(other, beyond=edge.object):
        return []
    if (
        clauses and label.kind != "noun" and speaker.words.language != "de"
    ):  # "that a ship that has a captain that … is owned by"
        if _is_only_way(speaker, edge):
            thing = with_clauses(speaker.words, head, clauses)
            return [Clause(speaker.words.say("opening", "with_some", thing=thing))]
        them = speaker.words.say("nouns", f"them{number}")
        thing = with_clauses(speaker.words, head, [said(speaker.words, label, "", "", them), *clauses])
        return [Clause(speaker.words.say("property", f"there_is{number}", thing=thing))]
    return [said(speaker.words, label, "_back", number, with_clauses(speaker.words, head, clauses))]


def _is_only_way(speaker: Speaker, edge: Edge) -> bool:
    """Whether nothing else joins things of the two kinds, so that "customers with an order" says it all."""
    ontology = speaker.names.ontology
    if len(edge.iris) != 1:
        return False
    ends = {frozenset((u.subject, u.object)) for u in ontology.typical_uses(edge.iris[0]) if not u.literal}
    joining = {u.property for u in ontology.uses if not u.literal and {u.subject, u.object} in ends}
    return joining <= {edge.iris[0], *ontology.inverses(edge.iris[0])} if ends else False


def _places_of(speaker: Speaker, edge: Edge) -> Clause | None:
    """Places by what is there, as a sentence has it: "countries with a supplier"."""
    ways = [e for e in speaker.scene.edges if e.object == edge.subject and place_of(speaker, e) is edge]
    if not speaker.words.is_aloud or len(ways) != 1 or ways[0].subject in speaker.mentioned:
        return None
    speaker.spoken.add(ways[0])
    speaker.mentioned[edge.subject] = speaker.names.label(ways[0]).text
    thing = speaker.things(ways[0].subject, plural=False)
    return Clause(speaker.words.say("opening", "with_some", thing=thing), "direct")


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
    if (placed := _placed(speaker, edge, label, number)) is not None:
        return [placed]
    if isinstance(other, Iri | Lit):
        value = speaker.names.constant(other, speaker.names.unit_of_value(other))
        if country := _country(speaker, label, other):
            value = speaker.words.say("nouns", "coded", value=value, name=country)
        if says_how(label, other, speaker.words):
            section, key = ("property", "so") if is_true(other) else ("negation", "not_so")
            return [Clause(speaker.words.say(section, f"{key}{number}", noun=label.text))]
        key = "noun_named" if speaker.names.is_several(edge) else "noun_value"
        clause = said(speaker.words, label, "", number, value, noun_key=key)
        if isinstance(other, Lit) and other.datatype == XSD + "boolean":
            clause = replace(clause, does="")  # "have the discontinued yes"
        if label.kind == "noun" and isinstance(other, Iri) and key == "noun_value" and value[:1].isupper():
            does = speaker.words.say("main", "noun_thing_value", noun=label.text, value=value)
            clause = replace(clause, does=does)
        return [clause]
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


def says_how(label: Label, value: Node, words: Wording) -> bool:
    """Whether a value says that a thing is, or is not, as the label has it: "that are delisted"."""
    is_boolean = isinstance(value, Lit) and value.datatype == XSD + "boolean"
    return is_boolean and label.kind in ("noun", "other") and words.is_adjective(label.text)


def is_true(value: Node) -> bool:
    """Whether a value is true, written in one of the two ways of XML Schema."""
    return isinstance(value, Lit) and value.value in ("true", "1")


def place_of(speaker: Speaker, edge: Edge) -> Edge | None:
    """The edge from an address to the country or the city that it is in, where nothing else is asked of the
    address.
    """
    scene, marks, node = speaker.scene, speaker.words.table["marks"], edge.object
    rest = [e for e in scene.edges if e.touches(node) and e is not edge]
    if isinstance(node, Iri | Lit) or node in scene.types or len(rest) != 1 or rest[0].subject != node:
        return None
    is_address = re.search(marks["address"], speaker.names.label(edge).text, re.IGNORECASE)
    return rest[0] if is_address and is_place(speaker, rest[0]) else None


def is_place(speaker: Speaker, edge: Edge) -> bool:
    """Whether a property says in which country or city something is."""
    marks, label = speaker.words.table["marks"], speaker.names.label(edge)
    said = speaker.names.without_owner(label.text, speaker.names.title(edge.subject))
    return any(
        re.search(marks[kind], f"{said} {label.noun} {label.before}", re.IGNORECASE)
        for kind in ("country", "city")
    )


def _placed(speaker: Speaker, edge: Edge, label: Label, number: str) -> Clause | None:
    """Things by where their address is: "in Norway", "that have an address in Norway (country code “NO”)"."""
    way = place_of(speaker, edge)
    if way is None or way in speaker.spoken:
        return None
    words, end, own = speaker.words, way.object, speaker.names.label(way)
    noun = speaker.names.without_owner(own.text, label.text)
    values, conditions = _named_places(speaker, end)
    if values:
        names = [
            _country(speaker, own, v) if isinstance(v, Lit) else speaker.names.constant(v) for v in values
        ]
        names = [n or v.value for n, v in zip(names, values, strict=True)]
        told = words.one_of([words.place(names[0]), *names[1:]])
        codes = [words.value(v) for v in values if isinstance(v, Lit) and _country(speaker, own, v)]
        code = words.say("nouns", "code", noun=noun, value=words.one_of(codes)) if codes else ""
    elif end in speaker.mentioned:
        told, code = words.place(speaker.again(end)), ""
    else:
        return None
    speaker.spoken.add(way)
    speaker.settled |= conditions
    speaker.mentioned[edge.object] = label.text
    if isinstance(end, Var):
        speaker.mentioned.setdefault(end, noun)
    if words.is_aloud:
        return Clause(told, "direct", does=words.say("opening", "are_placed", place=told))
    text = words.say("property", f"place{number}", noun=words.a(label.text), place=told, code=code)
    return Clause(text)


def _named_places(speaker: Speaker, end: Node) -> tuple[tuple[Iri | Lit, ...], set[int]]:
    """The places that the query names, and the ids of what names them."""
    if isinstance(end, Iri | Lit):
        return (end,), set()
    if not isinstance(end, Var) or any(e.touches(end) and e.object != end for e in speaker.scene.edges):
        return (), set()
    given, conditions = speaker.scene.given.get(end.name), speaker.scene.conditions.get(end.name, [])
    if given and not conditions:
        return given, {id(given)}
    match conditions:
        case [OneOfList(_, items, negated=False) as condition] if not given:
            named = tuple(i for i in items if isinstance(i, Iri | Lit))
            return (named, {id(condition)}) if len(named) == len(items) else ((), set())
    return (), set()


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
        noun = speaker.mentioned.get(edge.object, label.text)
        several = many.replace(words.of_nouns(noun), words.nouns(noun))
        does = words.say("main", "noun_thing", thing=several) if words.has("main", "noun_thing") else ""
        return Clause(words.say("property", f"noun_thing{number}", thing=many), does=does)
    if label is not None and label.kind in ("verb", "phrase"):
        return said(words, label, "", number, many)
    if (own := speaker.names.label(edge)).kind == "noun":
        return said(words, own, "_back", number, many)
    if words.has("property", f"{own.kind}_back_many"):
        return said(words, own, "_back_many", "", many)
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
        unit = speaker.names.unit(other) if isinstance(other, Var) else ""
        return _conditional(speaker, label.text, predicates, number, unit)
    clauses += _own(speaker, predicates)
    if not clauses and speaker.is_elsewhere(other, beyond=edge.subject):
        return []
    noun = told if speaker.names.is_second(other) else label.text
    if len(clauses) == 1 and names_owner(clauses[0].noun, noun):  # "a payment that has a payment amount"
        if clauses[0].place == "direct":
            return clauses
        if clauses[0].place == "has":
            noun, clauses = clauses[0].noun, []
    thing = with_clauses(speaker.words, speaker.words.a(noun), clauses)
    text = speaker.words.say("property", f"noun_thing{number}", thing=thing)
    return [Clause(text, "plain" if clauses else "has", noun, thing, number)]


def _conditional(
    speaker: Speaker, noun: str, predicates: Sequence[str], number: str, unit: str
) -> list[Clause]:
    """Conditions on a value: "whose weight is more than 20 kg", and "weigh more than 20 kg"."""
    words = speaker.words
    clausal = [p.removeprefix(CLAUSAL) for p in predicates if p.startswith(CLAUSAL)]
    plain = [p for p in predicates if not p.startswith(CLAUSAL)]
    many, said = words.is_plural(noun), list[Clause]()
    if plain:
        condition = words.predicates(words.agreeing(p) if many else p for p in plain)
        text = words.say("property", f"noun_condition{number}", noun=noun, condition=condition)
        said.append(Clause(text, does=_does(words, noun, words.predicates(plain), unit)))
    for predicate in clausal:
        told = words.agreeing(predicate) if many else predicate
        said.append(Clause(words.say("property", f"noun_clause{number}", noun=noun, condition=told)))
    return said


def _does(words: Wording, noun: str, predicate: str, unit: str) -> str:
    """The condition as the main clause of several things has it; "" where it takes a relative one."""
    if not (having := words.having(predicate)):
        return ""
    bare = re.fullmatch(words.table["marks"]["amount"], having)
    if bare and (verb := words.doing(noun, unit, many=True)):
        return f"{verb} {bare[1]}"
    return words.say("main", "noun_condition", thing=words.a(noun), condition=having)


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
        noun = label.text
        if way:
            noun = words.nouns(label.text) if number else words.a(label.text)
        if value.startswith(("‹jeweilig ", "‹derselbe ")) and key.startswith("noun_value"):
            key = "noun_that"
        if value.startswith("‹ein ") and key == "noun_value":
            return Clause(words.say("property", "noun_as", noun=noun, value=value), "plain", label.text)
        text = words.say("property", f"{key}{number}", noun=noun, value=value, owner=value)
        does = words.say("main", key, noun=noun, value=value) if words.has("main", key) else ""
        return Clause(text, "direct" if key == "noun_that" else "plain", label.text, does=does)
    label = label.turned if way else label
    before, value = governed(label.before, label.text, value)
    parts = {
        "phrase": label.text,
        "verb": label.text,
        "verb_plural": label.plural,
        "before": before,
        "aux": label.aux,
        "label": words.quoted(label.text),
        "value": value,
        "which": which(label.before, label.text, many=bool(number)),
        "which_many": which(label.before, label.text, many=True),
    }
    text = words.say("property", f"{label.kind}{way}{number}", **parts, owner=value)
    does = words.say("main", label.kind, **parts) if not way and words.has("main", label.kind) else ""
    return Clause(text, does=does.strip())
