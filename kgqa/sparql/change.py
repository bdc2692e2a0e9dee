"""A query with one of its patterns exchanged: in comes a value, out comes another value."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from kgqa.sparql.model import Select, Triple


def replace_triple(select: Select, old: Triple, new: Triple) -> Select:
    """The same query with `new` wherever `old` itself (not its equal) stood."""
    return cast("Select", _exchanged(select, old, new))


def _exchanged(value: Any, old: Triple, new: Triple) -> Any:
    if value is old:
        return new
    if isinstance(value, tuple):
        parts = tuple(_exchanged(v, old, new) for v in value)
        return parts if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    if is_dataclass(value) and not isinstance(value, type):
        changed = {f.name: _exchanged(getattr(value, f.name), old, new) for f in fields(value)}
        same = all(getattr(value, key) is inner for key, inner in changed.items())
        return value if same else replace(value, **changed)
    return value
