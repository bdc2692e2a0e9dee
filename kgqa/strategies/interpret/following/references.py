"""What a follow-up is about: all that was answered, counted or listed again, or its first few as they were.

In: the last form as a draft. Out: the draft as a count or a list of its things; where the last answer was cut
("the top five") and the question goes into it, exactly the things that were answered.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.restate.english import plural
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.seed import seed
from kgqa.strategies.interpret.following.talk import Talk, listing
from kgqa.strategies.interpret.form import Filter, Kind, Thing, named, renamed
from kgqa.types import TermKind

_ASKING = (Cue.ASK, Cue.WHO, Cue.YES_NO)


def asked(talk: Talk, draft: Draft) -> list[Draft]:
    """“how many are those?", "which ones?": the same things, counted or listed."""
    things = talk.things(draft)
    reading = talk.on.reading
    used = {n for n, _ in reading.cue(*_ASKING, Cue.COUNT)}
    if things is None:
        return [draft.use(*used)]
    if reading.has(Cue.COUNT):
        counted = replace(listing(draft, things), kind=Kind.COUNT, order=None, measures=())
        if draft.kind in (Kind.COUNT, Kind.AGGREGATE) and draft.group and talk.starts():
            counted = replace(counted, group=draft.group)
        return [held(talk, counted).use(*used)]
    opening = talk.opening()
    asks = any(talk.on.reading.pieces[n].first >= opening for n, _ in reading.cue(Cue.ASK, Cue.WHO))
    wants_list = asks and not reading.has(Cue.AGGREGATE, Cue.GROUP, Cue.EDIT)
    if talk.several() and not talk.has(Edit.SORT, Edit.FIRST):
        inner = talk.cues(draft, Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.FLAG, Cue.NEGATION, Cue.COMPARISON)
        inner = inner or any(True for _ in talk.names(draft, TermKind.ENTITY, TermKind.VALUE))
        draft = held(talk, draft) if inner else draft
    if (wants_list or reading.has(Cue.SUPERLATIVE)) and draft.kind is not Kind.LIST:
        return [listing(draft, things).use(*used)]
    return [draft.use(*used)]


def within(talk: Talk, draft: Draft) -> list[Draft]:
    """“only the active ones" after "the top five": of those five."""
    goes_in = talk.has(Edit.ONLY) and not talk.cues(draft, Cue.SUPERLATIVE) and _narrows(talk, draft)
    return [held(talk, draft) if goes_in or talk.on.reading.has(Cue.AGGREGATE) else draft]


def _narrows(talk: Talk, draft: Draft) -> bool:
    return bool(list(talk.names(draft, *TermKind))) or talk.cues(
        draft, Cue.FLAG, Cue.COMPARISON, Cue.NEGATION, Cue.DATE
    )


def held(talk: Talk, draft: Draft) -> Draft:
    """The draft about the things that were answered, where they were cut off at some number."""
    things = talk.things(draft)
    if draft.limit is None and not draft.offset:
        return draft
    whole = draft.changed(order=None, limit=None, offset=0)
    if things is None:
        return whole
    if talk.thread.things:
        answered = tuple(Thing(iri) for iri in talk.thread.things)
        return replace(whole, filters=(*draft.filters, Filter(str(things.node), "in", answered)))
    form = talk.thread.form
    apart = {v: f"{v}Before" for v in named(form) if v != things.node}
    inner = renamed(replace(form, shown=(str(things.node),), measures=()), apart)
    return draft.changed(order=None, limit=None, offset=0, nested=(*draft.nested, inner))


def assumed(talk: Talk, draft: Draft) -> Draft:
    """The draft with what was assumed: which question it goes on from, what "those" stands for."""
    before = seed(talk.thread.form, talk.on.schema)
    things = None if before.group else talk.things(before)
    word = talk.several()
    count = len(talk.thread.things)
    if word and things is not None:
        noun = _noun(talk, things.classes)
        what = talk.words.answered(count, noun) if count > 1 else talk.words.say("answered_any", things=noun)
        line = talk.words.say("took", words=word, what=what)
    else:
        line = talk.words.say("went_on", question=talk.thread.question.strip())
    return draft.changed(assumed=(*draft.assumed, line))


def _noun(talk: Talk, classes: tuple[str, ...]) -> str:
    """What the things are called, in the language of the question."""
    ontology, code = talk.on.schema.ontology, talk.on.lang.code
    noun = talk.on.schema.common(classes)
    above = (c for cls in classes for c in ontology.superclasses(cls))
    noun = next((ontology.label(c, code) for c in above if ontology.label(c) == noun), noun)
    return plural(noun) if code == "en" else noun
