"""What Prometheus reads at `/metrics`, and who may."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from pydantic import ValidationError

from bot.desk import Told
from bot.health import Part
from bot.message import NotPosted, Reply
from bot.settings import Settings
from bot.telemetry.metrics import Metrics, mount
from connectors.embedded import EmbeddedGraph
from connectors.endpoint import EndpointGraph
from connectors.models import ChatModel, Retries
from kgqa.check import admit
from kgqa.errors import DatabaseUnavailable, GraphRejected, GraphUnavailable
from kgqa.types import Limits
from tests.bot.desks import Room, message
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.model_service import Fails, ModelService, served

TOKEN = "a token that is long enough"
ALL = admit("SELECT * WHERE { ?s ?p ?o }")


def value(name: str, **labels: str) -> float:
    """What stands in the registry of this process now."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def told(**changes: float) -> Told:
    """A question about one thing, as the desk tells of it."""
    reply = Reply(message=message("Who?"), answer=answers.one_thing(), reference="7f3a-21")
    return Told(
        reply=reply,
        ended="posted",
        stages={"waiting": 0.5, **changes},
        ended_at=datetime(2026, 11, 20, tzinfo=UTC),
    )


@asynccontextmanager
async def served_metrics(
    *, token: str = "", waiting: int | Exception = 3
) -> AsyncIterator[TestClient[web.Request, web.Application]]:
    async def count() -> int:
        if isinstance(waiting, Exception):
            raise waiting
        return waiting

    async def parts() -> tuple[Part, ...]:
        return (Part(name="database", state="ok"), Part(name="slack", state="away", reason="It is away."))

    app = web.Application()
    mount(app, token=token, waiting=count, parts=parts)
    async with TestClient(TestServer(app)) as client:
        yield client


async def test_prometheus_reads_what_is_told() -> None:
    Metrics().answered(told(reading=0.2))
    async with served_metrics() as client:
        reply = await client.get("/metrics")
        families = {f.name: f for f in text_string_to_metric_families(await reply.text())}
    assert reply.headers["Content-Type"].startswith("text/plain")
    assert families["querist_questions"].samples
    up = {sample.labels["part"]: sample.value for sample in families["querist_part_up"].samples}
    assert (up["database"], up["slack"]) == (1, 0)
    assert families["querist_queue_messages"].samples[0].value == 3
    assert "process_resident_memory_bytes" in families


async def test_a_queue_that_nobody_can_count_has_no_number() -> None:
    async with served_metrics(waiting=DatabaseUnavailable("It is away.")) as client:
        assert "querist_queue_messages NaN" in await (await client.get("/metrics")).text()


async def test_without_a_token_this_machine_alone_reads_them() -> None:
    async with served_metrics() as client:
        passed_on = await client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
        by_another_name = await client.get("/metrics", headers={"Host": "querist.example"})
        assert (passed_on.status, by_another_name.status) == (403, 403)


async def test_with_a_token_who_shows_it_reads_them_from_anywhere() -> None:
    async with served_metrics(token=TOKEN) as client:
        wrong = {"Authorization": f"Bearer {TOKEN}x"}
        right = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "203.0.113.9"}
        assert (await client.get("/metrics")).status == 401
        assert (await client.get("/metrics", headers=wrong)).status == 401
        assert (await client.get("/metrics", headers=right)).status == 200


def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="24 characters"):
        Settings(_env_file=None, data=tmp_path, metrics_token="short")  # type: ignore[call-arg,arg-type]  # pydantic's own


def test_a_question_counts_by_outcome_and_stage() -> None:
    before = value("querist_questions_total", platform="paper", outcome="answered")
    stage = value("querist_question_stage_duration_seconds_sum", stage="reading")
    certain = value("querist_answer_certainty_count")
    Metrics().answered(told(reading=0.25))
    assert value("querist_questions_total", platform="paper", outcome="answered") == before + 1
    assert value("querist_question_stage_duration_seconds_sum", stage="reading") == stage + 0.25
    assert value("querist_answer_certainty_count") == certain + 1


@pytest.mark.slow
async def test_deliveries_count_as_they_end(tmp_path: Path) -> None:
    def count(how: str) -> float:
        return value("querist_deliveries_total", platform="paper", outcome=how)

    before = {how: count(how) for how in ("posted", "put_off", "uncertain", "given_up")}
    failures: list[Exception] = [NotPosted("Busy.", retry_after=0.0), ConnectionResetError()]

    def fail(_: Reply) -> None:
        if failures:
            raise failures.pop(0)

    room = Room(tmp_path, core=PreparedCore())
    room.platform._before = fail
    async with room.desk(observer=Metrics()) as desk:
        await desk.receive(message("Who?"))
        await room.platform.wait_for(1)
    assert {how: count(how) - n for how, n in before.items()} == {
        "posted": 1,
        "put_off": 1,
        "uncertain": 1,
        "given_up": 0,
    }


async def test_requests_to_an_endpoint_count_each_try_and_each_failure() -> None:
    async with http_endpoint() as endpoint:

        async def counts(manner: str, outcome: str) -> tuple[float, float]:
            before = value("querist_graph_requests_total", graph=manner, outcome=outcome)
            retries = value("querist_graph_retries_total")
            graph = EndpointGraph(endpoint.url(manner), name=manner, pause=lambda _: None)
            try:
                await graph.run(ALL, Limits(seconds=20, rows=5))
            except (GraphUnavailable, GraphRejected):
                pass
            finally:
                graph.close()
            after = value("querist_graph_requests_total", graph=manner, outcome=outcome)
            return after - before, value("querist_graph_retries_total") - retries

        assert await counts("fine", "ok") == (1, 0)
        assert await counts("400", "rejected") == (1, 0)
        failed, retries = await counts("503", "unavailable")
        assert failed == retries + 1


async def test_files_count_like_endpoints(tmp_path: Path) -> None:
    file = tmp_path / "plants.ttl"
    file.write_text("<urn:p> a <urn:Plant> .", "utf-8")
    graph = EmbeddedGraph.open([file], name="plants")
    before = value("querist_graph_requests_total", graph="plants", outcome="ok")
    await graph.run(ALL, Limits())
    graph.close()
    assert value("querist_graph_requests_total", graph="plants", outcome="ok") == before + 1


@pytest.mark.slow
async def test_a_model_counts_calls_tokens_and_tries() -> None:
    async def unhurried(_: float) -> None: ...

    service = ModelService(lambda _: "three", failures=[Fails(503)])
    async with served(service) as at:
        model = ChatModel("metered", url=at.url, key="k-1", sleep=unhurried, retries=Retries(times=2))
        await model.complete((("user", "How many?"),))
        await model.close()
    assert value("querist_model_calls_total", model="metered", outcome="ok") == 1
    assert value("querist_model_retries_total", model="metered") == 1
    assert value("querist_model_tokens_total", model="metered", direction="input") == 11
    assert value("querist_model_tokens_total", model="metered", direction="output") == 7
