"""The command `querist`: one file a command group in `bot/commands`, one line each here.

Exit codes: 0 done; 1 the answer is not certain (clarify, unknown, not in graph) or a check found issues;
2 the call or its input is wrong; 3 an outside system or a setting needs the operator; 4 a defect of ours.
"""

from __future__ import annotations

import importlib
import logging
import sys

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
    "definitions",
    "library",
    "audit",
    "bench",
    "manifest",
    "mcp",
)


@app.callback()
def _commands() -> None:
    """One command may stand alone in `app`: it is named all the same."""


def register(asked: str = "") -> None:
    """Adds the command that is asked for to `app`, or all: what serves chats takes seconds to import."""
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        importlib.import_module(f"bot.commands.{name}").add(app)


def main() -> None:
    """The entry point: foreign and own errors end as one plain sentence and an exit code."""
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
