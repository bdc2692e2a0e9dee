"""The columns of a SELECT."""

from __future__ import annotations

from kgqa.repair.fresh import unused
from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql.pieces import Piece
from kgqa.sparql.slips.shape import in_columns
from kgqa.wording.said import say

_COMPUTED = ("COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT")


def bracketed_column(broken: Broken) -> Mended | None:
    """SELECT COUNT(?x), SELECT COUNT(?x) AS ?n"""
    stuck = broken.stuck
    if stuck is None or stuck.found.word not in _COMPUTED or not in_columns(stuck):
        return None
    end = _closing(stuck.rest)
    if end is None:
        return None
    called = broken.text[stuck.offset : stuck.rest[end].end]
    word, variable = stuck.rest[end + 1 : end + 3] if len(stuck.rest) > end + 2 else (None, None)
    if word is not None and variable is not None and word.word == "AS" and variable.kind == "variable":
        name, until = variable.text, variable.end
    else:
        name, until = _fresh(broken, stuck.found.text), stuck.rest[end].end
    text = broken.put(f"({called} AS {name})", stuck.offset, until)
    return Mended(text, say("The computed column is called {name}.", name=name))


def named_column(broken: Broken) -> Mended | None:
    """SELECT (COUNT(?x))"""
    stuck = broken.stuck
    if stuck is None or stuck.found.text != ")" or "AS" not in stuck.accepts:
        return None
    at = next(i for i, token in enumerate(stuck.taken) if token is stuck.open[-1])
    called = stuck.taken[at + 1].value
    if stuck.taken[at - 1].type == "BIND" or called.upper() not in _COMPUTED:
        return None
    name = _fresh(broken, called)
    return Mended(
        broken.put(f" AS {name}", stuck.offset, stuck.offset),
        say("The computed column is called {name}.", name=name),
    )


def columns_without_commas(broken: Broken) -> Mended | None:
    """SELECT ?x, ?y"""
    stuck = broken.stuck
    if stuck is None or stuck.found.text != "," or not in_columns(stuck):
        return None
    return Mended(
        broken.put("", stuck.offset, stuck.offset + 1), say("The commas between columns are left out.")
    )


def _closing(rest: tuple[Piece, ...]) -> int | None:
    """Which piece closes the bracket that opens at the second."""
    depth = 0
    for at, piece in enumerate(rest[1:], start=1):
        depth += (piece.text == "(") - (piece.text == ")")
        if depth == 0:
            return at if at > 1 else None
    return None


def _fresh(broken: Broken, function: str) -> str:
    """A variable named for the function, that the text does not use."""
    used = {p.text[1:] for p in broken.pieces if p.kind == "variable"}
    return "?" + unused(function.lower(), used)
