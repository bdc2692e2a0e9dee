"""Follow-ups: the last form of the thread, edited by what the new question says.

In: the thread and a reading of the new question. Out: drafts to go on from, with the words that each edit
took. Each edit is a step in a file of its own; what no edit takes is read as it is in any question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.following.about import described
from kgqa.strategies.interpret.following.amounts import aggregated
from kgqa.strategies.interpret.following.columns import widened
from kgqa.strategies.interpret.following.dropping import dropped
from kgqa.strategies.interpret.following.edits import WEAK, Edit, edits
from kgqa.strategies.interpret.following.exchanging import exchanged, put_away, redated, renumbered
from kgqa.strategies.interpret.following.grouping import regrouped
from kgqa.strategies.interpret.following.kinds import of_kind
from kgqa.strategies.interpret.following.leaning import leans
from kgqa.strategies.interpret.following.limiting import limited, reranked
from kgqa.strategies.interpret.following.ordering import ordered
from kgqa.strategies.interpret.following.references import asked, assumed, within
from kgqa.strategies.interpret.following.required import required
from kgqa.strategies.interpret.following.seed import seed
from kgqa.strategies.interpret.following.talk import Talk, kept
from kgqa.strategies.interpret.following.thread import Thread, thread_of
from kgqa.strategies.interpret.form import Form, Kind
from kgqa.strategies.interpret.readings import Reading

TAKEN_UP = 0.2  # what it costs to go back behind the last question
# In this order: what goes makes room, one thing takes the place of another, then what is asked of them.
STEPS: tuple[Callable[[Talk, Draft], list[Draft]], ...] = (
    put_away,
    dropped,
    asked,
    within,
    exchanged,
    redated,
    renumbered,
    of_kind,
    ordered,
    limited,
    reranked,
    regrouped,
    aggregated,
    widened,
)


def starting(thread: Thread, on: Context) -> Iterator[Draft]:
    """The drafts that a reading makes of the last form, cheapest first."""
    start = seed(thread.form, on.schema)
    if not start.focus and thread.form.kind is not Kind.ASK:
        return
    talk = Talk(thread, on)
    for draft in _stepped(talk, start):
        yield assumed(talk, draft)
    if not any(True for d in exchanged(talk, start) if d.used):
        yield from _taken_up(thread, on)


def _stepped(talk: Talk, start: Draft) -> Iterator[Draft]:
    drafts = [start]
    for step in STEPS:
        drafts = kept(d for each in drafts for d in step(talk, each))
    said = dict(talk.on.reading.cue(Cue.EDIT))
    marks = {n for n, f in said.items() if f.function in _MARKS}
    for draft in drafts:
        lost = [talk.on.reader.text(talk.on.reading.pieces[n]) for n in said if n not in draft.used | marks]
        yield draft.use(*marks).changed(unmet=(*draft.unmet, *lost))


def _taken_up(thread: Thread, on: Context) -> Iterator[Draft]:
    """“Who looks after Tembo? When did she join? And Pip?": what the last question has no place for may take
    the place of its kind in the one before.
    """
    for earlier in thread.earlier:
        talk = Talk(earlier, on)
        found = [d for d in exchanged(talk, seed(earlier.form, on.schema)) if d.used]
        if found:
            yield from (assumed(talk, d.dearer(TAKEN_UP)) for d in found)
            return


def is_repeated(reading: Reading, form: Form) -> bool:
    """Whether the last question is asked once more: "show me all" of what was shown in part, the order or the
    column that is there already.
    """
    if not reading.meanings:
        asks = reading.has(Cue.AGGREGATE, Cue.COUNT, Cue.SUPERLATIVE, Cue.DATE)
        return asks or any(f.function in _AGAIN for _, f in reading.cue(Cue.EDIT))
    shown = {f.property for f in form.facts if f.object in form.shown}
    return all(m.match.iri in shown for m in reading.meanings.values())


# Words that only say how the rest is meant; any other edit that found nothing to do was not understood.
_MARKS = frozenset({*WEAK, Edit.ONLY, Edit.ALSO, Edit.INSTEAD, Edit.CONDITION, Edit.ALL})
# Words that may ask for what is there already.
_AGAIN = frozenset(Edit) - {Edit.ABOUT, Edit.BESIDE, Edit.EVERY, Edit.ONLY, Edit.ALSO, Edit.DROP}

__all__ = [
    "Thread",
    "described",
    "edits",
    "is_repeated",
    "leans",
    "required",
    "starting",
    "thread_of",
]
