"""Names on disk: what every store does, and what a folder adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.names.store import StoredNames
from connectors.names.writer import NamesWriter
from kgqa.errors import NamesUnavailable
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.tokens import key
from tests.connectors.names.store_suite import COMPANY, DEF, EX, NameStoreSuite, StoreOf, entity, names, value
from tests.examples import examples


def written(folder: Path, entries: Iterable[Entry]) -> StoredNames:
    writer = NamesWriter(folder, heap=15_000_000)
    for entry in entries:
        writer.add(entry)
    writer.finish()
    return StoredNames.open(folder)


class TestFewNames(NameStoreSuite):
    @pytest.fixture
    def store_of(self) -> StoreOf:
        return FewNames


class TestStoredInMemory(NameStoreSuite):
    @pytest.fixture
    def store_of(self) -> StoreOf:
        return StoredNames.of


class TestStoredInAFolder(NameStoreSuite):
    @pytest.fixture
    def store_of(self, tmp_path: Path) -> StoreOf:
        def made(entries: Iterable[Entry]) -> StoredNames:
            return written(tmp_path / str(len(list(tmp_path.iterdir()))), entries)

        return made


# ── any name ─────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=12))
def test_any_name_is_found_by_its_own_key(texts: list[str]) -> None:
    store = StoredNames.of(entity(text, f"thing-{n}") for n, text in enumerate(texts))
    for n, text in enumerate(texts):
        if key(text):
            assert EX + f"thing-{n}" in {entry.iri for entry in store.named(key(text))}
            assert text in names(store.of_term(EX + f"thing-{n}"))


# ── many alike ───────────────────────────────────────────────────────────────────────────────────


def test_a_name_that_thousands_have_does_not_crowd_out_the_others_that_are_near() -> None:
    crowd = [entity("Anna Smith", f"anna-{n}") for n in range(3000)]
    store = StoredNames.of([*crowd, entity("Anna Smythe"), entity("Anna Smitz")])
    assert set(names(store.near("anna smitt"))) == {"Anna Smith", "Anna Smitz"}
    assert len(store.named("anna smith")) == 50
    assert names(store.near("anna smith")) == ["Anna Smitz"]


def test_a_word_that_thousands_have_does_not_crowd_out_the_others_that_are_near() -> None:
    crowd = [entity(f"Smith {n}") for n in range(3000)]
    assert StoredNames.of([*crowd, entity("Smyth")]).words_near("smitth", 2) == ["smith", "smyth"]


def test_a_literal_too_long_for_a_question_is_passed_over() -> None:
    store = StoredNames.of([value("red " * 30_000), value("red")])
    assert store.size == 1


# ── what is written when ─────────────────────────────────────────────────────────────────────────


def test_what_is_removed_is_found_by_no_way(tmp_path: Path) -> None:
    written(tmp_path, COMPANY)
    writer = NamesWriter(tmp_path)
    writer.remove(EX + "ada")
    writer.finish()
    store = StoredNames.open(tmp_path)
    assert store.size == len(COMPANY) - 2
    assert store.thing(EX + "ada") is None
    assert store.frequency("lovelace") == 0
    assert not any(
        (
            store.named("ada lovelace"),
            store.near("ada lovelac"),
            store.holding(["lovelace"]),
            store.words_near("lovelac", 1),
            store.shortened(["al"]),
            store.of_term(EX + "ada"),
        )
    )
    assert EX + "ada" not in {e.iri for e in store.of_class(DEF + "Person")}


def test_a_thing_that_is_written_anew_has_its_new_names_alone(tmp_path: Path) -> None:
    written(tmp_path, COMPANY)
    writer = NamesWriter(tmp_path)
    writer.remove(EX + "york")
    writer.add(entity("Jorvik", "york", DEF + "Place"))
    writer.finish()
    store = StoredNames.open(tmp_path)
    assert not store.named("york")
    assert names(store.of_term(EX + "york")) == ["Jorvik"]
    assert store.words_near("jorvick", 1) == ["jorvik"]


def test_values_are_removed_one_by_one_and_a_property_keeps_them_when_its_names_go(tmp_path: Path) -> None:
    property_as_a_thing = entity("Colour", "unused")
    written(tmp_path, [*COMPANY, property_as_a_thing, value("red", of="shade")])
    writer = NamesWriter(tmp_path)
    writer.remove_value(DEF + "colour", "red")
    writer.remove(DEF + "colour")
    writer.finish()
    store = StoredNames.open(tmp_path)
    assert names(store.of_term(DEF + "colour")) == ["dark red"]
    assert [e.iri for e in store.named("red")] == [DEF + "shade"]


def test_what_was_not_committed_is_as_if_it_had_never_been_added(tmp_path: Path) -> None:
    written(tmp_path, [entity("York")])
    writer = NamesWriter(tmp_path)
    writer.add(entity("New York"))
    del writer
    assert StoredNames.open(tmp_path).size == 1
    assert written(tmp_path, [entity("Bath")]).size == 2


def test_who_has_it_open_goes_on_seeing_what_it_saw(tmp_path: Path) -> None:
    before = written(tmp_path, COMPANY)
    writer = NamesWriter(tmp_path)
    for entry in COMPANY:
        writer.remove(entry.iri)
    writer.add(entity("Bath"))
    writer.finish()
    assert names(before.named("york")) == ["York"]
    assert not before.named("bath")
    assert names(StoredNames.open(tmp_path).named("bath")) == ["Bath"]


def test_two_cannot_write_into_one_folder(tmp_path: Path) -> None:
    first = NamesWriter(tmp_path)
    with pytest.raises(NamesUnavailable, match="Another process writes there"):
        NamesWriter(tmp_path)
    first.finish()


# ── folders that are no index ────────────────────────────────────────────────────────────────────


def test_a_folder_without_an_index_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(NamesUnavailable, match=r"names in .*nothing cannot be read: .* Build it again\."):
        StoredNames.open(tmp_path / "nothing")


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\x00"])
def test_a_damaged_index_is_named_with_the_remedy(tmp_path: Path, damage: bytes) -> None:
    written(tmp_path, COMPANY)
    (tmp_path / "meta.json").write_bytes(damage)
    with pytest.raises(NamesUnavailable, match="Build it again"):
        StoredNames.open(tmp_path)


def test_an_index_that_has_lost_files_is_named_with_the_remedy(tmp_path: Path) -> None:
    written(tmp_path, COMPANY)
    for file in tmp_path.glob("*.term"):
        file.unlink()
    with pytest.raises(NamesUnavailable, match="Build it again"):
        StoredNames.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NamesUnavailable, match="cannot be written"):
        NamesWriter(tmp_path / "file" / "names")


@pytest.mark.slow
def test_an_index_of_which_the_size_was_known_ends_as_one_part_with_all_names(tmp_path: Path) -> None:
    writer = NamesWriter(tmp_path, heap=15_000_000, expected=30_000)
    for n in range(30_000):
        writer.add(entity(f"Part {n}"))
    writer.finish()
    store = StoredNames.open(tmp_path)
    assert len(list(tmp_path.glob("*.term"))) == 1
    assert store.size == 30_000
    assert all(names(store.named(f"part {n}")) == [f"Part {n}"] for n in range(0, 30_000, 100))


@pytest.mark.parametrize("part", ["fast", "pos", "store", "term", "idx"])
def test_changed_bits_are_told_in_our_words_whatever_is_asked(tmp_path: Path, part: str) -> None:
    written(tmp_path, (entity(f"Pump {n} of Marburg", f"pump-{n}") for n in range(200)))
    (file,) = tmp_path.glob(f"*.{part}")
    whole = file.read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        file.unlink()  # what is mapped must not be cut under who reads it
        file.write_bytes(whole[:at] + bytes(b ^ 0xFF for b in whole[at : at + 8]) + whole[at + 8 :])
        with suppress(NamesUnavailable):
            store = StoredNames.open(tmp_path)
            store.named("pump 7 of marburg")
            store.near("pmup 7 marburg")
            store.holding(["pump", "7"])
            store.words_near("marbrug", 2)
            store.shortened(["pmp", "7", "of", "marb"])
            store.thing(EX + "pump-7")
            store.of_class(DEF + "Company")
