"""The way of a question through the core, from its words to its answer."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import replace

from kgqa.conversation import about_the_last
from kgqa.courtesy import talk
from kgqa.errors import OperatorsMove
from kgqa.once import Once
from kgqa.pipeline.abstaining import LONGEST, abstained, failed, refused, talked, too_long, with_examples
from kgqa.pipeline.beside import with_text
from kgqa.pipeline.cascade import Cascade
from kgqa.pipeline.kit import Kit
from kgqa.pipeline.offering import offering
from kgqa.pipeline.own import own
from kgqa.pipeline.telling import Teller
from kgqa.pipeline.trying import TRUST, Trials
from kgqa.pipeline.votes import Standing, weighed
from kgqa.pipeline.work import Work
from kgqa.rivals import choices_of, namesakes, offered
from kgqa.trail import begun
from kgqa.types import Answer, Progress, Question


class Pipeline:
    """Answers questions with one Kit; safe to use by several tasks at once: it keeps nothing of them."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._purse = kit.paying

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """The answer. Trouble with the graph is an answer too (`failed`, with whose move is next)."""
        start = time.perf_counter()
        begun(question, self.kit.conditions.closed.names)
        opened = self._purse.open(question.asker, question.asked_at) if self._purse else nullcontext()
        async with opened as model:
            work = Work(replace(self.kit, graph=Once(self.kit.graph)), question, progress, model)
            trials = Trials(work)
            teller = Teller(work, trials)
            try:
                answer = await _answer(work, trials, teller)
            except OperatorsMove as error:
                answer = failed(work, error)
            if model:
                answer = replace(answer, spent=model.spent, models=(*model.models, *answer.models))
        return replace(answer, seconds=time.perf_counter() - start)


async def _answer(work: Work, trials: Trials, teller: Teller) -> Answer:
    if len(work.question.text) > LONGEST:
        return too_long(work)
    if work.question.query:
        return await own(work, trials, teller)
    if asked := about_the_last(work.question, work.lang):
        return await teller.explained(asked)
    if said := talk(work.question.text, work.lang):
        return await talked(work, said)
    if work.kit.conditions.closed.is_merged:  # whatever it asks, it is asked of what may be closed
        return refused(work)
    cascade = Cascade(work, trials)
    await cascade.rephrased()
    await cascade.run()
    if cascade.is_refused:
        return refused(work)
    if cascade.instead:
        return work.closed(cascade.instead)
    if not cascade.votes:
        answer = await abstained(work, trials, cascade.word, cascade.why)
        return await with_examples(work, await _undecided(answer, cascade, teller))
    standing = weighed(cascade.votes)
    if len(cascade.votes) > 1:
        work.step("votes", *teller.weighing(standing))
    if standing.confidence < TRUST and cascade.beside:
        return work.closed(cascade.beside)
    if standing.confidence < TRUST:
        return await _undecided(await teller.disagreed(standing), cascade, teller)
    answer = await _decided(standing, teller, is_chosen=cascade.is_chosen)
    return with_text(answer, cascade.beside, work.words)


async def _undecided(answer: Answer, cascade: Cascade, teller: Teller) -> Answer:
    """No answer, with readings to choose from, where nothing else is (questions to start from). Where a model
    was asked and has none, its word stands.
    """
    is_final = cascade.work.model is not None and not cascade.is_written
    return answer if answer.suggestions or is_final else await offering(answer, cascade, teller)


async def _decided(standing: Standing, teller: Teller, *, is_chosen: bool) -> Answer:
    """The first with rows; a question back when another thing of the same name has rows too, or may have
    some, unless the asker chose this reading.
    """
    vote, work = standing.vote, teller.work
    if vote.is_empty:
        return await teller.nothing(standing)
    if is_chosen:
        return await teller.answered(vote.first, standing)
    rivals = vote.rivals
    choices = choices_of(work.question, [(t.candidate, t.table) for t in rivals])
    terms = {pin.term for t in vote.tried for pin in (*t.candidate.pins, *t.candidate.ruled_out)}
    if more := namesakes(vote.first.candidate, vote.linked, terms):
        named = [c.pins[-1] for c in choices if c.pins[-1].mention == more[0].mention]
        choices = offered(work.question, [*(named or more[:1]), *more[1:]])
    if choices:
        return await teller.clarified(choices, vote.first.candidate.strategy)
    return await teller.answered(vote.first, standing)
