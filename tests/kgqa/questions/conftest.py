"""What these tests share: the zoo and the sample company as the parser alone reads them."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa import zoo
from tests.kgqa.company import Graph, by_parser


@pytest.fixture(scope="session")
def kit() -> Kit:
    return zoo.asking(zoo.zoo(), "parse")


@pytest.fixture(scope="session")
def company(company: Graph) -> Graph:
    return by_parser(company)
