"""The command `querist`: one file a command group in `bot/commands`, one line each here.

Exit codes: 0 done; 1 the answer is not certain (clarify, unknown, not in graph) or a check found issues;
2 the call or its input is wrong; 3 an outside system or a setting needs the operator; 4 a defect of ours.
"""

from __future__ import annotations

import gc
import importlib
import logging
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from kgqa.errors import AskersMove, OperatorsMove, OurMove

app = typer.Typer(
    name="querist",
    help="Ask your company's knowledge graph in plain language.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


COMMANDS = (
    "ask",
    "chat",
    "demo",
    "serve",
    "init",
    "doctor",
    "check",
    "card",
    "tables",
    "index",
    "prepare",
    "extract",
    "definitions",
    "library",
    "access",
    "audit",
    "digest",
    "backup",
    "restore",
    "bench",
    "manifest",
    "mcp",
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"querist {version('querist')}")
        raise typer.Exit


@app.callback()
def _commands(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which version this is."),
    ] = False,
) -> None:
    """Ask your company's knowledge graph in plain language."""


def register(asked: str = "") -> None:
    """Adds the command that is asked for to `app`, or all: what serves chats takes seconds to import."""
    if asked == "--version":
        return
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        importlib.import_module(f"bot.commands.{name}").add(app)


def main() -> None:
    """The entry point: foreign and own errors end as one plain sentence and an exit code."""
    gc.set_threshold(50_000, 20, 50)  # what is imported stays: it is not to be looked through all the time
    # It tells of odd literals in a query, with a stack trace; the check says what is wrong with a query.
    logging.getLogger("rdflib.term").setLevel(logging.ERROR)
    try:
        register(*sys.argv[1:2])
        app()
    except KeyboardInterrupt:  # while the commands were still being imported; they have their own ways
        sys.exit(130)
    except AskersMove as error:
        _say(error)
        sys.exit(2)
    except OperatorsMove as error:
        _say(error)
        sys.exit(3)
    except Exception as error:  # a defect of ours: a person sees a sentence, the log the trace
        logging.getLogger(__name__).debug("This is where it went wrong.", exc_info=True)
        _say(error if isinstance(error, OurMove) else OurMove(_DEFECT.format(type(error).__name__)))
        sys.exit(4)


_DEFECT = "Something went wrong in Querist ({}). With QUERIST_LOG_LEVEL=DEBUG it says where."


def _say(error: Exception) -> None:
    typer.secho(str(error), err=True, fg=typer.colors.RED if sys.stderr.isatty() else None)
