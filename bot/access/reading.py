"""The file of access -> rules. What is wrong in it is said with its line and the nearest right name.

In: a TOML file. Out: `Access`. Whether a graph knows what is closed is seen when the graph is opened.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rapidfuzz import process

from bot.access.rules import Access, Group, Rule, Whom
from bot.people import OBJECT, is_person
from bot.settings import Settings
from kgqa.errors import BadSetting

NEAR = 60  # of 100: a name that is less like it is not worth proposing
_TOP = ("closed", "documents", "groups", "people", "guests")
_RULE = ("name", "classes", "properties", "graphs", "functions", "in", "open_to", "closed_to")
_DOCUMENTS = ("name", "files", "in", "open_to", "closed_to")
_GROUP = ("people", "file", "slack", "entra")
_WHOM = ("groups", "channels", "tenants")
_CLOSED = ("classes", "properties", "graphs", "functions")
_CHANNEL = re.compile(r"[a-z]\w*:[^:]+:.+")
_TENANT = re.compile(r"[a-z]\w*:[^:]+")
_NAME = re.compile(r"[\w .-]{1,64}")


def read_access(settings: Settings) -> Access | None:
    """What the file of the settings says; None where there is none. Raises BadSetting."""
    return access_in(settings.access) if settings.access else None


def guests_may_ask(settings: Settings, access: Access | None) -> bool:
    """Whether guests of a workspace or a tenant may ask. The playground does not tell who is one."""
    return settings.guests or settings.teams_playground or (access is not None and access.guests)


def access_in(path: Path) -> Access:
    """What a file says. Raises BadSetting."""
    try:
        text = path.read_text("utf-8")
        tables = tomllib.loads(text)
    except OSError as error:
        raise BadSetting(f"The file of access {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadSetting(f"The file of access {path} is no text in UTF-8: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"The file of access {path} is no TOML: {error}.") from error
    return _Reading(Access(path=path, rules=(), text=text)).access(tables)


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence that proposes the known name which is most like it; "" where none is."""
    found = process.extractOne(name, list(known), processor=str.casefold, score_cutoff=NEAR)
    return f" Did you mean “{found[0]}”?" if found else ""


class _Reading:
    """Reads tables of one file; `at` knows its lines."""

    def __init__(self, at: Access) -> None:
        self._at = at
        self._called: dict[str, frozenset[str]] = {}
        self._groups: frozenset[str] = frozenset()

    def access(self, tables: Mapping[str, Any]) -> Access:
        self._known(tables, _TOP, "The file")
        guests = tables.get("guests", False)
        if not isinstance(guests, bool):
            raise self._at.refused("guests is true or false.", "guests")
        people = self._table(tables.get("people", {}), "people")
        self._called = {
            name.casefold(): frozenset(self._person(each) for each in self._ids(ids, name))
            for name, ids in people.items()
        }
        named = self._table(tables.get("groups", {}), "groups")
        groups = tuple(self._group(name, self._table(table, name)) for name, table in named.items())
        self._groups = frozenset(named)
        rules, opened = tables.get("closed", []), tables.get("documents", [])
        if not isinstance(rules, list) or not isinstance(opened, list) or not (rules or opened):
            raise self._at.refused(
                "Nothing is closed. Put what is into tables, [[closed]], and what is open of documents into "
                "[[documents]].",
                "closed" if "closed" in tables else "documents",
            )
        found = tuple(self._rule(self._table(table, "closed"), n) for n, table in enumerate(rules, 1))
        found += tuple(self._opened(self._table(table, "documents"), n) for n, table in enumerate(opened, 1))
        names = [rule.name for rule in found]
        for name in names:
            if names.count(name) > 1:
                raise self._at.refused(f"Two rules are called “{name}”. Give each its own name.", name)
        at = self._at
        return Access(
            path=at.path,
            rules=found,
            groups=groups,
            guests=guests,
            people=tuple(self._called.items()),
            text=at.text,
        )

    def _name(self, table: Mapping[str, Any], number: int, kind: str, such: str) -> str:
        name = table.get("name", "")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise self._at.refused(
                f"The {number}. [[{kind}]] has no name of letters, digits, blanks, dots and dashes. "
                f'Give it one: name = "{such}".',
                str(name),
            )
        return name

    def _opened(self, table: Mapping[str, Any], number: int) -> Rule:
        """Documents that are open to some."""
        name = self._name(table, number, "documents", "handbook")
        self._known(table, _DOCUMENTS, f"The rule “{name}”", name)
        files = self._texts(table.get("files", []), "files", name)
        if not files:
            raise self._at.refused(
                f"The rule “{name}” names no documents. Name files or folders below the folder of documents: "
                "files = [“handbook”, “**/*.md”].",
                name,
            )
        to_all = table.get("open_to") == "everybody"
        if not to_all and not {"open_to", "closed_to"} & set(table):
            raise self._at.refused(
                f"The rule “{name}” does not say to whom its documents are open. Say "
                "open_to.groups = [“hr”], or open_to = “everybody”.",
                name,
            )
        return Rule(
            name=name,
            documents=files,
            to_all=to_all,
            open_to=self._whom({} if to_all else table.get("open_to", {}), "open_to", name),
            closed_to=self._whom(table.get("closed_to", {}), "closed_to", name),
            graphs_of=self._graphs_of(table, name),
        )

    def _graphs_of(self, table: Mapping[str, Any], name: str) -> tuple[str, ...]:
        graphs = table.get("in", [])
        return self._texts([graphs] if isinstance(graphs, str) else graphs, "in", name)

    def _rule(self, table: Mapping[str, Any], number: int) -> Rule:
        name = self._name(table, number, "closed", "pay")
        self._known(table, _RULE, f"The rule “{name}”", name)
        terms = {key: self._texts(table.get(key, []), key, name) for key in _CLOSED}
        if not any(terms.values()):
            raise self._at.refused(
                f"The rule “{name}” closes nothing. Name classes, properties, graphs or functions.", name
            )
        return Rule(
            name=name,
            classes=terms["classes"],
            properties=terms["properties"],
            graphs=terms["graphs"],
            functions=terms["functions"],
            open_to=self._whom(table.get("open_to", {}), "open_to", name),
            closed_to=self._whom(table.get("closed_to", {}), "closed_to", name),
            graphs_of=self._graphs_of(table, name),
        )

    def _whom(self, table: Any, key: str, rule: str) -> Whom:
        if not isinstance(table, dict):
            raise self._at.refused(f"{key} is a table, such as {key}.groups = [“hr”].", key, rule)
        self._known(table, _WHOM, f"{key} of the rule “{rule}”", rule)
        found = {name: self._texts(table.get(name, []), f"{key}.{name}", rule) for name in _WHOM}
        if key in ("open_to", "closed_to") and table and not any(found.values()):
            raise self._at.refused(
                f"{key} of the rule “{rule}” names nobody. Leave it out, or name some.", rule
            )
        for group in found["groups"]:
            if group not in self._groups:
                known = ", ".join(sorted(self._groups)) or "none"
                raise self._at.refused(
                    f"The rule “{rule}” names the group “{group}”, and there is no such group in [groups]."
                    f"{nearest(group, self._groups)} Those that are: {known}.",
                    group,
                    rule,
                )
        self._shaped(found["channels"], _CHANNEL, "channel", "slack:T0123456:C0123456", rule)
        self._shaped(found["tenants"], _TENANT, "tenant", "slack:T0123456", rule)
        return Whom(
            groups=frozenset(found["groups"]),
            channels=frozenset(found["channels"]),
            tenants=frozenset(found["tenants"]),
        )

    def _shaped(self, names: Iterable[str], shape: re.Pattern[str], noun: str, such: str, rule: str) -> None:
        for name in names:
            if not shape.fullmatch(name):
                raise self._at.refused(f"“{name}” is no {noun}. Write it as in {such}.", name, rule)

    def _group(self, name: str, table: Mapping[str, Any]) -> Group:
        self._known(table, _GROUP, f"The group “{name}”", name)
        people = {
            one for each in self._texts(table.get("people", []), "people", name) for one in self._meant(each)
        }
        if "file" in table:
            people |= self._listed(name, table["file"])
        slack = self._texts(table.get("slack", []), "slack", name)
        entra = self._texts(table.get("entra", []), "entra", name)
        for each in entra:
            if not OBJECT.fullmatch(each):
                raise self._at.refused(
                    f"“{each}” is no object id of an Entra group, such as "
                    "1b4e28ba-2fa1-11d2-883f-0016d3cca427. A name will not do: several groups may have it.",
                    each,
                )
        return Group(
            name=name,
            people=frozenset(map(str.casefold, people)),
            slack=tuple(handle.removeprefix("@") for handle in slack),
            entra=entra,
        )

    def _listed(self, name: str, file: Any) -> set[str]:
        """The people of a file with one in a line."""
        if not isinstance(file, str):
            raise self._at.refused(f"The file of the group “{name}” is a text.", name)
        path = self._at.path.parent / file
        try:
            lines = path.read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise self._at.refused(f"The file {path} cannot be read: {error}.", file) from error
        people: set[str] = set()
        for number, line in enumerate(lines, 1):
            if each := line.partition("#")[0].strip():
                try:
                    people |= self._meant(each)
                except BadSetting as error:
                    said = str(error).partition(": ")[2]
                    raise BadSetting(f"{path}, line {number}: {said}") from error
        return people

    def _meant(self, said: str) -> frozenset[str]:
        """The ids of somebody who is called so."""
        found = self._called.get(said.casefold())
        return found if found is not None else frozenset((self._person(said),))

    def _person(self, said: str) -> str:
        if not is_person(said):
            raise self._at.refused(
                f"“{said}” is no id of a person, and [people] does not say whose it is."
                f"{nearest(said, self._called)} An id is U0123456 (Slack), an object id (Entra), or whole as "
                "in slack:T0123456:U0123456.",
                said,
            )
        return said

    def _ids(self, ids: Any, name: str) -> Sequence[str]:
        return self._texts([ids] if isinstance(ids, str) else ids, name)

    def _texts(self, value: Any, key: str, rule: str = "") -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
            raise self._at.refused(
                f"{key} is a list of texts, such as [“a”, “b”].", key.split(".", maxsplit=1)[0], rule
            )
        return tuple(dict.fromkeys(each.strip() for each in value))

    def _table(self, value: Any, name: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self._at.refused(f"“{name}” is a table: put [{name}] above it.", name)
        return value

    def _known(self, table: Mapping[str, Any], known: Sequence[str], where: str, rule: str = "") -> None:
        for key in table:
            if key not in known:
                raise self._at.refused(
                    f"{where} says “{key}”, which means nothing.{nearest(key, known)} What can be said: "
                    f"{', '.join(known)}.",
                    key,
                    rule,
                )
