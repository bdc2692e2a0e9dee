"""`querist card GRAPH`: the card of a graph, as a model is shown it and as a person reads it.

In: a graph, and the question that the card is to be cut to, if one is given. Out: Markdown, or one JSON
object.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.settings import load
from kgqa.card import Card, Told
from kgqa.card.cut import Cut
from kgqa.language import guess
from kgqa.linking.link import link
from kgqa.pipeline import Kit
from kgqa.strategies.agent.start import Known
from kgqa.types import Question

BYTES = 3.5  # of a token, about: what room a card takes in a prompt is told in tokens
_MORE = re.compile(r"  … and (\d+) more properties: describe .+")  # what a model may do next
_OTHERS = "Other classes, with their numbers of things: "
_NONE = re.compile(r" 0(?=,| and |$)")


def add(app: typer.Typer) -> None:
    """Adds `querist card`."""

    @app.command()
    def card(
        graph: Annotated[
            str, typer.Argument(help="A file, a folder, an endpoint, or a graph of QUERIST_GRAPHS.")
        ] = "",
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        question: Annotated[str, typer.Option(help="Show the part for this question.")] = "",
        room: Annotated[int, typer.Option(min=200, help="Tokens that this part may take.")] = 8_000,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Show the card of a graph: what it holds, as a model sees it before it writes a query."""
        if as_json and question:
            raise typer.BadParameter("--json is the whole card; leave out --question, or --json.")
        given = {k: v for k, v in {"graph": graph, "ontology": ontology}.items() if v}
        kit = asyncio.run(_opened(given))
        known = Known(kit.parts)
        if as_json:
            typer.echo(json.dumps(_plain(known.cut.told), ensure_ascii=False, indent=2))
        elif question:
            typer.echo("\n".join(map(_for_a_person, _part(kit, known, question, int(room * BYTES)))))
        else:
            typer.echo("\n".join(_markdown(kit, known.cut)))


async def _opened(given: dict[str, str]) -> Kit:
    from bot.wiring import close_core, open_core

    settings = chosen(load(**given))
    quiet(settings)
    core = await open_core(settings, strategies=("parse",))
    close_core(core)  # the card is worked out of what was read
    return core.kit


def _part(kit: Kit, known: Known, text: str, most: int) -> tuple[str, ...]:
    """The part for a question, as a model is shown it; the whole card where it has room."""
    if known.cut.size <= most:
        return known.cut.whole
    lang = guess(text)
    question = Question(text=text, asked_at=datetime.now(UTC), language=lang.code)
    return known.part(link(question, kit.index, lang, kit.ontology), most)


def _for_a_person(line: str) -> str:
    """A line of a part without what it asks a model to do, and without a 0 where only kinds have things."""
    if more := _MORE.fullmatch(line):
        count = int(more[1])
        return (
            f"  … and {count} more {'property' if count == 1 else 'properties'}, which a larger --room shows"
        )
    return _NONE.sub(" (in its kinds)", line) if line.startswith(_OTHERS) else line


def _markdown(kit: Kit, cut: Cut) -> Iterator[str]:
    """The whole card, each class under a heading."""
    told, card = cut.told, cut.told.card
    triples = f"{kit.described.triples:,} triples, " if kit.described.triples else ""
    yield f"# {kit.described.name}"
    yield ""
    if kit.described.sources:
        yield f"Several sources as one: {'; '.join(kit.described.sources)}."
        yield ""
    yield f"{triples}{_counted(card)}. In a prompt: about {round(cut.size / BYTES, -1):,.0f} tokens."
    for cls in card.classes:
        yield f"\n## {told.title(cls)}\n"
        if about := told.about(cls):
            yield f"{about}\n"
        yield from (f"- {told.said(held, cls.things).strip()}" for held in cls.held)
    if card.patterns:
        yield "\n## Patterns\n"
        yield from (f"- {line}" for line in told.patterns.explained(card.patterns))
    if beside := [*told.empty(), *told.undeclared()]:
        yield "\n## Where the ontology and the data differ\n"
        yield from (f"- {line}" for line in beside)
    if card.notices:
        yield "\n## What could not be read\n"
        yield from (f"- {notice}" for notice in card.notices)


def _counted(card: Card) -> str:
    held = sum(len(c.held) for c in card.classes)
    with_things = sum(1 for c in card.classes if c.things)
    return f"{with_things} classes with things, {held} properties of classes"


def _plain(told: Told) -> dict[str, Any]:
    """The card as JSON, with the handles that a model uses."""
    plain = asdict(told.card)
    terms = (iri for cls in told.card.classes for iri in (cls.iri, *(h.iri for h in cls.held)) if iri)
    plain["handles"] = {iri: told.vocabulary.handle(iri) for iri in dict.fromkeys(terms)}
    plain["handles"] |= {iri: f":{name}" for iri, name in told.things.items()}
    return plain
