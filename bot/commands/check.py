"""`querist check`: a query file against an ontology file; what passed, what does not fit, what it asks."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from kgqa.check import RULES, Verdict, check
from kgqa.declared import read_ontology
from kgqa.errors import BadInput
from kgqa.ontology import Ontology
from kgqa.restate import restate
from kgqa.types import CheckedQuery, Issue, Level


def add(app: typer.Typer) -> None:
    """Adds `querist check`."""

    @app.command(name="check")
    def _check(
        query_file: Annotated[
            str, typer.Argument(help="A file with one SPARQL query; - reads standard input.")
        ],
        ontology: Annotated[Path, typer.Option(help="The ontology: .ttl, .rdf, .owl, .nt or .jsonld.")],
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Check a query before it runs. Exit code 0: passed; 1: issues; 2: a file cannot be read."""
        schema = _ontology(ontology)
        verdict = check(_text(query_file), schema)
        if as_json:
            typer.echo(json.dumps(_plain(verdict, schema), ensure_ascii=False, indent=2))
        else:
            _print(verdict, schema)
        if not isinstance(verdict, CheckedQuery):
            raise typer.Exit(1)


def _text(source: str) -> str:
    """The query's text. Raises BadInput when it cannot be read."""
    try:
        return (
            sys.stdin.read().removeprefix("\ufeff")
            if source == "-"
            else Path(source).read_text(encoding="utf-8-sig")
        )
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror}. Name a file with one query.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{source} is not text in UTF-8. Name a file with one query.") from error


def _ontology(path: Path) -> Ontology:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}. Name an ontology file.") from error
    return read_ontology(data, path.suffix, str(path))


def _plain(verdict: Verdict, ontology: Ontology) -> dict[str, object]:
    """The verdict as plain data."""
    if isinstance(verdict, CheckedQuery):
        return {
            "passed": True,
            "rules": list(verdict.passed),
            "restatement": restate(verdict, ontology, {}),
            "issues": [_issue(i) for i in verdict.warnings],
            "sparql": verdict.text,
            "canonical": verdict.canonical,
            "sha256": verdict.sha256,
        }
    return {"passed": False, "rules": [], "restatement": "", "issues": [_issue(i) for i in verdict]}


def _issue(issue: Issue) -> dict[str, object]:
    return {
        "rule": issue.rule,
        "level": issue.level.value,
        "message": issue.message,
        "hint": issue.hint,
        "ground": issue.ground.value,
    }


def _print(verdict: Verdict, ontology: Ontology) -> None:
    console = Console(highlight=False, soft_wrap=True)
    if isinstance(verdict, CheckedQuery):
        count = len(verdict.passed)
        console.print(f"[bold green]Passed[/]  {count} of {len(RULES)} rules: {', '.join(verdict.passed)}")
        console.print(f"[bold]Asks for[/]  {escape(restate(verdict, ontology, {}))}")
        issues: tuple[Issue, ...] = verdict.warnings
    else:
        errors = sum(i.level is Level.ERROR for i in verdict)
        console.print(f"[bold red]Refused[/]  {errors} {'error' if errors == 1 else 'errors'}")
        issues = verdict
    for issue in issues:
        colour = "red" if issue.level is Level.ERROR else "yellow"
        console.print()
        console.print(f"[{colour}]{issue.level.value}[/]  [bold]{issue.rule}[/]  {escape(issue.message)}")
        if issue.hint:
            console.print(f"  [dim]{escape(issue.hint)}[/]")
