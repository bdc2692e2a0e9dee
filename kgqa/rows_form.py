"""In what form the rows of an answer are wanted: "as a line", "show it as a chart", "auf einer Karte".

In: a text and its language. Out: the text without these words, and the form. Whether rows make a chart is
for who draws them; here is only what was said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kgqa.language import LANGUAGES, Language, language
from kgqa.linking.tokens import Token, tokenise
from kgqa.meant import is_chosen
from kgqa.types import Question, RowsForm, Turn

_LONGEST = 5  # words of a phrase
Named = Callable[[str], bool]


def _nothing(_text: str) -> bool:
    return False


def wanted(text: str, lang: Language, named: Named = _nothing) -> tuple[str, RowsForm]:
    """The text without the words that want a form, and that form: "" for none. What is left is "" where the
    text says nothing else. `named` tells whether something in the graph is called so.
    """
    for each in (lang, *(language(code) for code in LANGUAGES if code != lang.code)):
        rest, form = _wanted(text, each, named)
        if form and (each is lang or not rest):  # "als Diagramm" alone does not tell the language
            return rest, form
    return text, ""


def meant(
    question: Question, lang: Language, named: Named = _nothing
) -> tuple[Question, RowsForm, Turn | None]:
    """The question to answer, the form that it wants, and the turn whose question that is where it wants
    nothing but another form.
    """
    rest, form = wanted(question.text, lang, named)
    if not form:
        return question, "", None
    if rest:
        return replace(question, text=rest), form, None
    history = list(question.history)
    while history:
        turn = history.pop()
        text, _ = wanted(turn.question, lang, named)
        if turn.sparql is None:
            break
        if text:
            query = turn.sparql if is_chosen(turn.sparql, turn.pins) else ""
            again = replace(question, text=text, history=tuple(history), pins=turn.pins, query=query)
            return again, form, turn
    return question, "", None


def _wanted(text: str, lang: Language, named: Named) -> tuple[str, RowsForm]:
    tokens = tokenise(text)
    end = len(tokens)
    while end and (size := _last(tokens[:end], lang.phrases("rows_form.closing"))):
        end -= size
    for form, begin, name in _behind(tokens[:end], lang):
        before = tokens[:begin]
        if _is_only(before, lang.phrases("rows_form.asking")):
            return "", form
        if not _is_weak(name, lang) or _groups(before, lang):
            return text[: tokens[begin].start].rstrip(" ,;:?"), form
    return _before(text, tokens, lang, named)


def _behind(tokens: Sequence[Token], lang: Language) -> list[tuple[RowsForm, int, str]]:
    """The form at the end, where its words begin, and its name: "… as a line chart", or a whole "plot it"."""
    if form := lang.table("rows_form")["alone"].get(_text(tokens)):
        return [(form, 0, "")]
    names = lang.table("rows_form")["names"]
    found: list[tuple[RowsForm, int, str]] = []
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        name = _text(tokens[-size:])
        form = names.get(name)
        into = _last(tokens[:-size], lang.phrases("rows_form.into"))
        if form and into:
            found.append((form, len(tokens) - size - into, name))
    return found


def _before(text: str, tokens: Sequence[Token], lang: Language, named: Named) -> tuple[str, RowsForm]:
    """The form at the beginning: "a bar chart of orders per year", "zeig mir ein Balkendiagramm der …"."""
    names, guarded = lang.table("rows_form")["names"], lang.phrases("rows_form.unless_named")
    at = 0
    while size := _first(tokens[at:], lang.phrases("rows_form.asking")):
        at += size
    for size in range(min(_LONGEST, len(tokens) - at), 0, -1):
        words = tokens[at : at + size]
        form = names.get(_text(words))
        of = _first(tokens[at + size :], lang.phrases("rows_form.of"))
        begin = at + size + of
        if form in ("", "table", None) or not of or begin >= len(tokens):
            continue
        rest = tokens[begin:]
        if _is_weak(_text(words), lang) and not (form == "shares" and _is_of_each(rest, lang)):
            continue
        if _text(words) in guarded and named(_text(words)):
            continue
        if form in ("shares", "histogram"):
            return _each(text, rest, lang), form
        is_any = _last(tokens[:at], lang.phrases("rows_form.one")) > 0  # "the chart of accounts" is not one
        if form != "chart" or is_any:
            return text[tokens[begin].start :], form
    return text, ""


def _each(text: str, rest: Sequence[Token], lang: Language) -> str:
    """What is left of “share of orders by status", so that it asks for a number of each: "orders per
    status".
    """
    group = lang.phrases("group")
    for n in range(1, len(rest)):
        if size := _first(rest[n:], group):
            after = rest[n + size :]
            each = lang.phrases("rows_form.each")
            between = f"{text[rest[0].start : rest[n - 1].end]} {next(iter(each))} "
            return between + text[after[0].start :] if after else text[rest[0].start :]
    return text[rest[0].start :]


def _is_weak(name: str, lang: Language) -> bool:
    """Whether the name of the form may well be one of the graph: a line, a table."""
    return name in lang.phrases("rows_form.weak")


def _is_of_each(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether a share is wanted of each of several: "orders by status"; not "orders are delivered by Ada"."""
    return _groups(tokens, lang) and not any(t.folded in lang.phrases("yes_no") for t in tokens)


def _groups(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether a question asks for a number for each of several ("revenue per month"), so that "as a line"
    behind it can hardly be a name.
    """
    group = lang.phrases("group")
    return any(_first(tokens[n:], group) for n in range(len(tokens)))


def _is_only(tokens: Sequence[Token], phrases: frozenset[str]) -> bool:
    at = 0
    while at < len(tokens):
        size = _first(tokens[at:], phrases)
        if not size:
            return False
        at += size
    return True


def _first(tokens: Sequence[Token], phrases: frozenset[str]) -> int:
    """How many words the longest phrase at the beginning has."""
    sizes = range(min(_LONGEST, len(tokens)), 0, -1)
    return next((size for size in sizes if _text(tokens[:size]) in phrases), 0)


def _last(tokens: Sequence[Token], phrases: frozenset[str]) -> int:
    """How many words the longest phrase at the end has."""
    sizes = range(min(_LONGEST, len(tokens)), 0, -1)
    return next((size for size in sizes if _text(tokens[-size:]) in phrases), 0)


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.folded for token in tokens)
