"""Names are built on disk in steps that survive: a kill, a store that goes away, a full disk, a change."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from connectors.names.shelf import Shelf
from kgqa.errors import BadSetting, GraphUnavailable, NamesUnavailable
from kgqa.linking.entry import Entry
from kgqa.ports import Indexed
from kgqa.types import CheckedQuery, Limits, ResultTable, TermKind
from tests.connectors.names import mortal_build
from tests.connectors.names.mortal_build import PAGES, POINTS, PUMPS
from tests.connectors.names.shelves import DEF, ID, Pumps, build, everything, pumps
from tests.mortal import ended

ROOT = Path(__file__).parents[3]


def run(folder: Path, point: str) -> int:
    code = ended(mortal_build.main, folder, point)
    assert code in (0, -signal.SIGKILL)
    return code


async def whole(tmp_path: Path, turtle: str, number: int) -> list[Entry]:
    """What an index that nothing ever happened to holds."""
    return everything(await build(Pumps(turtle), tmp_path / "undisturbed"), number)


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
async def test_a_build_that_was_killed_goes_on_and_becomes_the_same_index(tmp_path: Path, point: str) -> None:
    shelf = tmp_path / "shelf"
    assert run(shelf, point) == -signal.SIGKILL
    graph = Pumps(pumps(PUMPS))
    found = await build(graph, shelf)
    assert everything(found, PUMPS) == await whole(tmp_path, pumps(PUMPS), PUMPS)
    read_before = int(point[5:]) - 1 if point.startswith("page") else PAGES
    assert graph.page == PAGES - read_before
    assert (found.report.resumed > 0) == (point not in ("page:1", "published"))
    assert found.report.kept is (point == "published")


async def test_a_store_that_goes_away_is_gone_on_with_where_it_stopped(tmp_path: Path) -> None:
    def away(page: int) -> None:
        if page == 9:
            raise GraphUnavailable("The store is gone.")

    with pytest.raises(GraphUnavailable, match=r"gone\. 72 rows of names were read .* goes on from there"):
        await build(Pumps(pumps(60), at_page=away), tmp_path / "shelf")
    told: list[str] = []
    graph = Pumps(pumps(60))
    found = await build(graph, tmp_path / "shelf", told.append)
    assert told == ["going on where the last run stopped, after 72 rows"]
    assert found.report.resumed == 72
    assert everything(found, 60) == await whole(tmp_path, pumps(60), 60)


async def test_an_index_that_is_up_to_date_is_opened_and_nothing_is_read(tmp_path: Path) -> None:
    first = await build(Pumps(pumps(30)), tmp_path)
    graph = Pumps(pumps(30))
    again = await build(graph, tmp_path)
    assert graph.page == 0
    assert again.report.kept
    assert (again.report.entries, again.report.things) == (first.report.entries, first.report.things)
    assert everything(again, 30) == everything(first, 30)


async def test_of_a_changed_graph_only_what_changed_is_written(tmp_path: Path) -> None:
    await build(Pumps(pumps(60)), tmp_path / "shelf")
    turtle = pumps(61, but={7: "bilge pump"}, without=[3])
    found = await build(Pumps(turtle), tmp_path / "shelf")
    # pump 7 has another name, pump 60 and its part number are new; pump 3 and its part number are gone
    assert (found.report.changed, found.report.removed) == (3, 2)
    assert everything(found, 61) == await whole(tmp_path, turtle, 61)
    assert not found.names.named("pump number 7")
    assert [e.iri for e in found.names.named("bilge pump")] == [ID + "7"]
    assert found.names.of_term(ID + "3") == []


def files(folder: Path) -> set[int]:
    """The numbers by which the disk knows the words of an index."""
    return {file.stat().st_ino for file in folder.glob("names/*.term")}


async def test_files_that_did_not_change_are_shared_with_the_index_before(tmp_path: Path) -> None:
    first = await build(Pumps(pumps(60)), tmp_path)
    before = files(tmp_path / "names-1")
    changed = pumps(60, but={7: "bilge pump"})
    second = await build(Pumps(changed), tmp_path)
    assert before <= files(tmp_path / "names-2")
    assert [e.name for e in first.names.of_term(ID + "7")] == ["pump number 7", "VX-0007"]
    assert [e.name for e in second.names.of_term(ID + "7")] == ["bilge pump", "VX-0007"]


async def test_changes_upon_changes_add_up(tmp_path: Path) -> None:
    for step in range(3):
        turtle = pumps(40, but={step: "bilge pump", 20 + step: "stirrup pump"}, without=[39 - step])
        await build(Pumps(turtle), tmp_path / "shelf")
    turtle = pumps(40, but={4: "hand pump"}, without=[1])
    found = await build(Pumps(turtle), tmp_path / "shelf")
    assert everything(found, 40) == await whole(tmp_path, turtle, 40)
    assert [name for name in os.listdir(tmp_path / "shelf") if name.startswith("names")] == ["names-4"]  # noqa: PTH208


async def test_who_reads_the_old_index_goes_on_until_nobody_does(tmp_path: Path) -> None:
    old = await build(Pumps(pumps(20)), tmp_path)
    await build(Pumps(pumps(21)), tmp_path)
    assert not old.names.named("pump number 20")
    assert len(old.names.named("pump number 19")) == 1
    assert (tmp_path / "names-1").exists()
    del old
    await build(Pumps(pumps(22)), tmp_path)
    assert not (tmp_path / "names-1").exists()


async def test_a_fresh_index_takes_nothing_over(tmp_path: Path) -> None:
    await build(Pumps(pumps(30)), tmp_path)
    graph = Pumps(pumps(30))
    found = await build(graph, tmp_path, fresh=True)
    assert graph.page > 0
    assert not found.report.kept
    assert found.report.changed == 30 + 30 + 2  # things, part numbers, colours


async def test_of_a_graph_that_tells_no_fingerprint_the_age_of_the_names_is_told(tmp_path: Path) -> None:
    await build(Pumps(pumps(10), fingerprint="unknown"), tmp_path)
    told: list[str] = []
    found = await build(Pumps(pumps(10), fingerprint="unknown"), tmp_path, told.append)
    (notice,) = found.report.notices
    assert "Its names are those of 20" in notice
    assert "querist index --fresh" in notice
    assert told == [notice]


async def test_names_from_elsewhere_make_it_another_index(tmp_path: Path) -> None:
    more = Entry(
        TermKind.ENTITY, ID + "3", "old faithful", "old faithful", preferred=False, source="ours.csv"
    )
    await build(Pumps(pumps(10)), tmp_path)
    found = await build(Pumps(pumps(10)), tmp_path, extra=[more])
    assert (found.report.changed, found.report.removed) == (1, 0)
    assert [e.label for e in found.names.named("old faithful")] == ["pump number 3"]
    found = await build(Pumps(pumps(10)), tmp_path)
    assert not found.names.named("old faithful")


# ── two at once ──────────────────────────────────────────────────────────────────────────────────


class Slow(Pumps):
    """Gives its first page when it is told to go on."""

    def __init__(self, turtle: str) -> None:
        super().__init__(turtle)
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        self.begun.set()
        await self.goes_on.wait()
        async for page in super().pages(query, limits, skip=skip):
            yield page


async def test_a_second_builder_waits_for_the_first_and_uses_what_it_made(tmp_path: Path) -> None:
    first, second = Slow(pumps(30)), Pumps(pumps(30))
    told: list[str] = []

    def heard(what: str) -> None:
        told.append(what)
        first.goes_on.set()

    async def after_the_first() -> Indexed:
        await first.begun.wait()
        return await build(second, tmp_path, heard)

    made, used = await asyncio.gather(build(first, tmp_path), after_the_first())
    assert told == ["another process is reading the names: waiting for it"]
    assert (made.report.kept, used.report.kept) == (False, True)
    assert second.page == 0


async def test_a_second_builder_goes_on_with_the_old_index_and_says_so(tmp_path: Path) -> None:
    await build(Pumps(pumps(10)), tmp_path)
    held = Shelf(tmp_path).draft("another stamp", fresh=False)
    assert held is not None
    found = await build(Pumps(pumps(11)), tmp_path)
    assert any("Another process is reading the names" in notice for notice in found.report.notices)
    assert len(found.names.named("pump number 9")) == 1
    held.close()
    assert len((await build(Pumps(pumps(11)), tmp_path)).names.named("pump number 10")) == 1


# ── the disk ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(os.geteuid() == 0 and sys.platform != "linux", reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written_names_itself_and_the_setting(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    if os.geteuid() == 0:
        closed = Path("/sys")  # where even root makes no folders
    with pytest.raises(BadSetting, match=rf"{closed}.*Set QUERIST_DATA"):
        await build(Pumps(pumps(5)), closed / "shelf")


async def test_a_folder_that_is_a_file_names_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((BadSetting, NamesUnavailable), match=f"{tmp_path / 'file'}"):
        await build(Pumps(pumps(5)), tmp_path / "file" / "shelf")


SIZES = (200, 600, 1_200)  # KB
SMALL_DISK = "mkdir {disk} && mount -t tmpfs -o size={size}k tmpfs {disk} || exit 77\n"


@pytest.mark.skipif(shutil.which("unshare") is None, reason="a small disk needs Linux")
@pytest.mark.slow
def test_a_full_disk_is_told_and_the_old_index_stays(tmp_path: Path) -> None:
    disks = {size: f"{tmp_path}/{size}" for size in SIZES}
    script = "".join(SMALL_DISK.format(size=size, disk=disk) for size, disk in disks.items())
    script += f"{sys.executable} -m tests.connectors.names.full_disk {' '.join(disks.values())}"
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("disks cannot be mounted here")
    assert done.returncode == 0, done.stderr + done.stdout
    assert DEF not in done.stderr
