"""A query that lists things, with columns beside them.

In: a Telling. Out: "the captains, with their e-mail address and phone number where known", "each pair of a
ship and a second ship, with …".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.restate.clauses import with_clauses
from kgqa.restate.ordering import best
from kgqa.restate.telling import Telling
from kgqa.restate.voice import Near
from kgqa.restate.ways import chain, connected, forwards, root
from kgqa.sparql.model import Iri, Node, OneOfList, Var
from kgqa.sparql.walk import variables


def listed(telling: Telling, *, counted: bool = False, called: str = "", told: Sequence[Var] = ()) -> str:
    """The list in words, or how many it has; the things as they are `called`, with the columns beside them
    that are not `told` there.
    """
    words, speaker = telling.words, telling.speaker
    if not telling.select.columns:
        return words.say("head", "everything", things=everything(telling))
    columns = [c.variable for c in telling.select.columns]
    about = telling.root
    if not counted and about is not None and (card := _card(telling, about, columns)):
        return card
    if about is None and not speaker.made and not telling.scene.apart:
        return words.say("head", "everything", things=words.say("nouns", "things"))
    worked_out = all(speaker.made_of(c.name) is not None for c in columns)
    if about is None or (worked_out and telling.names.of_named(about)):
        return words.all_of(_text(telling, c, None) for c in columns)
    others = beside(telling, about)
    if others:
        speaker.later = set(others)
        things = []
        for node in (about, *others):
            speaker.later.discard(node)
            thing = speaker.things(node, plural=False, the=telling.names.is_one(node))
            things.append(words.without_the(thing) if telling.names.is_one(node) else thing)
        if all(telling.names.is_one(node) for node in (about, *others)):
            text = words.say("head", "list", things=words.all_of(things))
        else:
            text = words.say("head", "pairs", things=words.all_of(things))
    else:
        is_one = telling.names.is_one(about) and not counted
        things = [with_clauses(words, *speaker.told(about)) if is_one else speaker.things(about)]
        text = words.say(*(("aggregates", "COUNT_alone") if counted else ("head", "list")), things=things[0])
    ranked = _ranked(telling, about) if not others and not counted else ""
    if ranked:
        text, telling.is_ranked = ranked, True
    one = not others and ((bool(ranked) and telling.select.limit == 1) or telling.names.is_one(about))
    telling.near = None if others else (about, "its" if one else "their")
    rest = [_column(telling, c, telling.near) for c in columns if c not in (about, *others, *told)]
    known = _joined(telling, [c for c in rest if not c.optional])
    perhaps = _joined(telling, [c for c in rest if c.optional])
    key = "with_both" if known and perhaps else "with_optional" if perhaps else "with_one" if one else "with"
    text = called or text
    return words.say("head", key, list=text, columns=known, optional=perhaps) if rest else text


def _card(telling: Telling, about: Node, columns: Sequence[Var]) -> str:
    """“the product “Gale 400”, with plant and weight where known": one thing by its name, with facts that
    need not be there; "" for any other list.
    """
    words, scene = telling.words, telling.scene
    given = scene.conditions.get(about.name, []) if isinstance(about, Var) else []
    match given:
        case [OneOfList(_, (Iri() as thing,), negated=False)] if not scene.edges and about in columns:
            telling.speaker.settle(given[0])
        case _:
            return ""
    noun, _ = telling.speaker.head(about)
    text = words.say(
        "head", "list", things=words.say("nouns", "called", noun=noun, name=telling.names.constant(thing))
    )
    telling.near = (about, "their")
    facts = [_fact(telling, column) for column in columns if column != about]
    return words.say("head", "with_facts", list=text, facts=words.all_of(facts)) if facts else text


def _fact(telling: Telling, column: Var) -> str:
    """What a value of the thing is called: the plant, and of its address the city."""
    names = telling.names
    noun = _column(telling, column, telling.near).noun or names.title(column)
    owner = next((edge.subject for edge in names.edges() if edge.object == column), None)
    if owner is not None and owner != telling.root:
        noun = names.without_owner(names.title(column), names.title(owner))
    return telling.words.after_with(noun)


def _ranked(telling: Telling, about: Node) -> str:
    """The first of an order by their rank: "the 3 products with the highest weight"; "" where more is said of
    them than that.
    """
    select, words, speaker = telling.select, telling.words, telling.speaker
    plain = speaker.nouns_of(about) if about in speaker.mentioned else ""
    single = len(select.order_by) == 1 and select.limit is not None and not select.offset
    if not single or telling.embedded or telling.scene.limited or telling.scene.others or select.having:
        return ""
    fresh = telling.inner(select)
    fresh.root = fresh.names.root = about
    beside(fresh, about)
    if fresh.speaker.things(about) != plain or fresh.speaker.left_over() > telling.speaker.left_over():
        return ""
    said = best(telling, select.order_by[0])
    if said is None:
        return ""
    key = "one" if select.limit == 1 else "some"
    noun = speaker.mentioned[about]
    text = words.say(
        "picked", key, thing=noun, things=words.picked_nouns(words.nouns(noun)), count=select.limit, best=said
    )
    return words.without_the(text) if words.language == "de" else text


def beside(telling: Telling, about: Node) -> list[Node]:
    """What else than `about` the rows are about. What columns and the order say needs no other words."""
    columns = [c.variable for c in telling.select.columns]
    made = {n for c in columns for n in telling.underlying(c)}
    ordering = {n for k in telling.select.order_by for n in variables(k.value)}
    ordering |= {n for name in ordering for n in telling.underlying(Var(name))}
    telling.speaker.elsewhere |= {c.name for c in columns if c != about} | made | ordering
    return _others(telling, about, [*columns, *(Var(n) for n in sorted(made))])


def everything(telling: Telling) -> str:
    about = root(telling.scene, telling.names.edges(), [])
    return telling.speaker.things(about) if about is not None else telling.words.say("nouns", "things")


def _others(telling: Telling, about: Node, shown: Sequence[Var]) -> list[Node]:
    """What else the rows are about: things of the same name, and what nothing connects to the first."""
    edges, found = telling.names.edges(), list[Node]()
    for column in shown:
        if telling.names.is_second(column) and not forwards(edges, about, column):
            found.append(column)
        elif telling.occurs(column) and not any(column in connected(edges, n) for n in (about, *found)):
            near = connected(edges, column)
            own = [e for e in edges if e.subject in near or e.object in near]
            other = root(telling.scene, own, [c for c in shown if c in near])
            found.append(other if other is not None and other in near else column)
    return [n for n in found if not telling.names.of_named(n)]


# ── columns ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Column:
    """`noun` alone where it is a value of the thing itself ("their weight"), to be joined with others."""

    text: str
    noun: str = ""
    optional: bool = False


def _column(telling: Telling, column: Var, near: Near) -> _Column:
    names, about = telling.names, telling.root
    made = telling.speaker.made_of(column.name) is not None or column.name in telling.speaker.worked_out
    way = chain(names.edges(), about, column) if about is not None and near and not made else []
    if not way:
        return _Column(_text(telling, column, near))
    first = "the" if near and near[1] == "its" else "their"
    noun = telling.speaker.chain_noun(way, first=first)
    optional = any(edge not in telling.scene.edges for edge, _ in way)
    said = _optional_predicates(telling, column) if optional else []
    noun = " ".join((noun, *(f"({p})" for p in said)))
    own = telling.speaker.chain_noun(way, first="")
    single = telling.words.say("nouns", first, noun=own) == noun
    return _Column(noun, own if single else "", optional)


def _text(telling: Telling, column: Var, near: Near) -> str:
    speaker, words = telling.speaker, telling.words
    made = speaker.made_of(column.name)
    if made is not None or column.name in speaker.worked_out or near is None:
        said = speaker.term(column if made is None else made, near)
        speaker.speak_of(column if made is None else made)
        if said is not None:
            return said
        if made is not None:
            speaker.unsaid += 1
            return words.quoted(column.name)
    return telling.names.the(telling.names.title(column))


def _optional_predicates(telling: Telling, column: Var) -> list[str]:
    return [
        p
        for scene in telling.scene.optional
        for p in telling.speaker.inside(scene, None).predicates(column.name)
    ]


def _joined(telling: Telling, columns: Sequence[_Column]) -> str:
    """Columns in a row; values of the thing itself share their "their"."""
    words = telling.words
    if all(c.noun for c in columns) and not (telling.near and telling.near[1] == "its"):
        if words.language == "de":  # "mit ihrem Namen und ihrer Adresse"
            return words.all_of(
                words.say("nouns", "their", noun=c.noun).replace("‹ihr ", "‹ihr:dat ") for c in columns
            )
        return words.say("nouns", "their", noun=words.all_of(c.noun for c in columns)) if columns else ""
    return words.all_of(c.text for c in columns)
