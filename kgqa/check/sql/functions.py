"""The functions that SQL over tables may call, by the names that SQLite gives them: none that reads a file,
loads anything, or makes values without end.
"""

from __future__ import annotations

TOTALS = frozenset(("avg", "count", "group_concat", "max", "min", "sum", "total"))
RANKS = frozenset(
    (
        *("cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile"),
        *("percent_rank", "rank", "row_number"),
    )
)
_CALENDAR = ("date", "datetime", "julianday", "strftime", "time", "unixepoch")
_TEXTS = ("glob", "instr", "length", "like", "lower", "ltrim", "replace", "rtrim", "substr", "substring")
_NUMBERS = ("abs", "ceil", "ceiling", "floor", "ln", "log", "log10", "mod", "pow", "power", "round", "sign")
_CHOICES = ("coalesce", "iif", "ifnull", "nullif", "likely", "unlikely", "typeof")
FUNCTIONS = frozenset(
    (*TOTALS, *RANKS, *_CALENDAR, *_TEXTS, "trim", "upper", *_NUMBERS, "sqrt", *_CHOICES, "cast")
)
