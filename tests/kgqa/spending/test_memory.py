"""The ledger that lasts as long as the process."""

from __future__ import annotations

import pytest

from kgqa.ports import Ledger
from kgqa.spending import MemoryLedger
from tests.kgqa.spending.ledger_suite import LedgerSuite


class TestInMemory(LedgerSuite):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return MemoryLedger()
