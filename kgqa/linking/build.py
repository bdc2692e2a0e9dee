"""A graph -> the names of its things and values, read in pages and kept as they come.

In: a Graph with its ontology, a shelf. Out: names that can be looked up, and a report. An index that is up to
date is opened and nothing is read; a run that was ended goes on where it stopped; the index that is there
stays in use until the next one is whole.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace

from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.linking import parts as reading
from kgqa.linking.codes import DISTINCT, is_alias
from kgqa.linking.compose import Composer, value
from kgqa.linking.entry import Entry
from kgqa.linking.fact import BY_LEXICON, UNREAD, Fact, Literal, Reached, Report
from kgqa.linking.memory import MemoryDraft
from kgqa.linking.names import Naming
from kgqa.linking.parts import Part, Sort
from kgqa.linking.stamp import Extra, by_term, stamp_of
from kgqa.numbers import counted
from kgqa.ontology import Ontology
from kgqa.ports import Graph, Indexed, NameDraft, NameShelf
from kgqa.side_by_side import in_turn, side_by_side
from kgqa.types import UNTOLD, GraphDescription, Limits, TermKind

PAGE = Limits(seconds=600.0, rows=20_000, bytes=20_000_000)  # a server may sort all before it gives the first
FEWEST = 1_000  # rows that one query asks for, at least
SMALL = 10_000  # rows, about, of a part that is read with one query where requests cost their way
FEW = 20_000  # things in all up to which the words of their IRIs are names as well
_PLAN, _PLAN_NOTICES, _LEXICON = "plan", "notices of the plan", "lexicon"
_BREATH = 2_000  # things after which others get their turn

Told = Callable[[str], None]
Progress = Callable[[str, int, int | None], None]  # what is being read, how much of it is done, of how many


async def index_names(
    graph: Graph,
    described: GraphDescription,
    ontology: Ontology,
    naming: Naming,
    shelf: NameShelf | None,
    *,
    told: Told = lambda _: None,
    progress: Progress = lambda *_: None,
    fresh: bool = False,
    extra: Iterable[Entry] = (),
    most_values: int = reading.MOST_VALUES,
) -> Indexed:
    """The names of the graph: those on the shelf while they are up to date, otherwise read anew. Without a
    shelf they are held in memory.

    `extra` are names of things and values that somebody else gives; a `fresh` index takes nothing over. Of
    one property no more than `most_values` different literals are found by name.
    Raises GraphUnavailable when the graph ends in the middle (what came is kept for the next run),
    NamesUnavailable or BadSetting for the shelf.
    """
    work = _Work(graph, ontology, naming, told, progress, by_term(extra), most_values, described)
    if shelf is None:
        return await work.through(MemoryDraft())
    stamp = stamp_of(described, ontology, naming, work.extra)
    notices: list[str] = []
    while True:
        last = shelf.whole(notices)
        if last is not None and last[0] == stamp and not fresh:
            return _kept(last[1], described, notices, told)
        draft = shelf.draft(stamp, fresh=fresh)
        if draft is not None:
            last = shelf.whole([])  # another process may have been done with it just now
            if last is not None and last[0] == stamp and not fresh:
                draft.close()
                return _kept(last[1], described, notices, told)
            break
        if last is not None:
            told("another process is reading the names at this moment: the earlier ones are used")
            return _with(
                last[1],
                "Another process is reading the names of this graph anew. Until the next start those that "
                "were read before are used.",
            )
        told("another process is reading the names: waiting for it")
        await shelf.turn()
        fresh = False  # what it made is as fresh as can be
    last = None  # nobody reads it here, so that it can go when the new one is whole
    for notice in notices:
        told(notice)
    try:
        indexed = await work.through(draft)
    finally:
        draft.close()
    return _with(indexed, *notices)


class _Work:
    """One run, from the first page to the last entry."""

    def __init__(
        self,
        graph: Graph,
        ontology: Ontology,
        naming: Naming,
        told: Told,
        progress: Progress,
        extra: Extra,
        most_values: int,
        described: GraphDescription,
    ) -> None:
        self.graph = graph
        self.ontology = ontology
        self.naming = naming
        self.told = told
        self.progress = progress
        self.extra = extra
        self.most_values = most_values
        self.remote, self.on_disk = described.remote, described.on_disk
        self.resumed = 0

    async def through(self, draft: NameDraft) -> Indexed:
        names, others = reading.of_names(self.ontology, self.naming), self._kept_plan(draft)
        self.resumed = self._rows((*names, *others), draft)
        if self.resumed:
            self.told(f"going on where the last run stopped, after {self.resumed:,} rows")
        several = side_by_side if self.remote else in_turn
        try:  # what matters most is read first, and kept should the graph end meanwhile
            await several((*(self._read(part, draft) for part in names), self._plan(draft)))
            others = self._kept_plan(draft)
            await several(self._read(part, draft) for part in others)
        except GraphUnavailable as error:
            rows = self._rows((*names, *others), draft)
            raise GraphUnavailable(
                f"{error} {rows:,} rows of names were read until then and are kept: "
                "start again, and reading goes on from there."
            ) from error
        parts, unread = (*names, *others), draft.recall(_PLAN_NOTICES).splitlines()
        ends = [end for part in parts if (end := draft.reached(part.key)).notice]
        unread += [end.notice for end in ends if end.unread]
        notices = (*unread, *(end.notice for end in ends if not end.unread))
        self._keep_extra(draft)
        entries, languages = await self._write(draft, parts)
        return draft.finish(
            Report(
                entries={kind.value: entries[kind] for kind in (TermKind.ENTITY, TermKind.VALUE)},
                languages=dict(languages.most_common()),
                things=draft.things(),
                resumed=self.resumed,
                notices=tuple(dict.fromkeys(notices)),
                unread=tuple(dict.fromkeys(unread)),
            )
        )

    def _rows(self, parts: Iterable[Part], draft: NameDraft) -> int:
        """How many rows of these parts are kept."""
        return sum(draft.reached(part.key).rows for part in parts)

    async def _plan(self, draft: NameDraft) -> None:
        """Plans what is read beside the names, where no run has done so yet."""
        if not draft.recall(_PLAN):
            notices: list[str] = []
            parts = await reading.plan(self.graph, self.ontology, self.naming, notices)
            draft.remember(_PLAN_NOTICES, "\n".join(notices))
            draft.remember(_PLAN, reading.written(parts))

    def _kept_plan(self, draft: NameDraft) -> list[Part]:
        """What was planned; nothing before that."""
        kept = draft.recall(_PLAN)
        return reading.from_text(kept) if kept else []

    async def _read(self, part: Part, draft: NameDraft) -> None:
        """Reads what is left of a part, page by page."""
        reached = draft.reached(part.key)
        if reached.whole:
            return
        title = f"{_TITLES[part.sort]} ({self.ontology.label(part.iri)})"
        self.progress(title, reached.rows, part.rows or None)
        if self.remote and not reached.rows and await self._read_at_once(part, draft):
            return
        read = reading.reader(part, self.ontology)
        most = self.most_values if part.sort is Sort.VALUES else part.most
        try:
            async with aclosing(
                self.graph.pages(part.query(on_disk=self.on_disk), PAGE, skip=reached.rows)
            ) as pages:
                async for page in pages:
                    if most and reached.rows + len(page.rows) > most:
                        reached = reached._replace(notice=self._too_many(part, most))
                        draft.keep(part.key, reached, *read(page.rows[: most - reached.rows]))
                        break
                    reached = reached._replace(rows=reached.rows + len(page.rows))
                    draft.keep(part.key, reached, *read(page.rows))
                    self.progress(title, reached.rows, max(part.rows, reached.rows) if part.rows else None)
        except (GraphTimeout, GraphRejected) as error:
            reached = self._unread(reached, f"{title} after {reached.rows:,} rows: {error}")
        if not reached.notice and (of := await self._counted(part, reached.rows)) > reached.rows:
            reached = self._unread(
                reached,
                f"{title}: the store counts {of:,} rows, gave {reached.rows:,} and said that these are all. "
                "Have its limit of rows raised, or load the graph from files.",
            )
        draft.keep(part.key, reached._replace(whole=True))

    def _unread(self, reached: Reached, why: str) -> Reached:
        rest = "What is missing is not found by name until querist index --fresh has read it."
        return reached._replace(notice=f"{UNREAD}, {why} {rest}", unread=True)

    async def _counted(self, part: Part, rows: int) -> int:
        """How many rows of a part a far store counts, where fewer came than the data was seen to have: it may
        have kept some to itself. 0 where it does not tell.
        """
        if not self.remote or rows >= part.rows:
            return 0
        try:
            table = await self.graph.run(part.count(), Limits(seconds=30.0, rows=1))
        except (GraphTimeout, GraphRejected):
            return 0
        value = table.rows[0][0] if table.rows and table.rows[0] else None
        return (counted(value.value) if value else None) or 0

    async def _read_at_once(self, part: Part, draft: NameDraft) -> bool:
        """Reads a small part with one query, which may go with others; whether it came as a whole."""
        about = part.rows or sum(use.count for use in self.ontology.uses_of(part.iri) if use.literal)
        if about > SMALL:
            return False
        rows = max(2 * about, FEWEST)  # a thing may have several classes, and how many there are is not known
        limits = Limits(seconds=30.0, rows=rows, small=True)
        try:
            table = await self.graph.run(part.query(), limits)
        except (GraphTimeout, GraphRejected):
            return False
        if table.truncated or (part.sort is Sort.VALUES and len(table.rows) > self.most_values):
            return False
        if len(table.rows) < part.rows:  # some stores cut without a word, where nobody would look for it
            return False
        reached = Reached(rows=len(table.rows), whole=True)
        draft.keep(part.key, reached, *reading.reader(part, self.ontology)(table.rows))
        return True

    def _too_many(self, part: Part, most: int) -> str:
        label = self.ontology.label(part.iri)
        if part.sort is Sort.VALUES:
            return (
                f"“{label}” has more than {most:,} different values; the rest of them is not found by name."
            )
        return f"“{label}” has more than {most:,} things without a name; the rest is not found by IRI."

    def _keep_extra(self, draft: NameDraft) -> None:
        """What somebody else names is read back with what the graph says of it."""
        if draft.reached(_LEXICON).whole:
            return
        facts = [Fact(iri, BY_LEXICON) for iri, text in self.extra if text is None]
        literals = [
            Literal(iri, text, entries[0].datatype or "", entries[0].language)
            for (iri, text), entries in self.extra.items()
            if text is not None
        ]
        draft.keep(_LEXICON, Reached(whole=True), facts, literals)

    async def _write(self, draft: NameDraft, parts: Sequence[Part]) -> tuple[Counter[TermKind], Counter[str]]:
        """Writes the entries of every thing and every value; how many by kind, and by language."""
        telling = draft.telling()
        naming_things = frozenset(part.iri for part in parts if part.sort is Sort.CODES)
        aliases = frozenset(prop for prop in naming_things if is_alias(prop, self.ontology))
        codes = frozenset(prop for prop in naming_things - aliases if _tells_apart(telling, prop))
        total = draft.things()
        composer = Composer(self.naming, codes, aliases, few=total <= FEW, classes=self._in_order())
        entries: Counter[TermKind] = Counter()
        languages: Counter[str] = Counter()
        for number, (iri, facts) in enumerate(draft.by_thing()):
            found = composer.thing(iri, facts, self.extra.get((iri, None), ()))
            draft.write(iri, None, found)
            entries[TermKind.ENTITY] += len(found)
            languages.update(entry.language for entry in found)
            if number % _BREATH == 0:
                self.progress("writing the index", number, total)
                await asyncio.sleep(0)
        per: Counter[str] = Counter()
        for number, (prop, text, literals) in enumerate(draft.by_value()):
            more = self.extra.get((prop, text), [])
            per[prop] += 1
            known = [] if per[prop] > self.most_values else [value(literal) for literal in literals]
            draft.write(prop, text, [*known, *more])
            languages.update(entry.language for entry in (*known, *more))
            entries[TermKind.VALUE] += len(known) + len(more)
            if number % _BREATH == 0:
                self.progress("writing the values", number, None)
                await asyncio.sleep(0)
        return entries, languages

    def _in_order(self) -> Callable[[Iterable[str]], tuple[str, ...]]:
        """Puts classes in order, the narrowest first; equal ones become one tuple."""
        known: dict[frozenset[str], tuple[str, ...]] = {}

        def ordered(classes: Iterable[str]) -> tuple[str, ...]:
            of = frozenset(classes)
            if of not in known:
                known[of] = tuple(sorted(of, key=lambda c: (-len(self.ontology.superclasses(c)), c)))
            return known[of]

        return ordered


_TITLES = {
    Sort.NAMES: "names",
    Sort.CODES: "codes",
    Sort.VALUES: "values",
    Sort.THINGS: "things by their IRIs",
    Sort.OBJECTS: "objects by their IRIs",
    Sort.SUBJECTS: "things without a class by their IRIs",
}


def _tells_apart(telling: dict[str, tuple[int, int]], prop: str) -> bool:
    having, different = telling.get(prop, (0, 0))
    return different >= DISTINCT * having


def _kept(indexed: Indexed, described: GraphDescription, notices: list[str], told: Told) -> Indexed:
    if described.fingerprint == UNTOLD and indexed.report.written:
        notices = [*notices, _aged(indexed.report)]
        told(notices[-1])
    return _with(Indexed(indexed.names, replace(indexed.report, kept=True, resumed=0)), *notices)


def _aged(report: Report) -> str:
    """From when names are whose graph does not tell whether it has changed."""
    when = f"{report.written:%Y-%m-%d %H:%M}" if report.written else "an unknown day"
    return (
        f"This graph does not tell whether it has changed. Its names are those of {when} (UTC); "
        "to read them again: querist index --fresh."
    )


def _with(indexed: Indexed, *notices: str) -> Indexed:
    if not notices:
        return indexed
    return Indexed(indexed.names, replace(indexed.report, notices=(*indexed.report.notices, *notices)))
