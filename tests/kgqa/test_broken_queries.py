"""Texts that are no queries: where each breaks, what was expected there, what stands there, what to do."""

from __future__ import annotations

import pytest

from kgqa.check import unreadable
from kgqa.sparql import SyntaxIssue, parse
from kgqa.sparql.grammar import stuck
from kgqa.wording import words
from tests.kgqa.german import is_german

PREFIXES = (("ex", "https://example.org/"), ("shop", "https://shop.example/"))
STARTS = "a query that starts with SELECT, ASK, CONSTRUCT or DESCRIBE"
AFTER_OBJECT = "a closing brace “}”, a full stop “.”, “;”, “,” or a pattern such as FILTER"
OBJECT = "a variable, a name such as ex:item or <…>, a literal or an opening bracket “(”"
OPERAND = "a variable, a name such as ex:item or <…>, a literal, a function or an opening bracket “(”"
END = "the end of the text"


def issue(text: str) -> SyntaxIssue:
    problem = parse(text, PREFIXES)
    assert isinstance(problem, SyntaxIssue), text
    return problem


@pytest.mark.parametrize(
    ("text", "place", "expected", "found"),
    [
        ("", (1, 1), STARTS, END),
        ("  \n ", (1, 1), STARTS, END),
        ("# nothing\n# at all", (2, 9), STARTS, END),
        ("ASK {\n  ?x ex:p\n}", (3, 1), OBJECT, "“}”"),
        ("ASK { ?x ex:p ?y .", (1, 19), "a closing brace “}”, a variable", END),
        ("ASK { ?x ex:p ?y\n", (1, 17), AFTER_OBJECT, END),
        ("SELECT ?x { ?x ex:p ?y } LIMIT ten", (1, 32), "a whole number", "“ten”"),
        ("SELECT ?x { ?x ex:p ?y } GROUP ?x", (1, 32), "BY", "“?x”"),
        ("SELECT ?x { ?x ex:p ?y } ORDER DESC(?x)", (1, 32), "BY", "“DESC”"),
        ("ASK { ?x ex:p ?y OPTIONAL ?y ex:q ?z }", (1, 27), "an opening brace “{”", "“?y”"),
        ("ASK { FILTER(?x IN 1, 2) }", (1, 20), "an opening bracket “(”", "“1”"),
        ("ASK { FILTER(REGEX(?x)) }", (1, 22), "“,” or an operator such as “=”", "“)”"),
        ("ASK { FILTER(CONTAINS(?x 'a')) }", (1, 26), "“,” or an operator such as “=”", "“'a'”"),
        ("ASK { VALUES ?x ex:a }", (1, 17), "an opening brace “{”", "“ex:a”"),
        ("ASK { VALUES ?x { ex:a, ex:b } }", (1, 23), "a closing brace “}”, a name", "“,”"),
        ("PREFIX ex: ASK { }", (1, 12), "an address in < >", "“ASK”"),
        ("ASK { ?x ex:p 'a'^^integer }", (1, 20), "a name such as ex:item or <…>", "“integer”"),
        ("ASK { VALUES (?x ?y) { (1 2) (3) } }", (1, 7), "as many values in each row of VALUES as", ""),
        ("ASK { ?x !(^ex:p/ex:q) ?y }", (1, 17), "a closing bracket “)”", "“/”"),
        ("ASK { ?x ex:p '\\u00e9\\u00e9' ?z }", (1, 30), AFTER_OBJECT, "“?z”"),
    ],
)
def test_a_broken_text_says_where_what_was_expected_and_what_stands_there(
    text: str, place: tuple[int, int], expected: str, found: str
) -> None:
    problem = issue(text)
    assert (problem.line, problem.column) == place
    assert problem.expected.startswith(expected)
    assert problem.found == found
    assert is_german(problem.expected) or problem.expected == "BY"


@pytest.mark.parametrize(
    ("text", "column", "advice"),
    [
        # signs
        ("ASK { ?x ex:p 'O'Brien' }", 18, "A ' inside of a text is written \\'."),
        (
            'ASK { ?x ex:p "a 5" disk" }',
            21,
            'A " inside of a text is written \\".',
        ),
        (
            "ASK { FILTER(REGEX(?x, '^a\\d')) }",
            24,
            "“\\d” is no escape: a backslash in a text is written \\\\.",
        ),
        ("ASK { ?x ex:p 'Bob }", 15, "The quotation mark ' opened at line 1, column 15 is not closed."),
        ('ASK { ?x ex:p """Bob }', 15, 'The quotation mark """ opened at line 1, column 15 is not closed.'),
        ("ASK { ?x ex:p “Bob” }", 15, "Quotation marks in a query are straight: \" or '."),
        ("ASK { ?x\u00a0ex:p 1 }", 9, "This sign (U+00A0) only looks like a blank"),
        ("```sparql\nASK { ?x ex:p 1 }\n```", 1, "Give the query alone, without the ``` around it."),
        ("# a\n", 4, "Every line is a comment."),
        (
            "ASK { ?x <http://a.example/b c> 1 }",
            10,
            "An address in < > has no blank in it: write %20 for it.",
        ),
        ("ASK { ?x <http://a.example/b{c> 1 }", 10, "An address in < > has no { in it: write %7B for it."),
        ("ASK { ?x <http://a.example/b 1 }", 10, "An address that starts with < ends with >."),
        ("PREFIX ex: https://a.example/ ASK { }", 12, "An address stands in < >."),
        ("ASK { ?x https://a.example/b 1 }", 17, "An address stands in < >."),
        ("PREFIX ex <https://a.example/> ASK { }", 8, "A prefix ends with a colon: ex:."),
        (
            "ASK { ?x ex:p ex:O'Brien }",
            19,
            "A ' is no part of a name: write \\', or the whole address in < >.",
        ),
        ("ASK { ?x ex:p ex:a(b) }", 19, "A short name has no “(” in it: write \\(, or the whole address"),
        # words
        ("SELEC ?x { ?x ex:p ?y }", 1, "Did you mean SELECT?"),
        ("SELECT ?x WERE { ?x ex:p ?y }", 11, "Did you mean WHERE?"),
        ("SELECT ?x { ?x ex:p ?y } LIMT 5", 26, "Did you mean LIMIT?"),
        ("SELECT ?x { ?x ex:p ?y } GRUOP BY ?x", 26, "Did you mean GROUP BY?"),
        ("ASK { ?x ex:p ?y OPTONAL { ?x ex:q ?z } }", 18, "Did you mean OPTIONAL?"),
        ("ASK { FILTER(CONTAIN(?x, 'a')) }", 14, "Did you mean CONTAINS?"),
        ("ASK { FILTER(?x == 5) }", 18, "Equality is written with one sign: =."),
        ("ASK { FILTER(?x <> 5) }", 18, "“Not equal” is written !=."),
        ("ASK { FILTER(?x = 5 AND ?y = 6) }", 21, "Conditions are joined with &&."),
        ("ASK { FILTER(?x = 5 & ?y = 6) }", 21, "Conditions are joined with &&."),
        ("ASK { FILTER(?x LIKE '%a%') }", 17, "There is no LIKE: write CONTAINS"),
        ("ASK { FILTER(?x IS NULL) }", 17, "A missing value is asked for with !BOUND(?x)"),
        ("ASK { FILTER(NOT ?x = 5) }", 18, ""),
        ("ASK { ?x ex:p True }", 15, "Truth values are written in small letters: true, false."),
        ("SELECT TOP 5 ?x { ?x ex:p ?y }", 8, "The number of rows stands at the end: LIMIT 10."),
        ("SELECT ?x { ?x ex:p ?y } LIMIT 5, 10", 33, "Rows are skipped with OFFSET: LIMIT 10 OFFSET 5."),
        ("SELECT (COUNT ?x AS ?n) { ?x ex:p 1 }", 15, "What is counted stands in brackets: COUNT"),
        ("This is it: ASK { ?x ex:p 1 }", 1, "Give the query alone, without words before it."),
        ("ASK { ?x ex:p 1 } This tells it.", 19, "Give the query alone, without words after it."),
        ("ASK { BIND(1 AS x) }", 17, "A variable starts with a question mark: ?x."),
        ("ASK { x ex:p 1 }", 7, 'A variable is written ?x, a text "x", and a name has a prefix'),
        # shape
        ("SELECT ?x { ?x ex:p ?y } HAVING (?y > 2) GROUP BY ?x", 42, "GROUP BY stands before HAVING."),
        ("SELECT ?x { ?x ex:p ?y } LIMIT 5 ORDER BY ?x", 34, "ORDER BY stands before LIMIT."),
        ("SELECT ?x { ?x ex:p ?y } LIMIT 5 LIMIT 6", 34, "LIMIT stands once in a query."),
        (
            "SELECT ?x { { SELECT ?x { ?x ex:p 1 } LIMIT 5 } } LIMIT 6 GROUP BY ?x",
            59,
            "GROUP BY stands before",
        ),
        ("ASK { ?x ex:p 1 } SELECT ?y { ?y ex:p 1 }", 19, "Give one query at a time."),
        ("ASK { ?x ex:p 1 } ; ASK { ?y ex:p 1 }", 19, "Give one query at a time."),
        ("SELECT COUNT(?x) { ?x ex:p 1 }", 8, "A computed column stands in brackets and has a name: (COUNT("),
        (
            "SELECT ?y COUNT(?x) { ?x ex:p ?y }",
            11,
            "A computed column stands in brackets and has a name: (COUN",
        ),
        ("SELECT (COUNT(?x)) { ?x ex:p 1 }", 18, "What is computed has a name: (… AS ?name)."),
        ("ASK { BIND(?x + 1) }", 18, "What is computed has a name: (… AS ?name)."),
        ("SELECT ?x, ?y { ?x ex:p ?y }", 10, "Columns stand side by side, without commas."),
        ("ASK { ?x ex:p ?y FILTER ?y > 5 }", 25, "A condition stands in brackets: FILTER (…)."),
        ("ASK { ?x a ex:C, ex:p ?y }", 23, "A comma gives another value of the same property"),
        ("ASK { ?x ex:p ?y ?z ex:q ?w }", 18, "Between two triples stands a full stop"),
        ("ASK { ?x ex:p }", 15, "A triple has three parts: a thing, a property and a value."),
        ("ASK { ?x ex:p ?y", 17, "The bracket “{” opened at line 1, column 5 is not closed."),
        (
            "ASK { ?x ex:p ?y FILTER(?y > 5 }",
            32,
            "The bracket “(” opened at line 1, column 24 is not closed.",
        ),
        (
            "ASK { FILTER(?y > 5 FILTER(?x < 3) }",
            21,
            "The bracket “(” opened at line 1, column 13 is not closed.",
        ),
        ("ASK { ?x ex:p ?y } }", 20, "One “}” is too many."),
        ("ASK { ?x ex:p ?y } ;", 20, "Leave out the “;” after the query."),
        # prefixes
        ("ASK { ?x exx:p ?y }", 10, "Did you mean “ex:”?"),
        ("ASK { ?x other:p ?y }", 10, ""),
        ("ASK { ?x ex:p 'shp:' ; shp:p ?y }", 24, "Did you mean “shop:”?"),
    ],
)
def test_a_common_slip_is_told_what_to_do(text: str, column: int, advice: str) -> None:
    problem = issue(text)
    assert problem.column == column
    assert problem.advice.startswith(advice) if advice else problem.advice == ""
    assert is_german(problem.advice) if advice else True


def test_the_hint_says_it_all_in_sentences() -> None:
    hint = unreadable(issue("ASK { FILTER(?x == 5) }")).hint
    assert hint == f"Expected {OPERAND}, and found “=”. Equality is written with one sign: =."


def test_a_german_asker_is_told_it_in_german() -> None:
    assert words("de").issue(unreadable(issue("ASK { ?x exx:p ?y }"))).hint == (
        "Erwartet: eine Deklaration des Präfixes „exx:“. Ist „ex:“ gemeint?"
    )
    told = words("de").issue(unreadable(issue("SELECT ?x { ?x ex:p ?y } GRUOP BY ?x")))
    assert told.hint.endswith(" Ist GROUP BY gemeint?")
    told = words("de").issue(unreadable(issue("ASK { ?x <http://a.example/b c> 1 }")))
    assert told.hint.endswith(" In einer Adresse in < > steht kein Leerzeichen: Dafür steht %20.")


def test_no_more_than_five_things_are_expected() -> None:
    expected = issue("SELECT ?x { ?x ex:p ?y } ORDER BY").expected
    assert expected.replace(" or <…>", "").count(" or ") == 1
    assert expected.count(",") <= 3


@pytest.mark.parametrize(
    "text",
    [
        "DELETE WHERE { ?x ?p ?o }",
        "DELETE ?x",
        "delete # all of it\n { ?x ?p ?o } WHERE { ?x ?p ?o }",
        "ASK { ?x ?p ?o } ; CLEAR ALL",
        "Please run this: INSERT DATA { ex:a ex:p 1 }",
        "ASK { ?x ex:p O Brien } LOAD <http://a.example/>",
        "PREFIX ex: <http://a.example/> BASE <http://b.example/> WITH ex:g DELETE { } WHERE { }",
        "COPY ex:a TO ex:b",
    ],
)
def test_what_would_change_the_graph_is_called_that(text: str) -> None:
    assert issue(text).writes


@pytest.mark.parametrize(
    "text",
    [
        "With this you insert nothing: ASK { ?x ex:p }",
        "ADD some words",
        "ASK { ex:load ?p 'DELETE WHERE' . }  x",
    ],
)
def test_words_that_only_sound_like_it_are_not(text: str) -> None:
    assert not issue(text).writes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ASK { ?x ex:p '\ud800' }", "text; U+D800 is no character of a text"),
        ("ASK { ?x ex:p '\x00' }", "text; U+0000 is no character of a text"),
        ("ASK { ?x ex:p '\\uD800' }", "another character: \\uD800 is none"),
        ("ASK { ?x ex:p '\\U00110000' }", "another character: \\U00110000 is none"),
        ("ASK { ?x ex:p '\\u0027' }", "the character itself instead of \\u0027"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(text: str, expected: str) -> None:
    problem = issue(text)
    assert (problem.column, problem.expected) == (16, expected)
    assert is_german(problem.expected)


def test_a_text_that_the_grammar_reads_is_not_stuck() -> None:
    assert stuck("ASK { ?x ex:straße '\\u00e9' , .5 , -1e3 ; a []. ( 1 ?y ) ex:p? () }") is None
