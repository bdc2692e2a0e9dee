"""What a graph, its terms and the settings make together: a kit for each set of what is closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.access import Access
from bot.settings import Settings
from bot.wiring.conditions import held, merged
from bot.wiring.graphs import limits_of
from bot.wiring.library import shelf_of
from bot.wiring.linkers import Linking
from bot.wiring.passages import open_passages, opening
from bot.wiring.strategies import calibration_of
from bot.wiring.tables import open_tables
from connectors.database.database import Database
from connectors.definitions import read as read_definitions
from connectors.functions.calls import Calls
from kgqa.check import Closed, Conditions
from kgqa.examples import Examples
from kgqa.linking.build import Told
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit
from kgqa.pipeline.kit import ALL_ASKED
from kgqa.ports import Strategy
from kgqa.prepare import kit_of
from kgqa.prompts import Prompts
from kgqa.spending import Purse
from kgqa.strategies.parts import Parts
from kgqa.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Kits:
    """Makes kits of one graph, which share its names and what finds them. `terms` and `conditions` are those
    of what is closed to everybody, `notices` what an admin should know of them. `access` opens documents.
    """

    settings: Settings
    terms: Terms
    conditions: Conditions
    linking: Linking
    strategies: tuple[str, ...]
    makers: Mapping[str, Callable[[Parts], Strategy]]
    prompts: Prompts
    purse: Purse | None
    database: Database | None
    functions: Calls | None
    notices: tuple[str, ...] = ()
    access: Access | None = None

    async def kit(self, told: Told, *, apart: str = "", examples: Examples | None = None) -> Kit:
        """The kit of these conditions; what is kept for them alone stands `apart`, in a folder of that name.
        Its `examples` may be those of another. Raises as `open_core` does.
        """
        settings, terms, conditions = self.settings, self.terms, self.conditions
        shelf = await shelf_of(settings, self.database, terms.ontology, conditions, told)
        open_terms = terms.without(conditions.closed)
        is_open = opening(self.access, settings, conditions.closed.documents)
        passages, said = await open_passages(
            settings, open_terms, self.strategies, told, apart=apart, is_open=is_open
        )
        tables = await open_tables(settings, terms, conditions, self.strategies, told, apart=apart)
        notices = (*self.notices, *self.linking.notices, *said)
        for notice in notices:
            told(notice)
        ontology = replace(terms.ontology, notices=(*terms.ontology.notices, *notices))
        described = replace(terms.described, text_search=self.linking.text_search)
        return await kit_of(
            replace(terms, ontology=ontology, described=described),
            limits=limits_of(settings),
            strategies=self.strategies,
            makers=self.makers,
            ways=self.linking.ways,
            linkers=self.linking.linkers,
            index=None if conditions.closed else self.linking.index,
            definitions=read_definitions(settings.definitions) if settings.definitions else (),
            conditions=conditions,
            purse=self.purse,
            shelf=shelf,
            prompts=self.prompts,
            passages=passages,
            sure=ALL_ASKED if settings.branches else settings.sure,
            beside=settings.branches,
            patience=settings.model_reply_seconds,
            calibration=calibration_of(settings),
            tables=tables,
            functions=self.functions and self.functions.without(conditions.closed.functions),
            examples=examples,
        )

    async def closing(self, closed: Closed, whole: Ontology, of: str = "") -> Kits:
        """What makes kits where this is closed; `of` names what closes it, for an admin."""
        closed = await held(closed, whole, self.terms.graph)
        notices = (*self.notices, merged(of)) if closed.union and of else self.notices
        return replace(self, conditions=replace(self.conditions, closed=closed), notices=notices)
