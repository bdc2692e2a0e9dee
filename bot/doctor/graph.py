"""What is asked: the graph, what it speaks of, its names."""

from __future__ import annotations

from bot import wiring
from bot.doctor.daemon import apart
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.settings import name_of
from bot.wiring.looking import look_at_terms
from kgqa.queries import query
from kgqa.types import Limits
from kgqa.wording import words


async def graph(visit: Visit) -> Finding:
    """Whether it opens and answers a SELECT. Whether it takes updates is never tried."""
    settings = visit.settings
    opened = await apart(lambda: wiring.open_graph(settings))
    await opened.run(query("reach"), Limits(seconds=settings.query_seconds, rows=1))
    described = await opened.describe()
    visit.graph = opened
    if why := await wiring.emptiness(opened):
        what, _, step = why.partition(". ")
        return wrong(what, step)
    size = "" if described.triples is None else f", {described.triples:,} triples"
    told = f"{described.name} answers{size}"
    if described.sources:
        told += f": {'; '.join(described.sources)}"
    if not settings.graph:
        return note(f"{told}: it is invented", f"Set {name_of('graph')} to ask your own.")
    if await wiring.leaves_graphs_unread(opened):
        return note(
            f"{told} in its default graph; it has named graphs that hold more, and they are not read",
            f"To read such graphs in its place, name them in {name_of('endpoint_graphs')}, or set it to all.",
        )
    if described.notices:
        what, _, step = described.notices[0].partition(". ")
        return note(f"{told}. {what}", step)
    if settings.graph.startswith(("http://", "https://")):
        has_account = settings.endpoint_token.get_secret_value() or settings.endpoint_user
        return ok(
            f"{told}; Querist reads only" + (", so a read-only account is enough" if has_account else "")
        )
    return ok(told)


async def ontology(visit: Visit) -> Finding:
    """What the graph speaks of, as it declares it and as it is used."""
    if visit.graph is None:
        return skipped("the graph cannot be asked")
    terms = visit.terms = await look_at_terms(visit.settings, visit.graph)
    known = terms.ontology
    told = f"{len(known.classes):,} classes, {len(known.properties):,} properties"
    if not known.properties:
        return wrong(
            f"{told}: nothing can be asked", f"Set {name_of('ontology')}, or give a graph with data."
        )
    if terms.unread:
        why = next((n for n in known.notices if "could not be read" in n or "is left out" in n), "")
        what = words("en").parts(terms.unread)
        return note(
            f"{told}; not all could be read: {what}. {why}".rstrip(),
            "Answers say so. Raise the limits of the store, or load its data from files.",
        )
    of_graph = (await visit.graph.describe()).notices
    if notices := [notice for notice in known.notices if notice not in of_graph]:
        return note(f"{told}. {notices[0]}", "querist definitions and querist index tell more.")
    return ok(told)


async def names(visit: Visit) -> Finding:
    """Whether the names of things were read, and from the graph as it is now."""
    terms = visit.terms
    if terms is None:
        return skipped("the graph cannot be asked")
    if terms.indexed is None:
        return note("no name of a thing was read yet", "The first start reads them; or: querist index")
    told = f"{terms.indexed.names.size:,} names"
    if unread := terms.indexed.report.unread:
        return note(f"{told}, and not all. {unread[0]}", "querist index tells more.")
    if terms.stale:
        return note(f"{told}, read before the graph changed", "The next start reads them; or: querist index")
    return ok(told)
