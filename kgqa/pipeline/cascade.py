"""The strategies in their order, from cheap to dear, until one of them is sure.

In: the work on a question. Out: votes, one for each strategy that found a query that runs; or an answer
instead of one, or the last word of those that found nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from kgqa.check.closed import Kind
from kgqa.definitions.linked import with_terms
from kgqa.linking.edges import with_edges
from kgqa.linking.explain import explained
from kgqa.linking.further import linked_further
from kgqa.linking.joint import fitted
from kgqa.linking.link import link
from kgqa.linking.namesakes import told_apart
from kgqa.linking.opened import open_links, speaks_of_closed
from kgqa.linking.semantic import NAME as SEMANTIC
from kgqa.meant import chosen_of, reading_of
from kgqa.pipeline.beside import is_text
from kgqa.pipeline.trying import TRUST, Trials
from kgqa.pipeline.votes import Vote
from kgqa.pipeline.work import Work
from kgqa.ports import Found, Linker, Proposal, Strategy
from kgqa.strategies.library import NAME as LIBRARY
from kgqa.strategies.library import Library
from kgqa.strategies.passages import NAME as PASSAGES
from kgqa.types import Answer, CandidateQuery, LinkedQuestion, Stage

ALONE = 0.97  # how sure a measured way must be for a model that weighs it not to be asked


class Cascade:
    """Asks strategy after strategy. What it found is in `votes`; `instead` is an answer that needs no query,
    `beside` what documents say beside rows, `word` what the best of those said that found nothing, `why` what
    was in the way of the others, `doubted` what was read and is not trusted.

    Where a model is still to be asked that weighs what the others found, these are second opinions: only a
    verified pair, or a way that was measured to be surely right, ends the cascade before it.
    """

    def __init__(self, work: Work, trials: Trials) -> None:
        self.work, self.kit, self.trials = work, work.kit, trials
        self.votes: list[Vote] = []
        self.instead: Answer | None = None
        self.beside: Answer | None = None
        self.is_refused = False
        self.is_silent = False  # the model: it made nothing of the question, and is not asked that again
        self.word = Proposal()
        self.why = ""
        self.doubted: list[CandidateQuery] = []
        self.reading = reading_of(work.question)  # the one that the asker chose
        self.is_chosen = False  # it was found
        self._later: tuple[Strategy, ...] = ()  # those that are still to be asked
        self._kept: Answer | None = None  # an answer without a query, for where nothing better is found
        self._known: dict[tuple[Linker, ...], LinkedQuestion] = {}  # of the question as it is read now

    @property
    def is_written(self) -> bool:
        """Whether a model wrote a reading, trusted or not."""
        return any(c.written for c in (*self.doubted, *(v.first.candidate for v in self.votes)))

    async def run(self) -> None:
        """Asks until one is sure. Raises OperatorsMove when the graph fails."""
        if self._is_closed():
            return
        asked: list[Strategy] = []  # those that ask no model
        done = 0
        for asks_model, group in groupby(self.kit.strategies, key=self._asks_model):
            strategies = tuple(group)
            done += len(strategies)
            self._later = self.kit.strategies[done:]
            if asks_model:
                await self._with_model(strategies, asked)
            else:
                await self._without(strategies)
                asked += strategies
            if self._is_over:
                return
        self._later = ()
        if self._kept and not self.votes:
            self.instead = self._kept

    def _asks_model(self, strategy: Strategy) -> bool:
        """Whether a strategy asks a model; the one that answers from text does where there is one."""
        return strategy.asks_model or (strategy.name == PASSAGES and self.work.model is not None)

    @property
    def _is_over(self) -> bool:
        is_sure = any(self._is_sure(v) for v in self.votes)
        return is_sure or self.is_chosen or self.instead is not None or self.is_refused

    def _is_sure(self, vote: Vote) -> bool:
        if not self._is_heard or vote.first.candidate.strategy == LIBRARY:
            return vote.confidence >= self.kit.sure
        return vote.is_measured and vote.confidence >= max(ALONE, self.kit.sure)

    @property
    def _is_heard(self) -> bool:
        """Whether a model is still to be asked that weighs what the others found."""
        return self.work.model is not None and any(map(_weighs, self._later))

    async def _without(self, strategies: Sequence[Strategy]) -> None:
        """By the names first. What is near in meaning is for those that weigh it, and for the others tried
        last: asked at once, it answers what the graph does not know.
        """
        by_name = tuple(linker for linker in self.kit.linkers if linker.name != SEMANTIC)
        await self._asked(strategies, by_name)
        is_weighed = any(s.weighs_evidence for s in strategies) or len(by_name) == len(self.kit.linkers)
        if not (is_weighed or self.votes or self._kept or self._is_over):
            word = self.word
            await self._asked(strategies, self.kit.linkers)
            self.votes = [v for v in self.votes if not v.is_empty and not v.has_rivals]
            self.instead, self._kept, self.word = None, None, word

    async def _with_model(self, strategies: Sequence[Strategy], asked: Sequence[Strategy]) -> None:
        """What leans on the thread, or is in no language that is read, is rephrased first; then those that
        had no sense of it are asked again. What says the name of something closed and was not read otherwise
        is asked of no model: it would find the next best thing that is open.
        """
        if not self.votes and self._names_closed():
            return
        if await self.rephrased(late=True):
            if not self._is_closed() and asked:
                later, self._later = self._later, (*strategies, *self._later)
                await self._without(asked)
                self._later = later
            if self._is_over or (not self.votes and self._names_closed()):
                return
        await self._asked(strategies, self.kit.linkers)

    async def rephrased(self, *, late: bool = False) -> bool:
        """Whether a model made another question of it, once: one that stands alone and can be read."""
        work, rephrase = self.work, self.kit.rephrase
        if work.made or rephrase is None or work.model is None or self.is_silent:
            return False
        needs = rephrase.needed.of(work.question, late=late)
        if not (needs if late else needs.words) or self._names_closed():
            return False
        await work.progress(Stage.ASKING)
        made = await rephrase.understood(
            work.question, work.model, lambda line: work.step("reading", line), late=late
        )
        if made is None:
            self.is_silent = True
            return False
        work.take(made)
        return True

    async def _asked(self, strategies: Sequence[Strategy], linkers: Sequence[Linker]) -> None:
        """Asks them in their order; those that weigh what others found have all linkers."""
        after = self._later
        for number, strategy in enumerate(strategies, 1):
            self._later = (*strategies[number:], *after)
            if _has_nothing(strategy):
                continue
            linked = await self.linked(self.kit.linkers if strategy.weighs_evidence else linkers)
            await self.work.progress(Stage.READING)
            proposal = await strategy.propose(linked, self.trials.means(self._found()))
            several = len(self.kit.strategies) > 1
            self.work.step("reading", self._readings(proposal, strategy, named=several), _lines(proposal))
            if proposal.instead and self._is_heard and not proposal.is_settled:
                self._kept = proposal.instead
                continue
            if proposal.instead and self.kit.beside and self.votes and is_text(proposal.instead):
                self.beside = proposal.instead
                continue
            if proposal.instead:
                self.instead = proposal.instead
                return
            if await self._took(proposal, linked):
                return
            trusted = [c for c in proposal.candidates if c.confidence >= TRUST]
            self.doubted += (c for c in proposal.candidates if c.confidence < TRUST)
            tried = await self.trials.tried(trusted)
            if _weighs(strategy) and (tried or not proposal.is_away):
                self.votes = [v.as_opinion() for v in self.votes]
            if tried:
                self.votes.append(Vote(tuple(tried), linked, self.kit.calibration))
                if self._is_over:
                    return
            else:
                self._hear(proposal)

    async def _took(self, proposal: Proposal, linked: LinkedQuestion) -> bool:
        """Whether the reading that the asker chose is among the candidates: then no other counts."""
        if self.reading is None:
            return False
        reason = self.work.words.say("why_chosen")
        chosen = chosen_of(proposal.candidates, self.reading)[:1]
        tried = await self.trials.tried([replace(c, confidence=1.0, reason=reason) for c in chosen])
        if tried:
            self.votes, self.is_chosen = [Vote(tuple(tried), linked)], True
        return self.is_chosen

    def _found(self) -> list[Found]:
        """What those that were asked before have found."""
        return [
            Found(
                strategy=v.first.candidate.strategy,
                table=v.first.table,
                confidence=v.confidence,
            )
            for v in self.votes
        ]

    def _readings(self, proposal: Proposal, strategy: Strategy, *, named: bool) -> str:
        """The only reading in its own words, or how many there are."""
        count = len(proposal.candidates)
        only = proposal.candidates[0].reading if count == 1 else ""
        said = only or self.work.words.counted("readings", count)
        return f"{strategy.name}: {said}" if named else said

    def _hear(self, proposal: Proposal) -> None:
        """Keeps what was said by the one that understood most; of equals, by the last one."""
        self.why = proposal.why or self.why
        told, best = (bool(p.understood or p.missing or p.candidates) for p in (proposal, self.word))
        if told or not best:
            self.word = proposal

    async def linked(self, linkers: Sequence[Linker]) -> LinkedQuestion:
        """The question with what its phrases may mean, by names first, then by the further linkers; the same
        question is linked by the same ones once.
        """
        work, kit = self.work, self.kit
        if any(known.question is not work.question for known in self._known.values()):
            self._known.clear()
        if (known := self._known.get(tuple(linkers))) is not None:
            return known
        await work.progress(Stage.LINKING)
        named = link(work.question, kit.index, work.lang, kit.ontology)
        if work.respelled(named.unlinked):
            named = link(work.question, kit.index, work.lang, kit.ontology)
        if work.made and kit.rephrase:
            named = kit.rephrase.placed(named, work.made)
        linked, notices = await linked_further(named, linkers, kit.ways, work.lang)
        linked = await told_apart(fitted(linked, kit.fit), kit.graph, kit.ontology, work.lang)
        linked = await with_edges(linked, kit.graph)
        linked = open_links(linked, kit.ontology, work.lang)
        linked = with_terms(linked, kit.definitions, work.lang)
        told = {n for before in self._known.values() for n in before.links}
        found = work.words.counted("names_found", len(linked.links))
        if not self._known or told != {*linked.links}:
            lines = [explained(n) for n in linked.links if n not in told]
            work.step("names", found, [*lines, *notices])
        self._known[tuple(linkers)] = linked
        return linked

    def _is_closed(self) -> bool:
        """Whether the question asks for what is closed, as it is read now."""
        if self.kit.withheld is None:
            return False
        touched = self.kit.withheld.touched(self.work.question, self.work.lang, trust=TRUST)
        self.work.is_less = self.work.is_less or Kind.UNCLEAR in touched
        self.is_refused = self.is_refused or Kind.CLOSED in touched
        return self.is_refused

    def _names_closed(self) -> bool:
        """Whether the question says a name of something closed, or a model that translated it does: then it
        is refused.
        """
        question, lang, ontology = self.work.question, self.work.lang, self.kit.ontology
        mentions = self.work.made.mentions if self.work.made else ()
        texts = (question.text, *(phrase for m in mentions for phrase in m.phrases))
        said = (replace(question, text=text) for text in texts)
        self.is_refused = self.is_refused or any(speaks_of_closed(q, ontology, lang) for q in said)
        return self.is_refused


def _weighs(strategy: Strategy) -> bool:
    """Whether a strategy asks a model that is told what the others found."""
    return strategy.asks_model and strategy.weighs_evidence


def _has_nothing(strategy: Strategy) -> bool:
    """Whether a strategy has nothing to answer from: the library, while nobody has verified an answer."""
    return isinstance(strategy, Library) and not strategy.parts.shelf.pairs


# ── the words of the trace ───────────────────────────────────────────────────────────────────────


def _lines(proposal: Proposal) -> list[str]:
    """The readings, best first, and what the best one took the question's values for."""
    lines = [f"{c.confidence:.2f} {c.reading}: {c.reason}" for c in proposal.candidates]
    more = [line for c in proposal.candidates[:1] for line in (*c.values, *c.assumed, *c.taken)]
    return [*lines, *more, *([proposal.why] if proposal.why else [])]
