"""Names kept with their vectors: only what is new is embedded, nothing is lost, nothing half is ever read."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="needs pip install 'querist[semantic]'")

from connectors import whole
from connectors.names.calibration import STRANGERS
from connectors.names.vectors import BATCH, Vectors, keep_vectors
from kgqa.errors import BadSetting, ModelUnavailable, NamesUnavailable, OperatorsMove
from kgqa.linking.entry import Entry
from kgqa.types import TermKind
from tests.doubles.embeddings import WrittenMeanings, meaning


def thing_class(name: str, kind: TermKind = TermKind.CLASS) -> Entry:
    return Entry(kind, f"http://e/{name.replace(' ', '-')}", name, name)


def names_of(vectors: Vectors, asked: Sequence[float], limit: int = 5) -> list[str]:
    return [entry.name for _, entry in vectors.nearest([asked], limit)[0]]


def new(embedder: WrittenMeanings) -> list[str]:
    """What was asked beside the strangers that each run is measured with."""
    return [phrase for phrase in embedder.asked if phrase not in STRANGERS]


SHIP = thing_class("ship")
LORRY = thing_class("lorry")


async def test_the_entry_of_the_nearest_name_comes_back_as_it_was(tmp_path: Path) -> None:
    value = Entry(
        TermKind.VALUE, "http://e/state", "under repair", "under repair", preferred=False,
        classes=("http://e/A", "http://e/B"), value="Under Repair", datatype="http://e/text", language="en",
        source="words.csv",
    )  # fmt: skip
    embedder = WrittenMeanings([["under repair", "being mended"]])
    vectors = await keep_vectors(tmp_path, [SHIP, value, LORRY], embedder)
    (asked,) = await embedder.embed(["being mended"])
    ((cosine, entry),) = vectors.nearest([asked], 5)[0]
    assert (round(cosine, 3), entry) == (1.0, value)


async def test_what_is_far_from_every_name_finds_nothing(tmp_path: Path) -> None:
    vectors = await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    assert names_of(vectors, meaning("volcano", 64)) == []
    assert 0.2 < vectors.floor < 0.7


async def test_several_vectors_are_asked_at_once_and_answered_in_their_order(tmp_path: Path) -> None:
    vectors = await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    found = vectors.nearest([meaning(word, 64) for word in ("lorry", "volcano", "ship")], 5)
    assert [[entry.name for _, entry in some] for some in found] == [["lorry"], [], ["ship"]]


async def test_names_that_are_written_alike_are_one_vector_with_all_their_entries(tmp_path: Path) -> None:
    embedder = WrittenMeanings()
    manager = [thing_class("Manager"), thing_class("manager", TermKind.PROPERTY)]
    vectors = await keep_vectors(tmp_path, manager, embedder)
    assert new(embedder) == ["manager"]
    assert names_of(vectors, meaning("manager", 64)) == ["Manager", "manager"]


@pytest.mark.slow
async def test_the_best_of_many_are_given_best_first(tmp_path: Path) -> None:
    names = [thing_class(f"name {i}") for i in range(10_000)]
    vectors = await keep_vectors(tmp_path, names, WrittenMeanings(dimension=16))
    ((first, entry), *others) = vectors.nearest([meaning("name 77", 16)], 20)[0]
    assert entry.name == "name 77"
    assert first == pytest.approx(1, abs=1e-5)
    assert [cosine for cosine, _ in others] == sorted((cosine for cosine, _ in others), reverse=True)
    assert len(others) > 1
    assert [(first, entry), others[0]] == vectors.nearest([meaning("name 77", 16)], 2)[0]


# ── again, and on ────────────────────────────────────────────────────────────────────────────────


async def test_the_same_names_are_not_embedded_again_in_whatever_order(tmp_path: Path) -> None:
    await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    embedder = WrittenMeanings()
    await keep_vectors(tmp_path, [LORRY, SHIP], embedder)
    assert embedder.asked == []


async def test_only_new_names_are_embedded_and_names_that_went_are_gone(tmp_path: Path) -> None:
    await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    embedder = WrittenMeanings()
    vectors = await keep_vectors(tmp_path, [SHIP, thing_class("train")], embedder)
    assert new(embedder) == ["train"]
    assert [names_of(vectors, meaning(w, 64)) for w in ("ship", "lorry", "train")] == [
        ["ship"],
        [],
        ["train"],
    ]


@pytest.mark.parametrize("other", [WrittenMeanings(name="another"), WrittenMeanings(dimension=32)])
async def test_another_model_means_all_names_anew(tmp_path: Path, other: WrittenMeanings) -> None:
    await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    vectors = await keep_vectors(tmp_path, [SHIP, LORRY, thing_class("train")], other)
    assert len(new(other)) == 3
    assert vectors.model == other.name
    assert names_of(vectors, meaning("ship", other.dimension)) == ["ship"]


async def test_a_run_that_broke_off_goes_on_where_it_was(tmp_path: Path) -> None:
    names = [thing_class(f"name {i}") for i in range(3 * BATCH)]
    broken = WrittenMeanings()
    broken.breaks_after = len(STRANGERS) + 2 * BATCH
    with pytest.raises(ModelUnavailable):
        await keep_vectors(tmp_path, names, broken)
    assert Vectors.open(tmp_path) is None  # nothing half is there
    embedder = WrittenMeanings()
    vectors = await keep_vectors(tmp_path, names, embedder)
    assert len(new(embedder)) == BATCH
    assert all(names_of(vectors, meaning(f"name {i}", 64))[0] == f"name {i}" for i in (0, 700, 1_500))


@pytest.mark.parametrize("cut", [1, 100, 3_000])
async def test_a_draft_whose_end_never_reached_the_disk_is_used_as_far_as_it_goes(
    tmp_path: Path, cut: int
) -> None:
    names = [thing_class(f"name {i}") for i in range(2 * BATCH)]
    broken = WrittenMeanings()
    broken.breaks_after = len(STRANGERS) + BATCH
    with pytest.raises(ModelUnavailable):
        await keep_vectors(tmp_path, names, broken)
    for file in ("rows.f32", "texts.jsonl"):
        path = tmp_path / "draft" / file
        os.truncate(path, path.stat().st_size - cut)
    embedder = WrittenMeanings()
    vectors = await keep_vectors(tmp_path, names, embedder)
    assert BATCH < len(new(embedder)) < 2 * BATCH
    assert all(names_of(vectors, meaning(f"name {i}", 64))[0] == f"name {i}" for i in range(2 * BATCH))


async def test_who_has_the_old_vectors_keeps_them_while_new_ones_are_made(tmp_path: Path) -> None:
    old = await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    await keep_vectors(tmp_path, [thing_class("train")], WrittenMeanings())
    assert names_of(old, meaning("lorry", 64)) == ["lorry"]
    assert not (tmp_path / "vectors-1").exists()


async def test_a_failed_run_leaves_the_old_vectors_in_use(tmp_path: Path) -> None:
    await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    broken = WrittenMeanings()
    broken.breaks_after = len(STRANGERS)
    with pytest.raises(ModelUnavailable):
        await keep_vectors(tmp_path, [thing_class("train")], broken)
    kept = Vectors.open(tmp_path)
    assert kept
    assert names_of(kept, meaning("ship", 64)) == ["ship"]


# ── what is there is not as it was ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", ["vectors.f32", "names.jsonl"])
@pytest.mark.parametrize("harm", ["cut", "gone"])
async def test_damaged_files_are_made_anew(tmp_path: Path, file: str, harm: str) -> None:
    await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    path = tmp_path / "vectors-1" / file
    if harm == "cut":
        os.truncate(path, 5)
    else:
        path.unlink()
    assert Vectors.open(tmp_path) is None
    vectors = await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    assert names_of(vectors, meaning("ship", 64)) == ["ship"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1}'])
async def test_a_note_that_cannot_be_read_is_no_note(tmp_path: Path, text: str) -> None:
    await keep_vectors(tmp_path, [SHIP], WrittenMeanings())
    (tmp_path / "current.json").write_text(text)
    assert Vectors.open(tmp_path) is None


async def test_vectors_of_another_version_are_not_read(tmp_path: Path) -> None:
    await keep_vectors(tmp_path, [SHIP], WrittenMeanings())
    file = tmp_path / "current.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"format": 99}))
    assert Vectors.open(tmp_path) is None


async def test_a_question_of_another_length_is_refused_with_the_remedy(tmp_path: Path) -> None:
    vectors = await keep_vectors(tmp_path, [SHIP], WrittenMeanings())
    with pytest.raises(ModelUnavailable, match="kept anew"):
        vectors.nearest([[1.0, 0.0]], 5)


async def test_no_names_are_no_error(tmp_path: Path) -> None:
    vectors = await keep_vectors(tmp_path, [], WrittenMeanings())
    assert vectors.size == 0
    assert names_of(vectors, meaning("ship", 64)) == []
    assert Vectors.open(tmp_path)


async def test_a_model_that_gives_too_little_is_refused(tmp_path: Path) -> None:
    class Stingy(WrittenMeanings):
        async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
            return (await super().embed(phrases))[:-1]

    with pytest.raises(ModelUnavailable, match="no vector of one length for each phrase"):
        await keep_vectors(tmp_path, [SHIP], Stingy())


# ── bounds and places ────────────────────────────────────────────────────────────────────────────


async def test_things_beyond_the_bound_are_left_out_and_told_classes_never(tmp_path: Path) -> None:
    things = [thing_class(f"thing {i}", TermKind.ENTITY) for i in range(30)]
    vectors = await keep_vectors(tmp_path, [*things, SHIP], WrittenMeanings(), most=20)
    assert vectors.size == 21
    assert vectors.kept.notice.startswith("10 names of things and values are not found by meaning")
    assert names_of(vectors, meaning("ship", 64)) == ["ship"]


async def test_progress_is_told_to_the_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    names = [thing_class(f"name {i}") for i in range(BATCH + 1)]
    await keep_vectors(tmp_path, names, WrittenMeanings(), progress=lambda *now: told.append(now))
    assert told == [(0, BATCH + 1), (BATCH, BATCH + 1), (BATCH + 1, BATCH + 1)]


async def test_two_processes_do_not_write_into_each_other(tmp_path: Path) -> None:
    held = whole.lock(tmp_path / "draft.lock", alone=True)
    assert held is not None
    with pytest.raises(NamesUnavailable, match="Another process"):
        await keep_vectors(tmp_path, [SHIP], WrittenMeanings())
    os.close(held)
    assert (await keep_vectors(tmp_path, [SHIP], WrittenMeanings())).size == 1


async def test_a_place_that_cannot_be_used_is_a_plain_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorsMove, match="file"):
        await keep_vectors(tmp_path / "file" / "vectors", [SHIP], WrittenMeanings())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is needed")
async def test_a_full_disk_is_told_and_the_old_vectors_stay(tmp_path: Path) -> None:
    await keep_vectors(tmp_path, [SHIP], WrittenMeanings())
    draft = tmp_path / "draft"
    broken = WrittenMeanings()
    broken.breaks_after = len(STRANGERS)
    with pytest.raises(ModelUnavailable):
        await keep_vectors(tmp_path, [SHIP, LORRY], broken)
    (draft / "texts.jsonl").symlink_to("/dev/null")
    (draft / "rows.f32").symlink_to("/dev/full")
    with pytest.raises((NamesUnavailable, BadSetting)) as told:
        await keep_vectors(tmp_path, [SHIP, LORRY], WrittenMeanings())
    assert str(tmp_path) in str(told.value)
    assert isinstance(told.value.__cause__, OSError)
    assert told.value.__cause__.errno in {errno.ENOSPC, errno.EINVAL}
    assert Vectors.open(tmp_path)
