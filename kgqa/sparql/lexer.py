"""The text of a query as terminals of the grammar, from left to right.

In: text, and what may come where it stands. Out: tokens. A `<` begins an address where one may come and is an
operator elsewhere, and so with the other signs that are two things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from lark import Token

_BASE = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)  # PN_CHARS_BASE of the specification
_JOINING = "\u00b7\u0300-\u036f\u203f\u2040"
_START, _CHARS = f"_{_BASE}", rf"\-_{_BASE}0-9{_JOINING}"
_PLX = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]"
_BLANKS = re.compile(r"(?:[ \t\r\n]++|#[^\r\n]*+)*+")
_TOKEN = re.compile(
    rf"""(?:[ \t\r\n]++|\#[^\r\n]*+)*+(?:
    (?P<LONG_STRING>'''(?:'{{0,2}}(?:[^'\\]|\\[tbnrf"'\\]))*'''|\"""(?:"{{0,2}}(?:[^"\\]|\\[tbnrf"'\\]))*\""")
    |(?P<STRING>'(?:[^'\\\n\r]|\\[tbnrf"'\\])*'|"(?:[^"\\\n\r]|\\[tbnrf"'\\])*")
    |(?P<IRIREF><[^<>"{{}}|^`\\\x00-\x20]*>)
    |(?P<BLANK_NODE_LABEL>_:[{_START}0-9](?:[{_CHARS}.]*[{_CHARS}])?)
    |(?P<PNAME_NS>(?:[{_BASE}](?:[{_CHARS}.]*[{_CHARS}])?)?:)
        (?P<local>(?:[{_START}:0-9]|{_PLX})(?:(?:[{_CHARS}.:]|{_PLX})*(?:[{_CHARS}:]|{_PLX}))?)?
    |(?P<VAR>[?$][{_START}0-9][{_START}0-9{_JOINING}]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<LANGTAG>@[A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[A-Za-z]+)?)
    |(?P<DOUBLE>[+-]?(?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+)
    |(?P<DECIMAL>[+-]?[0-9]*\.[0-9]+)
    |(?P<INTEGER>[+-]?[0-9]+)
    |(?P<mark>\^\^|&&|\|\||!=|<=|>=|<<\(?|\)?>>|\{{\||\|\}}|[][{{}}().;,=<>+*/|^!?~-])
    |(?P<end>\Z))""",
    re.VERBOSE,
)
_MARKS = {
    "{": "LBRACE", "}": "RBRACE", "(": "LPAR", ")": "RPAR", "[": "LBRACKET", "]": "RBRACKET",
    ".": "DOT", ";": "SEMICOLON", ",": "COMMA", "=": "EQUAL", "!=": "UNEQUAL", "<": "LESS", ">": "MORE",
    "<=": "AT_MOST", ">=": "AT_LEAST", "||": "OR", "&&": "AND", "+": "PLUS", "-": "MINUS_SIGN",
    "*": "STAR", "/": "SLASH", "|": "BAR", "^": "CARET", "!": "BANG", "?": "QUESTION", "^^": "TYPED",
    "<<(": "OPEN_TERM", ")>>": "CLOSE_TERM", "<<": "OPEN_REIFIED", ">>": "CLOSE_REIFIED",
    "{|": "OPEN_ANNOTATION", "|}": "CLOSE_ANNOTATION", "~": "TILDE",
}  # fmt: skip
FUNCTIONS = {
    "NO_ARGUMENT": ("RAND", "NOW", "UUID", "STRUUID"),
    "ONE_ARGUMENT": (
        "STR", "LANG", "DATATYPE", "IRI", "URI", "ABS", "CEIL", "FLOOR", "ROUND", "STRLEN", "UCASE", "LCASE",
        "ENCODE_FOR_URI", "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ", "MD5",
        "SHA1", "SHA256", "SHA384", "SHA512", "ISIRI", "ISURI", "ISBLANK", "ISLITERAL", "ISNUMERIC",
        "ISTRIPLE", "SUBJECT", "PREDICATE", "OBJECT", "LANGDIR", "HASLANG", "HASLANGDIR",
    ),
    "TWO_ARGUMENTS": (
        "LANGMATCHES", "CONTAINS", "STRSTARTS", "STRENDS", "STRBEFORE", "STRAFTER", "STRLANG", "STRDT",
        "SAMETERM",
    ),
    "TWO_OR_THREE": ("SUBSTR", "REGEX"),
    "THREE_ARGUMENTS": ("IF", "TRIPLE", "STRLANGDIR"),
    "THREE_OR_FOUR": ("REPLACE",),
    "ANY_NUMBER": ("CONCAT", "COALESCE"),
    "AGGREGATE": ("SUM", "MIN", "MAX", "AVG", "SAMPLE"),
}  # fmt: skip
_WORDS = {name: terminal for terminal, names in FUNCTIONS.items() for name in names} | {
    word: word
    for word in (
        "AS", "ASC", "ASK", "BASE", "BIND", "BNODE", "BOUND", "BY", "CONSTRUCT", "COUNT", "DESC", "DESCRIBE",
        "DISTINCT", "EXISTS", "FILTER", "FROM", "GRAPH", "GROUP", "GROUP_CONCAT", "HAVING", "IN",
        "LIMIT", "MINUS", "NAMED", "NOT", "OFFSET", "OPTIONAL", "ORDER", "PREFIX", "REDUCED", "SELECT",
        "SEPARATOR", "SERVICE", "SILENT", "UNDEF", "UNION", "VALUES", "VERSION", "WHERE",
    )
}  # fmt: skip
_AS_THEY_ARE = {"a": "A", "true": "TRUE", "false": "FALSE"}  # words that are not written in capitals
# Marks that a longer token may begin with.
_SHORTER = ("<<", "<=", "<", "+", "-", ".", "?", ")", ">", "{", "|")


class NoTokenError(Exception):
    """Nothing of the language begins at `offset`."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


def tokens(text: str, coming: Callable[[], Container[str]]) -> Iterator[Token]:
    """The tokens; `coming` tells the terminals that may come next."""
    at = 0
    while (found := _TOKEN.match(text, at)) is not None:
        kind = found.lastgroup or ""
        if kind == "end":
            return
        start = found.start("PNAME_NS" if kind == "local" else kind)
        value = text[start : found.end()]
        terminal = _terminal(kind, value)
        while value[0] in "<+-.?)>{|" and len(value) > 1 and terminal not in coming():
            value = next(mark for mark in _SHORTER if value.startswith(mark) and mark != value)
            terminal = _MARKS[value]
        if not terminal:
            raise NoTokenError(start)
        at = start + len(value)
        yield Token(terminal, value, start_pos=start, end_pos=at)
    blanks = _BLANKS.match(text, at)
    raise NoTokenError(blanks.end() if blanks else at)


def _terminal(kind: str, value: str) -> str:
    """The terminal of a piece of text; "" for a word that the language does not have."""
    match kind:
        case "mark":
            return _MARKS[value]
        case "local":
            return "PNAME_LN"
        case "word":
            return _AS_THEY_ARE.get(value) or _WORDS.get(value.upper(), "")
        case "INTEGER" | "DECIMAL" | "DOUBLE":
            return f"{kind}_SIGNED" if value[0] in "+-" else kind
        case _:
            return kind
