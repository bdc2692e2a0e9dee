"""Query text -> refused if it would reach outside the store, or write.

The check has refused such queries on the parsed algebra long before; this is the last wall, and it knows
nothing but the words of the text. Strings, IRIs, comments and variables are set aside, so that
"Customer service" is no reason to refuse. Oxigraph also reads keywords that touch their neighbours
(`1SERVICE<x>{}`, `SERVICE:x{}`), so a word is searched for keywords, not compared with them.
"""

from __future__ import annotations

import re

from kgqa.errors import GraphRejected

_WORD = r"[^\x00-\x2f:-@\[-^`{-\x7f]"  # a letter, a digit, an underscore, or anything beyond ASCII
TOKEN = re.compile(
    rf"""
      (?P<aside> <[^<>"{{}}|^`\\\x00-\x20]*>                     # an IRI
        | \"{{3}}(?:\"{{0,2}}(?:[^"\\]|\\.))*\"{{3}}
        | '{{3}}(?:'{{0,2}}(?:[^'\\]|\\.))*'{{3}}
        | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
        | [?$]{_WORD}+ | @[A-Za-z0-9-]+ )
    | (?P<comment> \#[^\n\r]* )
    | (?P<name> (?P<prefix> (?:{_WORD}|[.-])* ) : (?:{_WORD}|[.:-]|%[0-9A-Fa-f]{{2}}|\\.)* )
    | (?P<word> {_WORD}+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_FORBIDDEN = re.compile(
    r"SERVICE|^(FROM|LOAD|INSERT|DELETE|CREATE|DROP|CLEAR|ADD|MOVE|COPY|USING|WITH)$", re.IGNORECASE
)
_GLUED = re.compile(r"(SERVICE|SILENT|FROM|NAMED)$", re.IGNORECASE)
# All of them: a query that holds none, wherever, is not read word by word.
_KEYWORDS = (
    *("SERVICE", "SILENT", "FROM", "NAMED", "LOAD", "INSERT", "DELETE", "CREATE", "DROP", "CLEAR"),
    *("ADD", "MOVE", "COPY", "USING", "WITH"),
)
_OPENS = re.compile(r"(?:\s|#[^\n\r]*[\n\r])*(?:\{|WHERE|FROM)", re.IGNORECASE)


def refuse_outside(text: str) -> None:
    """Raises GraphRejected when the query names another place, or would write."""
    if text.isascii() and not any(map(text.upper().__contains__, _KEYWORDS)):
        return
    for token in TOKEN.finditer(text):
        keyword = _FORBIDDEN.search(token["word"] or "")
        if not keyword and token["name"] and _OPENS.match(text, token.end()):
            keyword = _GLUED.search(token["prefix"])
        if keyword:
            raise GraphRejected(
                f"The query was not run: it uses {keyword[0].upper()}, and a query may only read this "
                "one graph. Ask without it."
            )
