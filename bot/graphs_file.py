"""Several graphs of one deployment: a TOML file -> the settings of each.

In: the file that QUERIST_GRAPHS names, a table a graph, with the names of the settings in small letters. Out:
Settings, one for each. Secrets stand in variables of the environment (or of `.env`), which the file names. A
table may put others together: they are then one graph, and none of them is asked alone.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError

from bot.settings import FILE, Settings, name_of
from kgqa.errors import BadSetting

S = TypeVar("S", bound=Settings)
OWN = (  # of one graph
    "graph",
    "ontology",
    "profile",
    "store",
    "endpoint_user",
    "endpoint_password",
    "endpoint_token",
    "endpoint_graphs",
    "endpoint_requests",
)
SHARED = (  # what stands in no table is as the deployment has it
    "query_seconds",
    "query_rows",
    "lexicon",
    "definitions",
    "library",
    "linking",
    "text_search",
    "strategies",
    "sure",
    "calibration",
    "check_blocks",
    "check_silent",
    "check_functions",
    "closed_classes",
    "closed_properties",
    "closed_graphs",
    "check_rows",
    "check_pairs",
    "check_things",
)
SECRETS = ("endpoint_password", "endpoint_token")
TOGETHER = "together"
CLOSED = ("closed_classes", "closed_properties", "closed_graphs")


class Together(Settings):
    """The settings of a graph that is several, each with its own."""

    sources: tuple[Settings, ...] = ()


def read_graphs(settings: Settings) -> dict[str, Settings]:
    """The settings of each graph by its name, in the order of the file. Raises BadSetting."""
    path = settings.graphs
    if path is None:
        return {}
    if settings.graph:
        raise BadSetting(
            f"{name_of('graph')} names one graph, and {name_of('graphs')} a file of several. Set one of them."
        )
    tables = _tables(path)
    alone = {n: _settings(settings, path, n, table) for n, table in tables.items() if TOGETHER not in table}
    joined = {
        n: _together(settings, path, n, table, alone) for n, table in tables.items() if TOGETHER in table
    }
    parts = {source.graph_name for one in joined.values() for source in one.sources}
    return {name: (joined | alone)[name] for name in tables if name not in parts}


def chosen(settings: Settings) -> Settings:
    """The settings of one graph, for a command that is about one: of several in a file that which the command
    names, or the only one. A file or an address that it names instead stands for itself. Raises BadSetting.
    """
    if settings.graphs is None:
        return settings
    several = read_graphs(settings.model_copy(update={"graph": ""}))
    name = settings.graph or (next(iter(several)) if len(several) == 1 else "")
    if not name:
        raise BadSetting(
            f"{name_of('graphs')} names several graphs: {', '.join(several)}. Say which one is meant."
        )
    return several.get(name, settings)


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """What stands in the file of `what` ("graphs"). Raises BadSetting."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSetting(f"The file of {what} {path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"The file of {what} {path} is no TOML: {error}.") from error


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    tables = read_toml(path, "graphs")
    if not tables:
        raise BadSetting(f"The file of graphs {path} names no graph. Each is a table: [name].")
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BadSetting(
                f"In the file of graphs {path}, “{name}” stands in no table. Put [the graph's name] above it."
            )
    return tables


def _together(
    settings: Settings, path: Path, name: str, table: dict[str, Any], alone: Mapping[str, Settings]
) -> Together:
    """The settings of several graphs as one. What is closed in one of them is closed in all."""
    where = f"In the file of graphs {path}, [{name}]"
    names = table[TOGETHER]
    if not isinstance(names, list) or len(set(map(str, names))) < 2:  # noqa: PLR2004  # else nothing is joined
        raise BadSetting(
            f'{where}: {TOGETHER} is a list of the names of two graphs or more, such as ["a", "b"].'
        )
    for each in names:
        if each not in alone:
            known = ", ".join(alone) or "none"
            raise BadSetting(
                f"{where} puts “{each}” together with others, and no such graph is in the file. "
                f"Those that can be: {known}."
            )
    _refuse_unknown(where, name, table, (TOGETHER, "ontology", *(k for k in SHARED if k != "text_search")))
    sources = tuple(alone[each] for each in dict.fromkeys(names))
    given = {key: value for key, value in table.items() if key != TOGETHER}
    given |= {k: " ".join([given.get(k, ""), *(getattr(s, k) for s in sources)]) for k in CLOSED}
    own = {key: Settings.model_fields[key].get_default() for key in OWN}
    values = {**dict(settings), **own, **given, "graph_name": name, "graphs": None, "sources": sources}
    values |= {"graph": ", ".join(source.graph for source in sources), "text_search": "off"}
    return _read(Together, where, values)


def _settings(settings: Settings, path: Path, name: str, table: dict[str, Any]) -> Settings:
    where = f"In the file of graphs {path}, [{name}]"
    _refuse_unknown(where, name, table, (*OWN, *SHARED))
    if not table.get("graph"):
        raise BadSetting(f"{where} names no data. Set graph = to a file, a folder or an endpoint.")
    own = {key: Settings.model_fields[key].get_default() for key in OWN}
    given = {key: secret_in(value, where, key) if key in SECRETS else value for key, value in table.items()}
    return _read(Settings, where, {**dict(settings), **own, **given, "graph_name": name, "graphs": None})


def _refuse_unknown(where: str, name: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
    if not name.strip() or "," in name:
        raise BadSetting(f"{where} is no name for a graph: it is not empty and holds no comma.")
    for key in table:
        if key not in known:
            raise BadSetting(f"{where} sets “{key}”. What can be set for a graph: {', '.join(known)}.")


def _read(kind: type[S], where: str, values: Mapping[str, Any]) -> S:
    try:
        return kind(_env_file=None, **values)  # type: ignore[call-arg]  # pydantic's own
    except ValidationError as error:
        first = error.errors()[0]
        raise BadSetting(f"{where}: {first['loc'][0]} is not right: {first['msg']}.") from error


def secret_in(variable: object, where: str, key: str) -> SecretStr:
    """The secret in a variable of the environment, or of `.env`. Raises BadSetting."""
    found = os.environ.get(str(variable)) or (dotenv_values(FILE).get(str(variable)) if FILE.exists() else "")
    if not found:
        raise BadSetting(
            f"{where}: {key} is the name of an environment variable that holds the secret, "
            f"and {variable} is not set."
        )
    return SecretStr(found)
