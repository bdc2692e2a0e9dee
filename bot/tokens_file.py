"""Who may come in at the doors: a TOML file -> tokens.

In: the file that QUERIST_TOKENS names, a table a program. Out: each with its name, its secret and the graphs
that it may ask. Secrets stand in variables of the environment (or of `.env`), which the file names.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.graphs_file import read_toml, secret_in
from bot.platforms.doors.tokens import SHORTEST, Caller, Token
from bot.settings import Settings
from kgqa.errors import BadSetting

KEYS = ("token", "graphs")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_MAKE = 'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'


def read_tokens(settings: Settings) -> tuple[Token, ...]:
    """The tokens in the order of the file; () where there is none. Raises BadSetting."""
    path = settings.tokens
    if path is None:
        return ()
    tables = read_toml(path, "tokens")
    if not tables:
        raise BadSetting(f"The file of tokens {path} names nobody. Each program is a table: [name].")
    tokens = tuple(_token(path, name, table) for name, table in tables.items())
    names: dict[str, str] = {}
    for token in tokens:
        name = token.caller.name
        if (other := names.setdefault(token.secret, name)) != name:
            raise BadSetting(
                f"In the file of tokens {path}, [{other}] and [{name}] have the same token, so nobody could "
                "tell who asks. Give each its own."
            )
    return tokens


def _token(path: Path, name: str, table: Any) -> Token:
    where = f"In the file of tokens {path}, [{name}]"
    if not _NAME.fullmatch(name):
        raise BadSetting(f"{where} is no name for a program: letters, digits, dots and dashes, up to 64.")
    if not isinstance(table, dict):
        raise BadSetting(f"In the file of tokens {path}, “{name}” stands in no table. Put [a name] above it.")
    if strangers := [key for key in table if key not in KEYS]:
        raise BadSetting(f"{where} sets “{strangers[0]}”. What can be set for a token: {', '.join(KEYS)}.")
    variable, graphs = table.get("token"), table.get("graphs", [])
    if not isinstance(variable, str) or not variable:
        raise BadSetting(
            f"{where} has no token. Set token = to the name of the environment variable that holds it, "
            f"and the variable to what this prints: {_MAKE}"
        )
    if not isinstance(graphs, list) or not all(isinstance(graph, str) and graph for graph in graphs):
        raise BadSetting(f"{where}: graphs is not right. It is a list of names, such as [“company”].")
    secret = secret_in(variable, where, "token").get_secret_value()
    if len(secret) < SHORTEST:
        raise BadSetting(
            f"{where}: the token in {variable} has {len(secret)} characters, and could be guessed. Take one "
            f"of at least {SHORTEST}, such as this prints: {_MAKE}"
        )
    if "graphs" in table and not graphs:
        raise BadSetting(f"{where} may ask no graph. Name some in graphs; without it, all may be asked.")
    return Token(caller=Caller(name=name, graphs=tuple(graphs)), secret=secret)
