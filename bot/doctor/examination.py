"""The checks in their order, and how one is run: within its time, and whatever became of those before it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.doctor import access, auditors, doors, graph, here, model, public, slack, teams
from bot.doctor.finding import Finding, Visit, ok, skipped, wrong
from bot.graphs_file import read_graphs
from bot.wiring import close_graph
from bot.wiring.platforms import wants_slack, wants_teams
from kgqa.errors import BadSetting, OurMove, QueristError

log = logging.getLogger(__name__)

Examine = Callable[[Visit], Awaitable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """`seconds` is the time that it may take; loading files and reading a schema may take `long`."""

    name: str
    run: Examine
    is_long: bool = False
    is_of_graph: bool = False  # made for each graph, where there are several


async def platforms(visit: Visit) -> Finding:
    """Whether there is a chat to answer in, or a door for machines."""
    wanted = (("Slack", wants_slack), ("Teams", wants_teams))
    on = [name for name, wants in wanted if wants(visit.settings)]
    if on:
        return ok(" and ".join(on))
    if visit.settings.doors:
        return skipped("no chat platform is set up; programs ask at the doors")
    return wrong(
        "no chat platform is set up, and querist serve has nothing to answer in",
        "Follow docs/admin/slack.md or docs/admin/teams.md. "
        "Without either there are: querist ask, querist chat, querist demo",
    )


CHECKS = (
    Check("Data folder", here.data_folder),
    Check("Database", here.database),
    Check("Secret", here.secret),
    Check("Graph", graph.graph, is_long=True, is_of_graph=True),
    Check("Ontology", graph.ontology, is_long=True, is_of_graph=True),
    Check("Names", graph.names, is_of_graph=True),
    Check("Closed", access.closed, is_of_graph=True),
    Check("Model", model.model, is_long=True),
    Check("Chat", platforms),
    Check("Slack token", slack.token),
    Check("Slack scopes", slack.granted),
    Check("Slack events", slack.delivery),
    Check("Teams token", teams.token),
    Check("Teams keys", teams.keys),
    Check("Teams tenants", teams.tenants),
    Check("Access", access.rules),
    Check("Doors", doors.opened),
    Check("Auditors", auditors.opened),
    Check("Port", here.port),
    Check("Public address", public.address),
    Check("Clock", here.clock),
)

SHORT = 25.0  # seconds: two requests that both take their time
LONG = 60.0


async def examine(
    visit: Visit, checks: Sequence[Check] = CHECKS, *, short: float = SHORT, long: float = LONG
) -> AsyncIterator[tuple[str, Finding]]:
    """Each check's name with its finding, as soon as it is known."""
    about_graphs = [check for check in checks if check.is_of_graph]
    for check in checks:
        if check in about_graphs[1:]:
            continue  # it was made with the first of them, graph by graph
        if check not in about_graphs:
            yield check.name, await _one(check, visit, long if check.is_long else short)
            continue
        try:
            several = read_graphs(visit.settings)
        except BadSetting as error:
            yield check.name, _failed(error)
            continue
        visits = {f" {name}": replace(visit, settings=own) for name, own in several.items()} or {"": visit}
        for name, own in visits.items():
            for each in about_graphs:
                yield f"{each.name}{name}", await _one(each, own, long if each.is_long else short)
            if several and own.graph is not None:
                close_graph(own.graph)


async def _one(check: Check, visit: Visit, seconds: float) -> Finding:
    try:
        async with asyncio.timeout(seconds):
            return await check.run(visit)
    except TimeoutError:
        told = f"this came to no end in {seconds:.0f} seconds"
        return wrong(told, "Give it longer with --seconds, or see whether what it asks is overloaded.")
    except OurMove as error:
        return wrong(str(error))
    except QueristError as error:
        return _failed(error)
    except Exception as error:  # a defect in one check hides none of the others
        log.debug("The check %s failed.", check.name, exc_info=True)
        return wrong(f"this check itself failed ({type(error).__name__})")


def _failed(error: QueristError) -> Finding:
    what, _, step = str(error).partition(". ")
    return wrong(what.rstrip("."), step)
