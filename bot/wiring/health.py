"""Settings -> what `/readyz` looks at: the database, each graph, the model, the disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from sqlalchemy import text

from bot.desk import Core, Router
from bot.health import Check, Disk, GraphCheck, Model
from bot.health import Database as DatabaseCheck
from bot.settings import Settings
from bot.wiring.asleep import Asleep
from connectors.database.database import Database
from connectors.models import Calls
from connectors.models.chat import OPENAI
from connectors.models.reaching import reach
from kgqa.errors import GraphUnavailable
from kgqa.pipeline import Pipeline
from kgqa.ports import Graph


def checks_of(settings: Settings, core: Core, database: Database) -> tuple[Check, ...]:
    """The checks of a service with these settings."""
    read = partial(database.read, lambda session: session.scalar(text("SELECT 1")))
    checks: list[Check] = [DatabaseCheck(read=read)]
    if isinstance(core, Router):
        checks += [GraphCheck(name=f"graph {name}", opened=_opened(core, name)) for name in core.cores]
    elif isinstance(core, Pipeline):
        checks.append(GraphCheck(name="graph", opened=lambda: core.kit.graph))
    if settings.model_name and not settings.model_replay:
        key, calls = settings.model_key.get_secret_value(), Calls(settings.model_calls)
        checks.append(Model(reached=partial(reach, _shown(settings.model_url or OPENAI), key, calls)))
    checks.append(Disk(folder=settings.data))
    return tuple(checks)


def _opened(router: Router, name: str) -> Callable[[], Graph]:
    """The graph as it is served when it is asked for: one that sleeps may wake later."""

    def opened() -> Graph:
        core = router.cores[name]
        if isinstance(core, Pipeline):
            return core.kit.graph
        why = str(core.why) if isinstance(core, Asleep) else "It is not open."
        raise GraphUnavailable(f"It is asleep, and tried again each minute. {why}")

    return opened


def _shown(url: str) -> str:
    """The address without a login and without what stands after its question mark."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
