"""The benchmark of starts, run small: graphs of every shape open, and what it measures is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.starting import SHAPES, measure

SMALL = {"company": 500, "classes": 30, "blank": 30, "long": 2}
LARGER = {"company": 30_000, "classes": 60, "blank": 60, "long": 3}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SMALL)
def test_a_graph_of_a_shape_is_the_same_each_time_and_grows_with_its_size(tmp_path: Path, shape: str) -> None:
    def written(name: str, size: int) -> bytes:
        folder = tmp_path / name
        folder.mkdir()
        return b"".join(file.read_bytes() for file in SHAPES[shape].write(folder, size))

    one, again, larger = (
        written("one", SMALL[shape]),
        written("again", SMALL[shape]),
        written("larger", LARGER[shape]),
    )
    assert one == again
    assert len(one) < len(larger)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SMALL)
def test_every_shape_starts_twice_and_answers(shape: str) -> None:
    first, second = measure(shape, SMALL[shape], 2, stored=True)
    assert "  reading the schema, s" in first
    assert "  reading the schema, s" not in second
    assert first["triples"] == second["triples"] > 0
    assert first["notices"] == 0
    assert "first question (answered), ms" in first
