"""The strategy *oneshot*: a model writes the query from one prompt, after Zaha 4.1.2 and OBQC 4.

In: a linked question and a model. Out: a Proposal with what the model wrote, terms put in and reduced to the
least it must show; each with a raw confidence. Whether it may run is for the check and its repair to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kgqa.errors import BudgetSpent, OperatorsMove
from kgqa.language import language
from kgqa.ports import Completion, LanguageModel, Means, Proposal
from kgqa.prompts import Prompts
from kgqa.sparql import ParsedQuery
from kgqa.strategies.oneshot.amounts import with_amounts
from kgqa.strategies.oneshot.candidates import NAME, Said, proposed
from kgqa.strategies.oneshot.evidence import unused
from kgqa.strategies.oneshot.grounded import Missed, grounded
from kgqa.strategies.oneshot.mentions import Mentions
from kgqa.strategies.oneshot.prompt import Budgets, Message, Writer
from kgqa.strategies.oneshot.reply import Reply, Unusable, Written, reply_in
from kgqa.strategies.oneshot.sketch import Sketch
from kgqa.strategies.parts import Parts
from kgqa.strategies.used import Used
from kgqa.types import LinkedQuestion, Stage, TermKind
from kgqa.vocabulary import Schema, Vocabulary
from kgqa.vocabulary.told import weight
from kgqa.wording import words
from kgqa.wording.said import say, told

PAIRS = 10  # examples, after Zaha 4.1.1
REPLY = 2_000  # tokens that a reply may have
SECONDS = 60.0  # that a model may take for one reply
VARIED = 0.7  # temperature of the samples after the first
ANEW = 0.3  # temperature of a second attempt: at 0 a model says the same again
SURELY = 0.9  # score of a name that a query must speak of
SLIPS = say("Slips of the pen are put right, so that it can be read.")
_BACK = 1_500  # bytes of a reply that the model is shown again


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the model is asked. Of more than one of `samples` the agreement is evidence (self-consistency)."""

    samples: int = 1
    pairs: int = PAIRS
    reply: int = REPLY
    seconds: float = SECONDS
    budgets: Budgets = field(default_factory=Budgets)


class OneShot:
    """Safe to use by several tasks at once: it keeps nothing of a question."""

    name = NAME
    asks_model = True
    weighs_evidence = False

    def __init__(
        self, parts: Parts, settings: Settings | None = None, prompts: Prompts | None = None
    ) -> None:
        self.parts, self.settings = parts, settings or Settings()
        self.prompts = prompts or parts.prompts

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Made when the first question comes: a kit whose model is never asked needs none."""
        return Vocabulary.of(self.parts.ontology)

    @cached_property
    def writer(self) -> Writer:
        parts = self.parts
        return Writer(
            schema=Schema(self.vocabulary, self._samples),
            index=parts.index,
            definitions=parts.definitions,
            naming=parts.naming,
            budgets=self.settings.budgets,
            closed=bool(parts.conditions.closed),
        )

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """What the model makes of the question. A model that fails is told in `why`."""
        lang = language(linked.question.language or "en")
        phrase = words(lang.code).say
        if means.model is None:
            return Proposal(why=phrase("model_none"))
        mentions = Mentions.of(linked, self.vocabulary, self.parts.index)
        system, asked = self.prompts.get("oneshot"), self.prompts.get("oneshot-question")
        pairs = await self.parts.shelf.closest(linked.question.text, limit=self.settings.pairs)
        sketch = self.writer.sketch(mentions)
        messages = self.writer.messages(
            system, asked, linked.question, mentions, sketch, pairs, means.issues, lang
        )
        talk = _Talk(self, means, means.model, mentions, sketch, (system.version, asked.version))
        said: list[Said] = []
        why = ""
        for number in range(max(self.settings.samples, 1)):
            try:
                said.append(await talk.sample(messages, temperature=VARIED if number else 0.0))
            except OperatorsMove as error:  # why a model is away is for the admin
                why = told(error, lang.code) if isinstance(error, BudgetSpent) else phrase("model_away")
                await means.told(Stage.ASKING, phrase("no_help"), (str(error),))
                break
            except TimeoutError:
                why = phrase("model_silent", seconds=f"{self.settings.seconds:g}")
                break
        return await proposed(self.parts, linked, mentions, said, why, means.check)

    def _samples(self, iri: str, most: int) -> Sequence[str]:
        """Values of a property, for small vocabularies."""
        entries = self.parts.index.names.of_term(iri, most)
        return [e.value for e in entries if e.kind is TermKind.VALUE and e.value]


@dataclass(frozen=True, slots=True)
class _Talk:
    """The calls for one question, each a step of the trace."""

    strategy: OneShot
    means: Means
    model: LanguageModel
    mentions: Mentions
    sketch: Sketch
    versions: tuple[str, ...]

    async def sample(self, messages: tuple[Message, ...], *, temperature: float) -> Said:
        """One reply; where nothing can be made of it, another one, asked for in other words."""
        said = await self._asked(messages, temperature, say("a model writes the query"), self.versions)
        reply = self._read(said)
        if not isinstance(reply, Unusable):
            return Said(await self._grounded(reply))
        again = self.strategy.prompts.get("oneshot-again")
        # what had no end is not shown: a model goes on with what it sees of itself
        back = "" if said.cut else said.text.encode("utf-8", "replace")[:_BACK].decode("utf-8", "ignore")
        more = (("assistant", back or "…"), ("user", again.filled(reason=reply.reason)))
        said = await self._asked(
            (*messages, *more),
            max(temperature, ANEW),
            f"a model is asked again: {reply.reason}",
            (*self.versions, again.version),
        )
        return Said(await self._grounded(self._read(said)), again=True)

    async def _asked(
        self, messages: tuple[Message, ...], temperature: float, summary: str, versions: Sequence[str]
    ) -> Completion:
        settings = self.strategy.settings
        async with asyncio.timeout(settings.seconds):
            said = await self.model.complete(messages, temperature=temperature, most=settings.reply)
        size = sum(weight(text) for _, text in messages)
        await self.means.told(
            Stage.ASKING,
            summary,
            (
                f"{said.model}, prompt {', '.join(versions)}",
                f"{said.input_tokens:,} tokens in, {said.output_tokens:,} out, {size:,} bytes asked"
                + (", from the cache" if said.cached else ""),
            ),
        )
        return said

    def _read(self, said: Completion) -> Reply:
        return reply_in(said.text, self.strategy.vocabulary, self.mentions.placed, cut=said.cut)

    async def _grounded(self, reply: Reply) -> Reply:
        """The reply, its query held against what fits the question; what was changed is a step of its own."""
        if not isinstance(reply, Written) or reply.query is None:
            return reply
        changes: tuple[str, ...] = (SLIPS,) if reply.is_mended else ()
        ontology = self.strategy.vocabulary.ontology
        found = grounded(reply.query, self.sketch, self._missed(reply.query), ontology)
        query, measured = with_amounts(
            found.query, self.strategy.writer.schema.edges, self.strategy.parts.naming
        )
        changes = (*changes, *found.changes, *measured)
        if not changes:
            return reply
        await self.means.told(Stage.ASKING, say("what the model wrote is put right"), changes)
        left = Used.of(query).iris
        unknown = (h for h in reply.read.unknown_handles if self.strategy.vocabulary.unknown(h) in left)
        read = replace(reply.read, unknown_handles=tuple(unknown))
        return replace(reply, read=read, query=query, is_mended=True)

    def _missed(self, query: ParsedQuery) -> Missed:
        """What the question surely names and the query has nothing of."""
        phrases = unused(self.mentions.every, Used.of(query), self.strategy.vocabulary.ontology)
        best = {m.link.text: m.meanings[0] for m in self.mentions.every if m.meanings}
        named = {
            text: best[text] for text in phrases if best[text].place and best[text].match.score >= SURELY
        }
        return {self.mentions.placed[meaning.place]: text for text, meaning in named.items()}
