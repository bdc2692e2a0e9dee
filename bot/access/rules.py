"""Rules of access as values, and which of them close something to a reader. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bot.access.globs import is_meant
from bot.people import People
from kgqa.errors import BadSetting

Kind = Literal["class", "property", "graph"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Somebody who will read an answer. They are in these `groups`, and perhaps in those of which they are
    `unsure`, since no directory could say. `channel` is "" for who reads it alone; `tenant` and `channel` are
    names that no other platform has.
    """

    tenant: str
    groups: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    channel: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whom:
    """Groups, channels ("slack:T01:C04") and tenants ("slack:T01") that a rule names; false for none."""

    groups: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    tenants: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.groups or self.channels or self.tenants)

    def has(self, reader: Reader) -> bool:
        """Whether it is certain that a reader is among them."""
        return (
            _among(reader.tenant, self.tenants)
            or _among(reader.channel, self.channels)
            or not self.groups.isdisjoint(reader.groups)
        )

    def may_have(self, reader: Reader) -> bool:
        """Whether a reader may be among them, by all that could be found out."""
        return self.has(reader) or not self.groups.isdisjoint(reader.unsure)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What is closed, under a name: to all but whom it is `open_to`, or to whom it is `closed_to` alone; to
    everybody where neither is said. `closed_to` goes before `open_to`. `graphs_of` are the served graphs that
    it is about, () where there is one. Its terms are written as in the file, `functions` by their names. A
    rule of `documents`, which are patterns, may be open `to_all`.
    """

    name: str
    classes: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    graphs: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    open_to: Whom = field(default_factory=Whom)
    closed_to: Whom = field(default_factory=Whom)
    graphs_of: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    to_all: bool = False

    def closes_for(self, reader: Reader) -> bool:
        """Whether it closes something to a reader; where that is not certain, it does."""
        if self.closed_to.may_have(reader):
            return True
        if self.to_all:
            return False
        if not self.open_to:
            return not self.closed_to
        return not self.open_to.has(reader)

    def is_about(self, graph: str) -> bool:
        """Whether it is about a served graph."""
        return not self.graphs_of or graph in self.graphs_of

    def names(self, document: str) -> bool:
        """Whether it is about a document, by its name below the folder."""
        return any(is_meant(pattern, document) for pattern in self.documents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """People by their ids, as `bot.people.People` takes them, and the Slack user groups (handles or ids) and
    Entra groups (object ids) whose members are in it, too.
    """

    name: str
    people: frozenset[str] = frozenset()
    slack: tuple[str, ...] = ()
    entra: tuple[str, ...] = ()

    def named_on(self, platform: str) -> frozenset[str]:
        """The groups of a platform's directory that it names, in small letters."""
        named = {"slack": self.slack, "teams": self.entra}.get(platform, ())
        return frozenset(map(str.casefold, named))


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What stands in the file; without `rules` everybody who may ask sees the same. `guests` says that guests
    of a workspace may ask, who may not otherwise; `people` are the ids of those whom it calls by another
    name, such as an address.
    """

    path: Path
    rules: tuple[Rule, ...]
    groups: tuple[Group, ...] = ()
    guests: bool = False
    people: tuple[tuple[str, frozenset[str]], ...] = ()
    text: str = field(default="", repr=False)

    @property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def names(self) -> frozenset[str]:
        """Those of all rules."""
        return frozenset(rule.name for rule in self.rules)

    def closed_for(self, readers: Iterable[Reader]) -> frozenset[str]:
        """The rules that close something to at least one of the readers."""
        among = tuple(dict.fromkeys(readers))
        return frozenset(r.name for r in self.rules if any(r.closes_for(reader) for reader in among))

    def opens(self, document: str, graph: str, closed: Collection[str]) -> bool:
        """Whether a document is open beside a graph, where the rules of these names close something: some
        rule names it, and each that does is open.
        """
        naming = [rule.name for rule in self.rules if rule.is_about(graph) and rule.names(document)]
        return bool(naming) and not any(name in closed for name in naming)

    def groups_of(self, platform: str, tenant: str, person: str) -> frozenset[str]:
        """The groups that the file itself puts somebody in."""
        return frozenset(g.name for g in self.groups if People(g.people).names_one(platform, tenant, person))

    @property
    def group_names(self) -> frozenset[str]:
        """Those of all groups."""
        return frozenset(group.name for group in self.groups)

    def refused(self, said: str, name: str = "", rule: str = "") -> BadSetting:
        """What is wrong in the file, at the line of a name, after that of its rule."""
        line = self.line_of(name, rule)
        return BadSetting(f"{self.path}{f', line {line}' if line else ''}: {said}")

    def line_of(self, name: str, rule: str = "") -> int:
        """The line in which a name stands first, after that of its rule; 0 where it is not found."""
        lines = self.text.splitlines()
        start = next((n for n, line in enumerate(lines) if rule and _holds(line, rule)), 0)
        start = (
            max((n for n in range(start + 1) if lines[n].strip().startswith("[[")), default=0) if rule else 0
        )
        return next((n for n, line in enumerate(lines[start:], start + 1) if _holds(line, name)), 0)


def _among(name: str, names: Iterable[str]) -> bool:
    """Whether a channel or a tenant is one of those, however it is written."""
    return bool(name) and name.casefold() in map(str.casefold, names)


def _holds(line: str, name: str) -> bool:
    """Whether a name stands in a line as a text, or as what the line is about."""
    is_about = re.match(rf"[\[\s]*{re.escape(name)}(?![\w-])", line)
    return bool(name) and (f'"{name}"' in line or f"'{name}'" in line or is_about is not None)
