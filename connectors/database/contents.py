"""What a link of the chain covers: the facts of an entry, and what of it is personal.

In: rows. Out: two plain values for each, and their hashes. The facts stay. What is personal can be emptied
when a person is forgotten: its hash is salted, so that without the salt nobody can tell what stood there.
These lists are for ever: a column that they do not name is not covered, and one that moves breaks each chain.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import rfc8785

from kgqa.errors import OurMove

Row = Mapping[str, Any]

_SAFE = 2**53  # whole numbers below are exact wherever JSON is read
_SPELLED = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode

EMPTIED = "forgotten:"  # what stands before the reference, in the place of an event

RECORD_FACTS = ("reference", "platform", "tenant", "language", "asked_at", "opened_at")
RECORD_PERSONAL = ("event", "channel", "thread", "person", "message", "question", "pins")
ANSWER_FACTS = (
    "closed_at",
    "outcome",
    "move",
    "query",
    "canonical",
    "sha256",
    "graph",
    "fingerprint",
    "strategy",
    "rows",
    "truncated",
    "result_sha256",
    "seconds",
    "history",
)
ANSWER_PERSONAL = ("trace", "issues", "answer")
ENTRY_FACTS = ("number", "kind", "at")
ENTRY_PERSONAL = ("details",)
ACT_FACTS = ("number", "kind", "at", "by", "facts")
ACT_PERSONAL = ("details",)


@dataclass(frozen=True, slots=True)
class Content:
    """What is covered, as plain data."""

    facts: dict[str, Any]
    personal: dict[str, Any]

    @property
    def is_emptied(self) -> bool:
        """Whether nothing personal is left; the place of the event holds the reference of the record."""
        record = self.personal.get("record", {})
        event = record.get("event", "")
        parts = (self.personal, record, self.personal.get("answer") or {})
        texts = [v for part in parts for k, v in part.items() if k not in ("record", "answer", "event")]
        return not any(texts) and (not event or event == emptied_event(record_of(self.facts)))


def of_entry(entry: Row, record: Row | None = None, answer: Row | None = None) -> Content:
    """That of an entry; with the record that it opened, or the answer that closed it."""
    facts, personal = _plain(entry, ENTRY_FACTS), _plain(entry, ENTRY_PERSONAL)
    if record is not None:
        facts["record"] = _plain(record, RECORD_FACTS)
        personal["record"] = _plain(record, RECORD_PERSONAL)
    if answer is not None:
        facts["answer"] = _plain(answer, ANSWER_FACTS)
        personal["answer"] = _plain(answer, ANSWER_PERSONAL)
    return Content(facts, personal)


def of_act(act: Row) -> Content:
    """That of an act."""
    return Content(_plain(act, ACT_FACTS), _plain(act, ACT_PERSONAL))


def record_of(facts: Row) -> str:
    """The reference of the record that was opened; "" for all else."""
    return str((facts.get("record") or {}).get("reference", ""))


def emptied_event(reference: str) -> str:
    """What stands for the event of a record whose person was forgotten: no two records have the same."""
    return EMPTIED + reference


def facts_hash(facts: Row) -> str:
    """SHA-256 of the canonical JSON, in hex."""
    return hashlib.sha256(canonical(facts)).hexdigest()


def personal_hash(personal: Row, salt: str) -> str:
    """HMAC-SHA-256 of the canonical JSON with the salt as its key, in hex."""
    return hmac.new(bytes.fromhex(salt), canonical(personal), hashlib.sha256).hexdigest()


def canonical(value: Any) -> bytes:
    """JSON in the one spelling of RFC 8785. Raises OurMove for what has none."""
    try:
        # Without fractions Python's own writer, which is in C, spells the same; a test compares the two.
        return _SPELLED(value).encode() if _is_plain(value) else rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise OurMove("What is to be recorded has no canonical JSON.") from error


def _is_plain(value: Any) -> bool:
    if value is None or isinstance(value, str | bool):
        return True
    if isinstance(value, int):
        return -_SAFE < value < _SAFE
    if isinstance(value, dict):
        return all(isinstance(name, str) and name.isascii() for name in value) and all(
            map(_is_plain, value.values())
        )
    return isinstance(value, list) and all(map(_is_plain, value))


def moment(value: datetime | str) -> str:
    """A time as the tables keep it."""
    return value if isinstance(value, str) else value.astimezone(UTC).isoformat(timespec="microseconds")


def _plain(row: Row, names: Iterable[str]) -> dict[str, Any]:
    return {name: moment(v) if isinstance(v := row[name], datetime) else v for name in names}
