"""What of an answer can be looked at: a chart of its rows, or a map; pure functions of an Answer."""

from __future__ import annotations

from bot.charts import Chart, chart_of, shown_chart_of
from bot.maps import Map, map_of
from kgqa.types import Answer, RowsForm

Picture = Chart | Map


_NO_KIND: tuple[RowsForm, ...] = ("", "chart", "map", "table")  # of chart


def wants_chart(answer: Answer) -> bool:
    """Whether the question wants a kind of chart: bars, a line, shares."""
    return answer.form_asked not in _NO_KIND


def picture_of(answer: Answer) -> Picture | None:
    """The picture of the rows, for who asks for one: a map where they say where things are."""
    found = map_of(answer)
    return found if found or answer.form_asked == "map" else chart_of(answer)


def shown_picture_of(answer: Answer) -> Picture | None:
    """The picture that is shown unasked; who wants a kind of chart gets that."""
    if wants_chart(answer):
        return shown_chart_of(answer)
    found = map_of(answer)
    return found if found or answer.form_asked == "map" else shown_chart_of(answer)
