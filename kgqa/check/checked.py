"""The one place where a CheckedQuery is made: what passed in, the value that `Graph.run` takes out."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from kgqa.sparql import ParsedQuery, parse
from kgqa.types import _CHECK, CheckedQuery, Issue, Origin, QueryLanguage


def passed(
    text: str,
    canonical: str,
    *,
    form: Literal["select", "ask", "construct", "describe"] = "select",
    rules: Sequence[str] = (),
    warnings: Sequence[Issue] = (),
    language: QueryLanguage = QueryLanguage.SPARQL,
    origins: Sequence[Origin] = (),
    parsed: ParsedQuery | None = None,
) -> CheckedQuery:
    """A query that satisfied these rules. For modules of `kgqa.check` alone."""
    return CheckedQuery(
        text=text,
        form=form,
        canonical=canonical,
        sha256=sha256(canonical.encode("utf-8", "replace")).hexdigest(),
        passed=tuple(rules),
        warnings=tuple(warnings),
        language=language,
        origins=tuple(origins),
        parsed=parsed,
        made_by=_CHECK,
    )


def parsed_of(query: CheckedQuery) -> ParsedQuery | None:
    """What a query of SPARQL says, as the check read it; None for SQL and for calls. A query in which lists
    were put in the places of marks is read when it is asked for.
    """
    if query.parsed is not None or query.language is not QueryLanguage.SPARQL:
        return query.parsed
    parsed = parse(query.text)
    return parsed if isinstance(parsed, ParsedQuery) else None
