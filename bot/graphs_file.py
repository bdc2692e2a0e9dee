"""Several graphs of one deployment: a TOML file -> the settings of each.

In: the file that QUERIST_GRAPHS names, a table a graph, with the names of the settings in small letters. Out:
Settings, one for each. Secrets stand in variables of the environment (or of `.env`), which the file names.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError

from bot.settings import FILE, Settings, name_of
from kgqa.errors import BadSetting

OWN = (  # of one graph
    "graph",
    "ontology",
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
    return {name: _settings(settings, path, name, table) for name, table in tables.items()}


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


def _settings(settings: Settings, path: Path, name: str, table: dict[str, Any]) -> Settings:
    where = f"In the file of graphs {path}, [{name}]"
    if not name.strip() or "," in name:
        raise BadSetting(f"{where} is no name for a graph: it is not empty and holds no comma.")
    for key in table:
        if key not in (*OWN, *SHARED):
            known = ", ".join((*OWN, *SHARED))
            raise BadSetting(f"{where} sets “{key}”. What can be set for a graph: {known}.")
    if not table.get("graph"):
        raise BadSetting(f"{where} names no data. Set graph = to a file, a folder or an endpoint.")
    own = {key: Settings.model_fields[key].get_default() for key in OWN}
    given = {key: secret_in(value, where, key) if key in SECRETS else value for key, value in table.items()}
    values = {**dict(settings), **own, **given, "graph_name": name, "graphs": None}
    try:
        return Settings(_env_file=None, **values)  # type: ignore[call-arg]  # pydantic's own
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
