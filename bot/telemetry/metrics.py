"""The numbers for Prometheus, and `/metrics`.

In: what the desk tells, and how the parts stand. Out: the text that Prometheus reads; what graphs and models
are asked is counted where they are asked (`connectors/metrics.py`), in the same registry. No label holds
what people write: platforms, outcomes, stages, graphs and models are few.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.metadata import version

from aiohttp import web
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Info
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from bot.desk import Delivered, Told
from bot.health import Part
from bot.platforms.doors.tokens import Caller, Gate, Token
from bot.platforms.doors.turned import TurnedAway
from kgqa.errors import OperatorsMove

PATH = "/metrics"
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900)

QUESTIONS = Counter("querist_questions", "Questions that came to their end.", ["platform", "outcome"])
QUESTION_SECONDS = Histogram(
    "querist_question_duration_seconds",
    "From the question to its answer in the thread.",
    ["platform"],
    buckets=_SECONDS,
)
STAGE_SECONDS = Histogram(
    "querist_question_stage_duration_seconds",
    "What each stage of a question took.",
    ["stage"],
    buckets=_SECONDS,
)
CERTAINTY = Histogram(
    "querist_answer_certainty",
    "How certain answers are, from 0 to 1.",
    buckets=tuple(tenth / 10 for tenth in range(1, 11)),
)
DELIVERIES = Counter(
    "querist_deliveries",
    "Tries to post an answer: posted, put_off and tried again, uncertain, given_up.",
    ["platform", "outcome"],
)
QUEUE = Gauge("querist_queue_messages", "Messages that were taken over and are not answered yet.")
PART_UP = Gauge(
    "querist_part_up", "1 where a part that Querist needs can be used, 0 where it is away.", ["part"]
)
BUILD = Info("querist_build", "The version of Querist.")


class Metrics:
    """An `Observer`."""

    def answered(self, told: Told) -> None:
        platform, answer = told.reply.message.platform, told.reply.answer
        QUESTIONS.labels(platform, answer.outcome.value).inc()
        QUESTION_SECONDS.labels(platform).observe(told.seconds)
        for stage, seconds in told.stages.items():
            STAGE_SECONDS.labels(stage).observe(seconds)
        if answer.strategy:
            CERTAINTY.observe(answer.confidence.value)

    def delivered(self, platform: str, how: Delivered) -> None:
        DELIVERIES.labels(platform, how).inc()


def mount(
    app: web.Application,
    *,
    token: str,
    waiting: Callable[[], Awaitable[int]],
    parts: Callable[[], Awaitable[tuple[Part, ...]]],
) -> None:
    """Adds `/metrics`: for who shows the `token`, and without one for this machine alone."""
    gate = Gate([Token(caller=Caller(name="metrics"), secret=token)] if token else ())
    BUILD.info({"version": version("querist")})

    async def told(request: web.Request) -> web.Response:
        if isinstance(caller := gate.caller(request), TurnedAway):
            return web.Response(status=caller.status, text=f"{caller.why}\n")
        try:
            QUEUE.set(await waiting())
        except OperatorsMove:
            QUEUE.set(float("nan"))  # nobody knows
        for part in await parts():
            PART_UP.labels(part.name).set(part.state == "ok")
        return web.Response(
            body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    app.router.add_get(PATH, told)
