"""Graphs that an admin puts together in the file of graphs are asked as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import card
from bot.doctor import graph as examined
from bot.doctor.finding import Visit, ok
from bot.graphs_file import Together, chosen, read_graphs
from bot.settings import Settings
from bot.wiring import close_core, open_whole_core
from kgqa.errors import BadSetting, GraphUnavailable
from kgqa.types import Answer, Outcome, Question, Stage
from tests.doubles import answers
from tests.doubles.oxigraph import oxigraph
from tests.doubles.shops import EX, PRODUCTS, SUPPLIERS

pytestmark = pytest.mark.slow

NOWHERE = "http://127.0.0.1:9/sparql"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "products.ttl").write_text(PRODUCTS, "utf-8")
    (tmp_path / "suppliers.ttl").write_text(SUPPLIERS, "utf-8")
    return tmp_path


def made(folder: Path, text: str, **values: Any) -> Settings:
    file = folder / "graphs.toml"
    file.write_text(text, "utf-8")
    return Settings(_env_file=None, data=folder / "data", graphs=file, **values)  # type: ignore[call-arg]  # pydantic's own


def both(folder: Path, more: str = "", suppliers: str = "") -> str:
    return f"""
[products]
graph = "{folder}/products.ttl"
[suppliers]
graph = "{suppliers or f"{folder}/suppliers.ttl"}"
[Company]
together = ["products", "suppliers"]
{more}
"""


async def asked(settings: Settings, *questions: str) -> list[Answer]:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    core = await open_whole_core(settings)
    try:
        return [
            await core.answer(Question(text=text, asked_at=answers.WHEN, language="en"), quiet)
            for text in questions
        ]
    finally:
        close_core(core)


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def test_graphs_that_are_put_together_are_one_and_are_not_asked_alone(files: Path) -> None:
    own = read_graphs(made(files, both(files) + f'[other]\ngraph = "{files}/other.ttl"\n'))
    assert list(own) == ["Company", "other"]
    company = own["Company"]
    assert isinstance(company, Together)
    assert [source.graph_name for source in company.sources] == ["products", "suppliers"]
    assert not isinstance(own["other"], Together)


def test_what_is_closed_in_one_is_closed_in_all(files: Path) -> None:
    text = both(files, f'closed_classes = "{EX}Country"').replace(
        "[suppliers]", f'closed_properties = "{EX}price"\n[suppliers]'
    )
    company = read_graphs(made(files, text))["Company"]
    assert (company.closed_classes.split(), company.closed_properties.split()) == (
        [EX + "Country"],
        [EX + "price"],
    )


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ('together = ["products"]', "a list of the names of two graphs or more"),
        ('together = "products, suppliers"', "a list of the names of two graphs or more"),
        ('together = ["products", "staff"]', "puts “staff” together with others, and no such graph is in"),
        ('together = ["products", "suppliers"]\ngraph = "x.ttl"', "sets “graph”. What can be set"),
        ('together = ["products", "suppliers"]\ntext_search = "jena"', "sets “text_search”"),
    ],
)
def test_what_cannot_be_put_together_is_named(files: Path, table: str, why: str) -> None:
    text = both(files).replace('together = ["products", "suppliers"]', table)
    with pytest.raises(BadSetting, match=why):
        read_graphs(made(files, text))


def test_a_command_about_one_graph_names_it(files: Path) -> None:
    settings = made(files, both(files))
    assert chosen(settings).graph_name == "Company"
    several = made(files, both(files) + f'[other]\ngraph = "{files}/other.ttl"\n')
    assert chosen(several.model_copy(update={"graph": "other"})).graph_name == "other"
    with pytest.raises(BadSetting, match="names several graphs: Company, other"):
        chosen(several)


# ── asked ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_question_that_needs_both_is_answered(files: Path) -> None:
    with (
        oxigraph(files / "one", files / "products.ttl") as products,
        oxigraph(files / "other", files / "suppliers.ttl") as suppliers,
    ):
        text = both(files, suppliers=suppliers).replace(f"{files}/products.ttl", products)
        first, second, nothing = await asked(
            made(files, text),
            "Which pumps are supplied by suppliers in Norway?",
            "What is the rating of the supplier of Baltic pump?",
            "Which pumps cost more than 900?",
        )
    assert "Arctic pump and Nordic pump" in first.text
    assert first.graph
    assert [source.partition(",")[0] for source in first.graph.sources] == [
        f"products ({products})",
        f"suppliers ({suppliers})",
    ]
    assert (second.outcome, "5" in second.text) == (Outcome.ANSWERED, True)
    assert nothing.outcome is Outcome.NOTHING_FOUND


async def test_a_file_and_an_endpoint_can_be_together(files: Path) -> None:
    with oxigraph(files / "one", files / "products.ttl") as products:
        text = both(files).replace(f"{files}/products.ttl", products)
        (answer,) = await asked(made(files, text), "Which pumps are supplied by Beta Works?")
    assert "Baltic pump" in answer.text


async def test_what_is_closed_in_a_source_is_not_told(files: Path) -> None:
    text = both(files).replace("[Company]", f'closed_properties = "{EX}rating"\n[Company]')
    (answer,) = await asked(made(files, text), "What is the rating of the supplier of Baltic pump?")
    assert answer.outcome is Outcome.REFUSED
    assert answer.table is None


async def test_a_closed_class_is_closed_where_its_source_alone_speaks_of_it(files: Path) -> None:
    text = both(files, f'closed_classes = "{EX}Country"')
    closed, open_ = await asked(
        made(files, text), "Which countries are there?", "What is the price of Baltic pump?"
    )
    assert (closed.outcome, closed.table) == (Outcome.REFUSED, None)
    assert "340" in open_.text


async def test_a_closed_class_whose_things_another_source_does_not_know_stops_the_start(files: Path) -> None:
    text = both(files, f'closed_classes = "{EX}Supplier"')
    with pytest.raises(BadSetting, match="products speaks of such things without saying what they are"):
        await asked(made(files, text), "Which pumps cost more than 900?")


async def test_a_source_that_is_away_keeps_its_graph_asleep_and_says_so(files: Path) -> None:
    with pytest.raises(GraphUnavailable, match="I could not reach suppliers, one of the sources"):
        await asked(made(files, both(files, suppliers=NOWHERE)), "Which pumps cost more than 900?")


# ── shown ────────────────────────────────────────────────────────────────────────────────────────


async def test_the_doctor_tells_the_sources(files: Path) -> None:
    settings = read_graphs(made(files, both(files)))["Company"]
    finding = await examined.graph(Visit(settings=settings))
    assert finding.state == ok("").state
    assert "products (file://" in finding.told
    assert "suppliers (file://" in finding.told


def test_the_card_tells_the_sources_and_what_they_show_together(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = made(files, both(files))
    monkeypatch.setenv("QUERIST_GRAPHS", str(settings.graphs))
    monkeypatch.setenv("QUERIST_DATA", str(files / "data"))
    app = typer.Typer()
    app.callback()(lambda: None)
    card.add(app)
    told = CliRunner().invoke(app, ["card"])
    assert told.exit_code == 0
    assert "Several sources as one: products (file://" in told.stdout
    assert ":suppliedBy -> :Supplier" in told.stdout
