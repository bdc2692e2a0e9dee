"""What stands beside an answer: what was put right, whether a model took part, and the line at the end."""

from __future__ import annotations

import re

from bot.cards.look import Look, language_of, locale_of, reader_of
from bot.cards.plain import clean, line
from bot.cards.values import duration, shown_date
from bot.message import Reply
from bot.pictures import picture_of
from bot.words import Words, words
from kgqa.types import Answer, Outcome, PassageEvidence

MAX_LINE = 300  # characters of what is told in one line; the whole stands in the trace
MAX_NAME = 80  # of a model
MAX_SOURCE = 400  # characters of a passage that is quoted
MAX_QUOTE = 150  # of a question that is said back
_WORD = r"[^\s,;.]+(?:\.[^\s,;.]+)*"
_WITHOUT_MODEL = frozenset(
    {"", "parse", "library", "functions", "passages", "conversation", "own", "interpret"}
)  # strategies that ask none; answers from before the parser are of `interpret`
_NOT_LOOKED = (Outcome.FAILED, Outcome.REFUSED)  # nothing was found in the graph, nor looked for
_SURE, _FAIRLY = 0.9, 0.65  # of answers called sure at least 97 of 100 were right, each graph left out


def warnings(answer: Answer) -> tuple[str, ...]:
    """What the reader should know of the query, a sentence each."""
    found = answer.query.warnings if answer.query else ()
    return tuple(clean(f"{issue.message} {issue.hint}".strip()) for issue in found)


def undrawn(answer: Answer, say: Words) -> tuple[str, ...]:
    """That there is no chart or map, for who wants one of rows that make none."""
    wants = answer.form_asked not in ("", "table") and answer.display is not None
    if not wants or picture_of(answer) is not None:
        return ()
    return (say("desk-no-map" if answer.form_asked == "map" else "desk-no-chart"),)


def put_right(answer: Answer) -> str:
    """What was put right in the query before it ran; "" for nothing."""
    return line(" ".join(answer.fixes), MAX_LINE)


def model_took_part(answer: Answer) -> bool:
    """Whether a language model wrote the query, put it right or rephrased the question."""
    spent = answer.spent
    return answer.strategy not in _WITHOUT_MODEL or spent.calls > 0 or spent.cached > 0


def written(answer: Answer, say: Words) -> str:
    """With which model the query was written; "" where none took part."""
    if not (answer.query or sources(answer)) or not model_took_part(answer):
        return ""
    name = line(answer.models[0], MAX_NAME) if answer.models else ""
    model = say("model-named", name=name) if name else say("model")
    if answer.query is None:
        return say("composed", model=model)
    return say("helped" if answer.strategy in _WITHOUT_MODEL else "written", model=model)


def sources(answer: Answer) -> tuple[str, ...]:
    """The passages that an answer cites, as it numbers them: “[1] policy.md, page 3: …”."""
    passages = [found for found in answer.evidence if isinstance(found, PassageEvidence)]
    return tuple(
        f"[{number}] {line(where, MAX_LINE)}: {line(passage.text, MAX_SOURCE)}"
        for number, passage in enumerate(passages, 1)
        for where in (", ".join(filter(None, (passage.source, passage.place))),)
    )


def opens(answer: Answer, say: Words) -> str:
    """What stands behind the line of evidence: a query, or sources, and the steps; or these alone."""
    if answer.query is not None:
        return say("act-evidence")
    return say("act-sources" if sources(answer) else "act-steps")


def read_as(answer: Answer) -> str:
    """What the query asks for, and what the question left open and was taken for."""
    more = [said for said in (*answer.assumed, *answer.taken) if said not in answer.text]
    if not more:
        return answer.restatement
    restated = f"{answer.restatement.rstrip('.')}." if answer.restatement else ""
    return " ".join(filter(None, (restated, *more)))


def evidence(reply: Reply, look: Look, *, is_plain: bool = False) -> tuple[str, ...]:
    """What an answer rests on, in a few sentences of which the first says where it comes from: none where
    there is no query and no step to open. How the question was read is left out where that `is_plain`. The
    date is written out, since a card stands for longer than a day.
    """
    answer = reply.answer
    if answer.query is None and not answer.trace:
        return ()
    say = words(language_of(reply, look))
    reader = locale_of(reader_of(reply, look))
    date = shown_date(answer.question.asked_at.date().isoformat(), reader)
    source = "evidence-from" if answer.query is not None else "evidence-looked"
    if answer.outcome in _NOT_LOOKED:
        told = [say("evidence-tried")]
    elif answer.graph:
        told = [say(source, graph=line(answer.graph.name, MAX_NAME), date=date)]
    else:
        told = [say("trace")]
    if documents := [found.source for found in answer.evidence if isinstance(found, PassageEvidence)]:
        named = line(", ".join(dict.fromkeys(documents)), MAX_LINE)
        rests = say("evidence-from", graph=named, date=date)
        told = [*told, rests] if answer.query is not None else [rests]
    if written_with := written(answer, say):
        told.append(written_with)
    sure = answer.confidence
    if answer.outcome is Outcome.ANSWERED and sure.reason and sure.value < _FAIRLY:
        told.append(say("evidence-not-sure", reason=line(sure.reason, MAX_LINE)))
    reason = sure.reason if any(sure.reason in said for said in told) else ""
    more = (*answer.assumed, *answer.taken)
    told += [said for said in more if said not in answer.text and said.rstrip(".") != reason]
    if answer.restatement and not is_plain and not _is_told(answer.restatement, answer.text, say):
        told.append(say("evidence-read", reading=line(answer.restatement.rstrip("."), MAX_LINE)))
    return tuple(" ".join(clean(sentence).split()) for sentence in told)


def _is_told(reading: str, sentence: str, say: Words) -> bool:
    """Whether the answer's sentence says in the same words how the question was read."""
    openings = "|".join(re.escape(words) for words in say("evidence-openings").split(", "))
    pieces = (
        re.sub(rf"^(?:(?:{openings})\s+)+", "", piece.strip(), flags=re.IGNORECASE)
        for piece in re.split("[,;]", _unquoted(reading).rstrip("."))
    )
    within = f" {' '.join(re.findall(_WORD, _unquoted(sentence)))} "
    return all(f" {' '.join(re.findall(_WORD, piece))} " in within for piece in pieces if piece)


def _unquoted(text: str) -> str:
    return re.sub('["“”„*]', "", text).casefold()


def footer(reply: Reply, language: str) -> str:
    """Graph, rows, time, confidence and record, in one line."""
    answer, say = reply.answer, words(language)
    parts = []
    if answer.graph:
        parts.append(f"{answer.graph.name} @ {answer.graph.fingerprint[:12]}")
    if answer.table and answer.table.boolean is None:
        parts.append(say("rows-or-more" if answer.table.truncated else "rows", count=len(answer.table.rows)))
    if answer.seconds:
        parts.append(duration(answer.seconds, locale_of(language)))
    if answer.outcome is Outcome.ANSWERED and answer.confidence.reason:
        parts.append(f"{say(_sure(answer.confidence.value))}: {answer.confidence.reason}")
    if reply.reference:
        parts.append(say("record", reference=reply.reference))
    return clean(" · ".join(parts))


def _sure(value: float) -> str:
    return "sure" if value >= _SURE else "sure-fairly" if value >= _FAIRLY else "sure-not"


def superseded(reply: Reply, language: str) -> tuple[str, str]:
    """In the place of an answer whose question was edited: that it was, and where that of `reply`, the answer
    now, stands.
    """
    say, asked = words(language), line(reply.answer.question.text, MAX_QUOTE)
    return say("answer-edited"), say("answer-instead", question=asked)
