"""The rules of access on a graph: what each of them closes there, and cores that answer by them.

In: the file of access, an ontology, what makes a kit. Out: `ClosedBy`, and a Pipeline whose kits are made for
each set of rights that is asked with, and shared by all who have it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.access import Access, Directory, Rights, Rule, guests_may_ask, read_access
from bot.access.reading import nearest
from bot.access.rules import Kind
from bot.desk import Apart, Core, Router
from bot.graphs_file import read_graphs
from bot.settings import Settings
from bot.wiring.closed_names import Where, refuse_unknown_graphs, refuse_unknown_terms, shorts
from bot.wiring.conditions import whole_iri
from bot.wiring.passages import refuse_unknown_documents
from kgqa.check import Closed, Conditions
from kgqa.conversation import heard
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.library.shelf import Shelf
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit, Pipeline
from kgqa.ports import Graph
from kgqa.trail import unfollowed
from kgqa.types import Answer, Progress, Question

_HAS_NO = {"slack": "Slack has no user group", "teams": "Entra has no group"}
KEPT = 32  # kits of one graph that are kept, beside that of the least rights

_LOG = logging.getLogger(__name__)
Making = Callable[[Closed], Awaitable[Kit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedBy:
    """What the rules close in one graph, beside what is closed there to everybody (`base`). `every` are the
    names of all rules of the file, those of other graphs among them.
    """

    base: Closed
    rules: Mapping[str, Closed]
    every: frozenset[str]

    def of(self, names: Iterable[str]) -> Closed:
        """What these rules close together; a name that is no rule's closes all that any rule does."""
        wanted = set(names)
        if wanted - self.every:
            wanted = set(self.every)
        some = [self.base, *(closed for name, closed in self.rules.items() if name in wanted)]
        return Closed(
            classes=frozenset[str]().union(*(c.classes for c in some)),
            properties=frozenset[str]().union(*(c.properties for c in some)),
            graphs=frozenset[str]().union(*(c.graphs for c in some)),
            documents=frozenset[str]().union(*(c.documents for c in some)),
            functions=frozenset[str]().union(*(c.functions for c in some)),
        )

    @property
    def least(self) -> Closed:
        """What is closed to who may see least."""
        return self.of(self.every)


@dataclass(frozen=True, slots=True, kw_only=True)
class Widest:
    """What is held against a verified pair before it is kept, where the kits differ: all that anybody may
    see. Nothing is answered from its shelf.
    """

    ontology: Ontology
    conditions: Conditions
    shelf: Shelf


class ByRights(Pipeline):
    """Answers each question with the kit of its rights. `kit` is that of the least rights: whoever does not
    ask by rights sees that. Kits are made by `making` when they are first asked for.
    """

    def __init__(self, least: Kit, closed_by: ClosedBy, making: Making, widest: Widest) -> None:
        super().__init__(least)
        self.closed_by, self.widest = closed_by, widest
        self._making = making
        self._made: OrderedDict[Closed, Pipeline] = OrderedDict()
        self._locks: dict[Closed, asyncio.Lock] = {}

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """The answer by the rights of the question, and by the least where it says none."""
        names = self.closed_by.every if question.closed_by is None else frozenset(question.closed_by)
        history = heard(question.history, names)
        asked = replace(question, closed_by=tuple(sorted(names)), history=history)
        pipeline = await self.made(names)
        if pipeline is self:
            return await super().answer(asked, progress)
        return await pipeline.answer(asked, progress)

    async def made(self, names: Iterable[str]) -> Pipeline:
        """What answers where these rules close something; made where it was not yet."""
        closed = self.closed_by.of(names)
        if closed == self.closed_by.least:
            return self
        async with self._locks.setdefault(closed, asyncio.Lock()):
            if closed not in self._made:
                with unfollowed():
                    self._made[closed] = Pipeline(await self._making(closed))
                while len(self._made) > KEPT:
                    self._locks.pop(self._made.popitem(last=False)[0], None)
            self._made.move_to_end(closed)
            return self._made[closed]

    def kit_for(self, names: Iterable[str] | None) -> Kit:
        """The kit where these rules close something, as far as one is made; else that of the least rights."""
        closed = self.closed_by.least if names is None else self.closed_by.of(names)
        made = self._made.get(closed)
        return made.kit if made else self.kit

    def kits(self) -> Iterator[Kit]:
        """Every kit that is made."""
        yield self.kit
        yield from (pipeline.kit for pipeline in tuple(self._made.values()))


def kit_for(core: Pipeline, names: Iterable[str] | None) -> Kit:
    """The kit of what answers on one graph, where these rules close something."""
    return core.kit_for(names) if isinstance(core, ByRights) else core.kit


def closed_by(access: Access, settings: Settings, base: Closed, ontology: Ontology) -> ClosedBy:
    """What the rules close in the graph of the settings, by its whole ontology. Raises BadSetting for a class
    or a property that the graph does not know, and for a pattern that means no document; GraphUnavailable
    where the graph was not read to its end.
    """
    refuse_unknown_documents(access, settings)
    rules = {
        rule.name: Closed(
            classes=_terms(access, rule, "class", rule.classes, ontology),
            properties=_terms(access, rule, "property", rule.properties, ontology),
            graphs=_terms(access, rule, "graph", rule.graphs, ontology),
            documents=_documents(rule),
            functions=frozenset(rule.functions),
        )
        for rule in access.rules
        if rule.is_about(settings.graph_name)
    }
    return ClosedBy(base=base, rules=rules, every=access.names)


def apart(closed: Closed) -> str:
    """The folder for what is kept of one set of rights alone."""
    told = [sorted(closed.classes), sorted(closed.properties), sorted(closed.graphs)]
    told += [sorted(closed.documents)] if closed.documents else []
    return f"rights-{hashlib.sha256(repr(told).encode()).hexdigest()[:12]}"


def access_of(settings: Settings) -> Access | None:
    """The rules, where a file is named. Raises BadSetting, also for graphs that are not served, and for a
    rule that does not say which of several it is about.
    """
    access = read_access(settings)
    if access is None:
        return None
    several = tuple(read_graphs(settings))
    for rule in access.rules:
        if several and not rule.graphs_of:
            raise access.refused(
                f"The rule “{rule.name}” does not say of which graphs it is. "
                f"Name them: in = [“{several[0]}”].",
                rule.name,
            )
        for name in rule.graphs_of:
            if name not in (several or (settings.graph_name,)):
                raise access.refused(
                    f"The rule “{rule.name}” is about the graph “{name}”, which is not served."
                    f"{nearest(name, several)}",
                    name,
                    rule.name,
                )
    return access


def open_rights(settings: Settings, directories: Sequence[Directory] = ()) -> Rights | None:
    """Who may see what, and who may ask; None where all may, and see the same. Raises BadSetting."""
    access = access_of(settings)
    guests = guests_may_ask(settings, access)
    if access is None and (guests or not directories):
        return None
    access = access or Access(path=Path(), rules=())
    return Rights(replace(access, guests=guests), directories)


async def warm(apart: Apart, rights: Rights) -> None:
    """In the background of a service: makes the kits that members of one group need, before they ask."""

    async def made(core: Core) -> None:
        groups: list[frozenset[str]] = [frozenset(), *(frozenset((g.name,)) for g in rights.access.groups)]
        for one in core.cores.values() if isinstance(core, Router) else (core,):
            if isinstance(one, ByRights):
                for each in groups:
                    await one.made(rights.closed_to_groups(each))

    try:
        await apart.beside(made)
    except OperatorsMove as error:
        _LOG.warning("Not all is ready for those who may see more; it is made when they ask: %s", error)


def _documents(rule: Rule) -> frozenset[str]:
    """What the rule closes of documents where it closes: nothing where it is open to all who may ask."""
    is_open = not rule.documents or (rule.to_all and not rule.closed_to)
    return frozenset() if is_open else frozenset((rule.name,))


def _terms(
    access: Access, rule: Rule, kind: Kind, names: Sequence[str], ontology: Ontology
) -> frozenset[str]:
    """The IRIs of names that the graph knows. Raises BadSetting, and GraphUnavailable."""
    iris = _by_name(access, rule, names, ontology)
    if kind != "graph":
        refuse_unknown_terms(kind, iris, ontology, _line(access, rule))
    return frozenset(iris.values())


def _by_name(access: Access, rule: Rule, names: Sequence[str], ontology: Ontology) -> dict[str, str]:
    found = {name: whole_iri(name, ontology) for name in names}
    for name, iri in found.items():
        if not iri:
            prefixes = ", ".join(f"{p}:" for p, _ in ontology.prefixes if p) or "none"
            what = f"“{name}” is no IRI, and no short name by a prefix of the ontology ({prefixes})."
            near = nearest(name, shorts(ontology.known_terms, ontology))
            raise BadSetting(f"{_line(access, rule)(name)}: {what}{near}")
    return found


def _line(access: Access, rule: Rule) -> Where:
    return lambda name: str(access.refused(f"The rule “{rule.name}”", name, rule.name))


async def refuse_unknown_named_graphs(
    access: Access, settings: Settings, ontology: Ontology, graph: Graph
) -> None:
    """Raises BadSetting for a named graph that a rule closes and the store does not have, and
    GraphUnavailable where it does not say.
    """
    for rule in access.rules:
        if rule.is_about(settings.graph_name):
            names = _by_name(access, rule, rule.graphs, ontology)
            await refuse_unknown_graphs(names, graph, _line(access, rule))


async def refuse_unknown_groups(access: Access, directories: Iterable[Directory]) -> tuple[str, ...]:
    """Raises BadSetting for a group of Slack or Entra that is not there. A directory that cannot be asked yet
    has no say, and nobody counts as a member until it can; the sentences that it failed with are returned.
    """
    away: list[str] = []
    for directory in directories:
        named = frozenset[str]().union(*(group.named_on(directory.platform) for group in access.groups))
        try:
            known = await directory.groups("", named) if named else {}
        except OperatorsMove as error:
            _LOG.warning("The groups that the rules of access name were not looked for: %s", error)
            away.append(str(error))
            continue
        for group in access.groups:
            for name in (*group.slack, *group.entra):
                if name.casefold() in named.difference(known):
                    raise access.refused(
                        f"{_HAS_NO[directory.platform]} “{name}”, which the group “{group.name}” names."
                        f"{nearest(name, known)}",
                        f"@{name}" if access.line_of(f"@{name}") else name,
                    )
    return tuple(away)
