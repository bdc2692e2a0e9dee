"""A verified pair of question and query, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from hashlib import sha256


class Source(StrEnum):
    """How a pair came into the library."""

    FILE = "file"  # a readable file, beside the graph or in git
    ADMIN = "admin"  # by command
    THREAD = "thread"  # by a reviewer, from an answer in a thread
    AUDIT = "audit"  # by a reviewer, from the record
    IMPORT = "import"  # from another system


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A question with the query that answers it, and who says so.

    `language` is the question's ISO 639-1 code or "". `at` is timezone-aware. `reference` names the record of
    the answer that was verified, if there is one. `note` is for those who read the library.
    """

    question: str
    sparql: str
    by: str
    at: datetime
    source: Source
    language: str = ""
    reference: str = ""
    note: str = ""

    @cached_property
    def id(self) -> str:
        """The same for the same question and query, whoever added it: 16 hex digits."""
        return sha256(f"{self.question.strip()}\n{self.sparql.strip()}".encode()).hexdigest()[:16]
