"""Who may see what: the file of rules, and whether each graph knows what it closes."""

from __future__ import annotations

from bot import wiring
from bot.access import read_access
from bot.doctor.finding import Finding, Visit, ok, skipped, wrong
from bot.settings import name_of
from bot.wiring.platforms import open_directories
from bot.wiring.rights import closed_by, refuse_unknown_groups
from kgqa.check import Closed
from kgqa.check.closed import opened


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
    """Whether a graph knows what the rules close in it."""
    access = read_access(visit.settings)
    if access is None:
        return skipped("there are no rules")
    if visit.terms is None:
        return skipped("the graph cannot be asked")
    whole = opened(visit.terms.ontology, Closed())
    found = closed_by(access, visit.settings, Closed(), whole)
    least = found.least
    told = f"{len(least.classes)} classes, {len(least.properties)} properties, {len(least.graphs)} graphs"
    return ok(f"the rules close {told} in it")
