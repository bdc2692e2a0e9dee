"""Usage and quality over time: days -> charts, as the numbers that the templates draw.

In: days. Out: for each chart its marks in a picture of fixed size, a sentence that says the same, a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.audit.plain import counted, outcome_name
from bot.audit.web.shown import sign_of
from kgqa.audit import UsedDay
from kgqa.types import Outcome

WIDE, HIGH = 720, 180  # of the picture
LONG = 100  # days up to which each has a bar of its own; beyond, weeks do


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: where it stands, which part it is, and what it says."""

    x: float
    y: float
    width: float
    height: float
    part: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart over time. `line` are the points of a line, `top` is the highest value, in words."""

    title: str
    told: str
    head: tuple[str, ...]
    table: Sequence[tuple[str, ...]]
    bars: Sequence[Bar] = ()
    line: str = ""
    dots: Sequence[tuple[float, float, str]] = ()
    top: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A day or a week."""

    first: date
    last: date
    outcomes: Counter[Outcome]
    up: int
    down: int
    seconds: float

    @property
    def name(self) -> str:
        return (
            f"{self.first:%Y-%m-%d}"
            if self.first == self.last
            else f"{self.first:%Y-%m-%d} to {self.last:%m-%d}"
        )

    @property
    def answers(self) -> int:
        return self.outcomes.total()


def spans(days: Iterable[UsedDay], since: date, until: date) -> list[Span]:
    """All days from one to another (both of them), or all weeks where these would be too many."""
    known = {day.day: day for day in days}
    step = 1 if (until - since).days < LONG else 7
    found = []
    for start in range(0, (until - since).days + 1, step):
        first = since + timedelta(days=start)
        last = min(first + timedelta(days=step - 1), until)
        some = [known[d] for n in range((last - first).days + 1) if (d := first + timedelta(days=n)) in known]
        outcomes: Counter[Outcome] = Counter()
        for day in some:
            outcomes.update(day.outcomes)
        found.append(
            Span(
                first=first,
                last=last,
                outcomes=outcomes,
                up=sum(day.up for day in some),
                down=sum(day.down for day in some),
                # Of a week: the mean of the days' medians, each weighed by its answers.
                seconds=_mean([(day.seconds, day.answers) for day in some]),
            )
        )
    return found


def _mean(weighed: Sequence[tuple[float, int]]) -> float:
    total = sum(weight for _, weight in weighed)
    return sum(value * weight for value, weight in weighed) / total if total else 0.0


def charts(found: Sequence[Span]) -> list[Chart]:
    """The charts over time."""
    each = "a day" if found and found[0].first == found[0].last else "a week"
    return [_asked(found, each), _judged(found, each), _times(found, each)]


def _asked(found: Sequence[Span], each: str) -> Chart:
    total, answered = sum(s.answers for s in found), sum(s.outcomes[Outcome.ANSWERED] for s in found)
    told = f"{counted(total, 'question')} in all, {_share(answered, total)} of them answered with rows."
    if total:
        busiest = max(found, key=lambda s: s.answers)
        told += f" The most on {busiest.name}: {busiest.answers:,}."
    return _bars(
        f"Questions {each}",
        told,
        found,
        (
            ("answered", lambda s: s.outcomes[Outcome.ANSWERED]),
            ("other", lambda s: s.answers - s.outcomes[Outcome.ANSWERED]),
        ),
        ("", "answered", "other outcomes"),
    )


def _judged(found: Sequence[Span], each: str) -> Chart:
    up, down = sum(s.up for s in found), sum(s.down for s in found)
    told = f"{counted(up + down, 'judgement')}: {up:,} up, {down:,} down."
    return _bars(
        f"Judgements {each}",
        told,
        found,
        (("up", lambda s: s.up), ("down", lambda s: s.down)),
        ("", "up", "down"),
    )


def _bars(
    title: str,
    told: str,
    found: Sequence[Span],
    parts: Sequence[tuple[str, Callable[[Span], int]]],
    head: tuple[str, ...],
) -> Chart:
    highest = max((sum(of(s) for _, of in parts) for s in found), default=0)
    slot = WIDE / max(len(found), 1)
    bars = []
    for n, span in enumerate(found):
        below = 0.0
        for (part, of), name in zip(parts, head[1:], strict=True):
            high = of(span) / highest * HIGH if highest else 0.0
            if high:
                bars.append(
                    Bar(
                        x=round(n * slot + slot * 0.12, 2),
                        y=round(HIGH - below - high, 2),
                        width=round(slot * 0.76, 2),
                        height=round(high, 2),
                        part=part,
                        says=f"{span.name}: {of(span):,} {name}",
                    )
                )
            below += high
    return Chart(
        title=title,
        told=told,
        head=("From" if found and found[0].first != found[0].last else "Day", *head[1:]),
        table=[(s.name, *(f"{of(s):,}" for _, of in parts)) for s in found],
        bars=bars,
        top=f"{highest:,}",
        first=found[0].name if found else "",
        last=found[-1].name if found else "",
    )


def _times(found: Sequence[Span], each: str) -> Chart:
    timed = [(n, s) for n, s in enumerate(found) if s.answers]
    highest = max((s.seconds for _, s in timed), default=0.0)
    slot = WIDE / max(len(found), 1)
    points = [
        (
            round((n + 0.5) * slot, 2),
            round(HIGH - (s.seconds / highest * HIGH if highest else 0), 2),
            f"{s.name}: {_seconds(s.seconds)}",
        )
        for n, s in timed
    ]
    told = "Nothing was answered."
    if timed:
        lowest, end = _seconds(min(s.seconds for _, s in timed)), _seconds(timed[-1][1].seconds)
        told = f"Between {lowest} and {_seconds(highest)}; {end} at the end."
    return Chart(
        title=f"Median time of an answer, {each}",
        told=told,
        head=("From" if found and found[0].first != found[0].last else "Day", "median"),
        table=[(s.name, _seconds(s.seconds) if s.answers else "-") for s in found],
        line=" ".join(f"{x},{y}" for x, y, _ in points),
        dots=points,
        top=_seconds(highest),
        first=found[0].name if found else "",
        last=found[-1].name if found else "",
    )


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "none"


def outcomes(found: Iterable[Span]) -> list[tuple[str, str, str, int, str, float]]:
    """How questions ended: each outcome's value, name, colour, how many, share, and the length of its bar."""
    total: Counter[Outcome] = Counter()
    for span in found:
        total.update(span.outcomes)
    most = max(total.values(), default=0)
    return [
        (
            o.value,
            outcome_name(o),
            sign_of(o),
            count,
            _share(count, total.total()),
            round(count / most * 100, 2),
        )
        for o, count in total.most_common()
    ]
