"""What every card shows, before any platform draws it: Reply -> View, a pure function.

A View holds finished words: numbers and dates in the asker's locale, things by their label, text made safe
of control and bidirectional characters. Escaping markup is left to each card, since each has its own.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Literal
from urllib.parse import quote

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

from bot.buttons import Kind
from bot.cards import acts
from bot.cards.look import Button, Look, locale_of
from bot.message import Reply
from kgqa.trace import as_json, as_markdown, bound
from kgqa.types import Answer, Cell, DisplayColumn, Issue, Outcome, Stage, Step

MAX_CELL = 2_000  # characters of one cell that any card shows; the whole stands in the CSV
MAX_LINE = 300  # characters of what is told in one line; the whole stands in the trace

STAGE_WORDS = {
    Stage.QUEUED: "waiting for its turn",
    Stage.LINKING: "finding names",
    Stage.READING: "reading the question",
    Stage.ASKING: "asking a language model",
    Stage.EXPLORING: "exploring the graph",
    Stage.CHECKING: "checking the query",
    Stage.RUNNING: "asking the graph",
    Stage.WORDING: "wording the answer",
}


MAX_NAME = 80  # of a model
_WITHOUT_MODEL = frozenset({"", "interpret", "library", "conversation", "own"})  # strategies that ask none
MAX_STEP = 120  # characters of what is told while the work goes on


def under_way(words: str, step: str) -> str:
    """What is going on, in one line: the stage's `words`, and the step that was just taken."""
    told = _short(" ".join(clean(step[: 4 * MAX_STEP]).split()), MAX_STEP)
    return f"{words}: {told}" if told else words


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCell:
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    title: str
    align: Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    name: str
    media_type: str
    content: str


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
    `put_right` says in one line what was put right in the query before it ran, `written` that a model took
    part. `buttons` are the questions that can be asked next, `acts` the quiet ones, in the order of
    `bot.buttons.ACTS`: what can be done with this answer.
    `more_rows` says that the store had more rows than were taken, `said` that the lead names all of the rows.
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

    @property
    def table_adds(self) -> bool:
        """Whether the table says more than the lead."""
        return bool(self.rows) and not self.said

    def act(self, kind: Kind) -> Button | None:
        """The quiet button of that kind, where there is one."""
        return next((button for button in self.acts if button.kind == kind), None)


def view(reply: Reply, look: Look | None = None) -> View:
    """The view of a reply, in the language of the message where it has one."""
    look = look or Look()
    answer = reply.answer
    locale = locale_of(reply.message.language or look.language)
    columns, rows = _table(answer, locale, look)
    return View(
        lead=clean(answer.text),
        columns=columns,
        rows=rows,
        total_rows=len(answer.table.rows) if answer.table else 0,
        restatement=clean(answer.restatement),
        warnings=tuple(clean(f"{i.message} {i.hint}".strip()) for i in _warnings(answer)),
        put_right=_put_right(answer),
        written=_written(answer),
        buttons=_buttons(answer),
        acts=acts.of(reply, look),
        query=visible(answer.query.text.strip()) if answer.query else "",
        trace=tuple(clean(f"{step.stage}: {step.summary}") for step in answer.trace),
        footer=_footer(reply, locale),
        attachments=attachments(reply, look),
        outcome=answer.outcome,
        steps=tuple(_step(step) for step in answer.trace),
        more_rows=bool(answer.table and answer.table.truncated),
        said=_said(answer, rows),
    )


def clean(text: str) -> str:
    """`text` without control, bidirectional and other invisible format characters; newlines stay, and so do
    the joiners that emoji and some scripts are written with.
    """
    text = text.replace("\t", " ")
    if text.replace("\n", "").isprintable():  # as nearly all are
        return text
    return "".join(c for c in text if c in "\n\u200c\u200d" or not _hides(c))


def visible(query: str) -> str:
    r"""`query` with every character that does not show written as its SPARQL escape (`\u202E`)."""
    return "".join(_escaped(c) if c not in "\n\t" and _hides(c) else c for c in query)


def _hides(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04X}" if ord(character) <= 0xFFFF else f"\\U{ord(character):08X}"  # noqa: PLR2004  # as SPARQL spells them


def attachments(reply: Reply, look: Look | None = None) -> tuple[Attachment, ...]:
    """The files of a reply: the query, the trace twice, and the rows; only what there is."""
    answer, stem = reply.answer, reply.reference or "querist"
    files = []
    if answer.query:
        files.append(
            Attachment(name=f"{stem}.rq", media_type="application/sparql-query", content=answer.query.text)
        )
    trace = as_markdown(answer, look.currency if look else "")
    files.append(Attachment(name=f"{stem}-trace.md", media_type="text/markdown", content=trace))
    payload = json.dumps(as_json(answer), ensure_ascii=False, indent=2)
    files.append(Attachment(name=f"{stem}-trace.json", media_type="application/json", content=payload))
    if answer.table and answer.table.rows:
        files.append(Attachment(name=f"{stem}.csv", media_type="text/csv", content=_csv(answer)))
    return tuple(files)


def _csv(answer: Answer) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180
    if answer.table:
        writer.writerow(answer.table.columns)
        writer.writerows([[_inert(value or "") for value in row] for row in bound(answer.table)])
    return out.getvalue()


_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001  # spreadsheets take the wide signs too


def _inert(value: str) -> str:
    """A spreadsheet runs cells that begin like a formula; a leading quote keeps them text."""
    is_formula = value[:1] in _FORMULA and not _number(value)
    return f"'{value}" if is_formula else value


def _step(step: Step) -> ShownStep:
    return ShownStep(
        summary=clean(f"{step.stage}: {step.summary}"),
        details=tuple(clean(detail) for detail in step.details),
        duration=_duration(step.seconds),
    )


def _duration(seconds: float) -> str:
    """Seconds as a person reads them; "" for what was not measured."""
    if not seconds:
        return ""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 else "< 1 ms"  # noqa: PLR2004  # one millisecond


def _warnings(answer: Answer) -> tuple[Issue, ...]:
    return answer.query.warnings if answer.query else ()


def _put_right(answer: Answer) -> str:
    return _short(" ".join(clean(" ".join(answer.fixes)).split()), MAX_LINE)


def model_took_part(answer: Answer) -> bool:
    """Whether a language model wrote the query, put it right or rephrased the question."""
    spent = answer.spent
    return answer.strategy not in _WITHOUT_MODEL or spent.calls > 0 or spent.cached > 0


def _written(answer: Answer) -> str:
    if answer.query is None or not model_took_part(answer):
        return ""
    name = _short(" ".join(clean(answer.models[0]).split()), MAX_NAME) if answer.models else ""
    model = f"a language model ({name})" if name else "a language model"
    if answer.strategy in _WITHOUT_MODEL:
        return f"With the help of {model}; the query was checked before it ran."
    return f"Written with {model}; checked before it ran."


def _buttons(answer: Answer) -> tuple[Button, ...]:
    choices = [
        Button(label=clean(c.label), detail=clean(c.detail), kind="choice", index=n)
        for n, c in enumerate(answer.choices)
    ]
    suggestions = [
        Button(label=clean(s.label), detail="", kind="suggestion", index=n)
        for n, s in enumerate(answer.suggestions)
    ]
    return (*choices, *suggestions)


def _table(
    answer: Answer, locale: Locale, look: Look
) -> tuple[tuple[ShownColumn, ...], tuple[tuple[ShownCell, ...], ...]]:
    if answer.display is None:
        return (), ()
    columns = tuple(
        ShownColumn(
            title=clean(f"{c.title} ({c.unit})" if c.unit else c.title),
            align="right" if c.kind == "number" else "left",
        )
        for c in answer.display.columns
    )
    rows = tuple(
        tuple(
            _cell(cell, column, locale, look)
            for cell, column in zip(row, answer.display.columns, strict=True)
        )
        for row in answer.display.rows
    )
    return columns, rows


def _said(answer: Answer, rows: tuple[tuple[ShownCell, ...], ...]) -> bool:
    """Whether there is one row, and the sentence names each of its values: as the reader writes it, or as
    the sentence's own language does.
    """
    if answer.display is None or len(rows) != 1:
        return False
    own = locale_of(answer.question.language)
    return all(
        _names(answer.text, {shown.text, *_spoken(cell, column, own)})
        for shown, cell, column in zip(rows[0], answer.display.rows[0], answer.display.columns, strict=True)
    )


def _spoken(cell: Cell, column: DisplayColumn, locale: Locale) -> tuple[str, ...]:
    """A value as a sentence has it: the month of a date in full."""
    if cell.term is None or cell.term.kind == "iri":
        return ()
    value = cell.label or cell.term.value
    return (
        (_date(value, locale, "long"),)
        if column.kind == "date"
        else (shown_value(value, column.kind, locale),)
    )


def _names(sentence: str, spellings: set[str]) -> bool:
    return any(s.strip() and re.search(rf"(?<!\w){re.escape(s)}(?!\w)", sentence) for s in spellings)


def _cell(cell: Cell, column: DisplayColumn, locale: Locale, look: Look) -> ShownCell:
    if cell.term is None:
        return ShownCell(text="\N{EN DASH}")
    if cell.term.kind == "iri":
        text = cell.label or cell.term.value
        return ShownCell(text=_readable(text), link=_link(cell.term.value, look.link))
    return ShownCell(text=_readable(shown_value(cell.label or cell.term.value, column.kind, locale)))


def _link(iri: str, template: str) -> str:
    if not template or not iri.startswith(("http://", "https://")):
        return ""
    return iri if template == "{iri}" else template.replace("{iri}", quote(iri, safe=""))


def _readable(text: str) -> str:
    return _short(clean(text[: 4 * MAX_CELL]))  # of a whole book, only its beginning is looked at


def _short(text: str, most: int = MAX_CELL) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def shown_value(value: str, kind: str, locale: Locale) -> str:
    """A lexical form as a person writes it: 1234.5 as 1,234.5 or 1.234,5; dates in the locale's words."""
    if kind == "number" and (number := _number(value)) is not None:
        return format_decimal(number, locale=locale, decimal_quantization=False)
    if kind == "date":
        return _date(value, locale)
    return value


_DECIMALS = 6  # a double's twelfth decimal tells a reader nothing
_DIGITS = 21  # before or after the point; a longer number is shown as it is written


def _number(value: str) -> Decimal | None:
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    exponent = number.as_tuple().exponent
    if not -_DIGITS < number.adjusted() < _DIGITS:
        return None  # nobody reads it with all its noughts
    if isinstance(exponent, int) and exponent < -_DECIMALS:
        return number.quantize(Decimal(10) ** -_DECIMALS).normalize()
    return number


def _date(value: str, locale: Locale, style: Literal["medium", "long"] = "medium") -> str:
    try:
        if "T" in value:
            moment = datetime.fromisoformat(value)
            if (moment.hour, moment.minute, moment.second) == (0, 0, 0):
                return format_date(moment.date(), style, locale=locale)
            return format_datetime(moment, "medium", locale=locale)
        return format_date(date.fromisoformat(value), style, locale=locale)
    except ValueError:
        return value


def _footer(reply: Reply, locale: Locale) -> str:
    answer = reply.answer
    parts = []
    if answer.graph:
        parts.append(f"{answer.graph.name} @ {answer.graph.fingerprint[:12]}")
    if answer.table and answer.table.boolean is None:
        count = len(answer.table.rows)
        more = " or more" if answer.table.truncated else ""
        parts.append(
            f"{format_decimal(count, locale=locale)}{more} {'row' if count == 1 and not more else 'rows'}"
        )
    if answer.seconds:
        parts.append(_duration(answer.seconds))
    if answer.outcome is Outcome.ANSWERED and answer.confidence.reason:
        parts.append(f"{_sure(answer.confidence.value)}: {answer.confidence.reason}")
    if reply.reference:
        parts.append(f"record {reply.reference}")
    return clean(" · ".join(parts))


def _sure(value: float) -> str:
    return "sure" if value >= 0.85 else "fairly sure" if value >= 0.65 else "not sure"  # noqa: PLR2004  # calibrated words
