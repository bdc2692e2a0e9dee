"""Terminals of the grammar in, plain words out: "a full stop “.”, “;” or a pattern such as FILTER"."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from kgqa.sparql.grammar import END, in_full
from kgqa.wording.said import Said, either, say

MOST = 5  # things that are named; a longer list is read by nobody

_MARKS = {
    END: "the end of the query",
    "RPAR": "a closing bracket “)”",
    "RBRACE": "a closing brace “}”",
    "RBRACKET": "a closing bracket “]”",
    "DOT": "a full stop “.”",
    "SEMICOLON": "“;”",
    "COMMA": "“,”",
    "CLOSE_TERM": "“)>>”",
    "CLOSE_REIFIED": "“>>”",
    "CLOSE_ANNOTATION": "“|}”",
    "AS": "AS",
    "BY": "BY",
    "VAR": "a variable",
}
_FAMILIES = (  # its words, how many must be there for the family to be named, its terminals
    ("a name such as ex:item or <…>", 2, ("IRIREF", "PNAME_LN", "PNAME_NS")),
    ("a literal", 3, ("STRING", "LONG_STRING", "INTEGER", "DECIMAL", "DOUBLE", "TRUE", "FALSE")),
    ("a function", 2, (
        "NO_ARGUMENT", "ONE_ARGUMENT", "TWO_ARGUMENTS", "TWO_OR_THREE", "THREE_ARGUMENTS", "THREE_OR_FOUR",
        "ANY_NUMBER", "BNODE", "BOUND", "COUNT", "AGGREGATE", "GROUP_CONCAT",
    )),
    ("an operator such as “=”", 5, (
        "EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST", "AT_LEAST", "PLUS", "MINUS_SIGN", "STAR", "SLASH",
        "AND", "OR",
    )),
    ("a pattern such as FILTER", 4, ("OPTIONAL", "MINUS", "GRAPH", "SERVICE", "FILTER", "BIND", "VALUES")),
    ("a clause such as ORDER BY", 3, ("GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES")),
)  # fmt: skip
_SINGLE = {
    "LPAR": "an opening bracket “(”",
    "LBRACE": "an opening brace “{”",
    "STAR": "“*”",
    "EQUAL": "“=”",
    "PNAME_NS": "a prefix such as ex:",
    "IRIREF": "an address in < >",
    "INTEGER": "a whole number",
    "STRING": "a text in quotation marks",
}
_SILENT = frozenset((  # they may always stand where a term may, or after one: naming them says nothing
    "A", "BANG", "CARET", "QUESTION", "BAR", "SLASH", "PLUS", "MINUS_SIGN", "LANGTAG", "TYPED", "NOT", "IN",
    "EXISTS", "BLANK_NODE_LABEL", "LBRACKET", "LONG_STRING", "UNDEF", "INTEGER_SIGNED", "DECIMAL_SIGNED",
    "DOUBLE_SIGNED", "TILDE", "OPEN_TERM", "OPEN_REIFIED", "OPEN_ANNOTATION",
))  # fmt: skip


def in_words(accepts: AbstractSet[str]) -> Said:
    """What may stand there, at most five things; the least telling are left out."""
    if {"SELECT", "PREFIX"} <= accepts:
        return say("a query that starts with SELECT, ASK, CONSTRUCT or DESCRIBE")
    left = set(accepts)
    named: list[str] = [say(words) for terminal, words in _MARKS.items() if terminal in left]
    left -= _MARKS.keys()
    for words, least, family in _FAMILIES:
        if len(left & set(family)) >= least:
            named.append(say(words))
            left.difference_update(family)
    if named:
        left -= _SILENT
        if "DISTINCT" not in accepts:  # where columns or arguments do not start, it repeats a path
            left.discard("STAR")
    singles = [say(words) for terminal, words in _SINGLE.items() if terminal in left]
    keywords = [in_full(word) for word in sorted(left - _SINGLE.keys())]
    expected = [*named, *singles, *keywords][:MOST]
    return either(expected) if expected else say("something else")
