"""What `querist check` found in one query: for a person in a terminal, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import ndiff

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from bot.settings import name_of
from kgqa.ontology import Ontology
from kgqa.repair import Fix, Repair
from kgqa.restate import restate
from kgqa.types import CheckedQuery, Issue, Level

_BY_AN_ADMIN = "An admin of Querist can allow a function of the store's own in its settings."
_BY_OPTION = f"--function IRI allows a function of the store's own, as {name_of('check_functions')} does."
_COLOUR = {Level.ERROR: "red", Level.WARNING: "yellow"}
_SIGN = {"- ": "red", "+ ": "green", "  ": "dim"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One query: what the check says of it, what certain fixes make of it, and whether they were written."""

    source: str
    text: str
    issues: tuple[Issue, ...]
    rules: tuple[str, ...]  # that it satisfies as it stands; () when it is refused
    repair: Repair
    written: bool = False

    @property
    def passed(self) -> bool:
        """As it stands now."""
        mended = self.written and isinstance(self.repair.verdict, CheckedQuery)
        return mended or not any(i.level is Level.ERROR for i in self.issues)


def plain(checked: Checked, ontology: Ontology) -> dict[str, object]:
    """The finding as plain data."""
    verdict = checked.repair.verdict
    passing = verdict if isinstance(verdict, CheckedQuery) else None
    return {
        "file": checked.source,
        "passed": checked.passed,
        "rules": list(checked.rules),
        "issues": [_issue(i) for i in checked.issues],
        "fixes": [_fix(f) for f in checked.repair.fixes],
        "left": [] if passing else [_issue(i) for i in _left(checked)],
        "options": list(checked.repair.options),
        "written": checked.written,
        "restatement": restate(passing, ontology, {}) if passing else "",
        "sparql": passing.text if passing else None,
        "canonical": passing.canonical if passing else None,
        "sha256": passing.sha256 if passing else None,
    }


def _issue(issue: Issue) -> dict[str, str]:
    return {
        "rule": issue.rule,
        "level": issue.level.value,
        "ground": issue.ground.value,
        "message": issue.message,
        "hint": _hint(issue),
    }


def _fix(fix: Fix) -> dict[str, str]:
    return {"rule": fix.rule, "kind": fix.kind, "what": fix.what, "before": fix.before, "after": fix.after}


def _left(checked: Checked) -> tuple[Issue, ...]:
    """What is found after the fixes; nothing new when there were none."""
    verdict = checked.repair.verdict
    return verdict if checked.repair.fixes and not isinstance(verdict, CheckedQuery) else ()


def show(checked: Checked, ontology: Ontology, console: Console, *, several: bool) -> None:
    """Prints the finding."""
    if several:
        console.print(f"[bold]{escape(checked.source)}[/]")
    errors = sum(i.level is Level.ERROR for i in checked.issues)
    if errors:
        console.print(f"[bold red]Refused[/]  {errors} {'error' if errors == 1 else 'errors'}")
    else:
        count = len(checked.rules)
        console.print(f"[bold green]Passed[/]   {count} rules: {', '.join(checked.rules)}")
    for issue in checked.issues:
        _show_issue(issue, console)
    if checked.repair.fixes:
        _show_fixes(checked, console)
    elif checked.repair.options:
        console.print("\n[bold]Would pass[/]  and I cannot tell which is meant:")
        for option in checked.repair.options:
            console.print(f"  - {escape(option)}")
    verdict = checked.repair.verdict
    if isinstance(verdict, CheckedQuery):
        console.print(f"\n[bold]Asks for[/]  {escape(restate(verdict, ontology, {}))}")
    console.print()


def _show_issue(issue: Issue, console: Console) -> None:
    colour = _COLOUR[issue.level]
    console.print()
    console.print(
        f"[{colour}]{issue.level.value}[/]  [bold]{issue.rule}[/] "
        f"[dim]({issue.ground.value})[/]  {escape(issue.message)}"
    )
    if hint := _hint(issue):
        console.print(f"  [dim]{escape(hint)}[/]")


def _hint(issue: Issue) -> str:
    """What to do, by who calls this command: where an asker turns to an admin, it takes an option."""
    return _BY_OPTION if issue.hint == _BY_AN_ADMIN else issue.hint


def _show_fixes(checked: Checked, console: Console) -> None:
    whole = isinstance(checked.repair.verdict, CheckedQuery)
    head = "Put right" if checked.written else "Can be put right" if whole else "Can be put right in part"
    console.print(f"\n[bold]{head}[/]")
    for fix in checked.repair.fixes:
        console.print(f"  - {escape(fix.what)}")
    console.print()
    for line in _difference(checked.repair.fixes):
        console.print(line)
    for issue in _left(checked):
        _show_issue(issue, console)


def _difference(fixes: Sequence[Fix]) -> Iterator[Text]:
    """The query before the first fix and after the last, line by line."""
    lines = ndiff(fixes[0].before.strip().splitlines(), fixes[-1].after.strip().splitlines())
    for line in lines:
        if line[:2] in _SIGN:
            yield Text(f"  {line.rstrip()}", style=_SIGN[line[:2]])
