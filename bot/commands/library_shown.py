"""What the commands of the library show: for a person in a terminal, and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from kgqa.library.checking import Broken
from kgqa.library.pair import Pair
from kgqa.types import Issue, Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A pair that was to be added: what the check says, what its query asks for, which of its words may be
    exchanged; and where it fails, the query that certain fixes make of it.
    """

    pair: Pair
    issues: tuple[Issue, ...] = ()
    asks_for: str = ""
    open: str = ""
    passes: bool = False
    fixes: tuple[str, ...] = ()
    repaired: str = ""

    @property
    def mended(self) -> Pair:
        """The pair with the repaired query, where there is one."""
        return replace(self.pair, sparql=self.repaired) if self.repaired else self.pair


@dataclass(frozen=True, slots=True)
class Held:
    """All pairs, those that broke, and entries that cannot be read."""

    pairs: Sequence[Pair]
    broken: tuple[Broken, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """Pairs that were kept, those whose queries fail, and examples that make no pair."""

    kept: tuple[Pair, ...]
    broken: tuple[Broken, ...]
    problems: tuple[str, ...]


# ── plain data ───────────────────────────────────────────────────────────────────────────────────


def plain(pair: Pair) -> dict[str, str]:
    """A pair."""
    return {
        "id": pair.id,
        "question": pair.question,
        "sparql": pair.sparql,
        "by": pair.by,
        "at": pair.at.isoformat(),
        "source": pair.source.value,
        "language": pair.language,
        "reference": pair.reference,
        "note": pair.note,
    }


def plain_added(added: Added) -> dict[str, object]:
    """A pair that was to be added."""
    return {
        "added": added.passes,
        "pair": plain(added.pair),
        "asks_for": added.asks_for,
        "open": added.open,
        "issues": _issues(added.issues),
        "fixes": list(added.fixes),
        "repaired": added.repaired,
    }


def plain_held(held: Held) -> dict[str, object]:
    """What a check of all found."""
    return {
        "checked": len(held.pairs),
        "broken": [_broken(b) for b in held.broken],
        "unreadable": list(held.problems),
    }


def plain_imported(done: Imported) -> dict[str, object]:
    """What an import kept and what not."""
    return {
        "kept": [plain(p) for p in done.kept],
        "broken": [_broken(b) for b in done.broken],
        "problems": list(done.problems),
    }


def _broken(broken: Broken) -> dict[str, object]:
    return {"pair": plain(broken.pair), "issues": _issues(broken.issues)}


def _issues(issues: Sequence[Issue]) -> list[dict[str, str]]:
    return [{"rule": i.rule, "level": i.level.value, "message": i.message, "hint": i.hint} for i in issues]


# ── a terminal ───────────────────────────────────────────────────────────────────────────────────


def counted(count: int, noun: str) -> str:
    """“1 pair”, “12 pairs”."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(pairs: Sequence[Pair], problems: Sequence[str], console: Console) -> None:
    """All pairs, with who verified them."""
    for pair in pairs:
        console.print(f"[bold]{escape(pair.question)}[/]")
        console.print(f"  [dim]{pair.id}  {_who(pair)}[/]")
        if pair.note:
            console.print(f"  {escape(pair.note)}")
        for line in pair.sparql.strip().splitlines():
            console.print(f"    [dim]{escape(line)}[/]")
        console.print()
    if pairs:
        console.print(f"{counted(len(pairs), 'verified question')}.")
    else:
        console.print('No question is verified yet. Add one with: querist library add "QUESTION" query.rq')
    _problems(problems, console)


def _who(pair: Pair) -> str:
    language = f", {pair.language}" if pair.language else ""
    return escape(f"verified by {pair.by}, {pair.at.date().isoformat()} ({pair.source.value}{language})")


def added(done: Added, console: Console, to: Path | None) -> None:
    """What became of a pair that was to be added."""
    if done.passes:
        where = f" to {escape(str(to))}" if to else ""
        console.print(f"[bold green]Added[/]{where}  [dim]{done.pair.id}[/]  {escape(done.pair.question)}")
        console.print(f"  asks for     {escape(done.asks_for)}")
        if done.open != done.pair.question:
            console.print(f"  answers too  {escape(done.open)}")
        _show_issues(done.issues, console)
        return
    console.print(f"[bold red]Not added[/]  {escape(done.pair.question)}")
    _show_issues(done.issues, console)
    if done.repaired:
        console.print("\n[bold]It passes with[/]  (add it with --repaired)")
        for fix in done.fixes:
            console.print(f"  - {escape(fix)}")
        for line in done.repaired.splitlines():
            console.print(f"    [dim]{escape(line)}[/]")


def retired(pair: Pair, place: str, console: Console) -> None:
    """What was taken out."""
    console.print(f"[bold]Retired[/]  [dim]{pair.id}[/]  {escape(pair.question)}")
    if place:
        console.print(f"  It still stands in {escape(place)}: take it out there too.")


def held(found: Held, console: Console) -> None:
    """What a check of all found."""
    for broken in found.broken:
        _show_broken(broken, console)
    count = len(found.pairs) - len(found.broken)
    console.print(f"{count:,} of {counted(len(found.pairs), 'verified question')} hold.")
    _problems(found.problems, console)


def imported(done: Imported, console: Console) -> None:
    """What an import kept and what not."""
    for broken in done.broken:
        _show_broken(broken, console)
    console.print(f"{counted(len(done.kept), 'pair')} kept.")
    _problems(done.problems, console)


def _show_broken(broken: Broken, console: Console) -> None:
    console.print(f"[bold red]Fails[/]  {escape(broken.pair.question)}")
    console.print(f"  [dim]{broken.pair.id}  {_who(broken.pair)}[/]")
    _show_issues(broken.issues, console)
    console.print()


def _show_issues(issues: Sequence[Issue], console: Console) -> None:
    for issue in issues:
        colour = "red" if issue.level is Level.ERROR else "yellow"
        hint = f"  [dim]{escape(issue.hint)}[/]" if issue.hint else ""
        console.print(f"  [{colour}]{issue.level.value}[/]  {escape(issue.message)}{hint}")


def _problems(problems: Sequence[str], console: Console) -> None:
    for problem in problems:
        console.print(f"[yellow]not read[/]  {escape(problem)}")
