"""What these tests share: the zoo and the sample company as the parser alone reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.pipeline import Kit
from tests.kgqa import zoo
from tests.kgqa.company import Graph, sample_company


@pytest.fixture(scope="session")
def kit() -> Kit:
    return zoo.asking(zoo.zoo(), "parse")


@pytest.fixture(scope="session")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with sample_company(tmp_path_factory.mktemp("company"), strategies="parse") as graph:
        yield graph
