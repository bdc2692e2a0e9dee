"""What a model is told at first: the card of the graph, what the question's names may mean, verified
questions, the conversation. The words are in `kgqa/prompts/agent*.md`.

In: a linked question, what is known of the graph. Out: the first two messages, and the handles that they use.
Where the whole card has room it stands in the first message, which is then the same for every question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from kgqa.card import Told, card_of
from kgqa.card.cut import Cut, Things
from kgqa.fence import fenced
from kgqa.labels import by_iri
from kgqa.language import Language, language
from kgqa.library.pair import Pair
from kgqa.prompts import Prompts
from kgqa.sparql.model import Iri
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.names import WEAK, told_families, told_names
from kgqa.strategies.agent.touched import Touched
from kgqa.strategies.oneshot.mentions import Mentions
from kgqa.strategies.oneshot.prompt import Budgets, Writer
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion, TermKind
from kgqa.vocabulary import Schema, Vocabulary, Wanted

PROMPTS = ("agent", "agent-start", "agent-turn")
_LONG_AGO = timedelta(days=60)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PLACE = re.compile(r"\{(e\d+)\}")


@dataclass(frozen=True)
class Known:
    """What is known of one graph before a question comes; each part is made when it is first needed."""

    parts: Parts

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.of(self.parts.ontology)

    @cached_property
    def cut(self) -> Cut:
        """The card, and its parts."""
        parts = self.parts
        card = card_of(parts.ontology, parts.naming, parts.index)
        return Cut(Told(card, parts.ontology, self.vocabulary, self._label), Schema(self.vocabulary))

    @cached_property
    def writer(self) -> Writer:
        """What tells verified questions and the conversation."""
        parts = self.parts
        return Writer(
            schema=self.cut.schema,
            index=parts.index,
            definitions=parts.definitions,
            naming=parts.naming,
            budgets=Budgets(),
            closed=bool(parts.conditions.closed),
        )

    def has_room(self, bounds: Bounds) -> bool:
        """Whether the whole card has room in a prompt."""
        return self.cut.size <= bounds.card

    def part(self, linked: LinkedQuestion, room: int) -> tuple[str, ...]:
        """The part of the card for a question, in at most `room` bytes."""
        matches = [m for link in linked.links for m in link.matches[:3]]
        named = [m for m in matches if m.how not in WEAK]
        things = [m for m in named if m.kind is TermKind.ENTITY]
        wanted = Wanted(
            tuple(dict.fromkeys(m.iri for m in named if m.kind is TermKind.CLASS)),
            tuple(dict.fromkeys(m.iri for m in named if m.kind in (TermKind.PROPERTY, TermKind.VALUE))),
            linked.question.text,
            linked.question.language or "en",
        )
        around = Things(
            tuple(dict.fromkeys(c for m in things for c in m.classes if c)),
            frozenset(e.property for m in things for e in m.edges),
        )
        return self.cut.part(wanted, room, around)

    def _label(self, iri: str) -> str:
        thing = self.parts.index.thing(iri)
        return thing.label if thing else by_iri(iri)


@dataclass
class Start:
    """The beginning of one exploration."""

    known: Known
    linked: LinkedQuestion
    bounds: Bounds
    prompts: Prompts
    pairs: Sequence[Pair] = ()
    touched: Touched = field(default_factory=dict)
    handles: Handles = field(init=False)
    text: str = field(init=False)

    def __post_init__(self) -> None:
        known = self.known
        self.handles = Handles(known.vocabulary, known.cut.told.things)
        self.text = self._text()

    @property
    def parts(self) -> Parts:
        return self.known.parts

    @property
    def lang(self) -> Language:
        return language(self.linked.question.language or "en")

    @property
    def versions(self) -> str:
        """The versions of the prompts, for the record."""
        return ", ".join(self.prompts.get(name).version for name in PROMPTS)

    @property
    def system(self) -> str:
        """The instructions, with the card where it has room."""
        card = _block(self.known.cut.whole) if self._is_whole else ""
        bounds = self.bounds
        return self.prompts.get("agent").filled(
            card=card, turns=str(bounds.turns), actions=str(bounds.actions)
        )

    @property
    def _is_whole(self) -> bool:
        return self.known.has_room(self.bounds)

    def _text(self) -> str:
        known, question = self.known, self.linked.question
        mentions = Mentions(known.vocabulary, self.parts.index)
        conversation = known.writer.conversation(question.history, mentions)
        self.handles.adopt({n: t for n, t in mentions.placed.items() if isinstance(t, Iri)})
        names = told_names(self.linked, self.lang, self.handles, self.bounds.names, self.touched)
        names += told_families(self.linked, self.parts.index, self.lang, self.handles)
        metrics = known.writer.metrics(question, self.lang)
        return self.prompts.get("agent-start").filled(
            card="" if self._is_whole else _block(known.part(self.linked, self.bounds.card)),
            examples=_block(known.writer.examples(self.pairs, known.writer.budgets.examples)),
            definitions=_block([f"“{line(d.name, 80)}”: {line(d.means, 300)}" for d in metrics]),
            conversation=_block([_PLACE.sub(r":\1", each) for each in conversation]),
            names=_block(names),
            today=(today := question.asked_at.date()).isoformat(),
            latest=self._latest(today),
            question=_block([line(question.text, 2_000)]),
        )

    def _latest(self, today: date) -> str:
        """Where the data ends, as far as it was looked at, if that is long ago; else ""."""
        latest = max((s.most[:10] for s in self.parts.ontology.samples if _DAY.match(s.most)), default="")
        is_old = bool(latest) and latest < (today - _LONG_AGO).isoformat()
        return f"; the last day in the data is {latest}" if is_old else ""


def _block(lines: Sequence[str]) -> str:
    text = "\n".join(lines).strip()
    return fenced(text, "text") if text else ""
