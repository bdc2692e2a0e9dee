"""What the model says in the benchmark, written down before: the known queries of the sample company.

In: questions with their queries in handles, a number for the thing in each. Out: replies to what the model is
told, of the question that is asked now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

Messages = tuple[tuple[str, str], ...]
_START = re.compile(r"^(?:SELECT|ASK)\b", re.MULTILINE)
_THING = re.compile(r"\{e\d+\}")
_HANDLE = re.compile(r"(?<![\w:]):[A-Za-z]\w*")
MOST_THINGS = 6  # numbers that a thing is tried with


@dataclass(slots=True)
class Script:
    """Queries by question, with the things in them as `{e1}`, and in whole addresses; `asked` is the
    question that is asked now.
    """

    queries: Mapping[str, str]
    whole: Mapping[str, str]
    asked: str = ""

    def oneshot(self) -> str:
        """The query in a block."""
        return f"```sparql\n{self.queries[self.asked]}\n```"

    def agent(self, messages: Messages) -> str:
        """Looks at a term, tries the query, ends with it."""
        query = self.whole[self.asked]
        handle = next(iter(_HANDLE.findall(self.queries[self.asked])), ":Thing")
        steps: tuple[dict[str, str], ...] = (
            {"action": "describe", "handle": handle},
            {"action": "query", "sparql": query},
            {"action": "answer", "sparql": query},
        )
        turn = sum(role == "assistant" for role, _ in messages)
        return json.dumps({"thought": "A step.", "actions": [steps[min(turn, 2)]]})

    def either(self, messages: Messages) -> str:
        """As the strategy that asks."""
        return self.agent(messages) if '"actions"' in messages[0][1] else self.oneshot()


def query_of(example: str) -> str:
    """The query of an example as the prompt has it; "" for none."""
    found = _START.search(example)
    return example[found.start() :].strip() if found else ""


def numbered(query: str) -> list[str]:
    """The query with each number that its one thing may have in the prompt; () for one with more things."""
    things = set(_THING.findall(query))
    if len(things) > 1:
        return []
    return [_THING.sub(f"{{e{n}}}", query) for n in range(1, MOST_THINGS + 1)] if things else [query]
