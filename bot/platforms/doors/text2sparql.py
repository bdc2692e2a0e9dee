"""The contract of the TEXT2SPARQL challenge: a dataset and a question in, a query out.

In: GET with the parameters `dataset` and `question`. Out: JSON with both as they were asked, and the `query`
(https://text2sparql.aksw.org; its client is the package text2sparql-client). A question without a certain
answer has an empty query, for the contract knows no other word for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from aiohttp import web
from pydantic import ValidationError

from bot.platforms.doors.http import has_left, kept, misread, problem, said
from bot.platforms.doors.platform import Doors
from bot.platforms.doors.shapes import Ask, Query
from bot.platforms.doors.tokens import Caller
from bot.platforms.doors.turned import TurnedAway, unknown

PATH = "/text2sparql"
NEEDED = ("dataset", "question")


class Datasets:
    """`graphs` are the names of graphs by the addresses of their datasets; a graph's name is one too."""

    def __init__(self, graphs: Mapping[str, str] | None = None) -> None:
        self._graphs = dict(graphs or {})

    def mount(self, doors: Doors, app: web.Application) -> None:
        """Adds the route."""
        app.router.add_get(PATH, kept(doors.gate, partial(self._answer, doors)))

    async def _answer(self, doors: Doors, request: web.Request, caller: Caller) -> web.StreamResponse:
        missing = next((name for name in NEEDED if not request.query.get(name, "").strip()), None)
        if missing:
            return problem(TurnedAway(status=400, why=f"The parameter “{missing}” is missing.", known=NEEDED))
        dataset, question = (request.query[name] for name in NEEDED)
        names = doors.looking.names(caller)
        served = {dataset: graph for dataset, graph in self._graphs.items() if graph in names}
        graph = served.get(dataset, dataset)
        if graph not in names:
            return problem(unknown("dataset", dataset, (*served, *names)))
        try:
            asked = Ask(question=question, graph=graph, rows=0)
        except ValidationError as error:
            return problem(misread(error, Ask))
        found = await doors.ask(caller, asked, "text2sparql", has_left=partial(has_left, request))
        if isinstance(found, TurnedAway):
            return problem(found)
        return said(
            Query(
                dataset=dataset,
                question=question,
                query=found.query_asked or "",
                outcome=found.outcome,
                text=found.text,
                record=found.record,
            )
        )
