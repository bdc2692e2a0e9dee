"""The strategy *tables*: a model writes SQL over the tables that were induced from the graph (RAGonite).

In: a linked question, a model, tables. Out: a Proposal with the SQL that passed the check; where it found
nothing or failed, the model has seen that and had another turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kgqa.check.sql import check_sql, named_in
from kgqa.errors import BudgetSpent, GraphRejected, GraphTimeout, OperatorsMove
from kgqa.fence import fenced
from kgqa.language import Language, fold, language
from kgqa.language.operations import is_operation
from kgqa.ports import Completion, LanguageModel, Means, Proposal, Tables
from kgqa.rows import is_empty
from kgqa.strategies.carried import covered, standing, stands_in
from kgqa.strategies.oneshot.evidence import Evidence, met, unused
from kgqa.strategies.oneshot.mentions import Mentions
from kgqa.strategies.parts import Parts
from kgqa.strategies.tables.observed import observed
from kgqa.strategies.tables.prompt import Message, Writer
from kgqa.strategies.tables.reply import NotKnown, Unusable, Written, reply_in
from kgqa.strategies.used import Used
from kgqa.types import CandidateQuery, CheckedQuery, Limits, LinkedQuestion, QueryLanguage, ResultTable, Stage
from kgqa.vocabulary import Vocabulary
from kgqa.wording import words
from kgqa.wording.said import say, told

NAME = "tables"
ANEW = 0.3  # temperature of a further attempt: at 0 a model says the same again
UNMET, MOST_UNMET, LEAST = 0.15, 3, 0.05  # what a word costs that the query has nothing of
SHOWN = 20  # rows that are seen again


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the model is asked: at most `turns` replies, with so many bytes of the schema."""

    turns: int = 3
    schema: int = 24_000
    reply: int = 2_000
    seconds: float = 60.0
    query_seconds: float = 15.0


@dataclass
class _Best:
    """What was found so far: the last query that had rows, or else the last that passed."""

    query: CheckedQuery | None = None
    written: Written = Written("")  # noqa: RUF009  # frozen: one for all
    table: ResultTable | None = None
    turns: int = 0
    why: str = ""
    missing: tuple[str, ...] = ()
    tried: dict[str, str] = field(default_factory=dict)  # what was seen of a query, by its hash

    def take(self, query: CheckedQuery, written: Written, table: ResultTable | None) -> None:
        if self.table is None or is_empty(self.table) or (table is not None and not is_empty(table)):
            self.query, self.written, self.table = query, written, table


class TablesInSql:
    """Safe to use by several tasks at once: it keeps nothing of a question."""

    name = NAME
    asks_model = True
    weighs_evidence = False

    def __init__(self, parts: Parts, settings: Settings | None = None) -> None:
        self.parts, self.settings = parts, settings or Settings()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.of(self.parts.ontology)

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """What the model makes of the question. A model that fails is told in `why`."""
        phrase = words(language(linked.question.language or "en").code).say
        if means.model is None:
            return Proposal(why=phrase("model_none"), is_away=True)
        if self.parts.tables is None:
            return Proposal()
        best = _Best()
        mentions = Mentions.of(linked, self.vocabulary, self.parts.index)
        try:
            await self._asked(linked, means, means.model, self.parts.tables, mentions, best)
        except OperatorsMove as error:  # why a model is away is for the admin
            best.why = (
                told(error, linked.question.language)
                if isinstance(error, BudgetSpent)
                else phrase("model_away")
            )
            await means.told(Stage.ASKING, phrase("no_help"), (str(error),))
        except TimeoutError:
            best.why = phrase("model_silent", seconds=f"{self.settings.seconds:g}")
        if best.query is None:
            away = bool(best.why)
            return Proposal(why=best.why or phrase("model_useless"), missing=best.missing, is_away=away)
        candidate = self._candidate(best, best.query, linked, mentions, self.parts.tables)
        return Proposal(candidates=(candidate,), understood=tuple(m.link.text for m in mentions.every))

    # ── the turns ────────────────────────────────────────────────────────────────────────────────

    async def _asked(
        self,
        linked: LinkedQuestion,
        means: Means,
        model: LanguageModel,
        tables: Tables,
        mentions: Mentions,
        best: _Best,
    ) -> None:
        """Asks until a query has rows, or the model keeps to what it wrote, or the turns are over."""
        prompts = self.parts.prompts
        system, asked = prompts.get("tables"), prompts.get("tables-question")
        again, seen = prompts.get("tables-again"), prompts.get("tables-seen")
        writer = Writer(tables.schema, self.parts.index, self.settings.schema)
        messages: list[Message] = list(writer.messages(system, asked, linked, mentions, means.issues))
        version = f"{system.version}, {asked.version}"
        for turn in range(1, self.settings.turns + 1):
            said = await self._said(model, messages, means, turn, version)
            best.turns = turn
            reply = reply_in(said.text, mentions.placed, cut=said.cut)
            if isinstance(reply, NotKnown):
                best.missing = (reply.missing,) if reply.missing else ()
                return
            if isinstance(reply, Unusable):
                more, version = again.filled(reason=reply.reason), again.version
            else:
                verdict = check_sql(reply.text, tables.schema, self.parts.conditions)
                if not isinstance(verdict, CheckedQuery):
                    lines = [f"{i.message} {i.hint}".strip() for i in verdict]
                    await means.told(Stage.CHECKING, say("refused: {rule}", rule=say(verdict[0].rule)), lines)
                    more, version = again.filled(reason=fenced("\n".join(lines), "text")), again.version
                elif verdict.sha256 in best.tried:
                    return  # it keeps to it
                else:
                    found = await self._ran(verdict, reply, tables, means, best)
                    if not found:
                        return
                    more, version = seen.filled(seen=fenced(found, "text")), seen.version
            back = "" if said.cut else said.text[:1_500]
            messages += [("assistant", back or "…"), ("user", more)]

    async def _said(
        self, model: LanguageModel, messages: Sequence[Message], means: Means, turn: int, version: str
    ) -> Completion:
        async with asyncio.timeout(self.settings.seconds):
            said = await model.complete(
                messages, temperature=ANEW if turn > 1 else 0.0, most=self.settings.reply
            )
        await means.told(
            Stage.ASKING,
            say("a model writes the query") if turn == 1 else say("a model is asked again"),
            (
                f"{said.model}, prompt {version}",
                f"{said.input_tokens:,} tokens in, {said.output_tokens:,} out"
                + (", from the cache" if said.cached else ""),
            ),
        )
        return said

    async def _ran(
        self, query: CheckedQuery, written: Written, tables: Tables, means: Means, best: _Best
    ) -> str:
        """What the model is to see of a query that was run; "" where there is nothing to look at."""
        limits = Limits(seconds=self.settings.query_seconds, rows=SHOWN, bytes=100_000)
        try:
            table = await tables.run(query, limits)
        except (GraphTimeout, GraphRejected) as error:
            await means.told(Stage.RUNNING, say("failed"), (str(error),))
            best.tried[query.sha256] = str(error)
            return str(error)
        best.take(query, written, table)
        seen = observed(query, table, tables.schema)
        best.tried[query.sha256] = seen
        return seen if is_empty(table) else ""

    # ── what it is worth ─────────────────────────────────────────────────────────────────────────

    def _candidate(
        self,
        best: _Best,
        query: CheckedQuery,
        linked: LinkedQuestion,
        mentions: Mentions,
        tables: Tables,
    ) -> CandidateQuery:
        lang = language(linked.question.language or "en")
        evidence, unmet = self._evidence(best, query, linked, mentions, tables, lang)
        return CandidateQuery(
            text=query.text,
            strategy=NAME,
            reading=say("read over tables"),
            confidence=round(max(evidence.confidence - UNMET * min(unmet, MOST_UNMET), LEAST), 3),
            reason=evidence.reason(words(lang.code)),
            language=QueryLanguage.SQL,
            written=True,
        )

    def _evidence(
        self,
        best: _Best,
        query: CheckedQuery,
        linked: LinkedQuestion,
        mentions: Mentions,
        tables: Tables,
        lang: Language,
    ) -> tuple[Evidence, int]:
        """What speaks for the query; and how many words nothing is called by, and no text of it holds. Where
        the model told what its pieces stand for, the question's words are counted by these.
        """
        iris, texts = named_in(query.text, tables.schema)
        used = Used(iris, frozenset(map(fold, texts)))
        question, is_again = linked.question.text, best.turns > 1
        missed = unused(mentions.every, used, self.parts.ontology)
        if best.written.carried:
            pairs = standing(best.written.carried, best.written.template, question, lang)
            stood_for = " ".join(fold(pair.words) for pair in pairs)
            missed = tuple(name for name in missed if not stands_in(fold(name), stood_for))
            some, every = covered(pairs, question, lang)
            return Evidence(unused=missed, words=every, met=some, again=is_again), 0
        # what asks for something to be done with the rows is done by SQL itself, and names nothing
        told = replace(linked, unlinked=tuple(w for w in linked.unlinked if not is_operation(w, lang)))
        every, met_all = met(told, used, self.parts.ontology, lang)
        some, has = met(replace(linked, unlinked=()), used, self.parts.ontology, lang)
        unmet = (every - some) - (met_all - has)
        return Evidence(unused=missed, words=some, met=has, again=is_again), unmet


__all__ = ["NAME", "Settings", "TablesInSql"]
