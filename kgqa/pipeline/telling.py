"""What was found in words and as a table, or why nothing was: each outcome of a question as an Answer.

In: the work on a question, what was tried. Out: an Answer, complete but for its seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from kgqa.check import parsed_of
from kgqa.check.iris import iris_of
from kgqa.conversation import NAME as CONVERSATION
from kgqa.conversation import Asked
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.numbers import counted
from kgqa.pipeline.elsewhere import held_otherwise
from kgqa.pipeline.instances import with_instances
from kgqa.pipeline.lacking import lacking
from kgqa.pipeline.multiplying import multiplying
from kgqa.pipeline.others import ALL, others_of
from kgqa.pipeline.over_tables import ToldOfTables, asked_of
from kgqa.pipeline.parts import with_shares
from kgqa.pipeline.placing import Placing, placed
from kgqa.pipeline.ties import tied
from kgqa.pipeline.told import Told, told
from kgqa.pipeline.trying import Trials, Tried, things_of
from kgqa.pipeline.unheld import is_unheld
from kgqa.pipeline.votes import Standing
from kgqa.pipeline.work import Work
from kgqa.restate import restate
from kgqa.restate.wording import wording
from kgqa.rivals import MOST_CHOICES, distinguished
from kgqa.sparql.repeats import depends_on_repeats
from kgqa.trace import below
from kgqa.types import (
    Answer,
    CheckedQuery,
    Choice,
    Confidence,
    DisplayTable,
    Limits,
    LinkedQuestion,
    Outcome,
    QueryEvidence,
    QueryLanguage,
    ResultTable,
    Stage,
    Suggestion,
)

RELAXING = Limits(seconds=5.0, rows=2)


class Teller:
    """Tells the outcomes of one question."""

    def __init__(self, work: Work, trials: Trials) -> None:
        self.work, self.kit, self.trials = work, work.kit, trials

    async def answered(self, tried: Tried, standing: Standing) -> Answer:
        """What a query found; how sure that is, several ways may have said."""
        await self.work.progress(Stage.WORDING)
        candidate, query = tried.candidate, tried.query
        labels = await self.labels(tried.rows, query)
        restatement = self.restated(tried, labels)
        said = await self.said(tried, labels)
        notices, tie = await self._noticed(tried, standing.vote.linked)
        sentence = await self._with_instances(said.sentence, tried)
        self.work.step("words", restatement, notices)
        placing = await self._placed(said.display, tried, labels)
        return self.work.closed(
            Answer(
                question=self.work.question,
                outcome=Outcome.ANSWERED,
                text=self.told(" ".join(filter(None, (sentence, tie)))),
                restatement=restatement,
                query=query,
                table=said.table,
                display=placing.display if placing else said.display,
                confidence=self._confidence(standing),
                evidence=(
                    QueryEvidence(language=candidate.language, text=query.text, rows=len(tried.rows.rows)),
                    *(placing.asked if placing else ()),
                ),
                has_places=placing is not None and placing.is_known,
                strategy=candidate.strategy,
                form=candidate.form,
                assumed=(*_assumed(standing), *self._partly_read(standing), *self._repeated(query)),
                taken=(*candidate.taken, *notices, *filter(None, (tie,))),
                others=self._others(standing, tried),
                fixes=tried.fixes,
            )
        )

    async def _noticed(self, tried: Tried, linked: LinkedQuestion) -> tuple[tuple[str, ...], str]:
        """What the rows leave out or count too often, and who ties with the last of them; of SPARQL alone."""
        parsed = parsed_of(tried.query)
        if parsed is None:
            return (), ""
        known = (self.trials, self.kit.ontology, self.work.words)
        left_out, twice, otherwise, tie = await asyncio.gather(
            lacking(parsed, linked, *known),
            multiplying(parsed, *known),
            held_otherwise(parsed, *known),
            tied(parsed, tried.rows, *known),
        )
        return (*left_out, *twice, *otherwise), tie

    async def _with_instances(self, said: str, tried: Tried) -> str:
        """The sentence, which tells after a yes what there is."""
        parsed, query = parsed_of(tried.query), tried.query
        if parsed is None or not tried.table.boolean:
            return said

        async def labels(table: ResultTable) -> dict[str, str]:
            return await self.labels(table, query)

        return await with_instances(said, parsed, self.trials, labels, self.kit.ontology, self.work.words)

    async def _placed(
        self, display: DisplayTable | None, tried: Tried, labels: Mapping[str, str]
    ) -> Placing | None:
        """The rows with what the wanted form needs beside them: positions on a map, shares in per cent."""
        if display is None:
            return None
        named = {iri: labels[iri] for iri in things_of(tried.query) if iri in labels}
        if self.work.form_asked == "shares":
            display = with_shares(display, self.work.words, is_whole=_is_whole(tried))
        on_a_map = self.work.form_asked == "map"
        parsed = parsed_of(tried.query)
        iris = tuple(dict.fromkeys(iris_of(parsed))) if parsed else ()
        found = await placed(
            display, named, iris, self.trials, self.kit.ontology, self.work.words, on_a_map=on_a_map
        )
        for query in found.asked:
            title = self.work.words.say("positions_query", count=self.work.words.count(query.rows))
            self.work.step("run", title, [below(title, query.text)])
        return found

    def _others(self, standing: Standing, tried: Tried) -> tuple[Choice, ...]:
        """What else may have been meant: first what the query itself leaves open."""
        named = others_of(standing.vote.linked, tried.query, self.kit.ontology)
        choices = {c.pins: c for c in (*tried.candidate.others, *named)}
        return tuple(choices.values())[:ALL]

    def _partly_read(self, standing: Standing) -> tuple[str, ...]:
        """What is said beside an answer where the graph could not be read to its end. What things are called
        touches those alone in which a word stayed without meaning.
        """
        is_whole = not standing.vote.linked.unlinked
        unread = tuple(part for part in self.kit.unread if part != "names" or not is_whole)
        return (self.work.words.partly_read(unread),) if unread else ()

    def _repeated(self, query: CheckedQuery) -> tuple[str, ...]:
        """What is said beside numbers and rows that the graph may give too often."""
        parsed = parsed_of(query) if self.kit.described.repeats else None
        return (self.work.words.say("repeated"),) if parsed and depends_on_repeats(parsed) else ()

    def told(self, text: str) -> str:
        """A text, and whether something that is closed was left out."""
        return f"{text} {self.work.words.say('left_out')}" if self.work.is_less else text

    async def explained(self, asked: Asked) -> Answer:
        """The last answer in other words: what was looked for, and what the question was taken for."""
        last = self.work.question.history[-1]
        verdict = await self.trials.verdict(last.sparql) if last.sparql else None
        if last.sql and self.kit.tables is not None:
            verdict = self.trials.verdict_on_sql(last.sql)
        if isinstance(verdict, CheckedQuery):
            labels = await self.labels(ResultTable(), verdict)
            restatement = self._asked(verdict, labels)
            because = self.work.words.say("because", what=restatement, graph=self.kit.described.name)
            text = " ".join((because, *last.assumed))
            if asked is Asked.ASSUMED and not last.assumed:
                text += " " + self.work.words.say("assumed_nothing")
        else:
            restatement, text = "", self.work.words.say("no_query", text=last.text)
        self.work.step("words", self.work.words.say("explains"))
        return self.work.closed(
            Answer(
                question=self.work.question,
                outcome=Outcome.ANSWERED,
                text=text,
                restatement=restatement,
                confidence=Confidence(value=1.0, reason=""),
                strategy=CONVERSATION,
                form=last.form,
                assumed=last.assumed,
            )
        )

    async def said(self, tried: Tried, labels: dict[str, str]) -> Told | ToldOfTables:
        """What a query found, as it is told."""
        if tried.query.language is QueryLanguage.SQL:
            asked = asked_of(tried.query, self.kit.tables, labels)
            return ToldOfTables(tried, labels, asked, self.work.lang.code)
        return await told(tried, labels, self.trials, self.work.lang.code)

    def restated(self, tried: Tried, labels: dict[str, str]) -> str:
        """What the query asks for, and what the company's own words in the question mean."""
        sentence = self._asked(tried.query, labels)
        meant = [self.work.words.say("defined", name=n, means=m) for n, m in tried.candidate.defined]
        return f"{sentence} ({'; '.join(meant)})" if meant else sentence

    def _asked(self, query: CheckedQuery, labels: dict[str, str]) -> str:
        """What a query asks for, from the query itself."""
        if query.language is QueryLanguage.SQL:
            return self.work.words.told(asked_of(query, self.kit.tables, labels))
        return restate(query, self.kit.ontology, labels, self.work.lang.code)

    async def labels(self, table: ResultTable, query: CheckedQuery) -> dict[str, str]:
        iris = [t.value for row in table.rows for t in row if t is not None and t.kind == "iri"]
        things = things_of(query)
        return await self.kit.labels.of([*things, *iris], self.work.lang.code)

    # ── the other outcomes ───────────────────────────────────────────────────────────────────────

    async def nothing(self, standing: Standing) -> Answer:
        """The query is right and no row is there: said with the one condition whose removal gives rows."""
        tried = standing.vote.tried[0]
        labels = await self.labels(tried.rows, tried.query)
        restatement = self.restated(tried, labels)
        said = await self.said(tried, labels)
        text, suggestions = said.sentence, []
        if self.kit.unread:
            text = f"{text} {self.work.words.partly_read(self.kit.unread)}"
        lacks = is_unheld(tried, self.kit.ontology, self.kit.sure)  # that others have it is no help
        for relaxed in () if lacks else tried.candidate.without:
            verdict = await self.trials.verdict(relaxed.text)
            if not isinstance(verdict, CheckedQuery):
                continue
            count = await self._count(verdict)
            if count:
                many = wording(self.work.lang.code).amount(count)
                key = "without" if count > 1 else "without_one"
                text += " " + self.work.words.say(key, condition=relaxed.condition, count=many)
                if relaxed.question:
                    suggestions.append(
                        Suggestion(label=self.work.words.say("show"), question=relaxed.question)
                    )
                break
        self.work.step("words", self.work.words.say("told_nothing"))
        return self.work.closed(
            Answer(
                question=self.work.question,
                outcome=Outcome.NOTHING_FOUND,
                text=self.told(text),
                restatement=restatement,
                query=tried.query,
                table=tried.table,
                suggestions=tuple(suggestions),
                confidence=self._confidence(standing),
                strategy=tried.candidate.strategy,
                form=tried.candidate.form,
                assumed=(*_assumed(standing), *self._repeated(tried.query)),
                taken=tried.candidate.taken,
                others=self._others(standing, tried),
                fixes=tried.fixes,
            )
        )

    async def _count(self, query: CheckedQuery) -> int:
        try:
            table = await self.kit.graph.run(query, RELAXING)
        except (GraphTimeout, GraphRejected):
            return 0
        value = table.rows[0][0] if table.rows and table.rows[0] else None
        return (counted(value.value) if value else None) or 0

    async def disagreed(self, standing: Standing) -> Answer:
        """Several ways found different things and none is sure enough: they are told, and not answered."""
        told = []
        for vote in (standing.vote, *standing.against)[:2]:
            labels = await self.labels(ResultTable(), vote.first.query)
            told.append(self.restated(vote.first, labels))
        key = "ways_differ" if len(told) > 1 else "way_unsure"
        self.work.step("words", self.work.words.say("told_unsure"))
        return self.work.closed(
            Answer(
                question=self.work.question,
                outcome=Outcome.UNKNOWN,
                text=self.work.words.say(key, one=told[0], other=told[-1]),
                confidence=self._confidence(standing),
                strategy=standing.vote.first.candidate.strategy,
            )
        )

    def weighing(self, standing: Standing) -> tuple[str, list[str]]:
        """How the votes were weighed, for the trace."""
        say = self.work.words.say
        way = standing.vote.first.candidate.strategy
        sure = say("stands", way=way, sure=f"{standing.confidence:.2f}")
        for_, against = ([(v, v.first) for v in votes] for votes in (standing.agreeing, standing.against))
        lines = [say("found_same", way=t.candidate.strategy, sure=f"{v.confidence:.2f}") for v, t in for_]
        lines += [
            below(
                say(
                    "found_other",
                    way=t.candidate.strategy,
                    size=self.work.words.size(t.table),
                    sure=f"{v.confidence:.2f}",
                ),
                t.query.text,
            )
            for v, t in against
        ]
        return sure, lines

    async def clarified(self, choices: Sequence[Choice], strategy: str) -> Answer:
        """A question back: which of the things of one name is meant."""
        told = await distinguished(choices[:MOST_CHOICES], self.kit, self.work.lang.code)
        name = choices[0].pins[0].mention if choices[0].pins else ""
        self.work.step(
            "reading",
            self.work.words.say("told_choices", count=len(choices)),
            [f"{c.label}: {c.detail}" for c in told],
        )
        return self.work.closed(
            Answer(
                question=self.work.question,
                outcome=Outcome.CLARIFY,
                text=self.work.words.which(name, all_told=len(told) == len(choices)),
                choices=tuple(told),
                strategy=strategy,
            )
        )

    def _confidence(self, standing: Standing) -> Confidence:
        return Confidence(
            value=standing.confidence,
            reason=self._reason(standing),
            evidence=standing.vote.first.candidate.evidence,
        )

    def _reason(self, standing: Standing) -> str:
        """Why an answer is as sure as it is."""
        words = self.work.words
        is_alone = standing.vote.is_opinion and not standing.agreeing
        said = [words.say("why_alone") if is_alone else standing.vote.reason(words)]
        if standing.agreeing:
            said.append(words.say("why_ways", count=words.count(1 + len(standing.agreeing))))
        if standing.against:
            said.append(words.say("why_against"))
        return "; ".join(filter(None, said))


def _assumed(standing: Standing) -> tuple[str, ...]:
    """What is assumed: by the reading that is told, and by who weighed it and came to the same."""
    weighing = (v for v in standing.agreeing if not v.is_opinion)
    return tuple(dict.fromkeys(s for v in (standing.vote, *weighing) for s in v.first.candidate.assumed))


def _is_whole(tried: Tried) -> bool:
    """Whether the rows are all groups: none is left out by a limit, or by a condition on the groups."""
    parsed = parsed_of(tried.query)
    if parsed is None or tried.rows.truncated:
        return False
    select = parsed.select
    return select.limit is None and not select.offset and not select.having
