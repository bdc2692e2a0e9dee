"""The W3C's own tests of SPARQL, where a folder with them is given; see benchmarks/README.md."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.w3c import BAD_SYNTAX, EVALUATION, SYNTAX, measure

pytestmark = pytest.mark.slow
FOLDER = "QUERIST_W3C_TESTS"
# SPARQL 1.0 read "123." as a decimal; by 1.1 it is a whole number and the end of a triple.
NO_LONGER_LEGAL = ("syntax-lit-08.rq", "term-7.rq")


def test_every_legal_query_is_read_and_no_illegal_one_runs() -> None:
    folder = os.environ.get(FOLDER)
    if not folder:
        pytest.skip(f"{FOLDER} names no folder with the W3C's tests")
    found = measure(Path(folder))
    assert {kind: tally.of > 0 for kind, tally in found.items()} == dict.fromkeys(found, True)
    assert {SYNTAX, BAD_SYNTAX, EVALUATION} < set(found)
    missed = [name for tally in found.values() for name in tally.missed]
    assert [name for name in missed if not name.endswith(NO_LONGER_LEGAL)] == []
