"""Why there is no answer, in words: nothing to trust, not permitted, too long, failed.

In: the work on a question. Out: an Answer without rows, complete but for its seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.check.rules import closed
from kgqa.courtesy import Talk
from kgqa.errors import GraphRejected, OperatorsMove
from kgqa.language import Language, fold, is_common_verb
from kgqa.language.operations import is_operation
from kgqa.linking.index import SHARED
from kgqa.linking.opened import speaks_of_closed
from kgqa.linking.tokens import folded_words
from kgqa.pipeline.trying import Trials
from kgqa.pipeline.work import Work
from kgqa.ports import Proposal
from kgqa.rephrase.tongue import tongue_of
from kgqa.types import Answer, Confidence, Move, Outcome, Suggestion
from kgqa.wording import not_spoken
from kgqa.wording.said import Said, said_by

_TROUBLES = frozenset(("GraphUnavailable", "GraphTimeout", "GraphRejected"))
LONGEST = 2_000  # characters of a question; more is a document


async def abstained(work: Work, trials: Trials, proposal: Proposal, why: str = "") -> Answer:
    """No reading to trust: something the graph does not know, no sense in what it knows, or a query that
    could not be put right. `why` is what was in the way of those that would have known more.
    """
    known, missing = _known(proposal.understood, work.lang), proposal.missing
    if _is_refused(work):
        return refused(work)
    if work.model is None and (spoken := tongue_of(work.asked)).is_foreign:
        return await _not_spoken(work, spoken.code)
    if trials.repairs.why:
        outcome, text = (
            Outcome.UNKNOWN,
            work.words.say("none_passed", why=work.words.told(trials.repairs.why)),
        )
    elif (names := _unknown_names(missing, known, work)) and work.kit.unread:
        outcome, text = Outcome.UNKNOWN, work.words.not_known(names, work.kit.unread)
    elif names:
        outcome, text = Outcome.NOT_IN_GRAPH, work.words.not_in_graph(known, names)
    else:
        outcome, text = Outcome.UNKNOWN, work.words.unknown(known, _lost(missing, known))
        if work.kit.unread:
            text = f"{text} {work.words.partly_read(work.kit.unread)}"
    text = " ".join(filter(None, (text, why)))
    best = proposal.candidates[0] if proposal.candidates else None
    confidence = (
        Confidence(value=best.confidence, reason=best.reason) if best else Confidence(value=0.0, reason="")
    )
    answer = Answer(question=work.question, outcome=outcome, text=text, confidence=confidence)
    return work.closed(answer if known else await with_examples(work, answer))


async def with_examples(work: Work, answer: Answer) -> Answer:
    """Questions to start from, where there is nothing else that who asked can do."""
    asks = await work.examples()
    if not asks or answer.choices or answer.suggestions or answer.outcome is Outcome.REFUSED:
        return answer
    text = f"{answer.text} {work.words.say('for_example')}"
    return replace(answer, text=text, suggestions=tuple(Suggestion(label=e, question=e) for e in asks))


def _known(understood: Sequence[str], lang: Language) -> tuple[str, ...]:
    """The phrases that the graph knows, each once: none that stands within another, and no "hoch" of "Wie
    hoch ist", which asks.
    """
    folded = {phrase: f" {fold(phrase)} " for phrase in understood}
    asking = {word for phrase in lang.phrases("ask_phrases") | lang.phrases("how") for word in phrase.split()}
    return tuple(
        phrase
        for phrase, own in folded.items()
        if not any(own in other and own != other for other in folded.values()) and own.strip() not in asking
    )


async def _not_spoken(work: Work, code: str) -> Answer:
    """The question is in a language that only a model reads, and there is none."""
    asks = tuple(Suggestion(label=e, question=e) for e in await work.examples())
    return work.closed(
        Answer(question=work.question, outcome=Outcome.UNKNOWN, text=not_spoken(code), suggestions=asks)
    )


def _unknown_names(missing: Sequence[str], known: Sequence[str], work: Work) -> tuple[str, ...]:
    """The words that nothing is called by, those that stand together as one: "profit margin". One that asks
    for something to be done ("average") is in no graph, and one that names something in it was known, though
    no reading used it. What very many names hold is in the graph, though it tells none of them.
    """
    names = work.kit.index.names
    return together(
        work.question.text,
        [
            w
            for w in _lost(missing, known)
            if not is_operation(w, work.lang)
            and any(names.frequency(word) <= SHARED for word in folded_words(w))
        ],
        work.lang,
    )


def together(text: str, found: Sequence[str], lang: Language) -> tuple[str, ...]:
    """Words of a text, those that follow each other as one: no verb with what it is said of."""
    joined: list[str] = []
    for word in found:
        is_one = joined and f"{joined[-1]} {word}" in text
        if is_one and not any(is_common_verb(fold(w), lang) for w in (joined[-1], word)):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return tuple(joined)


def _lost(missing: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """The words that were not understood: what names something was, though no reading used it."""
    named = {word for phrase in known for word in fold(phrase).split()}
    return tuple(w for w in missing if not named.issuperset(fold(w).split()))


def refused(work: Work) -> Answer:
    """The question asks for what is closed."""
    work.step("checks", work.words.say("refused_closed"))
    return work.closed(Answer(question=work.question, outcome=Outcome.REFUSED, text=work.words.say("closed")))


def _is_refused(work: Work) -> bool:
    """Whether what was asked for, or what the question speaks of, is closed."""
    return any(i.rule == closed.NAME for i in work.issues) or speaks_of_closed(
        work.question, work.kit.ontology, work.lang
    )


async def talked(work: Work, said: Talk) -> Answer:
    """What is said to who greets, thanks, or asks what can be asked."""
    asks = () if said is Talk.THANKS else await work.examples()
    return work.closed(
        Answer(
            question=work.question,
            outcome=Outcome.UNKNOWN,
            text=work.words.say(f"talk_{said.value}", graph=work.kit.described.name),
            suggestions=tuple(Suggestion(label=e, question=e) for e in asks),
        )
    )


def too_long(work: Work) -> Answer:
    size, most = work.words.count(len(work.question.text)), work.words.count(LONGEST)
    work.step("names", work.words.say("not_read", count=size))
    text = work.words.say("too_long", count=size, most=most)
    return work.closed(Answer(question=work.question, outcome=Outcome.UNKNOWN, text=text))


def _trouble(work: Work, error: OperatorsMove) -> str:
    """What kind of trouble there was, as anybody may read it; the words of an adapter are mostly in English
    alone. What was refused is refused in a minute, too: its sentence says what else can be asked.
    """
    if isinstance(said := said_by(error), Said):
        told = work.words.told(said)
        is_final = isinstance(error, GraphRejected)
        return told if is_final else work.words.say("OperatorsMove", reason=told)
    kind = type(error).__name__
    return work.words.say(kind if kind in _TROUBLES else "OperatorsMove", reason=error.shown)


def failed(work: Work, error: OperatorsMove) -> Answer:
    text = _trouble(work, error)
    work.step("run", work.words.say("run_failed"), [text])  # people read the steps, too
    return work.closed(
        Answer(
            question=work.question,
            outcome=Outcome.FAILED,
            text=text,
            move=Move.OPERATOR,
            aside=" ".join(filter(None, (error.shown if error.shown not in text else "", error.aside))),
        )
    )
