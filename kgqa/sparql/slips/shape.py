"""Slips in the shape of a query: brackets, triples, columns, the order of its clauses."""

from __future__ import annotations

from kgqa.sparql.grammar import CLOSING, END, Stuck, in_full
from kgqa.sparql.pieces import place
from kgqa.wording.said import Said, say

_CLAUSES = ("GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_TERMS = ("variable", "name", "iri", "string", "number")


def clause_order(stuck: Stuck) -> Said | None:
    """HAVING before GROUP BY, LIMIT before ORDER BY."""
    word = stuck.found.word
    if word not in _CLAUSES:
        return None
    seen: list[list[str]] = [[]]  # the clauses of each query that is open there
    for token in stuck.taken:
        if token.type in CLOSING.values():
            seen.append([])
        elif token.type in CLOSING:
            seen.pop()
        elif token.type in _CLAUSES:
            seen[-1].append(token.type)
    if word in seen[-1]:
        return say("{clause} stands once in a query.", clause=in_full(word))
    if not seen[-1]:
        return None
    return say("{clause} stands before {other}.", clause=in_full(word), other=in_full(seen[-1][0]))


def two_queries(stuck: Stuck) -> Said | None:
    follows = any(p.word in _FORMS for p in stuck.rest[:2])
    return say("Give one query at a time.") if END in stuck.accepts and follows else None


def column_without_name(stuck: Stuck) -> Said | None:
    """SELECT COUNT(?x), SELECT (COUNT(?x)), BIND(?x + 1)"""
    if stuck.found.text == ")" and "AS" in stuck.accepts:
        return say("What is computed has a name: (… AS ?name).")
    called = stuck.found.word and [p.text for p in stuck.rest[1:2]] == ["("]
    if called and (stuck.after == "SELECT" or in_columns(stuck)):
        return say(
            "A computed column stands in brackets and has a name: ({function}(…) AS ?name).",
            function=stuck.found.word,
        )
    return None


def commas_between_columns(stuck: Stuck) -> Said | None:
    is_comma = stuck.found.text == "," and in_columns(stuck)
    return say("Columns stand side by side, without commas.") if is_comma else None


def in_columns(stuck: Stuck) -> bool:
    """Whether a column of a SELECT could stand there."""
    return {"VAR", "LPAR", "LBRACE", "FROM"} <= stuck.accepts or {"VAR", "DISTINCT"} <= stuck.accepts


def condition_without_brackets(stuck: Stuck) -> Said | None:
    is_bare = stuck.after in ("FILTER", "HAVING") and "LPAR" in stuck.accepts
    return say("A condition stands in brackets: {word} (…).", word=stuck.after) if is_bare else None


def comma_for_semicolon(stuck: Stuck) -> Said | None:
    after_comma = len(stuck.taken) > 1 and stuck.taken[-2].type == "COMMA"
    if not after_comma or stuck.found.kind not in _TERMS or "SEMICOLON" not in stuck.accepts:
        return None
    return say("A comma gives another value of the same property; before another property stands “;”.")


def two_triples(stuck: Stuck) -> Said | None:
    if stuck.found.kind not in _TERMS or not {"DOT", "SEMICOLON"} <= stuck.accepts:
        return None
    return say("Between two triples stands a full stop, between two properties of the same thing “;”.")


def half_triple(stuck: Stuck) -> Said | None:
    """?x ex:p }"""
    ends = stuck.found.text in ("}", ".", ";", "]")
    if not ends or stuck.after not in ("VAR", "A", "IRIREF", "PNAME_LN", "COMMA"):
        return None
    is_triple = bool(stuck.open) and stuck.open[-1].type != "LPAR" and "VAR" in stuck.accepts
    return say("A triple has three parts: a thing, a property and a value.") if is_triple else None


def open_bracket(stuck: Stuck) -> Said | None:
    if not stuck.open:
        return None
    inner = stuck.open[-1]
    ends = stuck.found.kind == "end" or stuck.found.text in (")", "}", "]")
    goes_on = inner.type == "LPAR" and "RPAR" in stuck.accepts and stuck.found.word
    if not (ends or goes_on) or _closes(stuck.found.text, inner.type):
        return None
    line, column = place(stuck.text, inner.start_pos or 0)
    return say(
        "The bracket “{mark}” opened at line {line}, column {column} is not closed.",
        mark=str(inner.value),
        line=str(line),
        column=str(column),
    )


def _closes(mark: str, opening: str) -> bool:
    return {"LPAR": ")", "LBRACE": "}", "LBRACKET": "]"}[opening] == mark


def superfluous_end(stuck: Stuck) -> Said | None:
    mark = stuck.found.text
    if END not in stuck.accepts or not mark or mark not in ")}].;,":
        return None
    if mark in ")}]":
        return say("One “{mark}” is too many.", mark=mark)
    return say("Leave out the “{mark}” after the query.", mark=mark)
