"""Slips in words: those of other languages, misspelt ones, prose."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA

from kgqa.sparql.grammar import END, Stuck, in_full
from kgqa.sparql.lexer import FUNCTIONS
from kgqa.wording.said import Said, say

FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
CLAUSES = ("WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES")

_OF_SQL = {
    "AND": say("Conditions are joined with &&."),
    "OR": say("Alternatives are joined with ||."),
    "NOT": say("Negation is written ! before a condition, or FILTER NOT EXISTS { … }."),
    "LIKE": say('There is no LIKE: write CONTAINS(?text, "part") or REGEX(?text, "pattern").'),
    "ILIKE": say('There is no ILIKE: write CONTAINS(LCASE(?text), "part").'),
    "IS": say("A missing value is asked for with !BOUND(?x), one that is there with BOUND(?x)."),
    "NULL": say("A missing value is asked for with !BOUND(?x)."),
    "BETWEEN": say("A range is written ?x >= 1 && ?x <= 9."),
    "CASE": say("A choice is written IF(condition, value, other value)."),
    "JOIN": say("There is no JOIN: triples that share a variable are joined by it."),
    "TRUE": say("Truth values are written in small letters: true, false."),
    "FALSE": say("Truth values are written in small letters: true, false."),
    "TOP": say("The number of rows stands at the end: LIMIT 10."),
    "FETCH": say("The number of rows stands at the end: LIMIT 10."),
}


def of_other_languages(stuck: Stuck) -> Said | None:
    found, before = stuck.found, stuck.after
    if found.word in _OF_SQL:
        return _OF_SQL[found.word]
    if found.text == "=" and before == "EQUAL":
        return say("Equality is written with one sign: =.")
    if found.text == ">" and before == "LESS":
        return say("“Not equal” is written !=.")
    if found.text == "&":
        return _OF_SQL["AND"]
    if before == "COUNT":
        return say("What is counted stands in brackets: COUNT(DISTINCT ?x).")
    if found.text == "," and [t.type for t in stuck.taken[-2:]] == ["LIMIT", "INTEGER"]:
        return say("Rows are skipped with OFFSET: LIMIT 10 OFFSET 5.")
    return None


def misspelt(stuck: Stuck) -> Said | None:
    near = nearest(stuck.found.word, words_of(stuck))
    return say("Did you mean {word}?", word=in_full(near)) if near else None


def around(stuck: Stuck) -> Said | None:
    """Prose before a query or after it."""
    if not stuck.taken and any(p.word in FORMS for p in stuck.rest[1:]):
        return say("Give the query alone, without words before it.")
    if END in stuck.accepts and stuck.found.word and stuck.found.word not in CLAUSES:
        return say("Give the query alone, without words after it.")
    return None


def without_mark(stuck: Stuck) -> Said | None:
    word = stuck.found.text
    if stuck.found.word in ("", *CLAUSES, *FORMS) or "VAR" not in stuck.accepts:
        return None
    if "STRING" not in stuck.accepts:
        return say("A variable starts with a question mark: ?{word}.", word=word)
    return say(
        'A variable is written ?{word}, a text "{word}", and a name has a prefix or stands in < >.', word=word
    )


def words_of(stuck: Stuck) -> list[str]:
    """The words of the language that could stand there."""
    words = stuck.accepts - {"TRUE", "FALSE"}  # which are not written in capitals
    return [word for terminal in words for word in FUNCTIONS.get(terminal, (terminal,))]


def nearest(word: str, words: Iterable[str]) -> str:
    """One of those of `words` that differ least from `word`; "" if all differ much."""
    return next(iter(words_near(word, words)), "")


def words_near(word: str, words: Iterable[str]) -> list[str]:
    """Those of `words` that differ least from `word`: by one sign, or by two in a long word."""
    if len(word) < 3:  # noqa: PLR2004 - anything is near to two letters
        return []
    bound = 1 if len(word) < 6 else 2  # noqa: PLR2004
    near = {w: d for w in words if 0 < (d := OSA.distance(word, w, score_cutoff=bound)) <= bound}
    return sorted(w for w, d in near.items() if d == min(near.values()))
