"""A query of the asker's own, or the reading of a model that was chosen: checked like any, run as it stands,
answered like any.

In: a question that carries a query. Out: its answer; why the query was not run, in the check's own words,
where it does not pass. Nothing is put right in it: who wrote it shall see what is wrong.
"""

from __future__ import annotations

from kgqa.check.rules import closed
from kgqa.meant import is_chosen
from kgqa.pipeline.abstaining import refused
from kgqa.pipeline.telling import Teller
from kgqa.pipeline.trying import Trials
from kgqa.pipeline.votes import Standing, Vote
from kgqa.pipeline.work import Work
from kgqa.rows import is_empty
from kgqa.types import Answer, CandidateQuery, CheckedQuery, LinkedQuestion, Outcome, Stage

NAME, CHOSEN = "own", "chosen"


async def own(work: Work, trials: Trials, teller: Teller) -> Answer:
    """The answer of the question's own query. Raises OperatorsMove when the graph fails."""
    question = work.question
    is_own = not is_chosen(question.query, question.pins)
    reason = work.words.say("own" if is_own else "why_chosen")
    strategy = NAME if is_own else CHOSEN
    candidate = CandidateQuery(
        text=question.query, strategy=strategy, reading=reason, confidence=1.0, reason=reason
    )
    await work.progress(Stage.CHECKING)
    verdict = (await trials.checked(candidate)).verdict
    if not isinstance(verdict, CheckedQuery):
        if any(issue.rule == closed.NAME for issue in verdict):
            return refused(work)
        said = " ".join(work.words.told(part) for i in verdict for part in (i.message, i.hint) if part)
        text = work.words.say("own_broken", why=said)
        answer = Answer(question=question, outcome=Outcome.UNKNOWN, text=text, strategy=strategy)
        return work.closed(answer)
    work.passed(verdict)
    tried = await trials.run(candidate, verdict)
    standing = Standing(Vote((tried,), LinkedQuestion(question=question, links=())), 1.0)
    return await (teller.nothing(standing) if is_empty(tried.table) else teller.answered(tried, standing))
