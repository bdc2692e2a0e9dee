"""Candidates -> what they find: checked, put right where that can be, run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.asked import Asked
from kgqa.check import Verdict, check, parsed_of
from kgqa.errors import GraphRejected, OurMove
from kgqa.pipeline.work import Work
from kgqa.ports import Found, Means, Ran, Tables
from kgqa.repair.written import Repairs, Righted
from kgqa.rows import is_empty
from kgqa.sparql import spelled
from kgqa.sparql.walk import named_things
from kgqa.types import CandidateQuery, CheckedQuery, Limits, QueryLanguage, ResultTable, Stage
from kgqa.wording.said import say

TRUST = 0.55  # below this a reading is not answered
CLOSE = 0.03  # readings this close to the best are as good as it
FAR = 0.05  # readings this far behind the best are another question
TRIES = 4  # candidates that are run before the best is taken at its word


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate that passed the check, after `fixes` or as it was, and was run. `rows` are those of its
    query, `table` is what of them was asked for.
    """

    candidate: CandidateQuery
    query: CheckedQuery
    rows: ResultTable
    table: ResultTable
    fixes: tuple[str, ...] = ()


class Trials:
    """The candidates of one question."""

    def __init__(self, work: Work) -> None:
        self.work, self.kit = work, work.kit
        self.repairs = Repairs(work.kit, work.asked.text, work.step, work.model)
        self._seen: dict[str, ResultTable] = {}  # the whole results of queries that strategies ran

    async def tried(self, candidates: Sequence[CandidateQuery]) -> list[Tried]:
        """The candidates that pass the check, run until one has rows and those as good as it are known."""
        found: list[Tried] = []
        best: float | None = None
        passed_over = 0
        for candidate in candidates:
            if len(found) + passed_over >= TRIES or (
                best is not None and candidate.confidence < best - CLOSE
            ):
                break
            if found and candidate.confidence < found[0].candidate.confidence - FAR:
                break  # that a plain question has no rows is an answer; another question's rows are none
            if found and best is None and _same_names(candidate, found[0].candidate):
                continue  # nor are those of the same names, joined the other way round
            is_asked = any(t.candidate.pins == candidate.pins and not is_empty(t.table) for t in found)
            if is_asked and candidate.written:
                passed_over += 1  # nothing is put right that will not be run
                continue
            await self.work.progress(Stage.CHECKING)
            righted = await self.checked(candidate)
            verdict = righted.verdict
            if not isinstance(verdict, CheckedQuery):
                continue
            self.work.passed(verdict)
            if is_asked or any(t.query.sha256 == verdict.sha256 for t in found if candidate.written):
                passed_over += 1  # it chose the same things, so there is nothing to ask the asker
                continue
            found.append(await self.run(righted.candidate, verdict, righted.fixes))
            if best is None and not is_empty(found[-1].table):
                best = candidate.confidence
        return found

    async def run(self, candidate: CandidateQuery, query: CheckedQuery, fixes: tuple[str, ...] = ()) -> Tried:
        """A candidate that passed, with its rows: in one query what is asked and what is shown beside it, or
        what is asked alone where both together may have other rows.
        """
        await self.work.progress(Stage.RUNNING)
        if query.language is QueryLanguage.SQL:
            rows = await self._rows(query)
            return Tried(candidate, query, rows, rows, fixes)
        ontology = self.kit.ontology
        parsed = parsed_of(query)
        asked = Asked.of(parsed, candidate.asked, ontology) if parsed else None
        if asked is None:
            rows = await self._rows(query)
            return Tried(candidate, query, rows, rows, fixes)
        if asked.tells:
            rows = await self._rows(query)
            if (table := asked.part(rows)) is not None:
                return Tried(candidate, query, rows, table, fixes)
        alone = await self.verdict(spelled(asked.alone, ontology.prefixes))
        if isinstance(alone, CheckedQuery):
            self.work.passed(alone)
            query = alone
        rows = await self._rows(query)
        return Tried(candidate, query, rows, rows, fixes)

    async def _rows(self, query: CheckedQuery) -> ResultTable:
        if query.language is QueryLanguage.SQL:
            rows = await self._tables.run(query, self.kit.limits)
        else:
            seen = self._seen.get(query.text)  # a strategy that weighs its readings has run this one
            rows = seen or await self.kit.graph.run(query, self.kit.limits)
        self.work.ran(query, rows)
        if rows.truncated and rows.boolean is None and not rows.rows:
            raise GraphRejected(
                say(
                    "There are rows, and already the first is too large for an answer: one of its values is "
                    "very long. Ask for something else of it."
                )
            )
        return rows

    async def checked(self, candidate: CandidateQuery) -> Righted:
        """The candidate with the verdict on it; what was written is put right where that can be."""
        issues = self.work.issues
        if candidate.written and candidate.language is QueryLanguage.SPARQL:
            righted = await self.repairs.of(candidate)
            issues += (i for i in righted.issues if i not in issues)
            return righted
        if candidate.language is QueryLanguage.SQL:
            verdict = self.verdict_on_sql(candidate.text)
        else:
            verdict = await self.verdict(candidate.text)
        if not isinstance(verdict, CheckedQuery):
            issues += verdict
            self.work.step(
                "checks", say("refused: {rule}", rule=say(verdict[0].rule)), [i.message for i in verdict]
            )
        return Righted(candidate=candidate, verdict=verdict)

    @property
    def _tables(self) -> Tables:
        """Raises OurMove: nobody proposes SQL where there are no tables."""
        if self.kit.tables is None:
            raise OurMove("SQL was proposed, and there are no tables.")
        return self.kit.tables

    def verdict_on_sql(self, text: str) -> Verdict:
        """What the check says of SQL; what reads it is an extra of the package, imported where it is used."""
        from kgqa.check.sql import check_sql

        return check_sql(text, self._tables.schema, self.kit.conditions)

    async def verdict(self, text: str) -> Verdict:
        """What the check says of a query. What its things are is asked where some may be closed."""
        conditions = self.kit.conditions
        if conditions.closed.classes:
            conditions = await self.repairs.conditions(text)
        return check(text, self.kit.ontology, conditions)

    # ── for strategies ───────────────────────────────────────────────────────────────────────────

    def means(self, found: Sequence[Found] = ()) -> Means:
        """What a strategy may use for this question, which others have `found` something for."""
        return Means(
            run=self.ran,
            check=self.looked_at,
            repaired=self.repairs.certain,
            found=tuple(found),
            beside=self.kit.beside,
            told=self.going_on,
            issues=tuple(self.work.issues),
            model=self.work.model,
        )

    async def going_on(self, stage: Stage, summary: str, details: Sequence[str] = ()) -> None:
        """A step of a strategy, which the asker sees at once and the trace keeps."""
        await self.work.progress(stage, self.work.words.told(summary))
        self.work.step(stage.value, summary, details)

    async def looked_at(self, text: str) -> Verdict:
        """What the check says of a query that was written, as it does before it is run."""
        return check(text, self.kit.ontology, await self.repairs.conditions(text))

    async def ran(self, text: str, limits: Limits | None = None) -> Ran:
        """The rows of a query that passes the check; what is wrong with one that does not."""
        verdict = await self.looked_at(text)
        if not isinstance(verdict, CheckedQuery):
            return verdict
        table = await self.kit.graph.run(verdict, _tighter(limits, self.kit.limits))
        if not table.truncated:
            self._seen[verdict.text] = table
        return table


def _tighter(wanted: Limits | None, most: Limits) -> Limits:
    """What a strategy wants, and no more than the graph's own limits allow."""
    if wanted is None:
        return most
    return Limits(
        seconds=min(wanted.seconds, most.seconds),
        rows=min(wanted.rows, most.rows),
        bytes=min(wanted.bytes, most.bytes),
    )


def _same_names(one: CandidateQuery, other: CandidateQuery) -> bool:
    return (one.reading, one.pins) == (other.reading, other.pins)


def things_of(query: CheckedQuery) -> tuple[str, ...]:
    """The IRIs of the things that a query names."""
    if query.language is QueryLanguage.SQL:
        from kgqa.check.sql import things_in

        return things_in(query.text)
    parsed = parsed_of(query)
    return named_things(parsed) if parsed else ()
