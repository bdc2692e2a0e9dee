"""Passages -> which of them a model is asked about, and what that costs.

In: passages, what is known of the graph, the replies that are there. Out: a Plan, before anything is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from kgqa.fence import fenced, on_one_line
from kgqa.language import guess
from kgqa.linking.link import link
from kgqa.passages.passage import Passage
from kgqa.prompts import Prompts
from kgqa.strategies.agent.start import Known
from kgqa.types import Question
from kgqa.vocabulary.told import weight

ROOM = 12_000  # bytes of the card that are told with each passage
REPLY = 4_000  # tokens that a reply may have
PROMPTS = ("extract", "extract-passage")
_BYTES = 3.5  # of a token
_USUAL = 700  # tokens of a reply
_MOST = 3_000  # characters of a passage by which the part of the card is chosen
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # a name is the same on all of them
_HEADINGS = 300  # characters of the titles above a passage


@dataclass(frozen=True, slots=True)
class Task:
    """A passage that is to be asked about, by which version of the `prompt`. `key` is the same for the same
    passage, terms, prompts and model.
    """

    passage: Passage
    key: str
    prompt: str
    asking: Asking

    @property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """What is asked. It takes a moment where the card has to be cut."""
        return self.asking.messages(self.passage)


@dataclass(frozen=True, slots=True)
class Plan:
    """All passages in their order. Those in `kept` have a reply; of the others so many are `left_out`."""

    tasks: tuple[Task, ...]
    kept: int
    left_out: int
    calls: int
    tokens: int
    documents: int


def plan(
    passages: Iterable[Passage],
    known: Known,
    model: str,
    kept: Collection[str],
    calls: int,
    prompts: Prompts | None = None,
) -> Plan:
    """What is to be asked, at most so many `calls`; each passage once, however often it stands there."""
    asking = Asking(known, model, prompts or Prompts())
    tasks: list[Task] = []
    documents, seen = set(), set()
    new = cost = left_out = there = 0
    for passage in passages:
        documents.add(passage.document)
        if passage.sha256 in seen:
            continue
        seen.add(passage.sha256)
        task = asking.task(passage)
        if task.key in kept:
            there += 1
        elif new == calls:
            left_out += 1
            continue
        else:
            new, cost = new + 1, cost + asking.tokens(passage)
        tasks.append(task)
    return Plan(tuple(tasks), there, left_out, new, _rounded(cost), len(documents))


class Asking:
    """What a model is told about each passage: the same instructions, and of the card what has room."""

    def __init__(self, known: Known, model: str, prompts: Prompts) -> None:
        self.known, self.model, self.prompts = known, model, prompts
        self.is_whole = known.cut.size <= ROOM
        self._terms = "\0".join(sorted(known.vocabulary.iris))
        self._system = self._instructions(known.cut.whole) if self.is_whole else ""

    def task(self, passage: Passage) -> Task:
        versions = [self.prompts.get(name).version for name in PROMPTS]
        key = "\0".join((self.model, *versions, self._terms, passage.sha256))
        return Task(passage, sha256(key.encode("utf-8", "replace")).hexdigest()[:16], versions[0], self)

    def tokens(self, passage: Passage) -> int:
        """About how many tokens are sent and come back."""
        told = weight(self._system) if self.is_whole else ROOM + weight(self._instructions(()))
        return int((told + weight(passage.text)) / _BYTES) + _USUAL

    def messages(self, passage: Passage) -> tuple[tuple[str, str], ...]:
        titles = dict.fromkeys(b.place.heading for b in passage.blocks if b.place.heading)
        asked = self.prompts.get("extract-passage").filled(
            document=on_one_line(passage.document)[:_HEADINGS],
            headings=on_one_line("; ".join(titles))[:_HEADINGS],
            passage=fenced(passage.text, "text"),
        )
        return ("system", self._system or self._instructions(self._part(passage))), ("user", asked)

    def _part(self, passage: Passage) -> tuple[str, ...]:
        """The part for what the passage names, as it would be for a question."""
        text = on_one_line(passage.text)[:_MOST]
        lang = guess(text)
        parts = self.known.parts
        question = Question(text=text, asked_at=_ANY_DAY, language=lang.code)
        return self.known.part(link(question, parts.index, lang, parts.ontology), ROOM)

    def _instructions(self, lines: tuple[str, ...]) -> str:
        card = fenced("\n".join(lines), "text") if lines else ""
        return self.prompts.get("extract").filled(card=card)


def _rounded(tokens: int) -> int:
    return tokens // 100 * 100 if tokens > 100 else tokens  # noqa: PLR2004
