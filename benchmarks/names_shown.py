"""Figures of a run of `benchmarks.names` -> tables: ours, the other ways, the targets, what grew.

In: the figures as JSON has them. Out: text on a console.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

Figures = dict[str, Any]

OURS = "Querist"
BESIDE = "Querist beside the scans"  # the same, looking in turn with them
SCAN = "rapidfuzz"  # ways of this name look at every label
AS_GOOD = 0.9  # a scan that finds less than this part of what the best one finds is no match for it
TARGETS = {"exact": 0.99, "one edit": 0.99, "two edits": 0.97, "dropped word": 0.90}  # top 1
SLOWEST, LARGEST, FASTER = 10.0, 300.0, 20.0  # ms at p95, MB, times the best scan


def show(console: Console, figures: Figures, earlier: Figures | None = None) -> None:
    """Prints everything; `earlier` is a run of another size."""
    console.print(costs(figures))
    console.print(ours(figures))
    if len(figures["ways"]) > 1:
        console.print(others(figures))
    console.print(targets(figures))
    if earlier:
        console.print(growth(earlier, figures))


def ours(figures: Figures) -> Table:
    """Each kind of slip: hits, milliseconds, and how much faster than the best scan."""
    columns = ("slip", "looks", "top 1", "undecided", "decided", "top 10", "median ms", "p95 ms", "on a core")
    title = f"{figures['labels']:,} labels, {OURS}"
    table = Table(*columns, "best scan", "its ms", "times faster", title=title, title_justify="left")
    for slip, found in figures["ways"][OURS].items():
        decided = figures["decided"].get(slip)
        name, scan = best_scan(figures, slip)
        table.add_row(
            slip,
            f"{found['looks']:,}",
            _percent(found["top 1"]),
            str(figures["undecided"].get(slip, "")),
            _percent(decided["top 1"]) if decided else "",
            _percent(found["top 10"]),
            _milliseconds(found["median, ms"]),
            _milliseconds(found["p95, ms"]),
            _milliseconds(found["p95 on a core, ms"]),
            name.removeprefix(f"{SCAN} "),
            _milliseconds(scan["median, ms"]) if scan else "",
            f"{faster(figures, slip):.0f}" if scan else "",
        )
    return table


def others(figures: Figures) -> Table:
    """Each way and kind of slip: top 1 and median milliseconds, on the samples that all ways were given."""
    ways = {name: found for name, found in figures["ways"].items() if name != OURS}
    looks = next(iter(next(iter(ways.values())).values()))["looks"]
    table = Table("top 1, median ms", *ways, title=f"other ways, {looks} looks a kind", title_justify="left")
    for slip in next(iter(ways.values())):
        cells = (
            f"{_percent(f[slip]['top 1'])}, {_milliseconds(f[slip]['median, ms'])}" for f in ways.values()
        )
        table.add_row(slip, *cells)
    return table


def costs(figures: Figures) -> Table:
    """Seconds and megabytes, ours and the others'."""
    table = Table("costs", "", title_justify="left")
    for name, figure in figures["building"].items():
        table.add_row(f"{OURS}, building: {name}", _figure(figure))
    for name, figure in figures["asking"].items():
        table.add_row(f"{OURS}, asking: {name}", _figure(figure))
    for way, found in figures["costs"].items():
        for name, figure in found.items():
            table.add_row(f"{way}: {name}", _figure(figure))
    return table


def targets(figures: Figures) -> Table:
    """What was to be reached, and whether it is."""
    found = figures["ways"][OURS]
    table = Table("target", "to reach", "reached", "", title_justify="left")
    for slip, share in TARGETS.items():
        if slip in found:
            _judge(table, f"top 1, {slip}", share, found[slip]["top 1"], _percent)
    slowest = max(found, key=lambda slip: float(found[slip]["p95, ms"]))
    _judge(table, f"p95, ms ({slowest})", -SLOWEST, -found[slowest]["p95, ms"], _figure)
    _judge(table, "memory, MB", -LARGEST, -figures["asking"]["memory, MB"], _figure)
    times = {slip: faster(figures, slip) for slip in found if best_scan(figures, slip)[1]}
    if times:
        least = min(times, key=lambda slip: times[slip])
        _judge(table, f"times faster than the best scan ({least})", FASTER, times[least], _figure)
    return table


def growth(earlier: Figures, figures: Figures) -> Table:
    """Both runs side by side, and how often the second is the first."""
    names = (f"{f['labels']:,}" for f in (earlier, figures))
    table = Table("what grew", *names, "times", title_justify="left")
    for one, other in ((earlier["building"], figures["building"]), (earlier["asking"], figures["asking"])):
        for name in one:
            if name in other:
                _pair(table, name, one[name], other[name])
    before, now = earlier["ways"][OURS], figures["ways"][OURS]
    for slip in now:
        for name in ("top 1", "top 10", "median, ms", "p95, ms", "p95 on a core, ms"):
            if name in before.get(slip, {}):
                _pair(table, f"{slip}, {name}", before[slip][name], now[slip][name])
    return table


def missed(figures: Figures) -> Table:
    """The samples whose label did not come first, and what did."""
    table = Table("slip", "phrase", "meant", "came first", title="missed", title_justify="left")
    for row in figures["missed"]:
        table.add_row(*row)
    return table


def best_scan(figures: Figures, slip: str) -> tuple[str, Figures | None]:
    """The fastest scan of those that find about as much as any."""
    scans = {
        name: found[slip]
        for name, found in figures["ways"].items()
        if name.startswith(SCAN) and slip in found
    }
    most = max((found["top 1"] for found in scans.values()), default=0.0)
    good = {name: found for name, found in scans.items() if found["top 1"] >= AS_GOOD * most}
    if not good:
        return "", None
    name = min(good, key=lambda n: float(good[n]["median, ms"]))
    return name, good[name]


def faster(figures: Figures, slip: str) -> float:
    """How often our look fits into one of the best scan, at the same samples, each by its time on a core:
    what else the machine does has no part in it.
    """
    _, scan = best_scan(figures, slip)
    beside = figures["ways"].get(BESIDE, {}).get(slip)
    return float(scan["median on a core, ms"] / beside["median on a core, ms"]) if scan and beside else 0.0


def _judge(table: Table, name: str, wanted: float, reached: float, shown: Any) -> None:
    verdict = "reached" if reached >= wanted else "missed"
    table.add_row(name, shown(abs(wanted)), shown(abs(reached)), verdict)


def _pair(table: Table, name: str, one: float, other: float) -> None:
    table.add_row(name, _figure(one), _figure(other), f"{other / one:.1f}" if one else "")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _milliseconds(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 20 else f"{figure:.1f}"


def _figure(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
