"""The shelf knows what is whole; what is damaged, half-written or of another version is read anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from connectors.names.shelf import Shelf
from kgqa.linking.fact import Fact, Literal, Reached
from tests.connectors.names.shelves import DEF, ID, Pumps, build, everything, pumps


def one(folder: Path, pattern: str) -> Path:
    return max(folder.glob(f"names-1/{pattern}"), key=lambda file: file.stat().st_size)


def cut(folder: Path) -> None:
    file = one(folder, "names/*.term")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def gone(folder: Path) -> None:
    one(folder, "names/*.store").unlink()


def no_digests(folder: Path) -> None:
    one(folder, "digests.db").unlink()


def no_folder(folder: Path) -> None:
    (folder / "names-1").rename(folder / "elsewhere")


def no_meta(folder: Path) -> None:
    size = one(folder, "names/meta.json").stat().st_size
    one(folder, "names/meta.json").write_text(" " * size)


def no_sense(folder: Path) -> None:
    (folder / "current.json").write_text('{"format": ')


def no_report(folder: Path) -> None:
    data = json.loads((folder / "current.json").read_text())
    (folder / "current.json").write_text(json.dumps(data | {"report": {"shape": "another"}}))


def other_version(folder: Path) -> None:
    data = json.loads((folder / "current.json").read_text())
    (folder / "current.json").write_text(json.dumps(data | {"format": "0"}))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (cut, "damaged"),
        (gone, "damaged"),
        (no_digests, "missing"),
        (no_folder, "missing"),
        (no_meta, "damaged"),
        (no_sense, "cannot be read"),
        (no_report, "damaged"),
        (other_version, "another version of Querist"),
    ],
)
async def test_what_cannot_be_read_is_read_anew_and_said(
    tmp_path: Path, harm: Callable[[Path], None], said: str
) -> None:
    whole = everything(await build(Pumps(pumps(20)), tmp_path), 20)
    harm(tmp_path)
    told: list[str] = []
    found = await build(Pumps(pumps(20)), tmp_path, told.append)
    assert everything(found, 20) == whole
    (notice,) = found.report.notices
    assert notice.startswith("The names are read anew: ")
    assert said in notice
    assert notice in told
    assert (await build(Pumps(pumps(20)), tmp_path)).report.kept


@pytest.mark.parametrize("step", [7, 1_001])
async def test_changed_bits_in_what_was_written_do_not_keep_a_new_index_from_being_made(
    tmp_path: Path, step: int
) -> None:
    await build(Pumps(pumps(20)), tmp_path)
    file = one(tmp_path, "digests.db")
    said = bytearray(file.read_bytes())
    for at in range(0, len(said), step):
        said[at] ^= 0x55
    file.write_bytes(said)
    found = await build(Pumps(pumps(25)), tmp_path)
    assert not found.report.kept
    assert everything(found, 25) == everything(await build(Pumps(pumps(25)), tmp_path / "other"), 25)


def test_a_draft_that_is_damaged_is_begun_again(tmp_path: Path) -> None:
    draft = Shelf(tmp_path).draft("stamp", fresh=False)
    assert draft is not None
    draft.keep("a part", Reached(7))
    draft.close()
    (facts,) = tmp_path.glob("names-*/facts.db")
    facts.write_bytes(b"no database" * 1000)
    again = Shelf(tmp_path).draft("stamp", fresh=False)
    assert again is not None
    assert again.reached("a part") == Reached()
    again.close()


def test_a_draft_is_gone_on_with_for_the_same_stamp_alone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for stamp, fresh, known in (("one", False, 0), ("one", False, 7), ("two", False, 0), ("two", True, 0)):
        draft = shelf.draft(stamp, fresh=fresh)
        assert draft is not None
        assert draft.reached("a part").rows == known
        draft.keep("a part", Reached(7, whole=False, notice="so far"))
        draft.close()


def test_one_process_at_a_time_has_the_draft(tmp_path: Path) -> None:
    one = Shelf(tmp_path).draft("stamp", fresh=False)
    assert one is not None
    assert Shelf(tmp_path).draft("stamp", fresh=False) is None
    one.close()
    two = Shelf(tmp_path).draft("stamp", fresh=False)
    assert two is not None
    two.close()
    two.close()


def test_a_page_is_kept_with_its_count_or_not_at_all(tmp_path: Path) -> None:
    draft = Shelf(tmp_path).draft("stamp", fresh=False)
    assert draft is not None
    draft.keep("names", Reached(2), [Fact(ID + "1", DEF + "name", "a"), Fact(ID + "2", DEF + "name", "b")])

    def broken() -> Iterator[Fact]:
        yield Fact(ID + "3", DEF + "other", "c")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        draft.keep("names", Reached(3), broken())
    assert draft.reached("names") == Reached(2)
    assert draft.things() == 2
    draft.keep("names", Reached(4, whole=True), [Fact(ID + "3", DEF + "other", "c", "en", DEF + "Pump")])
    assert dict(draft.by_thing())[ID + "3"] == [Fact(ID + "3", DEF + "other", "c", "en", DEF + "Pump")]
    draft.close()


def test_facts_of_a_thing_come_together_and_literals_once(tmp_path: Path) -> None:
    draft = Shelf(tmp_path).draft("stamp", fresh=False)
    assert draft is not None
    things = [f"{ID}{n}" for n in range(700)]
    draft.keep("a", Reached(1), [Fact(iri, DEF + "name", "x") for iri in things])
    draft.keep("b", Reached(1), [Fact(iri, DEF + "code", iri[-3:]) for iri in reversed(things)])
    draft.keep("c", Reached(1), (), [Literal(DEF + "code", iri[-3:]) for iri in (*things, *things)])
    found = [(iri, sorted(f.text for f in facts)) for iri, facts in draft.by_thing()]
    assert sorted(found) == sorted((iri, sorted(("x", iri[-3:]))) for iri in things)
    assert [text for _, text, _ in draft.by_value()] == sorted({iri[-3:] for iri in things})
    assert draft.telling() == {DEF + "code": (700, len({iri[-3:] for iri in things}))}
    draft.close()
