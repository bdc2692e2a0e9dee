"""The linker by meaning over a folder: brought up to date, and of use while its model is away."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="needs pip install 'querist[semantic]'")

from connectors.embedders import open_embedders
from connectors.names.meaning import linker_by_meaning
from kgqa.errors import BadSetting
from kgqa.linking.entry import Entry
from kgqa.types import TermKind
from tests.doubles.embeddings import WrittenMeanings

FARMS = Entry(TermKind.CLASS, "http://e/Agriculture", "agriculture", "Agriculture")
FISH = Entry(TermKind.CLASS, "http://e/Fishery", "fishery", "Fishery")
ALIKE = [["agriculture", "farming"], ["fishery", "fish farm"]]


def away() -> WrittenMeanings:
    embedder = WrittenMeanings(ALIKE)
    embedder.breaks_after = 0
    return embedder


async def test_a_phrase_finds_the_name_that_means_the_same(tmp_path: Path) -> None:
    model = WrittenMeanings(ALIKE)
    linker, notices = await linker_by_meaning(tmp_path, [FARMS, FISH], model, model)
    assert linker
    assert notices == ()
    (farming, volcano) = await linker.find(["farming", "volcano"], language="en")
    assert farming[0].label == "Agriculture"
    assert list(volcano) == []


async def test_while_the_model_is_away_names_of_an_earlier_time_are_found(tmp_path: Path) -> None:
    model = WrittenMeanings(ALIKE)
    await linker_by_meaning(tmp_path, [FARMS], model, model)
    linker, notices = await linker_by_meaning(tmp_path, [FARMS, FISH], away(), model)
    assert linker
    assert notices == ("Only names of an earlier time are found by meaning: The model is gone.",)
    assert (await linker.find(["farming"], language="en"))[0]


async def test_without_an_earlier_time_nothing_is_found_by_meaning_and_that_is_told(tmp_path: Path) -> None:
    linker, notices = await linker_by_meaning(tmp_path, [FARMS], away(), away())
    assert linker is None
    assert notices == ("Nothing is found by meaning: The model is gone.",)


async def test_names_of_another_model_are_not_asked(tmp_path: Path) -> None:
    model = WrittenMeanings(ALIKE, name="another")
    await linker_by_meaning(tmp_path, [FARMS], model, model)
    linker, _ = await linker_by_meaning(tmp_path, [FARMS], away(), away())
    assert linker is None


async def test_how_far_many_names_are_is_told(tmp_path: Path) -> None:
    names = [Entry(TermKind.CLASS, f"http://e/{i}", f"name {i}", "") for i in range(1_000)]
    told: list[str] = []
    await linker_by_meaning(tmp_path, names, WrittenMeanings(), WrittenMeanings(), told.append)
    assert told[0] == "embedding names: 0 of 1,000"
    assert told[-1] == "embedding names: 1,000 of 1,000"


def test_a_local_model_has_no_address() -> None:
    with pytest.raises(BadSetting, match="QUERIST_EMBEDDINGS_URL names a service"):
        open_embedders("local", "https://models.example.com/v1", "")


def test_the_models_of_a_service_have_its_name() -> None:
    patient, quick = open_embedders("some-model", "https://models.example.com/v1", "key")
    assert patient.name == quick.name == "some-model"
