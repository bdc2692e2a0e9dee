"""Another kind of thing: "just the managers" narrows, "and the customers?" exchanges.

In: a draft and the classes that a follow-up names. Out: the draft with its things of that class.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.talk import Talk
from kgqa.strategies.interpret.form import Kind
from kgqa.types import TermKind

ANOTHER = 3.0  # what it costs to read a kind of the things as something that they have
EXCHANGED = 0.2  # another kind of thing may be another topic


def of_kind(talk: Talk, draft: Draft) -> list[Draft]:
    """The drafts in which the things are of the class that is named, where they may be."""
    things = talk.things(draft)
    if things is None or draft.kind is Kind.ASK:
        return [draft]
    drafts = [draft]
    ontology = talk.on.schema.ontology
    if talk.has(Edit.ONLY):
        drafts = [d.dearer(ANOTHER * _as_properties(talk, draft, things)) for d in drafts]
    for n, meaning in talk.names(draft, TermKind.CLASS):
        iri = meaning.match.iri
        if _is_grouped(talk, n):
            continue
        if things.classes and all(ontology.is_a(c, iri) for c in things.classes):
            drafts = [*(d.use(n) for d in drafts), *(d.dearer(0.5) for d in drafts)]
        elif talk.has(Edit.ALSO):
            drafts = [d.dearer(ANOTHER) for d in drafts]  # what the things are has nothing to do with them
            if things.named and _fits(talk, draft, things, iri):
                drafts = [*(_typed(d, things, *things.classes, iri).use(n) for d in drafts), *drafts]
        elif talk.on.schema.overlap((iri,), things.classes):
            drafts = [*(_typed(d, things, iri).use(n) for d in drafts), *(d.dearer(0.5) for d in drafts)]
        elif not talk.has(Edit.ONLY) and not talk.several() and _fits(talk, draft, things, iri):
            drafts = [*(_typed(d, things, iri).use(n).dearer(EXCHANGED) for d in drafts), *drafts]
    return drafts


def _as_properties(talk: Talk, draft: Draft, things: Spot) -> int:
    """How many words are read as a property that name a kind of the things: "just the managers" are those who
    are managers, not those who have one.
    """
    count = 0
    for n, _ in talk.names(draft, TermKind.PROPERTY):
        kinds = [m.iri for m in talk.on.reading.pieces[n].matches(TermKind.CLASS)[:1]]
        count += talk.on.schema.overlap(kinds, things.classes)
    return count


def _is_grouped(talk: Talk, n: int) -> bool:
    """“by department", "without the country": the class is not what the things are."""
    before = talk.on.reading.pieces[n - 1].found if n else None
    if before is None:
        return False
    return before.cue.value in ("group", "negation") or before.function in (Edit.SORT, Edit.DROP, Edit.BESIDE)


def _typed(draft: Draft, things: Spot, *classes: str) -> Draft:
    spot = replace(things, classes=classes, named=True)
    return draft.changed(spots=tuple(spot if s.node == things.node else s for s in draft.spots))


def _fits(talk: Talk, draft: Draft, things: Spot, iri: str) -> bool:
    """Whether all that was said of the things can be said of the other kind."""
    schema = talk.on.schema
    own = [f for f in draft.facts if things.node in (f.subject, f.object) and not f.optional]
    return all(schema.overlap((iri,), schema.ends(f.property, forward=f.subject != things.node)) for f in own)
