"""Whether the chain holds: each link with the one before, and with what stands in the tables.

In: a database, and checkpoints. Out: a Proof, with the first place that does not hold in a plain sentence.
It reads page by page, so that others write meanwhile; what is added while it reads is verified as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from connectors.database.beside import beside
from connectors.database.chain import BEFORE_ALL, link_hash
from connectors.database.contents import Row, facts_hash, moment, personal_hash
from connectors.database.covered import UNREADABLE, Loaded, page
from connectors.database.database import Database
from connectors.database.tables import LinkRow
from kgqa.audit import Broken, Checkpoint, Proof
from kgqa.errors import OurMove

Seen = Callable[[int, int], None]  # how many links of how many


@dataclass
class Walk:
    """The way along the chain: what was met so far."""

    number: int = 0
    hash: str = BEFORE_ALL
    records: int = 0
    emptied: list[Loaded] = field(default_factory=list)  # those without a salt
    forgotten: list[tuple[int, int]] = field(default_factory=list)  # links that acts tell of, from and to
    judged: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)  # the last word of each

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
        if link["kind"] == "judged" and each.content and (said := each.content.personal["details"]):
            self.judged[link["reference"], said["by"]] = (said["verdict"], said["reason"])
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
    return proof(walk.untold() or await database.read(lambda s: _beside(s, walk)))


def _stepped(walk: Walk, each: Loaded) -> Broken | None:
    """As `Walk.step`; what nobody could have written is a fault like any."""
    try:
        return walk.step(each)
    except (*UNREADABLE, OurMove):
        number = each.link["number"]
        return Broken(
            link=walk.number + 1, what=f"Link {number} or what it tells of is nothing that Querist wrote."
        )


def _beside(session: Session, walk: Walk) -> Broken | None:
    try:
        return beside(session, walk.judged)
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
