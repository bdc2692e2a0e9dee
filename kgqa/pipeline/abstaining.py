"""Why there is no answer, in words: nothing to trust, not permitted, too long, failed.

In: the work on a question. Out: an Answer without rows, complete but for its seconds.
"""

from __future__ import annotations

from kgqa.check.rules import closed
from kgqa.errors import OperatorsMove
from kgqa.linking.opened import speaks_of_closed
from kgqa.pipeline.trying import Trials
from kgqa.pipeline.work import Work
from kgqa.ports import Proposal
from kgqa.types import Answer, Confidence, Move, Outcome, Suggestion

_TROUBLES = frozenset(("GraphUnavailable", "GraphTimeout", "GraphRejected"))
LONGEST = 2_000  # characters of a question; more is a document


def abstained(work: Work, trials: Trials, proposal: Proposal, why: str = "") -> Answer:
    """No reading to trust: something the graph does not know, no sense in what it knows, or a query that
    could not be put right. `why` is what was in the way of those that would have known more.
    """
    known, missing = tuple(dict.fromkeys(proposal.understood)), proposal.missing
    if _is_refused(work):
        return refused(work)
    if trials.repairs.why:
        outcome, text = (
            Outcome.UNKNOWN,
            work.words.say("none_passed", why=work.words.told(trials.repairs.why)),
        )
    elif missing and work.kit.unread:
        outcome, text = Outcome.UNKNOWN, work.words.not_known(missing, work.kit.unread)
    elif missing:
        outcome, text = Outcome.NOT_IN_GRAPH, work.words.not_in_graph(known, missing)
    else:
        outcome, text = Outcome.UNKNOWN, work.words.unknown(known, missing)
        if work.kit.unread:
            text = f"{text} {work.words.partly_read(work.kit.unread)}"
    text = f"{text} {why}" if why else text
    suggestions = () if known else tuple(Suggestion(label=e, question=e) for e in work.kit.examples)
    best = proposal.candidates[0] if proposal.candidates else None
    confidence = (
        Confidence(value=best.confidence, reason=best.reason) if best else Confidence(value=0.0, reason="")
    )
    return work.closed(
        Answer(
            question=work.question,
            outcome=outcome,
            text=text,
            suggestions=suggestions,
            confidence=confidence,
        )
    )


def refused(work: Work) -> Answer:
    """The question asks for what is closed."""
    work.step("checks", work.words.say("refused_closed"))
    return work.closed(Answer(question=work.question, outcome=Outcome.REFUSED, text=work.words.say("closed")))


def _is_refused(work: Work) -> bool:
    """Whether what was asked for, or what the question speaks of, is closed."""
    return any(i.rule == closed.NAME for i in work.issues) or speaks_of_closed(
        work.question, work.kit.ontology, work.lang
    )


def too_long(work: Work) -> Answer:
    size, most = work.words.count(len(work.question.text)), work.words.count(LONGEST)
    work.step("names", work.words.say("not_read", count=size))
    text = work.words.say("too_long", count=size, most=most)
    return work.closed(Answer(question=work.question, outcome=Outcome.UNKNOWN, text=text))


def _trouble(work: Work, error: OperatorsMove) -> str:
    """What kind of trouble there was; the error's own words, for those who run the service, are English and
    stand in the trace.
    """
    kind = type(error).__name__
    return work.words.say(kind if kind in _TROUBLES else "OperatorsMove", reason=str(error))


def failed(work: Work, error: OperatorsMove) -> Answer:
    work.step("run", work.words.say("run_failed"), [str(error)])
    return work.closed(
        Answer(
            question=work.question,
            outcome=Outcome.FAILED,
            text=work.words.say("graph_failed", reason=_trouble(work, error)),
            move=Move.OPERATOR,
        )
    )
