"""Traces for OpenTelemetry: a span for each question, with one for each of its stages.

In: what the desk tells when a question has come to its end. Out: spans, sent to a collector in the
background. They are made afterwards, one stage behind the other, so that nothing waits for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.desk import Delivered, Told
from bot.telemetry.questions import fields_of
from kgqa.errors import BadSetting
from kgqa.types import Outcome

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

_NANO = 10**9


class Spans:
    """An `Observer` that sends to the collector at `address`, or to another `exporter`; with `words` a span
    holds what was asked. Raises BadSetting where the packages for it are missing.
    """

    def __init__(
        self, address: str = "", *, words: bool = False, exporter: SpanExporter | None = None
    ) -> None:
        try:
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor

            if exporter is None:
                from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

                exporter = OTLPSpanExporter(endpoint=address)
        except ImportError as error:
            raise BadSetting(
                "QUERIST_TRACES needs packages that are not installed. Run: pip install 'querist[telemetry]'"
            ) from error
        self._words = words
        self._provider = TracerProvider(resource=Resource.create({"service.name": "querist"}))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("querist")

    def answered(self, told: Told) -> None:
        from opentelemetry.trace import Status, StatusCode, set_span_in_context

        fields = fields_of(told, words=self._words)
        end = int(told.ended_at.timestamp() * _NANO)
        begun = end - int(told.seconds * _NANO)
        attributes = {f"querist.{k}": v for k, v in fields.items() if isinstance(v, str | int | float)}
        span = self._tracer.start_span("question", start_time=begun, attributes=attributes)
        if told.reply.answer.outcome is Outcome.FAILED:
            span.set_status(Status(StatusCode.ERROR))
        context = set_span_in_context(span)
        for stage, seconds in told.stages.items():
            until = begun + int(seconds * _NANO)
            self._tracer.start_span(stage, context=context, start_time=begun).end(end_time=until)
            begun = until
        span.end(end_time=end)

    def delivered(self, platform: str, how: Delivered) -> None:
        """Sending is a stage."""

    def close(self) -> None:
        """Sends what is left."""
        self._provider.shutdown()
