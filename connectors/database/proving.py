"""Whether the chain holds: each link with the one before, and with what stands in the tables.

In: a database, and checkpoints. Out: a Proof, with the first place that does not hold in a plain sentence.
It reads page by page, so that others write meanwhile; what is added while it reads is verified as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import FromClause, String, and_, exists, func, select, type_coerce
from sqlalchemy.orm import Session

from connectors.database.chain import BEFORE_ALL, link_hash
from connectors.database.contents import (
    Content,
    Row,
    facts_hash,
    moment,
    of_act,
    of_entry,
    personal_hash,
)
from connectors.database.database import Database
from connectors.database.tables import ActRow, AnswerRow, EntryRow, JudgementRow, LinkRow, RecordRow, Table
from kgqa.audit import Broken, Checkpoint, Proof
from kgqa.errors import OurMove

PAGE = 400  # links that are read at once

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)  # what rows raise that nobody of ours wrote

Seen = Callable[[int, int], None]  # how many links of how many


# The time as its text: it is hashed, and read by nobody.
_LINKS = select(
    *(type_coerce(c, String).label("at") if c.name == "at" else c for c in LinkRow.__table__.columns)
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A link with what stands now of what it covers; None where that is gone."""

    link: dict[str, Any]
    content: Content | None

    @property
    def where(self) -> str:
        """What it is the link of, for people."""
        what = {"opened": "the question", "closed": "the answer"}.get(self.link["kind"])
        if self.link["reference"] == "":
            return f"act {self.link['entry']} ({self.link['kind']})"
        of_it = f"of record {self.link['reference']}"
        return f"{what} {of_it}" if what else f"entry {self.link['entry']} ({self.link['kind']}) {of_it}"


def page(session: Session, after: int, most: int = PAGE) -> list[Loaded]:
    """The links after a number, in their order, with what they cover."""
    wanted = _LINKS.where(LinkRow.number > after).order_by(LinkRow.number).limit(most)
    links = _rows(session, wanted)
    try:
        return loaded(session, links)
    except UNREADABLE:
        return [_one(session, link) for link in links]  # one of them cannot be read: which one shows alone


def of_record(session: Session, reference: str) -> list[Loaded]:
    """The links of a record."""
    wanted = _LINKS.where(LinkRow.reference == reference).order_by(LinkRow.number)
    return [_one(session, link) for link in _rows(session, wanted)]


def _one(session: Session, link: dict[str, Any]) -> Loaded:
    try:
        return loaded(session, [link])[0]
    except UNREADABLE:
        return Loaded(link, None)


def loaded(session: Session, links: Sequence[dict[str, Any]]) -> list[Loaded]:
    """These links with what they cover."""
    references = sorted({link["reference"] for link in links if link["reference"]})
    opened = sorted({link["reference"] for link in links if link["kind"] == "opened"})
    closed = sorted({link["reference"] for link in links if link["kind"] == "closed"})
    acts = sorted({link["entry"] for link in links if not link["reference"]})
    entries = {(e["reference"], e["number"]): e for e in _among(session, EntryRow, "reference", references)}
    records = {r["reference"]: r for r in _among(session, RecordRow, "reference", opened)}
    answers = {a["reference"]: a for a in _among(session, AnswerRow, "reference", closed)}
    done = {a["number"]: a for a in _among(session, ActRow, "number", acts)}

    def content(link: Row) -> Content | None:
        reference, kind = link["reference"], link["kind"]
        if not reference:
            act = done.get(link["entry"])
            return of_act(act) if act else None
        entry, record = entries.get((reference, link["entry"])), records.get(reference)
        answer = answers.get(reference)
        if entry is None or (kind == "opened" and not record) or (kind == "closed" and not answer):
            return None
        return of_entry(entry, record if kind == "opened" else None, answer if kind == "closed" else None)

    return [Loaded(link, content(link)) for link in links]


@dataclass
class Walk:
    """The way along the chain: what was met so far."""

    number: int = 0
    hash: str = BEFORE_ALL
    records: int = 0
    emptied: list[Loaded] = field(default_factory=list)  # those without a salt
    forgotten: list[tuple[int, int]] = field(default_factory=list)  # links that acts tell of, from and to

    def step(self, each: Loaded) -> Broken | None:
        """Goes on to a link; what is wrong with it."""
        link = each.link
        if link["number"] != self.number + 1:
            missing = self.number + 1
            return Broken(link=missing, what=f"Link {missing} is missing: the next one is {link['number']}.")
        if link_hash(link) != link["hash"]:
            return self._broken(each, "was changed: its hash is not that of what it says")
        if link["previous"] != self.hash:
            return self._broken(
                each, "does not follow from the one before: one of the two was moved or written anew"
            )
        if what := differs(each):
            return Broken(link=link["number"], what=what, reference=link["reference"])
        self.number, self.hash = link["number"], link["hash"]
        self.records += link["kind"] == "opened" and link["reference"] != ""
        if link["salt"] is None:
            self.emptied.append(each)
        if link["kind"] == "forget" and each.content and not link["reference"]:
            self.forgotten += [(a, b) for a, b in each.content.facts["facts"].get("links", ())]
        return None

    def untold(self) -> Broken | None:
        """What was emptied, and no act tells of it."""
        told = sorted(self.forgotten)
        at = 0
        ends: list[tuple[int, int]] = []  # put together
        for first, last in told:
            if ends and first <= ends[-1][1] + 1:
                ends[-1] = (ends[-1][0], max(last, ends[-1][1]))
            else:
                ends.append((first, last))
        for each in self.emptied:
            number = each.link["number"]
            while at < len(ends) and ends[at][1] < number:
                at += 1
            if at == len(ends) or ends[at][0] > number:
                return self._broken(each, "lost its personal text, and no act tells of forgetting it")
        return None

    def _broken(self, each: Loaded, what: str) -> Broken:
        number = each.link["number"]
        return Broken(
            link=number, what=f"Link {number} ({each.where}) {what}.", reference=each.link["reference"]
        )


def differs(each: Loaded) -> str:
    """What of that which a link covers is not as it was written, in a sentence; "" where all is."""
    link, content = each.link, each.content
    where, number = each.where, link["number"]
    if content is None:
        return f"What link {number} tells of is gone, or cannot be read any more: {where}."
    told = (content.facts["kind"], moment(content.facts["at"]))
    if facts_hash(content.facts) != link["facts"] or told != (link["kind"], link["at"]):
        return (
            f"Link {number}: {where} is not what was written on {_day(link)}. "
            f"{_changed(link, _FACTS)} changed."
        )
    if link["salt"] is None:
        if content.is_emptied:
            return ""
        return f"Link {number}: {where} was forgotten, and personal text stands there again."
    if personal_hash(content.personal, link["salt"]) != link["personal"]:
        return (
            f"Link {number}: {where} is not what was written on {_day(link)}. "
            f"{_changed(link, _PERSONAL)} changed."
        )
    return ""


_FACTS = {
    "opened": "When, on which platform or in which language it was asked was",
    "closed": "Its query, graph, outcome, counts or hashes were",
    "": "Its kind, time or author was",
}
_PERSONAL = {
    "opened": "Its words, who asked or where was",
    "closed": "Its words, rows or steps were",
    "": "Its details were",
}


def _changed(link: Row, said: Mapping[str, str]) -> str:
    return said.get(link["kind"] if link["reference"] else "", said[""])


def _day(link: Row) -> str:
    return f"{link['at'][:10]} at {link['at'][11:16]} UTC"


async def prove(
    database: Database, checkpoints: Sequence[Checkpoint] = (), seen: Seen = lambda *_: None
) -> Proof:
    """Verifies the whole chain, and the tables beside it. Raises DatabaseUnavailable."""
    walk, met = Walk(), 0
    size = await database.read(lambda s: s.scalar(select(func.max(LinkRow.number))) or 0)
    due = sorted(checkpoints, key=lambda c: c.size)

    def proof(broken: Broken | None = None) -> Proof:
        return Proof(
            links=walk.number,
            head=walk.hash,
            records=walk.records,
            forgotten=len(walk.emptied),
            checkpoints=met,
            broken=broken,
        )

    while links := await database.read(lambda s: page(s, walk.number)):
        for each in links:
            if broken := _stepped(walk, each):
                return proof(broken)
            while met < len(due) and due[met].size <= walk.number:
                if (broken := _against(due[met], walk)) is not None:
                    return proof(broken)
                met += 1
        seen(walk.number, max(size, walk.number))
    if met < len(due):
        return proof(_cut(due[met], walk.number))
    return proof(walk.untold() or await database.read(_beside))


def _stepped(walk: Walk, each: Loaded) -> Broken | None:
    """As `Walk.step`; what nobody could have written is a fault like any."""
    try:
        return walk.step(each)
    except (*UNREADABLE, OurMove):
        number = each.link["number"]
        return Broken(
            link=walk.number + 1, what=f"Link {number} or what it tells of is nothing that Querist wrote."
        )


def _beside(session: Session) -> Broken | None:
    try:
        return beside(session)
    except UNREADABLE:
        return Broken(link=0, what="A judgement is nothing that Querist wrote.")


def _against(checkpoint: Checkpoint, walk: Walk) -> Broken | None:
    if checkpoint.size == 0 or checkpoint.head == walk.hash:
        return None
    return Broken(
        link=walk.number,
        what=f"Link {walk.number} is another one than at the checkpoint of {_when(checkpoint)}: "
        "the chain was written anew since.",
    )


def _cut(checkpoint: Checkpoint, size: int) -> Broken:
    return Broken(
        link=size + 1,
        what=f"The chain ends with link {size}, and at the checkpoint of {_when(checkpoint)} it had "
        f"{checkpoint.size}: its end was cut off.",
    )


def _when(checkpoint: Checkpoint) -> str:
    return f"{moment(checkpoint.at)[:16].replace('T', ' ')} UTC"


def beside(session: Session) -> Broken | None:
    """What stands in the tables, and in no link; and judgements that are not the last that were given."""
    for broken in (_without_link(session), _judged(session)):
        if broken is not None:
            return broken
    return None


def _without_link(session: Session) -> Broken | None:
    of_entry_ = and_(LinkRow.reference == EntryRow.reference, LinkRow.entry == EntryRow.number)
    entry = session.execute(
        select(EntryRow.reference, EntryRow.number, EntryRow.kind).where(~exists().where(of_entry_)).limit(1)
    ).first()
    if entry is not None:
        return _past(f"Entry {entry.number} ({entry.kind}) of record {entry.reference}", entry.reference)
    for row, kind, noun in ((RecordRow, "opened", "Record"), (AnswerRow, "closed", "The answer of record")):
        of_it = and_(EntryRow.reference == row.reference, EntryRow.kind == kind)
        reference = session.scalar(select(row.reference).where(~exists().where(of_it)).limit(1))
        if reference is not None:
            return _past(f"{noun} {reference}", reference)
    of_act_ = and_(LinkRow.reference == "", LinkRow.entry == ActRow.number)
    act = session.scalar(select(ActRow.number).where(~exists().where(of_act_)).limit(1))
    return None if act is None else _past(f"Act {act}", "")


def _past(what: str, reference: str) -> Broken:
    return Broken(
        link=0, what=f"{what} stands in the table and in no link of the chain.", reference=reference
    )


def _judged(session: Session) -> Broken | None:
    """The first judgement that is not what the entries say."""
    for references in _pages(session):
        last: dict[tuple[str, str], tuple[str, str]] = {}
        told = select(EntryRow.reference, EntryRow.details).where(
            EntryRow.reference.in_(references), EntryRow.kind == "judged"
        )
        for entry in session.execute(told.order_by(EntryRow.number)):
            if entry.details:
                key = (entry.reference, entry.details["by"])
                last[key] = (entry.details["verdict"], entry.details["reason"])
        kept = {
            (row["reference"], row["by"]): (row["verdict"], row["reason"])
            for row in _among(session, JudgementRow, "reference", references)
        }
        for key in sorted(last.keys() | kept.keys()):
            if last.get(key) != kept.get(key):
                return Broken(
                    link=0,
                    what=f"What somebody thinks of record {key[0]} is not what the chain says was said last.",
                    reference=key[0],
                )
    return None


def _pages(session: Session) -> Iterator[list[str]]:
    """The records that somebody judged, some at a time."""
    after = ""
    while True:
        both = [
            select(JudgementRow.reference.label("reference")).where(JudgementRow.reference > after),
            select(EntryRow.reference).where(EntryRow.reference > after, EntryRow.kind == "judged"),
        ]
        union = both[0].union(both[1]).order_by("reference").limit(PAGE)
        found = list(session.scalars(union))
        if not found:
            return
        yield found
        after = found[-1]


def _of(table: type[Table]) -> FromClause:
    return table.__table__


def _rows(session: Session, statement: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in session.execute(statement).mappings()]


def _among(session: Session, table: type[Table], column: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    if not values:
        return []
    columns = _of(table)
    return _rows(session, select(columns).where(columns.c[column].in_(values)))
