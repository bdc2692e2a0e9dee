"""What the core's tests share: one small zoo and one sample company, each prepared once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.pipeline import Kit
from tests.kgqa import zoo
from tests.kgqa.company import Graph, sample_company


@pytest.fixture(scope="session")
def kit() -> Kit:
    return zoo.zoo()


@pytest.fixture(scope="session")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with sample_company(tmp_path_factory.mktemp("company")) as graph:
        yield graph
