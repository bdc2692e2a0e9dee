"""What the commands of the audit show to a person in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from bot.audit.names import Names
from bot.audit.plain import act_words, counted, outcome_words, where
from bot.cards.view import clean
from kgqa.audit import Act, Forgotten, Listed, Proof, Retained
from kgqa.types import Outcome

WIDE = 110  # characters from which on a record is a row; below, it is two lines
DIM = Style(dim=True)
BOLD = Style(bold=True)
_COLOURS = {
    Outcome.ANSWERED: "green",
    Outcome.CLARIFY: "cyan",
    Outcome.NOT_IN_GRAPH: "yellow",
    Outcome.UNKNOWN: "yellow",
    Outcome.REFUSED: "yellow",
    Outcome.FAILED: "red",
}


def listed(records: Sequence[Listed], older: str, console: Console, names: Names, *, filtered: bool) -> None:
    """Records, the newest first, and how the older ones are seen."""
    if not records:
        console.print("No record is like that." if filtered else "Nothing is recorded yet.")
        return
    if console.width >= WIDE:
        table = Table(box=None, pad_edge=False, show_edge=False, header_style=DIM, padding=(0, 2, 0, 0))
        for name in ("record", "asked", "by", "in"):
            table.add_column(name, no_wrap=True, overflow="ellipsis", max_width=24)
        table.add_column("question", overflow="ellipsis", no_wrap=True, ratio=1)
        table.add_column("outcome", no_wrap=True)
        for one in records:
            place = Text(room(one, names), style=DIM)
            table.add_row(
                Text(one.reference, style=BOLD),
                when(one.opened_at),
                who(one, names),
                place,
                asked(one),
                outcome(one),
            )
        console.print(table, soft_wrap=False)
    else:
        wide = max(outcome(one).cell_len for one in records)
        for one in records:
            said = outcome(one)
            said.pad_right(wide - said.cell_len)
            place = Text.assemble(who(one, names), (f" in {room(one, names)}", DIM))
            console.print(
                Text.assemble((one.reference, BOLD), "  ", when(one.opened_at), "  ", said, "  ", place)
            )
            console.print(
                Padding(asked(one), (0, 0, 0, len(one.reference) + 2), expand=False), soft_wrap=False
            )
    if older:
        console.print()
        console.print(Text(f"There are older ones: --before {older}", style=DIM))


def when(at: datetime, *, seconds: bool = False) -> Text:
    """A moment, in the time of this machine."""
    local = at.astimezone()
    day = (
        f"{local.day:>2} {local:%b}"
        if local.year == datetime.now().astimezone().year
        else f"{local:%Y-%m-%d}"
    )
    return Text(f"{day} {local:%H:%M:%S}" if seconds else f"{day} {local:%H:%M}")


def who(one: Listed, names: Names) -> Text:
    """Who asked: their name, if there is one, and their id."""
    if not one.person:
        return Text("forgotten" if one.is_forgotten else "-", style=DIM)
    name, identity = names.of(one.who), clean(one.person)
    return Text.assemble(name, (f" {identity}", DIM)) if name else Text(identity)


def room(one: Listed, names: Names) -> str:
    """Where it was asked: the name of the channel, if there is one."""
    return names.of(one.place) or where(one)


def asked(one: Listed) -> Text:
    """The question."""
    return Text("(forgotten)", style=DIM) if one.is_forgotten else Text(clean(one.question))


def outcome(one: Listed) -> Text:
    """How it went, and with how many rows."""
    said = outcome_words(one)
    return Text(said, style=_COLOURS.get(one.outcome, "")) if one.outcome else Text(said, style="magenta")


def proved(proof: Proof, console: Console, *, checked: bool) -> None:
    """What verifying found."""
    if proof.broken is not None:
        console.print(Text.assemble(("The record does not hold. ", "bold red"), clean(proof.broken.what)))
        if not proof.broken.link:
            console.print(Text(f"All {counted(proof.links, 'link')} of the chain hold."))
        elif before := min(proof.links, proof.broken.link - 1):
            console.print(Text(f"The {counted(before, 'link')} before it hold."))
        if proof.broken.reference:
            console.print(Text(f"See it with: querist audit show {proof.broken.reference}", style=DIM))
        return
    of = counted(proof.records, "question")
    console.print(
        Text.assemble(("The record holds. ", "bold green"), f"{counted(proof.links, 'link')}, {of}.")
    )
    if proof.forgotten:
        console.print(
            f"Of {counted(proof.forgotten, 'link')} the personal text was forgotten, and acts say so."
        )
    if checked:
        console.print(f"It meets {counted(proof.checkpoints, 'checkpoint')}.")
    else:
        console.print(
            Text(
                "Without a checkpoint nobody can tell whether its end was cut off: querist audit checkpoint",
                style=DIM,
            )
        )
    console.print(Text(f"head {proof.head}", style=DIM))


def acts_listed(acts: Sequence[Act], older: int, console: Console) -> None:
    """Who did what with the record, the newest first."""
    if not acts:
        console.print("Nobody has read the record yet.")
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(4):
        grid.add_column()
    grid.add_column(overflow="fold", ratio=1)
    for act in acts:
        told = act_words(act)
        grid.add_row(
            Text(str(act.number), style=DIM),
            when(act.at),
            Text(clean(act.by)),
            Text(act.kind, style=BOLD),
            Text(told, style=DIM),
        )
    console.print(grid, soft_wrap=False)
    if older:
        console.print()
        console.print(Text(f"There are older ones: --before {older}", style=DIM))


def to_forget(extent: Forgotten, console: Console) -> None:
    """What forgetting a person will empty."""
    console.print(Text.assemble(("To be forgotten  ", BOLD), clean(extent.person)))
    _extent(extent, console)
    console.print(
        Text(
            "Queries, graphs, outcomes, counts and hashes stay, and the chain holds. It cannot be undone.",
            style=DIM,
        )
    )


def forgotten(extent: Forgotten, console: Console) -> None:
    """What was emptied."""
    console.print(Text.assemble(("Forgotten  ", "bold green"), clean(extent.person)))
    _extent(extent, console)
    console.print(
        Text("What stands in chats, exports and backups is not ours to forget: take it out there.", style=DIM)
    )


def to_retain(told: Retained, days: int, console: Console) -> None:
    """What will be emptied, since it was kept for so many days."""
    console.print(Text.assemble(("To be emptied  ", BOLD), f"what was kept for {days} days"))
    retained(told, console)
    if told.links:
        line = "Queries, graphs, outcomes, counts and hashes stay, and the chain holds. It cannot be undone."
        console.print(Text(line, style=DIM))


def retained(told: Retained, console: Console) -> None:
    """How much that is."""
    console.print(f"  {counted(told.records, 'question')}, with words, people, places, rows and steps")
    console.print(f"  the texts of {counted(told.links, 'link')} in all")
    if told.held:
        console.print(f"  {counted(told.held, 'flagged record')} held: left as it stands until the flag goes")


def _extent(extent: Forgotten, console: Console) -> None:
    console.print(f"  {counted(extent.records, 'question')} asked, with words, place, rows and steps")
    console.print(f"  {counted(extent.deeds, 'act')} on the answers of others")
    if extent.others:
        noun = counted(extent.others, "answer")
        console.print(f"  {noun} to others in the same threads, which hold these questions: rows and steps")
