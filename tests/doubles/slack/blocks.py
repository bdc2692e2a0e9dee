"""Slack's rules for the blocks of a message: blocks in, Slack's complaints out (empty when all is well)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.doubles.slack import elements

Problems = Iterator[str]

KEYS: dict[str, tuple[set[str], set[str]]] = {  # type: required keys, other keys
    "section": ({"text"}, {"fields", "accessory", "expand"}),
    "context": ({"elements"}, set()),
    "actions": ({"elements"}, set()),
    "context_actions": ({"elements"}, set()),
    "divider": (set(), set()),
    "header": ({"text"}, set()),
    "rich_text": ({"elements"}, set()),
    "table": ({"rows"}, {"column_settings"}),
    "container": (
        {"title", "child_blocks"},
        {"subtitle", "width", "icon", "is_collapsible", "default_collapsed", "has_header_divider"},
    ),
}
IN_CONTAINER = {"actions", "context", "divider", "header", "rich_text", "section", "table"}
RICH = {"rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote"}


def problems(blocks: Any, *, containers: bool = True) -> list[str]:
    """Every complaint about the blocks of one message; `containers` says whether this Slack has
    them, and the icons that came with them.
    """
    if not isinstance(blocks, list):
        return ["expected an array [json-pointer:/blocks]"]
    found = list(_message(blocks, containers=containers))
    ids = Counter(
        e.get("action_id") for b in blocks if b.get("type") == "actions" for e in b.get("elements") or []
    )
    names = Counter(b["block_id"] for b in blocks if isinstance(b, dict) and "block_id" in b)
    found += [
        f"`block_id` {name} already exists [json-pointer:/blocks]" for name, n in names.items() if n > 1
    ]
    found += [f"`action_id` {name} already exists [json-pointer:/blocks]" for name, n in ids.items() if n > 1]
    return found


def _message(blocks: list[Any], *, containers: bool) -> Problems:
    if len(blocks) > 50:
        yield "no more than 50 items allowed [json-pointer:/blocks]"
    tables = 0
    for n, block in enumerate(blocks):
        at = f"/blocks/{n}"
        if (
            isinstance(block, dict)
            and block.get("type") in ("container", "context_actions")
            and not containers
        ):
            yield f"unsupported type: {block['type']} [json-pointer:{at}/type]"
            continue
        tables += _tables(block)
        yield from _block(block, at)
    if tables > 1:
        yield "only_one_table_allowed [json-pointer:/blocks]"


def _tables(block: Any) -> int:
    if not isinstance(block, dict):
        return 0
    return (block.get("type") == "table") + sum(_tables(child) for child in block.get("child_blocks") or [])


def _block(block: Any, at: str) -> Problems:
    kind = block.get("type") if isinstance(block, dict) else block
    if not isinstance(block, dict) or kind not in KEYS:
        yield f"unsupported type: {kind} [json-pointer:{at}/type]"
        return
    required, others = KEYS[block["type"]]
    given = set(block) - {"type", "block_id"}
    yield from (f"missing required field: {key} [json-pointer:{at}]" for key in sorted(required - given))
    yield from (
        f"invalid additional property: {key} [json-pointer:{at}]" for key in sorted(given - required - others)
    )
    if required <= given:
        yield from RULES[block["type"]](block, at)


def _section(block: dict[str, Any], at: str) -> Problems:
    yield from _text(block["text"], f"{at}/text", 3000)
    if "accessory" in block:
        yield from elements.problems(block["accessory"], f"{at}/accessory", elements.BESIDE)


def _header(block: dict[str, Any], at: str) -> Problems:
    yield from _text(block["text"], f"{at}/text", 150, {"plain_text"})


def _context(block: dict[str, Any], at: str) -> Problems:
    yield from _count(block["elements"], f"{at}/elements", 10)
    for n, element in enumerate(block["elements"]):
        yield from _text(element, f"{at}/elements/{n}", 3000)


def _actions(block: dict[str, Any], at: str) -> Problems:
    yield from _count(block["elements"], f"{at}/elements", 25)
    for n, element in enumerate(block["elements"]):
        yield from elements.problems(element, f"{at}/elements/{n}", {"button", *elements.BESIDE})


def _context_actions(block: dict[str, Any], at: str) -> Problems:
    yield from _count(block["elements"], f"{at}/elements", 5)
    for n, element in enumerate(block["elements"]):
        yield from elements.problems(element, f"{at}/elements/{n}", {"feedback_buttons", "icon_button"})


def _rich_text(block: dict[str, Any], at: str) -> Problems:
    yield from _count(block["elements"], f"{at}/elements", 1000)
    for n, element in enumerate(block["elements"]):
        yield from _rich(element, f"{at}/elements/{n}")


def _rich(element: dict[str, Any], at: str) -> Problems:
    if element.get("type") not in RICH:
        yield f"unsupported type: {element.get('type')} [json-pointer:{at}/type]"
        return
    yield from _count(element.get("elements"), f"{at}/elements", 1000)
    for n, part in enumerate(element.get("elements") or []):
        here = f"{at}/elements/{n}"
        if element["type"] == "rich_text_list":
            yield from _rich(part, here)
        elif part.get("type") == "link":
            if not str(part.get("url", "")).startswith(("http://", "https://", "mailto:")):
                yield f"invalid_url [json-pointer:{here}/url]"
            yield from _length(part.get("url", ""), f"{here}/url", 3000)
        elif part.get("type") == "text":
            yield from _length(part.get("text", ""), f"{here}/text", 4000)
        else:  # users, channels and broadcasts exist in Slack; a reply of ours never speaks to anybody
            yield f"unsupported type: {part.get('type')} [json-pointer:{here}/type]"


def _table(block: dict[str, Any], at: str) -> Problems:
    rows = block["rows"]
    yield from _count(rows, f"{at}/rows", 100)
    yield from _count(block.get("column_settings", [{}]), f"{at}/column_settings", 20)
    characters = 0
    for r, row in enumerate(rows):
        yield from _count(row, f"{at}/rows/{r}", 20)
        if len(row) != len(rows[0]):
            yield f"invalid_table_row [json-pointer:{at}/rows/{r}]"
        for c, cell in enumerate(row):
            here = f"{at}/rows/{r}/{c}"
            text = words(cell)
            characters += len(text)
            if cell.get("type") == "rich_text":
                yield from _block(cell, here)
            elif cell.get("type") != "raw_text":
                yield f"unsupported type: {cell.get('type')} [json-pointer:{here}/type]"
            if not text.strip():
                yield f"must be more than 0 characters [json-pointer:{here}/text]"
    if characters > 10_000:
        yield f"table content exceeds 10000 characters [json-pointer:{at}]"


def _container(block: dict[str, Any], at: str) -> Problems:
    yield from _text(block["title"], f"{at}/title", 150, {"plain_text"})
    if "subtitle" in block:
        yield from _text(block["subtitle"], f"{at}/subtitle", 150)
    if block.get("default_collapsed") and not block.get("is_collapsible"):
        yield f"default_collapsed requires is_collapsible [json-pointer:{at}]"
    yield from _count(block["child_blocks"], f"{at}/child_blocks", 10)
    for n, child in enumerate(block["child_blocks"]):
        if child.get("type") not in IN_CONTAINER:
            yield f"unsupported type: {child.get('type')} [json-pointer:{at}/child_blocks/{n}/type]"
        else:
            yield from _block(child, f"{at}/child_blocks/{n}")


def _text(text: Any, at: str, most: int, kinds: set[str] | None = None) -> Problems:
    kinds = kinds or {"plain_text", "mrkdwn"}
    if not isinstance(text, dict) or text.get("type") not in kinds:
        yield f"unsupported type [json-pointer:{at}/type]"
        return
    if text["type"] == "mrkdwn" and "emoji" in text:
        yield f"invalid additional property: emoji [json-pointer:{at}]"
    yield from _length(text.get("text", ""), f"{at}/text", most)


def _length(text: Any, at: str, most: int, least: int = 1) -> Problems:
    if not isinstance(text, str) or len(text) < least:
        yield f"must be more than {least - 1} characters [json-pointer:{at}]"
    elif len(text) > most:
        yield f"must be less than {most + 1} characters [json-pointer:{at}]"


def _count(items: Any, at: str, most: int) -> Problems:
    if not isinstance(items, list) or not items:
        yield f"must provide at least 1 item [json-pointer:{at}]"
    elif len(items) > most:
        yield f"no more than {most} items allowed [json-pointer:{at}]"


def words(part: Any) -> str:
    """All text that people read in a block, an element or a list of them, joined."""
    if isinstance(part, list):
        return "\n".join(words(item) for item in part)
    if not isinstance(part, dict):
        return ""
    if isinstance(part.get("text"), str):
        return str(part["text"])
    return "\n".join(words(value) for value in part.values() if isinstance(value, (dict, list)))


RULES = {
    "section": _section,
    "context": _context,
    "actions": _actions,
    "context_actions": _context_actions,
    "divider": lambda _block, _at: iter(()),
    "header": _header,
    "rich_text": _rich_text,
    "table": _table,
    "container": _container,
}
