"""JSON from a model that may know no JSON: by a schema, as an object, as a block in the text.

In: a schema, a reply. Out: how to ask for it, from the strictest way to the one that every model can do; the
JSON object of the reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Literal

Style = Literal["schema", "object", "block"]

STYLES: tuple[Style, ...] = ("schema", "object", "block")
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_BLOCK = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)


def wanted(schema: dict[str, Any], style: Style) -> dict[str, Any]:
    """What is sent beside the messages."""
    if style == "schema":
        form = {"name": "reply", "schema": schema, "strict": _is_strict(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": form}}
    return {"response_format": {"type": "json_object"}} if style == "object" else {}


def with_schema(
    messages: Sequence[tuple[str, str]], schema: dict[str, Any], style: Style
) -> Sequence[tuple[str, str]]:
    """The messages, and the schema where the service does not see to it."""
    if style == "schema":
        return messages
    block = " in a block that begins with ```json and ends with ```" if style == "block" else ""
    rule = (
        f"Reply with one JSON object{block}, and nothing else. It has this JSON schema:\n{json.dumps(schema)}"
    )
    return (*messages, ("user", rule))


def json_in(text: str) -> str | None:
    """The JSON object of a reply: all of it, in a block, or between its outermost braces."""
    text = _THOUGHT.sub("", text)
    tries = [text, *(m.group(1) for m in _BLOCK.finditer(text)), text[text.find("{") : text.rfind("}") + 1]]
    for candidate in tries:
        try:
            if isinstance(json.loads(candidate), dict):
                return candidate.strip()
        except (ValueError, RecursionError):
            continue
    return None


def _is_strict(schema: Any) -> bool:
    """Whether OpenAI takes the schema as strict: each object names all its properties, and no others."""
    if isinstance(schema, list):
        return all(map(_is_strict, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" or "properties" in schema:
        is_closed = schema.get("additionalProperties") is False
        if not is_closed or set(schema.get("required", ())) != set(schema.get("properties", ())):
            return False
    return all(map(_is_strict, schema.values()))
