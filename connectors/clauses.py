"""A query that names no dataset -> the same with dataset clauses of ours (SPARQL 1.1, 13.2), for servers that
take no notice of the protocol's parameters. The rest of its text stays as it is.
"""

from __future__ import annotations

import re

from connectors.wall import TOKEN

_TOKEN = re.compile(f"{TOKEN.pattern} | (?P<sign> [(){{}}] )", TOKEN.flags)
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")


def with_clauses(text: str, clauses: str) -> str:
    """The query with the clauses in front of its WHERE."""
    depth, template, form = 0, False, ""
    for token in _TOKEN.finditer(text):
        word, sign = (token["word"] or "").upper(), token["sign"]
        form = form or (word if word in _FORMS else "")
        is_pattern = sign == "{" and (form != "CONSTRUCT" or template)
        if not depth and (word == "WHERE" or is_pattern):
            return f"{text[: token.start()]}{clauses} {text[token.start() :]}"
        if sign:
            depth += 1 if sign in "({" else -1
            template = template or sign == "{"
    return f"{text}\n{clauses}"  # DESCRIBE <thing>
