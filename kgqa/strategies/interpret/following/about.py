"""“who is that?", "tell me more about the second one", a name alone: one thing with what is said of it.

In: a reading that names one thing and asks nothing else of it. Out: a form that shows its facts, each as a
column.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.linking.pronouns import points_back
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.facts import telling
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.seed import seed
from kgqa.strategies.interpret.following.thread import Thread
from kgqa.strategies.interpret.form import Fact, Filter, Form, Kind, Thing
from kgqa.types import TermKind

_MAY_STAND_BY = frozenset((Cue.EDIT, Cue.WHO, Cue.ASK, Cue.AND, Cue.RANK, Cue.NUMBER))


def described(on: Context, thread: Thread | None) -> Draft | None:
    """The facts of the one thing that is named, or ("tell me more") of the one that was answered; None where
    the question asks something of it.
    """
    reading = on.reading
    names = list(reading.meanings.items())
    about = any(f.function == Edit.ABOUT for _, f in reading.cue(Cue.EDIT))
    if {f.cue for _, f in reading.cue(*Cue)} - _MAY_STAND_BY:
        return None
    used = range(len(reading.pieces))
    if not names and about and thread is not None and (spot := _subject(on, thread)):
        return _facts_of(on, str(spot.node), spot.classes, used)
    if len(names) != 1 or names[0][1].kind is not TermKind.ENTITY:
        return None
    n, meaning = names[0]
    alone = (thread is None or _is_card(thread.form)) and _is_all(on, n)
    asks_who = reading.has(Cue.WHO) and not _asks_what_is_done(on)
    if not _has_a_name(on, meaning.match.classes):
        return None
    if about or asks_who or _is_counted_off(on, n) or alone:
        return _facts_of(on, meaning.match.iri, meaning.match.classes, used)
    return None


def _is_card(form: Form) -> bool:
    """Whether a form tells of one thing by its name, and asks nothing else of it."""
    match form.filters:
        case (Filter(variable, "in", (Thing(),)),):
            return form.shown[:1] == (variable,) and all(fact.optional for fact in form.facts)
    return False


def _asks_what_is_done(on: Context) -> bool:
    """“Who did batch 42", "who has it": who is asked for is not the thing that is named."""
    asking = (t for t in on.tokens if t.folded in on.lang.phrases("yes_no"))
    return any(on.lang.lemma(t.text) not in on.lang.phrases("copula") for t in asking)


def _subject(on: Context, thread: Thread) -> Spot | None:
    """The one thing that was answered, or whose value was."""
    spots = seed(thread.form, on.schema).spots
    if len(thread.things) == 1 and thread.form.shown:
        classes = next((s.classes for s in spots if s.node == thread.form.shown[0]), ())
        return Spot(thread.things[0], classes)
    named = [s for s in spots if isinstance(s.node, Thing)]
    is_one = not thread.things and len(named) == 1
    return Spot(named[0].node.iri, named[0].classes) if is_one and isinstance(named[0].node, Thing) else None


def _has_a_name(on: Context, classes: tuple[str, ...]) -> bool:
    """Whether things of these classes are called by names, where the graph has names at all: "Oslo" is the
    city, and no address whose IRI ends so.
    """
    names = on.reader.names
    return not (names and classes) or any(on.schema.has_own_name(cls, names) for cls in classes)


def _is_counted_off(on: Context, n: int) -> bool:
    """Whether a name is "the second one": it alone asks for the thing."""
    link = on.reading.pieces[n].link
    return link is not None and " " in link.text.strip() and points_back(link.text, on.lang)


def _is_all(on: Context, n: int) -> bool:
    """Whether the question is a name and nothing else."""
    link = on.reading.pieces[n].link
    return link is not None and link.text.casefold() == on.reader.source.strip(" ?.!").casefold()


def _facts_of(on: Context, iri: str, classes: tuple[str, ...], used: Iterable[int]) -> Draft | None:
    name = Draft().fresh(on.schema.common(classes))
    thing = Spot(name, classes[:1], named=True)
    draft = Draft(spots=(thing,), kind=Kind.LIST, filters=(Filter(name, "in", (Thing(iri),)),))
    shown, reached = [name], dict[str, str]()
    for way in telling(on.schema, classes, on.reader.names | on.reader.parts):
        here = name
        for place, prop in enumerate(way, 1):
            if place < len(way) and prop in reached:
                here = reached[prop]
                continue
            variable = draft.fresh(on.schema.ontology.label(prop))
            spot = Spot(variable, on.schema.ends(prop, forward=True), data=on.schema.is_data(prop))
            draft = draft.add(spot, Fact(here, prop, variable, optional=True))
            if place < len(way):
                reached[prop] = variable
            here = variable
        shown.append(here)
    return draft.changed(focus=tuple(shown)).use(*used) if len(shown) > 1 else None
