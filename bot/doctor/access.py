"""Who may see what: the file of rules, and whether each graph knows what it closes."""

from __future__ import annotations

from bot import wiring
from bot.access import read_access
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.graphs_file import CLOSED as TERMS
from bot.settings import name_of
from bot.wiring.conditions import conditions_of
from bot.wiring.functions import open_functions
from bot.wiring.platforms import open_directories
from bot.wiring.rights import closed_by, refuse_unknown_groups, refuse_unknown_named_graphs
from kgqa.check import Closed
from kgqa.check.closed import opened
from kgqa.wording import words

CLOSED = (*TERMS, "closed_functions")


async def rules(visit: Visit) -> Finding:
    """Whether the file can be read, and Slack and Entra have the groups that it names."""
    access = wiring.access_of(visit.settings)
    if access is None:
        return skipped(f"everybody may see the same ({name_of('access')})")
    if not visit.offline:
        directories = open_directories(visit.settings, visit.authority)
        if away := await refuse_unknown_groups(access, directories):
            step = "Until then nobody counts as a member of these groups: see docs/access.md."
            return wrong(" ".join(away), step)
    return ok(f"{len(access.rules)} rules and {len(access.groups)} groups in {access.path.name}")


async def closed(visit: Visit) -> Finding:
    """Whether a graph knows what the settings and the rules close in it."""
    settings = visit.settings
    access = read_access(settings)
    if access is None and not any(getattr(settings, field) for field in CLOSED):
        return skipped("nothing is closed")
    open_functions(settings, (), access)  # raises where a closed one does not exist
    if visit.terms is None or visit.graph is None:
        return skipped("the graph cannot be asked")
    whole = opened(visit.terms.ontology, Closed())
    conditions, notices = await conditions_of(settings, whole, visit.graph)
    everybody = conditions.closed
    if access:
        await refuse_unknown_named_graphs(access, settings, whole, visit.graph)
        told = f"{_told(closed_by(access, settings, everybody, whole).least)} in it, some of it to some"
    else:
        told = f"{_told(everybody)} in it"
    if notices:
        what, _, step = notices[0].partition(": ")
        return note(f"{told}. {what}", step)
    return ok(told)


def _told(closed: Closed) -> str:
    several = (
        (closed.classes, "class", "classes"),
        (closed.properties, "property", "properties"),
        (closed.graphs, "named graph", "named graphs"),
        (closed.functions, "function", "functions"),
    )
    counts = [f"{len(some)} {one if len(some) == 1 else more}" for some, one, more in several if some]
    return f"{words('en').listed(counts) or 'nothing is'} closed"
