"""Settings and a core -> the doors for machines, and what they know of each graph."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

from aiohttp import web

from bot.access import Rights
from bot.desk import Core, Router
from bot.message import Platform
from bot.platforms.doors import Datasets, Doors, Gate, Looking, Token
from bot.platforms.doors import api as http_api
from bot.platforms.doors.looking import ClosedTo, Kits
from bot.platforms.doors.platform import NAME, TENANT
from bot.platforms.doors.tokens import Caller
from bot.platforms.loopback import is_loopback
from bot.settings import Settings, listed, name_of
from bot.tokens_file import read_tokens
from bot.wiring.asleep import Asleep
from bot.wiring.places import several
from bot.wiring.rights import kit_for
from kgqa.errors import BadSetting
from kgqa.pipeline import Kit, Pipeline

Mount = Callable[[Doors, web.Application], None]


def wanted_doors(settings: Settings) -> tuple[str, ...]:
    """The doors that the settings open, each once."""
    return tuple(dict.fromkeys(listed(settings.doors)))


def tokens_of(settings: Settings) -> tuple[Token, ...]:
    """Who may come in, where a door is open. Raises BadSetting where one would stand open to others than this
    machine, and for a file or a package that is not right.
    """
    wanted = wanted_doors(settings)
    if not wanted:
        return ()
    tokens = read_tokens(settings)
    if not tokens and (where := _reached_at(settings)):
        raise BadSetting(
            f"{name_of('doors')} opens {', '.join(wanted)} without a token, and {where} lets others in than "
            f"this machine. Name a file of tokens in {name_of('tokens')} (docs/admin/doors.md), or set "
            f"{name_of('host')}=127.0.0.1 and no {name_of('public_url')}."
        )
    if "mcp" in wanted:
        _mcp()
    return tokens


def open_doors(settings: Settings, core: Core, rights: Rights | None = None) -> tuple[Platform, ...]:
    """The doors over HTTP; () where none is open. What needs no question is told by the `rights` of who asks,
    where people are told apart. Raises BadSetting as `tokens_of`, and for graphs that
    tokens and datasets name and that are not served.
    """
    wanted = wanted_doors(settings)
    if not wanted:
        return ()
    tokens = tokens_of(settings)
    datasets = datasets_of(settings, tokens, tuple(kits_of(core)()))
    mounts: dict[str, Callable[[], Mount]] = {
        "api": lambda: http_api.mount,
        "mcp": _mcp,
        "text2sparql": lambda: Datasets(datasets).mount,
    }
    doors = Doors(
        gate=Gate(tokens),
        looking=Looking(kits_of(core), _closed_to(rights) if rights else None),
        most=settings.person_questions,
        mounts=tuple(mounts[name]() for name in wanted),
    )
    return (doors,)


def datasets_of(settings: Settings, tokens: Iterable[Token], names: Sequence[str]) -> dict[str, str]:
    """The graph of each dataset of text2sparql, where `names` are those of the graphs that are served. Raises
    BadSetting where the tokens or the datasets name another, and for a dataset that is not right.
    """
    for token in tokens:
        _refuse_unknown(token.caller.graphs, names, f"The token {token.caller.name}")
    datasets: dict[str, str] = {}
    for pair in several(settings.datasets):
        dataset, sign, graph = (part.strip() for part in pair.rpartition("="))
        if not (dataset and sign and graph):
            raise BadSetting(
                f"The setting {name_of('datasets')} is not right: “{pair}” is not of the form "
                "https://example.org/dataset/=graph."
            )
        _refuse_unknown((graph,), names, name_of("datasets"))
        datasets[dataset] = graph
    return datasets


def door_of_one(settings: Settings, core: Core) -> Doors:
    """The door of whoever started this process; nothing of it is served over HTTP. Its name is its own: what
    is asked here is answered here, and not by a service that shares the database.
    """
    name = f"mcp-{socket.gethostname()}-{os.getpid()}"
    return Doors(gate=Gate(), looking=Looking(kits_of(core)), most=settings.person_questions, name=name)


def _closed_to(rights: Rights) -> ClosedTo:
    async def closed_to(caller: Caller) -> frozenset[str]:
        return (await rights.of_person(NAME, TENANT, caller.name)).own

    return closed_to


def kits_of(core: Core) -> Kits:
    """What is known of each graph, as it is when it is asked for: one that sleeps now may wake."""

    def kits(closed_by: frozenset[str] | None = None) -> dict[str, Kit | None]:
        cores = core.cores.values() if isinstance(core, Router) else (core,)
        named: dict[str, Kit | None] = {}
        for one in cores:
            if isinstance(one, Pipeline):
                named[one.kit.described.name] = kit_for(one, closed_by)
            elif isinstance(one, Asleep):
                named[one.name] = None
        return named

    return kits


def _mcp() -> Mount:
    try:
        from bot.platforms.doors import tools
    except ImportError as error:
        raise BadSetting(
            "The door mcp needs the package mcp, which is not here. Install it: pip install 'querist[mcp]'"
        ) from error
    return tools.mount


def _reached_at(settings: Settings) -> str:
    """Where others than this machine may come from; "" for nowhere."""
    if not is_loopback(settings.host):
        return f"{name_of('host')}={settings.host}"
    host = urlsplit(settings.public_url).hostname if settings.public_url else None
    return f"{name_of('public_url')}={settings.public_url}" if host and not is_loopback(host) else ""


def _refuse_unknown(graphs: Sequence[str], names: Sequence[str], who: str) -> None:
    if unknown := [name for name in graphs if name not in names]:
        raise BadSetting(
            f"{who} names the graph {unknown[0]}, which is not served. Those that are: {', '.join(names)}."
        )
