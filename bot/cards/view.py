"""What every card shows, before any platform draws it: Reply -> View, a pure function.

A View holds finished words: the bot's own in the language of the question, numbers and dates in the asker's
locale, things by their label, text made safe of control and bidirectional characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.buttons import Kind
from bot.cards import acts, beside
from bot.cards.beside import MAX_LINE, model_took_part
from bot.cards.files import Attachment, attachments
from bot.cards.look import Button, Look, language_of, locale_of, reader_of
from bot.cards.plain import clean, visible
from bot.cards.rows import MAX_CELL, ShownCell, ShownColumn, rows_of, said
from bot.cards.stages import MAX_STEP, step_words, under_way
from bot.cards.thing import ShownThing, thing_of
from bot.cards.values import duration, shown_value
from bot.message import Reply
from bot.pictures import Picture, shown_picture_of
from bot.words import words
from kgqa.types import Answer, Outcome, QueryEvidence, QueryLanguage, RanQuery, Step

__all__ = [  # cards take their parts from here
    "MAX_CELL",
    "MAX_LINE",
    "MAX_STEP",
    "Attachment",
    "ShownCell",
    "ShownColumn",
    "ShownStep",
    "View",
    "attachments",
    "clean",
    "model_took_part",
    "shown_value",
    "under_way",
    "view",
    "visible",
]


CALL_ASKED = "# a query that the function asked"  # before such a query, as a comment of SPARQL
SQL_SHOWN = "-- SQL over tables that were made from the graph"  # before such a query, as a comment of SQL


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """One step of the reasoning: its summary line, the lines under it, and how long it took."""

    summary: str
    details: tuple[str, ...]
    duration: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The parts of a reply in the order in which they are read; empty parts are not drawn.

    `query` is the query that ran, with invisible characters spelled as SPARQL escapes, so that it still
    means the same and nothing in it hides. `trace` holds one line a step, `steps` the same with details.
    `thing` is what the one row is about, to be drawn in the place of a table.
    `evidence` are the sentences of the one line that opens query and steps; `sha256` is the query's hash.
    `put_right` says in one line what was put right in the query before it ran, `written` that a model took
    part. `buttons` are the questions that can be asked next, or the same once more where it failed; `acts`
    the quiet ones, in the order of `bot.buttons.ACTS`: what can be done with this answer.
    `sources` are the passages that the answer cites, as it numbers them; `opens` says what the line of
    evidence opens.
    `rows` are those that any card shows, of `total_rows`.
    `more_rows` says that the store had more rows than were taken, `said` that the lead names all of the rows.
    `chart` is the chart or the map of the rows, where it is shown in the place of the table.
    `language` is that of the bot's own words, for those that a card adds (`bot.words`).
    """

    lead: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[tuple[ShownCell, ...], ...]
    total_rows: int
    restatement: str
    warnings: tuple[str, ...]
    put_right: str
    written: str
    buttons: tuple[Button, ...]
    acts: tuple[Button, ...]
    query: str
    trace: tuple[str, ...]
    footer: str
    attachments: tuple[Attachment, ...]
    outcome: Outcome
    steps: tuple[ShownStep, ...] = ()
    more_rows: bool = False
    said: bool = False
    thing: ShownThing | None = None
    evidence: tuple[str, ...] = ()
    sha256: str = ""
    chart: Picture | None = None
    sources: tuple[str, ...] = ()
    opens: str = ""
    language: str = "en"

    @property
    def table_adds(self) -> bool:
        """Whether the table says more than the lead."""
        return bool(self.rows) and not self.said

    def act(self, kind: Kind) -> Button | None:
        """The quiet button of that kind, where there is one."""
        return next((button for button in self.acts if button.kind == kind), None)


def view(reply: Reply, look: Look | None = None) -> View:
    """The view of a reply: values as the message's language writes them, where it has one."""
    look = look or Look()
    answer, language = reply.answer, language_of(reply, look)
    columns, rows = rows_of(answer, locale_of(reader_of(reply, look)), look.link)
    chart = shown_picture_of(answer) if look.draws else None
    is_cut = bool(answer.table and answer.table.truncated)
    is_said = chart is None and not is_cut and answer.form_asked != "table" and said(answer, rows)
    thing = None if is_said else thing_of(answer, columns, rows)
    return View(
        lead=clean(answer.text),
        columns=columns,
        rows=rows,
        total_rows=len(answer.display.rows) if answer.display else 0,
        restatement=clean(beside.read_as(answer)),
        warnings=beside.warnings(answer) + beside.undrawn(answer, words(language)),
        put_right=beside.put_right(answer),
        written=beside.written(answer, words(language)),
        buttons=_buttons(reply, language),
        acts=acts.of(reply, look),
        query=visible(_query(answer).strip()),
        trace=tuple(_line(step, language) for step in answer.trace),
        footer=beside.footer(reply, language),
        attachments=attachments(reply, look),
        outcome=answer.outcome,
        steps=tuple(_step(step, language) for step in answer.trace),
        more_rows=bool(answer.table and answer.table.truncated),
        said=is_said,
        thing=thing,
        evidence=beside.evidence(reply, look, is_plain=thing is not None),
        sha256=answer.query.sha256 if answer.query else "",
        chart=chart,
        sources=beside.sources(answer),
        opens=beside.opens(answer, words(language)),
        language=language,
    )


def _query(answer: Answer) -> str:
    """The query as it ran: where several sources were asked, with what each of them gave."""
    if answer.query is None:
        return ""
    if answer.query.language is QueryLanguage.SQL:
        return "\n".join((SQL_SHOWN, *origins_of(answer.query), answer.query.text))
    if answer.query.language is QueryLanguage.CALL:
        asked = [e.text for e in answer.evidence if isinstance(e, QueryEvidence)]
        return "\n\n".join((answer.query.text, *(f"{CALL_ASKED}\n{text}" for text in asked)))
    return (answer.table.ran if answer.table else "") or answer.query.text


def origins_of(query: RanQuery) -> Iterator[str]:
    """Where each column of SQL comes from in the graph, as comments of SQL."""
    for origin in query.origins:
        sources = dict.fromkeys(
            f"<{prop}> of <{cls}>" if prop else f"things of <{cls}>"
            for cls, prop in origin.sources
            if prop or cls
        )
        if sources:
            yield f"-- {origin.column}: {', '.join(sources)}"


def _line(step: Step, language: str) -> str:
    return clean(f"{step_words(step.stage, language)}: {step.summary}")


def _step(step: Step, language: str) -> ShownStep:
    return ShownStep(
        summary=_line(step, language),
        details=tuple(clean(detail) for detail in step.details),
        duration=duration(step.seconds, locale_of(language)),
    )


def _buttons(reply: Reply, language: str) -> tuple[Button, ...]:
    answer = reply.answer
    if acts.can_be_retried(reply):
        return (Button(label=words(language)("try-again"), detail="", kind="again", index=0),)
    choices = [
        Button(label=clean(c.label), detail=clean(c.detail), kind="choice", index=n)
        for n, c in enumerate(answer.choices)
    ]
    suggestions = [
        Button(label=clean(s.label), detail="", kind="suggestion", index=n)
        for n, s in enumerate(answer.suggestions)
    ]
    return (*choices, *suggestions)
