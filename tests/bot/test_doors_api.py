"""The HTTP API: what a program asks is answered as a person's question is, and bad input is named."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from jsonschema import Draft202012Validator

from bot.message import Message, Reply
from bot.platforms.doors import HERE, Caller, Doors, Gate, Looking
from bot.platforms.doors.openapi import description
from bot.platforms.doors.shapes import Answered, Ask
from kgqa.pipeline import Pipeline
from kgqa.types import Answer, Outcome
from tests.bot.desks import until
from tests.bot.doors_house import House, house
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.reception import PaperReception
from tests.sample_names import with_names

SUPPLIERS = "Which suppliers are in Norway?"
UNREADABLE = (
    (b"", "The body is not JSON."),
    (b"{", "The body is not JSON."),
    (b"\xff\xfe", "The body is not JSON."),
    (b"[" * 10_000, "The body is not JSON."),
    (b"[]", "The body is no JSON object."),
    (b"{}", "“question” is missing."),
    (b'{"question": ""}', "“question” is empty."),
    (b'{"question": "   "}', "There is no question in this."),
    (b'{"question": "stop"}', "There is no question in this."),
    (b'{"question": 7}', "“question” is not right"),
    (b'{"question": "Who?", "Graph": "x"}', "There is no “Graph” to set. What there is: question, graph"),
    (b'{"question": "Who?", "rows": -1}', "“rows” is not right"),
    (b'{"question": "Who?", "conversation": "a/b"}', "“conversation” is not right"),
    (b'{"question": "Who?", "language": "no language"}', "“language” is not right"),
    (b'{"question": "' + b"w " * 2_000 + b'"}', "“question” is too long: at most 2,000 characters"),
)


@pytest_asyncio.fixture
async def company(core: Pipeline, tmp_path: Path) -> AsyncIterator[House]:
    """The sample company behind its doors."""
    async with house(core, tmp_path) as opened:
        yield opened


@pytest.fixture
def prepared() -> PreparedCore:
    return PreparedCore()


def fits(body: dict[str, Any], shape: str) -> None:
    """Whether a body is as the description says."""
    schemas = description()["components"]
    Draft202012Validator({"$ref": f"#/components/schemas/{shape}", "components": schemas}).validate(body)


# ── asking ──


@pytest.mark.slow
async def test_an_answer_carries_rows_query_reasoning_confidence_and_record(company: House) -> None:
    said = await company.ask(SUPPLIERS)
    fits(said, "Answered")
    assert said["outcome"] == "answered"
    assert said["text"].startswith("Four suppliers are in Norway")
    assert [column["title"] for column in said["columns"]] == ["Supplier"]
    assert "Polarkabel AS" in [row[0]["label"] for row in said["rows"]]
    assert said["query"].startswith("PREFIX def: <https://company.example/def/>")
    assert [step["stage"] for step in said["reasoning"]][:2] == ["names", "reading"]
    assert said["confidence"]["value"] > 0.8
    assert said["row_count"] == len(said["rows"]) == 4


async def test_the_question_stands_in_the_record_with_who_asked_where(company: House) -> None:
    said = await company.ask(SUPPLIERS)
    kept = await company.record.answer_of(said["record"])
    assert kept is not None
    assert kept.query is not None
    assert kept.query.text == said["query"]
    place = await company.record.context_of(said["record"])
    assert (place["platform"], place["channel"], place["person"]) == ("door", "api", "local")


@pytest.mark.slow
async def test_only_as_many_rows_are_given_as_are_wanted_and_all_are_counted(company: House) -> None:
    said = await company.ask(SUPPLIERS, rows=1)
    assert (len(said["rows"]), said["row_count"]) == (1, 4)


@pytest.mark.slow
async def test_a_follow_up_goes_on_from_the_conversation_and_a_new_question_does_not(company: House) -> None:
    first = await company.ask(SUPPLIERS)
    follow_up = await company.ask("and in Germany?", conversation=first["conversation"])
    assert follow_up["outcome"] == "answered"
    assert "supplier" in follow_up["restatement"]
    assert follow_up["conversation"] == first["conversation"]
    assert (await company.ask("and in Germany?"))["restatement"] != follow_up["restatement"]


async def test_a_yes_or_no_is_a_truth_value(company: House) -> None:
    said = await company.ask("Is Polarkabel AS a supplier?")
    assert (said["boolean"], said["rows"]) == (True, [])


@pytest.mark.slow
async def test_every_outcome_has_its_shape(tmp_path: Path) -> None:
    prepared = {answer.question.text: answer for answer in answers.all_outcomes()}
    async with house(PreparedCore(prepared), tmp_path) as opened:
        for question, answer in prepared.items():
            said = await opened.ask(question)
            fits(said, "Answered")
            assert said["outcome"] == answer.outcome.value


# ── check, search, card ──


async def test_a_query_is_checked_in_plain_words_and_put_right(company: House) -> None:
    query = "SELECT ?s WHERE { ?s a <https://company.example/def/Suplier> }"
    said = await company.post("/v1/check", {"query": query})
    fits(said, "Checked")
    assert not said["passed"]
    assert said["issues"][0]["message"] == "The graph has no class “suplier”. The nearest is “supplier”."
    assert "def:Supplier" in said["mended"]
    assert said["fixes"] == ["“suplier” is taken for “supplier”."]
    mended = await company.post("/v1/check", {"query": said["mended"]})
    assert (mended["passed"], mended["mended"], mended["restatement"]) == (True, None, "the suppliers")


async def test_what_is_no_query_that_reads_is_told_so(company: House) -> None:
    for query in ("DELETE WHERE { ?s ?p ?o }", "no query at all", "SELECT", "\x00"):
        said = await company.post("/v1/check", {"query": query})
        fits(said, "Checked")
        assert not said["passed"]
        assert said["mended"] is None


async def test_terms_are_found_by_what_they_are_called(company: House) -> None:
    said = await company.get("/v1/search", words="weir radr")
    fits(said, "Found")
    assert said["found"][0]["label"] == "Weir Radar"
    assert said["found"][0]["iri"] == "https://company.example/id/product/wl-2517"
    classes = await company.get("/v1/search", words="supplier", limit="1")
    assert [(one["kind"], one["label"]) for one in classes["found"]] == [("class", "supplier")]
    assert (await company.get("/v1/search", words="zzqx"))["found"] == []


async def test_the_card_tells_what_the_graph_holds_and_the_iris_of_its_names(company: House) -> None:
    said = await company.get("/v1/card")
    fits(said, "Carded")
    assert said["whole"]
    assert ":Supplier: 41 things" in said["card"]
    assert said["terms"][":Supplier"] == "https://company.example/def/Supplier"
    part = await company.get("/v1/card", room="300", question="orders by status")
    assert not part["whole"]
    assert ":hasStatus" in part["card"]
    assert len(part["card"]) < 0.1 * len(said["card"])


@pytest.mark.slow
async def test_what_is_closed_is_in_no_answer_of_any_door(tmp_path: Path) -> None:
    from bot import wiring
    from bot.settings import load

    closed = {"closed_properties": "def:unitCost", "closed_classes": "def:Contractor"}
    with_names(tmp_path / "core")
    core = await wiring.open_core(load(data=tmp_path / "core", **closed))
    try:
        async with house(core, tmp_path) as opened:
            assert (await opened.ask("What is the unit cost of Weir Radar?"))["outcome"] == "refused"
            query = "SELECT ?c WHERE { ?p <https://company.example/def/unitCost> ?c . ?p a <urn:x> }"
            checked = await opened.post("/v1/check", {"query": query})
            assert [issue["rule"] for issue in checked["issues"]] == ["closed"]
            assert (checked["fixes"], checked["options"], checked["restatement"]) == ([], [], "")
            for words in ("unit cost", "contractor", "Petra Lykke"):  # she is one
                said = str(await opened.get("/v1/search", words=words))
                assert not any(name in said for name in ("unitCost", "Contractor", "Petra Lykke"))
            card = str(await opened.get("/v1/card", room="100000"))
            assert not any(name in card for name in ("unitCost", "Contractor", "Petra Lykke"))
    finally:
        wiring.close_core(core)


# ── what cannot be answered ──


@pytest.mark.slow
async def test_a_body_that_cannot_be_asked_is_named(company: House) -> None:
    for body, why in UNREADABLE:
        async with company.client.post(f"{company.url}/v1/ask", data=body) as response:
            said = await response.json()
            assert (response.status, said["problem"][: len(why)]) == (400, why)
        fits(said, "Problem")


@pytest.mark.slow
async def test_a_question_of_three_hundred_words_has_an_answer_of_some_kind(company: House) -> None:
    said = await company.ask(("who what in on a " * 60).strip())
    assert said["outcome"] in ("unknown", "not_in_graph", "clarify", "nothing_found")


async def test_a_body_that_is_huge_is_not_read(company: House) -> None:
    said = await company.post("/v1/ask", {"question": "x" * 300_000}, 413)
    assert "200,000 bytes" in said["problem"]


async def test_a_huge_body_that_does_not_tell_its_length_is_not_read_either(company: House) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100_000

    async with company.client.post(f"{company.url}/v1/ask", data=pieces()) as response:
        assert response.status == 413


async def test_a_graph_that_there_is_not_is_told_with_those_that_there_are(company: House) -> None:
    said = await company.ask("Who?", 404, graph="elsewhere")
    assert said["known"] == ["Aurelund Instruments"]
    assert (await company.get("/v1/card", 404, graph="elsewhere"))["known"] == ["Aurelund Instruments"]


@pytest.mark.slow
async def test_more_than_one_may_have_under_way_is_too_many_and_may_be_asked_later(
    prepared: PreparedCore, tmp_path: Path
) -> None:
    prepared.gate.clear()
    async with house(prepared, tmp_path, person_questions=2) as opened:
        waiting = [asyncio.create_task(opened.ask(f"Question {n}?")) for n in range(2)]
        await prepared.wait_for(2)
        async with opened.client.post(f"{opened.url}/v1/ask", json={"question": "One more?"}) as response:
            assert response.status == 429
            assert int(response.headers["Retry-After"]) > 0
        prepared.gate.set()
        assert {said["outcome"] for said in await asyncio.gather(*waiting)} == {"answered"}

        async def is_answered() -> bool:  # a place is free when the work is put away, just after its answer
            async with opened.client.post(f"{opened.url}/v1/ask", json={"question": "One more?"}) as response:
                assert response.status in {200, 429}
                return bool((await response.json()).get("outcome") == "answered")

        await until(is_answered)


async def test_the_desk_s_own_bounds_are_too_many_as_well(prepared: PreparedCore, tmp_path: Path) -> None:
    prepared.gate.clear()
    async with house(prepared, tmp_path, channel_questions=1) as opened:
        waiting = asyncio.create_task(opened.ask("Question?"))
        await prepared.wait_for(1)
        said = await opened.ask("One more?", 429)
        assert "1 question waiting" in said["problem"]
        prepared.gate.set()
        assert (await waiting)["outcome"] == "answered"


@pytest.mark.slow
async def test_the_work_stops_when_who_asked_leaves(prepared: PreparedCore, tmp_path: Path) -> None:
    prepared.gate.clear()
    async with house(prepared, tmp_path) as opened:
        asking = asyncio.create_task(opened.ask("Who?"))
        await prepared.wait_for(1)
        asking.cancel()

        async def is_idle() -> bool:
            return prepared.busy == 0

        await until(is_idle)
        async with opened.client.get(f"{opened.url}/healthz") as response:
            assert (await response.json())["status"] == "ok"
        prepared.gate.set()
        assert (await opened.ask("Again?"))["outcome"] == "answered"  # its place is free again


async def test_who_waits_when_the_service_ends_is_told_so(prepared: PreparedCore, tmp_path: Path) -> None:
    prepared.gate.clear()
    async with house(prepared, tmp_path) as opened:
        asking = asyncio.create_task(opened.ask("Who?", 503))
        await prepared.wait_for(1)
        ending = asyncio.create_task(opened.runner.cleanup())
        assert "stopping" in (await asking)["problem"]
        await ending


async def test_an_answer_that_another_process_gave_is_given_here() -> None:
    desk = PaperReception()
    doors = Doors(gate=Gate(), looking=Looking(lambda _=None: {}), most=1)
    doors.mount(web.Application(), desk)

    async def take(message: Message) -> None:  # the queue is shared, and another process was quicker
        answer = Answer(question=answers.question(message.text), outcome=Outcome.ANSWERED, text="Ada.")
        desk.replies[message.event] = Reply(message=message, answer=answer, reference="r-1")

    desk.receive = take  # type: ignore[method-assign]
    said = await doors.ask(HERE, Ask(question="Who?"), "api")
    assert isinstance(said, Answered)
    assert (said.text, said.record) == ("Ada.", "r-1")


async def test_a_desk_that_takes_nothing_now_is_unavailable() -> None:
    doors = Doors(gate=Gate(), looking=Looking(lambda _=None: {}), most=1)
    doors.mount(web.Application(), PaperReception(refusing="The database cannot be reached."))
    said = await doors.ask(HERE, Ask(question="Who?"), "api")
    assert not isinstance(said, Answered)
    assert (said.status, said.why) == (503, "The database cannot be reached.")


async def test_a_defect_is_a_sentence_and_no_stack_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def defect(_: Looking, __: Caller) -> tuple[str, ...]:
        raise ZeroDivisionError("of the inside")

    monkeypatch.setattr(Looking, "names", defect)
    async with house(PreparedCore(), tmp_path) as opened:
        said = await opened.get("/v1/card", 500)
    assert said["problem"].startswith("Something went wrong in Querist.")
    assert "inside" not in str(said)
    assert "of the inside" in caplog.text


# ── the description ──


async def test_the_description_names_every_path_with_what_goes_in_and_comes_out(company: House) -> None:
    said = await company.get("/v1/openapi.json")
    assert said == description()
    assert {path: list(methods) for path, methods in said["paths"].items()} == {
        "/v1/ask": ["post"],
        "/v1/check": ["post"],
        "/v1/search": ["get"],
        "/v1/card": ["get"],
    }
    served = {route.resource.canonical for route in company.runner.app.router.routes() if route.resource}
    assert set(said["paths"]) <= served
    for schema in said["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    assert [p["name"] for p in said["paths"]["/v1/search"]["get"]["parameters"]] == [
        "words",
        "graph",
        "limit",
    ]


async def test_a_path_or_a_method_that_is_none_is_a_problem_like_any(company: House) -> None:
    nowhere = await company.get("/v1/nope", 404)
    fits(nowhere, "Problem")
    assert nowhere["problem"].startswith("There is nothing at /v1/nope. There is ")
    assert {"/v1/ask", "/v1/card", "/text2sparql"} <= set(nowhere["known"])
    for method, path, allowed in (("GET", "/v1/ask", "POST"), ("POST", "/text2sparql", "GET")):
        async with company.client.request(method, company.url + path) as response:
            assert (response.status, allowed in response.headers["Allow"]) == (405, True)
            told = await response.json()
        fits(told, "Problem")
        assert told["problem"].endswith(f"and not {method}.")
        assert allowed in told["known"]
    async with company.client.get(company.url + "/nowhere") as response:  # no door's
        assert await response.text() == "404: Not Found"


@pytest.mark.slow
async def test_a_conversation_that_nobody_knows_begins_anew(company: House) -> None:
    first = await company.ask(SUPPLIERS)
    went_on = await company.ask("and in Germany?", conversation=first["conversation"])
    anew = await company.ask("and in Germany?", conversation="nobody-knows-it")
    assert "suppliers" in went_on["restatement"]
    assert "suppliers" not in anew["restatement"]
    assert anew["conversation"] == "nobody-knows-it"
