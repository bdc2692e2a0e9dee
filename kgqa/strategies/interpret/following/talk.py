"""One reading of a follow-up beside the thread that it goes on from: what every edit looks at.

In: a thread, and a reading with its reader. Out: truths about both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.loose import without_groups, without_values
from kgqa.strategies.interpret.following.thread import Thread
from kgqa.strategies.interpret.form import Kind
from kgqa.strategies.interpret.readings import Meaning
from kgqa.types import TermKind
from kgqa.wording import Words, words

_MOST = 8  # drafts that go on side by side


@dataclass(frozen=True)
class Talk:
    """A thread and a reading of what is said next."""

    thread: Thread
    on: Context

    @property
    def words(self) -> Words:
        """The sentences in which what is assumed is told."""
        return words(self.on.lang.code)

    # ── what is said ─────────────────────────────────────────────────────────────────────────────

    def edits(self, *wanted: Edit) -> Iterator[int]:
        """The pieces that say one of these edits."""
        return (n for n, found in self.on.reading.cue(Cue.EDIT) if found.function in wanted)

    def has(self, *wanted: Edit) -> bool:
        return any(True for _ in self.edits(*wanted))

    def names(self, draft: Draft, *kinds: TermKind) -> Iterator[tuple[int, Meaning]]:
        """The names of these kinds that nothing has used yet."""
        for n, meaning in self.on.reading.meanings.items():
            if n not in draft.used and meaning.kind in kinds:
                yield n, meaning

    def cues(self, draft: Draft, *wanted: Cue) -> bool:
        """Whether there is a cue of one of these kinds that nothing has used yet."""
        return any(n not in draft.used for n, _ in self.on.reading.cue(*wanted))

    def several(self) -> str:
        """The word that stands for all that was answered ("those"); "" where none does."""
        linked = {
            i
            for p in self.on.reading.pieces
            if p.link is not None
            for i in range(p.first, p.last + 1)
            if p.link.matches[:1] and p.link.matches[0].how == "pinned"
        }
        several = self.on.lang.phrases("follow_up.several") - self.on.lang.phrases("follow_up.articles")
        for i, token in enumerate(self.on.tokens):
            if token.folded in several and i not in linked:
                return token.text
        return ""

    def starts(self) -> bool:
        """Whether the question begins as what goes on: "and …"."""
        return starts(" ".join(t.folded for t in self.on.tokens), self.on.lang.phrases("follow_up.starts"))

    def opening(self) -> int:
        """How many words the question begins with that only say that it goes on: "what about"."""
        text = " ".join(t.folded for t in self.on.tokens)
        found = [s for s in self.on.lang.phrases("follow_up.starts") if starts(text, frozenset((s,)))]
        return max((len(s.split()) for s in found), default=0)

    # ── what it is about ─────────────────────────────────────────────────────────────────────────

    def things(self, draft: Draft) -> Spot | None:
        """What the last question was about: what it showed, counted or took numbers of."""
        for variable in (*draft.focus, *draft.group):
            spot = draft.spot(variable)
            if not spot.data and spot in draft.spots and variable not in draft.group:
                return spot
        owner = next(
            (f.subject for v in draft.focus for f in draft.facts if f.object == v and draft.spot(v).data),
            None,
        )
        if isinstance(owner, str):
            return self._named_above(draft, draft.spot(owner))
        named = [s for s in draft.spots if s.named and isinstance(s.node, str) and not s.data]
        return named[0] if named else None

    def _named_above(self, draft: Draft, spot: Spot) -> Spot:
        """A structured value belongs to what has it: a price to its product."""
        seen = {spot.node}
        while not spot.named:
            above = next(
                (f.subject for f in draft.facts if f.object == spot.node and isinstance(f.subject, str)), None
            )
            if above is None or above in seen:
                break
            seen.add(above)
            spot = draft.spot(above)
        return spot


def listing(draft: Draft, things: Spot) -> Draft:
    """The draft as a list of its things; a list that shows them already stays as it is."""
    if draft.kind is Kind.LIST and things.node in draft.focus:
        return draft
    draft = without_groups(draft) if draft.group else draft
    order = draft.order if draft.order and not (draft.order.count or draft.order.function) else None
    values = draft.focus if draft.kind is Kind.AGGREGATE else ()
    listed = draft.changed(
        kind=Kind.LIST,
        focus=(str(things.node),),
        function="",
        having=None,
        order=order,
        computed=(),
        once=(),
    )
    return without_values(listed, values)


def kept(drafts: Iterable[Draft]) -> list[Draft]:
    """The cheapest drafts that differ in anything but their cost."""
    found: dict[Draft, Draft] = {}
    for draft in sorted(drafts, key=lambda d: d.cost):
        found.setdefault(draft.changed(cost=0.0), draft)
    return list(found.values())[:_MOST]


def starts(text: str, phrases: frozenset[str]) -> bool:
    return any(text == s or text.startswith(s + " ") for s in phrases)
