"""The checks in their order, and how one is run: within its time, and whatever became of those before it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.doctor import graph, here, model, public, slack, teams
from bot.doctor.finding import Finding, Visit, ok, wrong
from bot.wiring.platforms import wants_slack, wants_teams
from kgqa.errors import OurMove, QueristError

log = logging.getLogger(__name__)

Examine = Callable[[Visit], Awaitable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """`seconds` is the time that it may take; loading files and reading a schema may take `long`."""

    name: str
    run: Examine
    is_long: bool = False


async def platforms(visit: Visit) -> Finding:
    """Whether there is a chat to answer in."""
    wanted = (("Slack", wants_slack), ("Teams", wants_teams))
    on = [name for name, wants in wanted if wants(visit.settings)]
    if on:
        return ok(" and ".join(on))
    return wrong(
        "no chat platform is set up",
        "Follow docs/admin/slack.md or docs/admin/teams.md; without either there is: querist demo",
    )


CHECKS = (
    Check("Data folder", here.data_folder),
    Check("Database", here.database),
    Check("Secret", here.secret),
    Check("Graph", graph.graph, is_long=True),
    Check("Ontology", graph.ontology, is_long=True),
    Check("Names", graph.names),
    Check("Model", model.model, is_long=True),
    Check("Chat", platforms),
    Check("Slack token", slack.token),
    Check("Slack scopes", slack.granted),
    Check("Slack events", slack.delivery),
    Check("Teams token", teams.token),
    Check("Teams keys", teams.keys),
    Check("Teams tenants", teams.tenants),
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
    for check in checks:
        yield check.name, await _one(check, visit, long if check.is_long else short)


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
        what, _, step = str(error).partition(". ")
        return wrong(what.rstrip("."), step)
    except Exception as error:  # a defect in one check hides none of the others
        log.debug("The check %s failed.", check.name, exc_info=True)
        return wrong(f"this check itself failed ({type(error).__name__})")
