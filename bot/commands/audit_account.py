"""`querist audit account`: lets somebody read the record in a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from bot.audit.accounts import (
    LONGEST,
    ROLES,
    SHORTEST,
    accounts_file,
    checked,
    hashed,
    read_accounts,
    with_account,
)
from bot.commands.audit_work import console
from bot.settings import load
from kgqa.errors import BadInput


def add_account(audit: typer.Typer) -> None:
    """Adds the command."""

    @audit.command()
    def account(
        name: Annotated[str, typer.Argument(help="A name of your choice: letters, digits, dots, dashes, @.")],
        *,
        role: Annotated[str, typer.Option(help=f"{', '.join(ROLES)}.")] = "auditor",
        signs_in_as: Annotated[
            str,
            typer.Option(
                help="Who they are for your company's sign-in, such as slack:T0123:U0456. No password."
            ),
        ] = "",
    ) -> None:
        """Let somebody read the record in a browser; asks for their password."""
        settings = load()
        path, known = accounts_file(settings), {}
        if path.exists():
            known = dict(read_accounts(settings).by_name)
        table = {"role": role} | ({"signs_in_as": signs_in_as} if signs_in_as else {})
        new = checked(path, name, table, is_new=True)
        password = "" if signs_in_as else _password()
        if name.casefold() in known:
            line = f'password = "{hashed(password)}"' if password else f'signs_in_as = "{signs_in_as}"'
            console().print(
                f"[{name}] stands in {path} already. To change it, put this line there:", markup=False
            )
            console().print(line, markup=False)
            return
        with_account(path, replace(new, password=hashed(password) if password else ""))
        console().print(f"{name} is {role} now, in {path}.", markup=False)
        console().print(
            "querist serve shows the record at /audit. Where nobody had an account, start it anew."
        )


def _password() -> str:
    password = str(typer.prompt("Password", hide_input=True, confirmation_prompt="Once more", err=True))
    if len(password) < SHORTEST:
        raise BadInput(
            f"The password has {len(password)} characters, and could be guessed. Take at least {SHORTEST}."
        )
    if len(password) > LONGEST:
        raise BadInput(f"The password has more than {LONGEST:,} characters. Take a shorter one.")
    return password
