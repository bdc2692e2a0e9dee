"""What models cost, and the budgets that bound it.

In: a model, the ledger, what each question, person and day may cost. Out: for each question a model that
counts and stops at the budget.

    async with purse.open(question.asker, question.asked_at) as model: ...   # model.spent, model.models
"""

from kgqa.spending.amount import Allowance, Amount, Prices, tokens_of
from kgqa.spending.memory import MemoryLedger
from kgqa.spending.metered import Metered
from kgqa.spending.purse import Purse
from kgqa.spending.vain import SpentInVain

__all__ = [
    "Allowance",
    "Amount",
    "MemoryLedger",
    "Metered",
    "Prices",
    "Purse",
    "SpentInVain",
    "tokens_of",
]
