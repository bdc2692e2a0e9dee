"""`querist access`: the rules of access in plain words, and what they mean for a person and a question.

In: the file of QUERIST_ACCESS, the graph, Slack and Teams where they are set up. Out: text; nothing is
recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated

import typer

from bot.access import Access, Directory, Held, Rights, Rule, Whom, guests_may_ask
from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.message import Message
from bot.settings import Settings, load, name_of
from kgqa.check.closed import closing
from kgqa.errors import BadInput, BadSetting
from kgqa.ontology import Ontology
from kgqa.types import Answer, Outcome, PassageEvidence, Question, Stage

group = typer.Typer(no_args_is_help=True, help="Show who may see what, and why.")
NEVER = "nobody"
_ASKED = {"slack": "Slack", "teams": "Teams or Entra"}
_NAMED = 5  # terms that follow from a rule and are named
_PLACE = 3  # parts of a whole id: platform, tenant, person
_RAN = (Outcome.ANSWERED, Outcome.NOTHING_FOUND, Outcome.CLARIFY)


def add(app: typer.Typer) -> None:
    """Adds `querist access`."""
    app.add_typer(group, name="access")


Graph = Annotated[str, typer.Option(help="A file, a folder, an endpoint, or a graph of QUERIST_GRAPHS.")]


@group.command("show")
def show(graph: Graph = "") -> None:
    """Show each rule: what it closes in the graph, with what follows from it, and to whom it is open."""
    settings, access = _rules(graph)
    ontology = asyncio.run(_ontology(settings))
    typer.echo("\n".join(_shown(access, settings, ontology)))


@group.command("explain")
def explain(
    person: Annotated[str, typer.Argument(help="An id such as slack:T0123:U0456, or a name of [people].")],
    question: Annotated[str, typer.Argument(help="Whether this would be answered.")] = "",
    channel: Annotated[str, typer.Option(help="Where it is asked: slack:T0123:C0456. Else in private.")] = "",
    graph: Graph = "",
) -> None:
    """Show the groups of a person, which rule closes or opens what to them, and whether a question would run.
    Exit code 1: it would not.
    """
    settings, access = _rules(graph)
    from bot.wiring.platforms import open_directories

    directories = open_directories(settings)
    is_answered = asyncio.run(explained(settings, access, directories, person, question, channel))
    raise typer.Exit(0 if is_answered else 1)


def _rules(graph: str) -> tuple[Settings, Access]:
    """The settings of one graph, and the rules. Raises BadSetting."""
    from bot.wiring import access_of

    settings = load(**({"graph": graph} if graph else {}))
    quiet(settings)
    access = access_of(settings if not graph else load())
    if access is None:
        raise BadSetting(f"There are no rules: {name_of('access')} names no file. See docs/access.md.")
    return chosen(settings), access


async def _ontology(settings: Settings) -> Ontology:
    from bot.wiring import close_graph, open_graph
    from bot.wiring.looking import look_at_terms
    from kgqa.check import Closed
    from kgqa.check.closed import opened

    graph = await asyncio.to_thread(open_graph, settings)
    try:
        return opened((await look_at_terms(settings, graph)).ontology, Closed())
    finally:
        close_graph(graph)


# ── show ─────────────────────────────────────────────────────────────────────────────────────────


def _shown(access: Access, settings: Settings, ontology: Ontology) -> Iterator[str]:
    from bot.wiring.passages import unopened
    from bot.wiring.rights import closed_by
    from kgqa.check import Closed

    resolved = closed_by(access, settings, Closed(), ontology).rules
    yield f"{access.path}: {_count(len(access.rules), 'rule')}, {_count(len(access.groups), 'group')}."
    for rule in access.rules:
        yield ""
        yield rule.name
        yield from _closes(rule)
        if rule.name in resolved:
            all_of_it = closing(ontology, resolved[rule.name])
            more = sorted(all_of_it.terms - {*_terms(resolved[rule.name])})
            if more:
                names = ", ".join(map(ontology.label, more[:_NAMED])) + (", …" if more[_NAMED:] else "")
                yield f"  and with it {_count(len(more), 'term')} more: {names}"
        else:
            yield f"  (about {', '.join(rule.graphs_of)}, not this graph)"
        yield f"  {_open_to(rule)}"
    for each in access.groups:
        yield ""
        told = [_count(len(each.people), "person", "people")] if each.people else []
        told += [f"the Slack user group @{handle}" for handle in each.slack]
        told += [f"the Entra group {identity}" for identity in each.entra]
        yield f"group {each.name}: {', '.join(told) or NEVER}"
    if notice := unopened(access, settings):
        yield ""
        yield notice
    yield ""
    yield "Guests may ask." if access.guests else "Guests may not ask, where Querist can tell who is one."


def _closes(rule: Rule) -> Iterator[str]:
    closed = (
        ("class", rule.classes),
        ("property", rule.properties),
        ("graph", rule.graphs),
        ("function", rule.functions),
    )
    for noun, names in closed:
        yield from (f"  closes the {noun} {name}" for name in names)
    yield from (f"  names the documents {pattern}" for pattern in rule.documents)


def _open_to(rule: Rule) -> str:
    told = f"open only to {_whom(rule.open_to)}" if rule.open_to else "open to everybody" * rule.to_all
    if rule.closed_to:
        told += f"{', but ' if told else ''}closed to {_whom(rule.closed_to)}"
    return told or "closed to everybody"


def _whom(whom: Whom) -> str:
    told: list[str] = []
    for noun, names in (("group", whom.groups), ("channel", whom.channels), ("tenant", whom.tenants)):
        if names:
            told.append(f"the {noun}{'s' if len(names) > 1 else ''} {', '.join(sorted(names))}")
    return " and ".join(told)


def _terms(closed: object) -> Iterator[str]:
    for field in ("classes", "properties", "graphs"):
        yield from getattr(closed, field)


# ── explain ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on one platform."""

    platform: str
    tenant: str
    person: str

    @property
    def name(self) -> str:
        return f"{self.platform}:{self.tenant}:{self.person}"


async def explained(
    settings: Settings,
    access: Access,
    directories: Sequence[Directory],
    said: str,
    text: str,
    channel: str,
) -> bool:
    """Says what the rules mean for a person; whether the question would run."""
    access = replace(access, guests=guests_may_ask(settings, access))
    rights = Rights(access, directories)
    person = _person(access, said, channel)
    held = await rights.of(_message(person, channel))
    reader = await rights.reader(person.platform, person.tenant, person.person)
    typer.echo(f"{said}{f' is {person.name}' if said != person.name else ''}")
    if held.refused and not held.away:
        typer.echo("  is a guest, and guests may not ask.")
        return False
    if held.refused:
        asked = _ASKED.get(person.platform, person.platform)
        typer.echo(f"  may be a guest, since {asked} could not be asked: refused until it can.")
    typer.echo(f"  groups: {', '.join(sorted(reader.groups)) or 'none'}")
    if reader.unsure:
        unsure, asked = ", ".join(sorted(reader.unsure)), _ASKED.get(person.platform, person.platform)
        typer.echo(f"  not known: {unsure}, since {asked} could not be asked (so they do not count)")
    for rule in access.rules:
        typer.echo(f"\n{rule.name}: {_verdict(rule, held, channel)}")
        for line in _closes(rule):
            typer.echo(line)
        typer.echo(f"  {_open_to(rule)}")
    if held.refused:
        return False
    if not text:
        return True
    return await _tried(settings, access, held, text)


def _person(access: Access, said: str, channel: str) -> Person:
    """Who is meant. Raises BadInput."""
    named = dict(access.people).get(said.casefold(), frozenset((said,)))
    wanted = channel.partition(":")[0]
    whole = sorted(
        (each for each in named if len(each.split(":")) >= _PLACE),
        key=lambda e: (not e.startswith(wanted), e),
    )
    if not whole:
        raise BadInput(
            f"“{said}” is nobody whom [people] names, and no whole id, such as slack:T0123456:U0123456. "
            "querist audit list shows the ids of those who have asked."
        )
    return Person(*whole[0].split(":", 2))


def _message(person: Person, channel: str) -> Message:
    """A question of theirs, as far as rights look at one. Raises BadInput for a channel that is none."""
    place = channel.split(":", 2)
    if channel and place[:2] != [person.platform, person.tenant]:
        raise BadInput(
            f"“{channel}” is no channel where {person.name} is: write it as in "
            f"{person.platform}:{person.tenant}:C0123456."
        )
    return Message(
        platform=person.platform,
        event="",
        tenant=person.tenant,
        channel=place[2] if channel else "",
        thread="",
        person=person.person,
        text="",
        sent_at=datetime.now(UTC),
        address="",
        private=not channel,
    )


def _verdict(rule: Rule, held: Held, channel: str) -> str:
    if rule.name in held.own:
        return "closed to this person"
    if rule.name in held.here and channel:
        return "open to this person alone: not to all who read that channel"
    return "open" + (" there" if channel else "")


async def _tried(settings: Settings, access: Access, held: Held, text: str) -> bool:
    """Says whether a question would be answered, by which query, and what closes it."""
    from bot.wiring import close_core, open_core

    core = await open_core(settings, access=access)
    try:

        async def answered(closed_by: frozenset[str]) -> Answer:
            asked = Question(text=text, asked_at=datetime.now(UTC))
            return await core.answer(replace(asked, closed_by=tuple(sorted(closed_by))), _quiet)

        answer = await answered(held.here)
        typer.echo(f"\n“{text}”")
        if held.own < held.here and answer.outcome not in _RAN:
            alone = await answered(held.own)
            if alone.outcome in _RAN:
                typer.echo(
                    "  runs, and is answered to this person alone: not all who read that channel may see it."
                )
                _query(alone)
                return True
        if answer.outcome in _RAN:
            typer.echo("  runs." if answer.outcome is not Outcome.CLARIFY else f"  asks back: {answer.text}")
            _query(answer)
            return True
        if answer.outcome is not Outcome.REFUSED:
            typer.echo(f"  does not run: {answer.text}")
            of_documents = {rule.name for rule in access.rules if rule.documents}
            for name in sorted(held.here & of_documents):
                if _documents(await answered(held.here - {name})):
                    typer.echo(f"  It would be answered from a document that the rule {name} closes.")
            return False
        by = [n for n in sorted(held.own) if (await answered(frozenset((n,)))).outcome is Outcome.REFUSED]
        rules = f"the rule{'s' if len(by) > 1 else ''} {', '.join(by)}" if by else "several rules together"
        if (await answered(frozenset())).outcome is Outcome.REFUSED:
            rules = "what the settings close to everybody"
        typer.echo(f"  does not run: it touches {rules}.")
        return False
    finally:
        close_core(core)


def _query(answer: Answer) -> None:
    if "left out" in answer.text:
        typer.echo("  What is closed is left out of the answer.")
    if documents := _documents(answer):
        typer.echo(f"  It is answered from {', '.join(documents)}.")
    if answer.query:
        typer.echo("\n" + "\n".join(f"    {line}" for line in answer.query.text.splitlines()))


def _documents(answer: Answer) -> list[str]:
    """What of documents it rests on."""
    of_text = [found.source for found in answer.evidence if isinstance(found, PassageEvidence)]
    return list(dict.fromkeys(of_text))


async def _quiet(_: Stage, __: str = "", /) -> None:
    """An admin sees the end alone."""


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
