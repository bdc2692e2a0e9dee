"""The example of the documents works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kgqa.functions import Function
from kgqa.pipeline import Kit
from tests.kgqa.functions.harbour import ID, ask, asking, rows

PAGE = Path(__file__).parents[3] / "docs" / "functions.md"


def test_the_example_of_a_function_answers(known: Kit) -> None:
    code = re.search(r"<!-- a test runs this -->\n+```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)  # noqa: S102  # our own page
    own = next(made for made in names.values() if isinstance(made, Function))
    answer = ask(asking(known, [own]), "What is there near Anna?")
    assert [ID + "berta"] in rows(answer)
