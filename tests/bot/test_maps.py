"""Which rows make a map, the picture of it, and its files."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.cards import acts
from bot.cards.beside import undrawn
from bot.cards.files import attachments
from bot.cards.look import Look
from bot.cards.map import shown_map
from bot.cards.teams import card
from bot.cards.view import view
from bot.cards.web import draw
from bot.charts_picture import can_draw
from bot.maps import LABELS, frame_of, map_of
from bot.message import Message, Reply
from bot.pictures import shown_picture_of
from bot.words import words
from kgqa.places import WKT
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, Term
from tests.doubles import answers

drawn_here = pytest.mark.skipif(not can_draw(), reason="the extra `charts` is not installed")
SQUARE = "POLYGON((10 54, 10.01 54, 10.01 54.01, 10 54.01, 10 54))"


def located(*rows: tuple[str, str | None], of: str = "shed") -> Answer:
    columns = (DisplayColumn(title=of, kind="thing"), DisplayColumn(title="Position", kind="text"))
    cells = tuple(
        (
            Cell(term=Term(kind="iri", value=f"https://harbour.example/{name}"), label=name),
            Cell(term=None if wkt is None else Term(kind="literal", value=wkt, datatype=WKT)),
        )
        for name, wkt in rows
    )
    return replace(answers.many_rows(1), display=DisplayTable(columns=columns, rows=cells))


def paired(*rows: tuple[str, str, str]) -> Answer:
    columns = (
        DisplayColumn(title="crane", kind="text"),
        DisplayColumn(title="Latitude (°)", kind="number"),
        DisplayColumn(title="Longitude", kind="number"),
    )
    cells = tuple(tuple(_cell(value) for value in row) for row in rows)
    return replace(answers.many_rows(1), display=DisplayTable(columns=columns, rows=cells))


def _cell(value: str) -> Cell:
    return Cell(term=Term(kind="literal", value=value))


def reply_of(answer: Answer) -> Reply:
    message = Message(
        platform="web",
        event="e1",
        tenant="local",
        channel="c",
        thread="t",
        person="p",
        text=answer.question.text,
        sent_at=answers.WHEN,
        address="",
        language="en",
    )
    return Reply(message=message, answer=answer, reference="a1")


def test_rows_with_shapes_make_a_map_of_them_with_their_names() -> None:
    found = map_of(located(("north", SQUARE), ("south", "POINT(10.02 54.02)")))
    assert found is not None
    assert found.title == "Shed"
    assert [place.label for place in found.places] == ["north", "south"]
    assert found.left_out == 0


def test_rows_with_latitude_and_longitude_make_one() -> None:
    found = map_of(paired(("Anna", "54.001", "10.002"), ("Berta", "54.001", "10.011")))
    assert found is not None
    assert found.places[0].shape.centre == (10.002, 54.001)


def test_broken_shapes_and_missing_ones_are_left_out_and_told() -> None:
    found = map_of(located(("north", SQUARE), ("lost", "POLYGON((10 54, 11"), ("none", None)))
    assert found is not None
    assert [place.label for place in found.places] == ["north"]
    assert found.left_out == 2
    assert "2 rows have no place that can be read" in shown_map(found, "en").alternative


@pytest.mark.parametrize(
    "answer",
    [
        answers.many_rows(3),
        located(("lost", "POLYGON((10 54, 11")),
        paired(("Anna", "north", "east")),
        paired(("Anna", "95", "10")),
        replace(located(("north", SQUARE)), form_asked="table"),
    ],
    ids=["no shapes", "broken alone", "no numbers", "beyond the pole", "asked as a table"],
)
def test_rows_that_say_nowhere_make_no_map(answer: Answer) -> None:
    assert map_of(answer) is None


def test_places_on_both_sides_of_the_180th_meridian_lie_beside_each_other() -> None:
    found = map_of(located(("east", "POINT(179.5 -17)"), ("west", "POINT(-179.5 -17)")))
    assert found is not None
    assert frame_of(found).width < 3
    (one, _), (other, _) = (frame_of(found).at(place.shape.points[0]) for place in found.places)
    assert one < other


def test_places_all_round_the_globe_stay_where_they_are() -> None:
    found = map_of(located(("a", "POINT(-170 0)"), ("b", "POINT(0 10)"), ("c", "POINT(170 0)")))
    assert found is not None
    assert [place.shape.centre[0] for place in found.places] == [-170, 0, 170]


def test_a_single_point_has_a_map_of_some_metres() -> None:
    found = map_of(located(("north", "POINT(10 54)")))
    assert found is not None
    assert shown_map(found, "en").scale_text in ("50 m", "100 m", "20 m")


def test_shapes_keep_their_proportions() -> None:
    """A degree of longitude is shorter than one of latitude, the more so the further north."""
    found = map_of(located(("north", "POLYGON((10 60, 10.02 60, 10.02 60.01, 10 60.01, 10 60))")))
    assert found is not None
    frame = frame_of(found)
    left, right = frame.at((10, 60)), frame.at((10.02, 60))
    low, high = frame.at((10, 60)), frame.at((10, 60.01))
    wide, tall = (right[0] - left[0]) * frame.width, (low[1] - high[1]) * frame.height
    assert wide == pytest.approx(tall, rel=0.01)


def test_a_flat_map_has_a_scale_without_metres() -> None:
    crs = "<http://www.opengis.net/def/crs/EPSG/0/3414>"
    found = map_of(located(("a", f"{crs} POINT(26000 31000)"), ("b", f"{crs} POINT(27000 31500)")))
    assert found is not None
    assert found.crs.endswith("3414")
    assert shown_map(found, "en").scale_text == "200"


def test_few_names_stand_on_a_map_and_none_over_another() -> None:
    rows = [(f"shed {n}", f"POINT({10 + n / 100} {54 + n / 100})") for n in range(60)]
    found = map_of(located(*rows, ("shed again", "POINT(10 54)")))
    assert found is not None
    names = [text for _, _, text in shown_map(found, "en").labels]
    assert len(names) == LABELS
    assert "shed again" not in names


def test_a_place_is_told_in_a_cell_as_people_read_it() -> None:
    answer = located(("south", "POINT(10.02 54.02)"), ("north", SQUARE))
    drawn = draw(view(reply_of(answer), Look()), seal=lambda _: "", address=lambda name: name)
    assert [row[1]["text"] for row in drawn["rows"]] == ["54.02, 10.02", "an outline with 4 corners"]


def test_the_page_gets_paths_and_a_sentence_for_who_does_not_see_them() -> None:
    look = Look(draws=True)
    drawn = draw(view(reply_of(located(("north", SQUARE))), look), seal=lambda _: "", address=lambda n: n)
    assert drawn["chart"]["kind"] == "map"
    assert drawn["chart"]["places"][0]["paths"][0].startswith("M")
    assert drawn["chart"]["alternative"] == "Map of one place (Shed). north."


def test_who_wants_a_map_of_what_has_no_places_is_told_so() -> None:
    answer = replace(answers.many_rows(3), form_asked="map")
    assert shown_picture_of(answer) is None
    told = {code: undrawn(answer, words(code)) for code in ("en", "de")}
    assert told["en"] == ("The graph does not say where these things are, so there is no map.",)
    assert told["de"] == ("Der Graph sagt nicht, wo diese Dinge sind, darum gibt es keine Karte.",)


def test_a_map_is_offered_where_the_graph_has_positions() -> None:
    plain = answers.many_rows(3)
    offered = {act.kind: act.label for act in acts.of(reply_of(replace(plain, has_places=True)), Look())}
    assert offered["map"] == "Show as a map"
    assert "map" not in [act.kind for act in acts.of(reply_of(plain), Look())]


def test_geojson_and_vega_lite_are_among_the_files() -> None:
    files = {f.name: f for f in attachments(reply_of(located(("north", SQUARE))))}
    shapes = json.loads(files["a1.geojson"].content)
    assert shapes["features"][0]["geometry"]["type"] == "Polygon"
    assert shapes["features"][0]["properties"] == {"name": "north"}
    assert json.loads(files["a1.vl.json"].content)["mark"]["type"] == "geoshape"
    assert files["a1.wkt"].content == f"{SQUARE.replace('((', ' ((')}\n"


@pytest.mark.slow
@drawn_here
def test_the_picture_is_a_png_that_fits_a_message() -> None:
    from bot.maps_picture import inside_a_card, map_picture

    rows = [(f"shed {n}", f"POINT({10 + n / 100} {54 + n % 7 / 100})") for n in range(200)]
    found = map_of(located(*rows, ("north", SQUARE)))
    assert found is not None
    assert map_picture(found, language="de").startswith(b"\x89PNG")
    assert len(inside_a_card(found, "en")) < 18_000


@drawn_here
def test_teams_shows_the_map_as_a_picture_with_its_sentence() -> None:
    from bot.buttons import Seal

    drawn = card(reply_of(located(("north", SQUARE))), seal=Seal("secret"))
    (picture,) = (part for part in drawn["body"] if part["type"] == "Image")
    assert picture["url"].startswith("data:image/png;base64,")
    assert picture["altText"] == "Map of one place (Shed). north."
