"""What a model replied -> a Proposal: each query that it wrote, at its least, with what speaks for it.

In: the replies of one question. Out: candidates, the most trusted first, each once; or why there are none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from kgqa.check import Verdict
from kgqa.language import Language, fold, language
from kgqa.ports import Proposal
from kgqa.restate import restate
from kgqa.shape import Shaped, shaped
from kgqa.sparql import ParsedQuery, parse, spelled, write
from kgqa.sparql.model import Iri
from kgqa.strategies.kinds import with_kinds
from kgqa.strategies.oneshot.evidence import Evidence, met, unused
from kgqa.strategies.oneshot.mentions import Mentions
from kgqa.strategies.oneshot.names import with_things
from kgqa.strategies.oneshot.reply import NotKnown, Reply, Unusable, Written
from kgqa.strategies.parts import Parts
from kgqa.strategies.used import Used
from kgqa.types import CandidateQuery, CheckedQuery, LinkedQuestion, Pin, TermKind
from kgqa.wording import words as wording

Check = Callable[[str], Awaitable[Verdict]]

NAME = "oneshot"
_PLAIN = re.compile(r"[^\W_]+(?:[ '\u2019-][^\W_]+){0,4}")
UNREAD = "what a model wrote, which cannot be read yet"


@dataclass(frozen=True, slots=True)
class Said:
    """What came of one sample: the reply, and whether it had to be asked for twice."""

    reply: Reply
    again: bool = False


@dataclass(frozen=True, slots=True)
class _Query:
    """What was written, at its least; `least` is None while it cannot be read. `canonical` tells it from
    those of other samples.
    """

    written: Written
    least: Shaped | None
    canonical: str
    again: bool


async def proposed(
    parts: Parts, linked: LinkedQuestion, mentions: Mentions, said: Sequence[Said], why: str, check: Check
) -> Proposal:
    """The proposal; `why` is what kept the model from saying more."""
    made = _Made(parts, linked, mentions, language(linked.question.language or "en"), len(said), check)
    understood = tuple(dict.fromkeys(m.link.text for m in mentions.every))
    queries = [made.query(s.reply, again=s.again) for s in said if isinstance(s.reply, Written)]
    if queries:
        votes = Counter(q.canonical for q in queries)
        first = {q.canonical: q for q in reversed(queries)}
        order = [first[key] for key in votes]  # as they came
        candidates = [await made.candidate(q, votes[q.canonical]) for q in order]
        return Proposal(
            candidates=tuple(sorted(candidates, key=lambda c: -c.confidence)), understood=understood
        )
    said_missing = [s.reply.missing for s in said if isinstance(s.reply, NotKnown) and s.reply.missing]
    # The asker hears it, and it may be anybody's: a few plain words, or words of the question.
    missing = [m for m in said_missing if _PLAIN.fullmatch(m) or fold(m) in fold(linked.question.text)]
    is_useless = any(isinstance(s.reply, Unusable) for s in said)
    return Proposal(
        understood=understood,
        missing=tuple(dict.fromkeys(missing)),
        why=why or (wording(made.lang.code).say("model_useless") if is_useless and not missing else ""),
    )


@dataclass(frozen=True)
class _Made:
    """How the queries of one question become candidates."""

    parts: Parts
    linked: LinkedQuestion
    mentions: Mentions
    lang: Language
    samples: int
    check: Check

    def query(self, written: Written, *, again: bool) -> _Query:
        """What was written, with names and classes as the graph has them, without what nobody asked for."""
        if written.query is None:
            return _Query(written, None, written.read.text, again)
        parts = self.parts
        query = with_things(written.query, parts.index, parts.naming, parts.ontology)
        query = with_kinds(query, parts.ontology)
        least = shaped(query, self.linked.question.text, self.lang, parts.naming, parts.ontology)
        canonical = write(least.query) if self.samples > 1 else ""
        return _Query(written, least, canonical, again)

    async def candidate(self, made: _Query, votes: int) -> CandidateQuery:
        read, ontology = made.written.read, self.parts.ontology
        evidence = Evidence(
            unknown=len(read.unknown_handles) + len(read.unknown_placeholders),
            again=made.again,
            samples=self.samples,
            share=votes / self.samples,
            readable=made.least is not None,
        )
        if made.least is None:
            return CandidateQuery(
                text=read.text,
                strategy=NAME,
                reading=UNREAD,
                confidence=evidence.confidence,
                reason=evidence.reason(wording(self.lang.code)),
                written=True,
            )
        query = made.least.whole
        text = spelled(query, ontology.prefixes)
        used = Used.of(query)
        words, found = met(self.linked, used, ontology, self.lang)
        evidence = replace(
            evidence,
            unused=unused(self.mentions.every, used, ontology),
            words=words,
            met=found,
            refused=made.written.is_mended or not isinstance(await self.check(text), CheckedQuery),
        )
        return CandidateQuery(
            text=text,
            strategy=NAME,
            reading=self._reading(text),
            confidence=evidence.confidence,
            reason=evidence.reason(wording(self.lang.code)),
            asked=made.least.asked,
            pins=_pins(self.mentions, used),
            written=True,
        )

    def _reading(self, text: str) -> str:
        """The query in one sentence; read from its text, as it will be when its answer is told."""
        query = parse(text, self.parts.ontology.prefixes)
        if not isinstance(query, ParsedQuery):
            return UNREAD
        named = [t.value for t in self.mentions.placed.values() if isinstance(t, Iri)]
        labels = {iri: self.parts.index.label(iri) for iri in named}
        return restate(query, self.parts.ontology, labels, self.lang.code)


def _pins(mentions: Mentions, used: Used) -> tuple[Pin, ...]:
    """Which things the query took the phrases for, where it is one of them."""
    pins: dict[str, list[str]] = {}
    for mention in mentions.every:
        things = [m.match.iri for m in mention.meanings if m.match.kind is TermKind.ENTITY]
        pins[mention.link.text] = [iri for iri in things if iri in used.iris]
    return tuple(Pin(mention=text, term=iris[0]) for text, iris in pins.items() if len(iris) == 1)
