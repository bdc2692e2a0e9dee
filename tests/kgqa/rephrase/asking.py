"""Asks a question as the pipeline does, rephrased by a scripted model where it has to be."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any

from kgqa.check import check
from kgqa.conversation import spoken
from kgqa.forms.write import write
from kgqa.linking.joint import fitted
from kgqa.linking.link import link
from kgqa.linking.opened import open_links
from kgqa.pipeline import Kit
from kgqa.ports import LanguageModel
from kgqa.rephrase import Rephrase, Rephrased
from kgqa.schema import Schema
from kgqa.strategies.parse.evidence import unrun
from kgqa.strategies.parse.reader import Reader
from kgqa.types import CheckedQuery, Limits, LinkedQuestion, Question, ResultTable

TRUST = 0.55  # as the pipeline does


@dataclass(frozen=True)
class Asked:
    """What became of a question: what it was rephrased to, its links, its rows, the notes for the trace."""

    made: Rephrased | None
    linked: LinkedQuestion
    table: ResultTable | None
    notes: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows, in an order of their own."""
        rows = self.table.rows if self.table else ()
        return sorted(tuple("" if t is None else t.value for t in row) for row in rows)


def rephrase_of(kit: Kit, seconds: float = 5.0) -> Rephrase:
    return Rephrase(ontology=kit.ontology, index=kit.index, seconds=seconds)


def put(kit: Kit, question: Question, model: LanguageModel, *, late: bool = False) -> Asked:
    """A question, understood by the model where that is needed, and read by its words."""
    return asyncio.run(_put(kit, question, model, late))


async def _put(kit: Kit, question: Question, model: LanguageModel, late: bool) -> Asked:
    rephrase, notes = rephrase_of(kit), list[str]()
    made = await rephrase.understood(question, model, notes.append, late=late)
    asked = made.question if made else question
    lang = spoken(asked)
    linked = link(replace(asked, language=lang.code), kit.index, lang, kit.ontology)
    if made:
        linked = rephrase.placed(linked, made)
    linked = open_links(fitted(linked, kit.fit), kit.ontology, lang)
    table = None
    for reading, chance in unrun(Reader(Schema.of(kit.ontology), kit.naming).readings(linked)):
        verdict = check(write(reading.form, kit.ontology), kit.ontology)
        if chance >= TRUST and isinstance(verdict, CheckedQuery):
            table = await kit.graph.run(verdict, Limits())
            if table.rows or table.boolean is not None:
                break
    return Asked(made, linked, table, tuple(notes))


def full(question: str, *, goes_on: bool = True) -> str:
    """A model's reply with a full question."""
    return json.dumps({"is_follow_up": goes_on, "question": question}, ensure_ascii=False)


def words(translation: str, *mentions: tuple[str, str, tuple[str, ...]], **more: Any) -> str:
    """A model's reply with a translation and its mentions."""
    listed = [{"text": a, "translated": b, "phrases": list(c)} for a, b, c in mentions]
    return json.dumps({**more, "translation": translation, "mentions": listed}, ensure_ascii=False)
