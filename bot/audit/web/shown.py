"""What the pages show of records: plain values for the templates.

In: records. Out: rows of a list, and one record as a story, with what was checked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from bot.audit.again import Compared, Row, cell, difference, size
from bot.audit.given import OUTCOMES
from bot.audit.names import Names
from bot.audit.plain import (
    executed_text,
    executed_words,
    happened_words,
    held,
    outcome_name,
    outcome_words,
    reply_of,
    rights_words,
    version,
    where,
)
from bot.cards.look import Look
from bot.cards.view import ShownStep, View, clean, view, visible
from bot.cards.web import coloured
from kgqa.audit import Happened, Judgement, Listed, Whole
from kgqa.check.iris import COMMON, iris_of
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import Outcome, ResultTable

ROWS = 50  # of a result that are shown; all of them are in its export
CHANGED = 100  # rows of each sort that came, went or changed
FIELDS = ("text", "who", "channel", "since", "until", "graph", "outcome", "judged", "reviewed", "touching")
_POSTING = frozenset({"sending", "posted", "not_posted", "given_up", "shared", "added", "removed", "edited"})
_REMARKS = {
    "flagged": ("flagged", "bad"),
    "unflagged": ("flag taken back", "plain"),
    "commented": ("comment", "plain"),
    "approved": ("approved", "good"),
    "verified": ("kept in the library", "good"),
}
_SIGNS = {Outcome.ANSWERED: "good", Outcome.FAILED: "bad", Outcome.CLARIFY: "care"}
_CARE = (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN, Outcome.REFUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A record in a list. `sign` is how the outcome is coloured."""

    reference: str
    at: datetime
    who: str
    person: str  # by name, where there is one
    identity: str
    where: str
    channel: str
    room: str  # by name; "" where there is none
    question: str
    outcome: str
    sign: str
    is_forgotten: bool


def line_of(one: Listed, names: Names) -> Line:
    """A record as a line."""
    return Line(
        reference=one.reference,
        at=one.opened_at,
        who=one.who,
        person=(names.of(one.who) if one.who else "") or clean(one.person),
        identity=clean(one.person),
        where=where(one),
        channel=one.place,
        room=names.of(one.place) if one.place else "",
        question=clean(one.question),
        outcome=outcome_words(one),
        sign=sign_of(one.outcome),
        is_forgotten=one.is_forgotten,
    )


def sign_of(outcome: Outcome | None) -> str:
    """How an outcome is coloured."""
    return "care" if outcome in _CARE else _SIGNS.get(outcome, "plain") if outcome else "open"


# ── the form above a list ────────────────────────────────────────────────────────────────────────


def given(query: Mapping[str, str]) -> dict[str, str]:
    """The filters of an address, without what nobody can have typed."""
    return {name: "".join(filter(str.isprintable, query.get(name, ""))).strip() for name in FIELDS}


def address(filters: Mapping[str, str], path: str = "/audit", **more: str) -> str:
    """The address of a list with these filters."""
    told = {name: value for name, value in {**filters, **more}.items() if value}
    return f"{path}?{urlencode(told)}" if told else path


def outcomes(chosen: str) -> list[tuple[str, str]]:
    """What can be chosen, by name; several at once where an address names several."""
    known = [(name, outcome_name(None if name == "open" else Outcome(name))) for name in OUTCOMES]
    if "," in chosen:
        known.insert(0, (chosen, chosen.replace(",", ", ").replace("_", " ")))
    return known


def told_of(filters: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Each filter that is set: what it is called, its value, and the address of the list without it."""
    names = {
        "text": "words",
        "who": "asked by",
        "channel": "channel",
        "since": "from",
        "until": "until",
        "graph": "graph",
        "outcome": "outcome",
        "judged": "judged",
        "reviewed": "review",
        "touching": "touching",
    }
    return [
        (names[name], value.replace("_", " ") if name == "outcome" else value, address({**filters, name: ""}))
        for name, value in filters.items()
        if value
    ]


# ── one record ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One thing that was verified of a record, and what it said."""

    holds: bool
    what: str
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What somebody who reviews it said."""

    at: datetime
    by: str
    said: str
    comment: str
    sign: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One record, from its question to what people did with the answer."""

    line: Line
    whole: Whole
    shown: View | None
    query: list[list[str]]
    steps: Sequence[ShownStep]
    rights: Sequence[tuple[str, str]]
    executed: Sequence[tuple[str, str, str]]  # what came of a query, its text and its hash
    rows: Sequence[Any]
    more_rows: int
    touched: Sequence[tuple[str, str]]  # IRIs of the query, with the last part of each
    checked: Sequence[Checked]
    posted: Sequence[tuple[datetime, str, str, str]]  # when, what, told, and a link
    posted_query: str  # where it differs from the one that ran
    happened: Sequence[tuple[datetime, int, str, str]]
    judgements: Sequence[tuple[Judgement, str]]  # with the name of who judged
    remarks: Sequence[Remark]
    took: str
    version: str

    @property
    def holds(self) -> bool:
        return all(each.holds for each in self.checked)

    @property
    def is_flagged(self) -> bool:
        flags = [each.kind for each in self.whole.happened if each.kind in ("flagged", "unflagged")]
        return flags[-1:] == ["flagged"]


def story_of(
    whole: Whole,
    look: Look,
    names: Names,
    judgements: Sequence[Judgement],
    hashed: Callable[[ResultTable], str],
) -> Story:
    """A record as a story."""
    one, answer = whole.listed, whole.answer
    shown = view(reply_of(whole), look) if answer else None
    query = shown.query if shown and shown.query else visible(one.query)
    rows = shown.rows[:ROWS] if shown else ()
    seconds = answer.table.seconds if answer and answer.table else 0.0
    return Story(
        line=line_of(one, names),
        whole=whole,
        shown=shown,
        query=coloured(query) if query else [],
        steps=shown.steps if shown else (),
        rights=rights_words(answer.rights) if answer and answer.rights else (),
        executed=[(executed_words(e), executed_text(e), e.sha256) for e in answer.executed] if answer else [],
        rows=rows,
        more_rows=(shown.total_rows if shown else 0) - len(rows),
        touched=[(iri, _last(iri)) for iri in _iris(one.query)],
        checked=checks(whole, shown, hashed),
        posted=[_posted(each) for each in whole.happened if each.kind in _POSTING],
        posted_query="",
        happened=[(each.at, each.link, *happened_words(each)) for each in whole.happened],
        judgements=[(each, names.of(each.by)) for each in judgements],
        remarks=[_remark(each) for each in whole.happened if each.kind in _REMARKS],
        took=f"{seconds * 1000:,.0f} ms" if seconds else "",
        version=version(whole.fingerprint),
    )


def checks(whole: Whole, shown: View | None, hashed: Callable[[ResultTable], str]) -> list[Checked]:
    """What is verified whenever a record is shown."""
    one, answer = whole.listed, whole.answer
    holds, told = held(whole)
    found = [Checked(holds=holds, what="The links of the chain", told=told)]
    if one.query and one.sha256:
        found.append(_same("The query that ran", hash_of(one.query), one.sha256))
    if shown and shown.query and one.sha256 and answer and answer.table and not answer.table.ran:
        found.append(_same("The query that was shown", hash_of(shown.query), one.sha256))
    if answer and answer.table and one.result_sha256:
        found.append(_same("The rows", hashed(answer.table), one.result_sha256))
    return found


def _same(what: str, now: str, then: str) -> Checked:
    if now == then:
        return Checked(holds=True, what=what, told="has the hash that was recorded.")
    return Checked(
        holds=False, what=what, told=f"has the hash {now or '(it cannot be read)'}, and {then} was recorded."
    )


def hash_of(query: str) -> str:
    """The hash of a query in its normal spelling, in which SQL is recorded; "" for what is no query."""
    parsed = parse(query)
    if isinstance(parsed, ParsedQuery):
        return sha256(write(parsed).encode()).hexdigest()
    lines = [line for line in query.split("\n") if not line.startswith("--")]  # what is shown with SQL
    is_sql = lines and lines[0].startswith(("SELECT", "WITH"))
    return sha256("\n".join(lines).encode()).hexdigest() if is_sql else ""


def _iris(query: str) -> Iterable[str]:
    parsed = parse(query) if query else None
    if not isinstance(parsed, ParsedQuery):
        return ()
    return dict.fromkeys(iri for iri in iris_of(parsed) if not iri.startswith(COMMON))


def _last(iri: str) -> str:
    return clean(iri.rstrip("#/").replace("#", "/").rpartition("/")[2] or iri)


def _remark(each: Happened) -> Remark:
    said, sign = _REMARKS[each.kind]
    details = {name: clean(str(each.details.get(name, ""))) for name in ("by", "comment")}
    return Remark(at=each.at, by=details["by"], said=said, comment=details["comment"], sign=sign)


def _posted(each: Happened) -> tuple[datetime, str, str, str]:
    said, told = happened_words(each)
    link = str(each.details.get("permalink", ""))
    return each.at, said, told, link if link.startswith(("https://", "http://")) else ""


# ── run again ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What became of a result: its columns, and rows with a sign each."""

    is_same: bool
    told: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, str, Sequence[tuple[str, str]]]]  # sign, in words, cells then and now
    more: int
    notes: Sequence[str]


def difference_of(done: Compared, labels: Mapping[str, str]) -> Difference:
    """What the page shows of two results."""

    def one(row: Row) -> list[tuple[str, str]]:
        return [("", cell(term, labels)) for term in row]

    def both(old: Row, new: Row) -> list[tuple[str, str]]:
        pairs = zip(old, new, strict=True)
        return [("" if was == is_ else cell(was, labels), cell(is_, labels)) for was, is_ in pairs]

    rows: list[tuple[str, str, Sequence[tuple[str, str]]]] = []
    for sign, words, some in (("+", "came", done.came), ("\N{MINUS SIGN}", "went", done.went)):
        for row, count in some[:CHANGED]:
            rows.append((sign, f"{words}, {count} times" if count > 1 else words, one(row)))
    rows += [("~", "changed", both(old, new)) for old, new in done.changed[:CHANGED]]
    total = sum(len(some) for some in (done.came, done.went, done.changed))
    notes = []
    if done.then is None and not done.is_same:
        notes.append("Its rows were forgotten, so which came and which went cannot be told.")
    if done.now.truncated or (done.then and done.then.truncated):
        notes.append("The store had more rows than were taken: which ones it gives is its own choice.")
    if done.name_then != done.name_now:
        notes.append(
            f"Another graph was asked: “{clean(done.name_then)}” then, “{clean(done.name_now)}” now."
        )
    told = f"The same result: {size(done.now)}, the same hash." if done.is_same else difference(done)
    return Difference(
        is_same=done.is_same,
        told=told,
        columns=[clean(name) for name in (done.then or done.now).columns],
        rows=rows,
        more=total - len(rows),
        notes=notes,
    )
