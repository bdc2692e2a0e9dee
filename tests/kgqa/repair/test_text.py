"""Texts that cannot be read are put right where it is certain what was meant, and left alone elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.repair.text import readable
from kgqa.sparql import ParsedQuery, parse
from tests.examples import examples
from tests.kgqa.check.test_read_only_fuzz import WRITES
from tests.kgqa.german import is_german
from tests.kgqa.test_sparql import EX, QUERIES

PREFIXES = (("ex", EX), ("shop", "https://shop.example/"))
DONE = {
    "fence": "The ``` around the query is left out.",
    "words": "The words around the query are left out.",
    "straight": "Quotation marks are made straight.",
    "blanks": "Signs that only look like blanks are made plain.",
    "commas": "The commas between columns are left out.",
}


@pytest.mark.parametrize(
    ("before", "after", "done"),
    [
        # around
        ("```sparql\nASK { ?x ex:p 1 }\n```", "ASK { ?x ex:p 1 }\n", DONE["fence"]),
        ("Here it is:\n```\nASK { ?x ex:p 1 }\n```\nAnything else?", "ASK { ?x ex:p 1 }\n", DONE["fence"]),
        ("```ASK\nASK { ?x ex:p 1 }", "ASK { ?x ex:p 1 }", DONE["fence"]),
        ("Sure, select this: ASK { ?x ex:p 1 }", "ASK { ?x ex:p 1 }", DONE["words"]),
        (
            "It is:\nprefix a: <http://a/> ask { ?x a:p 1 }",
            "prefix a: <http://a/> ask { ?x a:p 1 }",
            DONE["words"],
        ),
        ("ASK { ?x ex:p 1 }\n\nthis asks for all ?x.", "ASK { ?x ex:p 1 }", DONE["words"]),
        ("ASK { ?x ex:p 1 };", "ASK { ?x ex:p 1 }", "The “;” after the query is left out."),
        ("ASK { ?x ex:p 1 } .", "ASK { ?x ex:p 1 }", "The “.” after the query is left out."),
        # signs
        (
            "ASK { ?x ex:p “Bob\u2019s” , \u2018it\u2019 }",
            'ASK { ?x ex:p "Bob\u2019s" , "it" }',
            DONE["straight"],
        ),
        ("ASK { ?x ex:p „Bob“ }", 'ASK { ?x ex:p "Bob" }', DONE["straight"]),
        ("\ufeffASK {\u00a0?x ex:p '\u00a0' }", "ASK { ?x ex:p '\u00a0' }", DONE["blanks"]),
        (
            "ASK { ?x ex:p 'O'Brien' }",
            "ASK { ?x ex:p 'O\\'Brien' }",
            "The ' inside of 'O'Brien' is a part of the text.",
        ),
        (
            "ASK { FILTER(?x = 'O'Brien' && ?y = 'it') }",
            "ASK { FILTER(?x = 'O\\'Brien' && ?y = 'it') }",
            "The ' inside of 'O'Brien' is a part of the text.",
        ),
        (
            'ASK { ?x ex:p "a 5" disk", 1 }',
            'ASK { ?x ex:p "a 5\\" disk", 1 }',
            'The " inside of "a 5" disk" is a part of the text.',
        ),
        (
            r"ASK { FILTER(REGEX(?x, '^\d+\\.\n')) }",
            r"ASK { FILTER(REGEX(?x, '^\\d+\\.\n')) }",
            r"The backslashes in '^\d+\\.\n' stand for themselves.",
        ),
        # names
        ("SELEC ?x { ?x ex:p 1 }", "SELECT ?x { ?x ex:p 1 }", "“SELEC” is read as SELECT."),
        (
            "SELECT ?x { ?x ex:p 1 } ODER BY ?x",
            "SELECT ?x { ?x ex:p 1 } ORDER BY ?x",
            "“ODER” is read as ORDER BY.",
        ),
        (
            "ASK { ?x <http://a.example/b c> 1 }",
            "ASK { ?x <http://a.example/b%20c> 1 }",
            "The address <http://a.example/b c> is written as <http://a.example/b%20c>.",
        ),
        (
            "PREFIX a: https://a.example/ ASK { ?x a:p 'https://a.example/' }",
            "PREFIX a: <https://a.example/> ASK { ?x a:p 'https://a.example/' }",
            "The address https://a.example/ is put in < >.",
        ),
        (
            "ASK { ?x ex:p ex:a(b) }",
            f"ASK {{ ?x ex:p <{EX}a(b)> }}",
            "The name ex:a(b) is written as a whole address.",
        ),
        (
            "ASK { ?x ex:p ex:O'Brien. }",
            f"ASK {{ ?x ex:p <{EX}O'Brien>. }}",
            "The name ex:O'Brien is written as a whole address.",
        ),
        (
            "ASK { ?x ex:p ex:a/b }",
            f"ASK {{ ?x ex:p <{EX}a/b> }}",
            "The name ex:a/b is written as a whole address.",
        ),
        (
            "ASK { ?x ex:p ex:a&b }",
            f"ASK {{ ?x ex:p <{EX}a&b> }}",
            "The name ex:a&b is written as a whole address.",
        ),
        (
            "PREFIX a: <http://a/> ASK { ?x ex:p a:b@c }",
            "PREFIX a: <http://a/> ASK { ?x ex:p <http://a/b@c> }",
            "The name a:b@c is written as a whole address.",
        ),
        ("ASK { ?x shp:p 'shp:' }", "ASK { ?x shop:p 'shp:' }", "The prefix “shp:” is read as “shop:”."),
        ("ASK { ?x EX:p ?y ; EX:q 1 }", "ASK { ?x ex:p ?y ; ex:q 1 }", "The prefix “EX:” is read as “ex:”."),
        # columns
        (
            "SELECT COUNT(?x) { ?x ex:p 1 }",
            "SELECT (COUNT(?x) AS ?count) { ?x ex:p 1 }",
            "The computed column is called ?count.",
        ),
        (
            "SELECT ?count COUNT(DISTINCT ?x) { ?x ex:p ?count }",
            "SELECT ?count (COUNT(DISTINCT ?x) AS ?count2) { ?x ex:p ?count }",
            "The computed column is called ?count2.",
        ),
        (
            "SELECT MAX(?x) AS ?m { ?x ex:p 1 }",
            "SELECT (MAX(?x) AS ?m) { ?x ex:p 1 }",
            "The computed column is called ?m.",
        ),
        (
            "SELECT (SUM(?x)) { ?x ex:p 1 }",
            "SELECT (SUM(?x) AS ?sum) { ?x ex:p 1 }",
            "The computed column is called ?sum.",
        ),
        ("SELECT ?x, ?y, ?z { ?x ?y ?z }", "SELECT ?x ?y ?z { ?x ?y ?z }", DONE["commas"]),
        # marks
        ("ASK { FILTER(?x == 5) }", "ASK { FILTER(?x = 5) }", "“==” is written “=”."),
        ("ASK { FILTER(?x <> '<>') }", "ASK { FILTER(?x != '<>') }", "“<>” is written “!=”."),
        ("ASK { FILTER(?x > 5 AND ?x < 9) }", "ASK { FILTER(?x > 5 && ?x < 9) }", "“AND” is written “&&”."),
        ("ASK { ?x ex:p TRUE }", "ASK { ?x ex:p true }", "“TRUE” is written “true”."),
        ("ASK { FILTER(?x > 5 or ?x < 9) }", "ASK { FILTER(?x > 5 || ?x < 9) }", "“or” is written “||”."),
        (
            "ASK { ?x ex:p ?y { ?y ex:q 1",
            "ASK { ?x ex:p ?y { ?y ex:q 1 } }",
            "What was not closed is closed with “}”, “}”.",
        ),
        (
            "ASK { FILTER((?x > 5) && STR(?x }",
            "ASK { FILTER((?x > 5) && STR(?x)) }",
            "What was not closed is closed with “)”, “)”.",
        ),
        (
            "SELECT ?x { ?x ex:p 1 LIMIT 5",
            "SELECT ?x { ?x ex:p 1 } LIMIT 5",
            "What was not closed is closed with “}”.",
        ),
        (
            "ASK { ?x ex:p ?y\n ?y ex:q 1 }",
            "ASK { ?x ex:p ?y .\n ?y ex:q 1 }",
            "Before “?y” stands a full stop.",
        ),
        ("ASK { ?x a ex:C ex:p 1 }", "ASK { ?x a ex:C ; ex:p 1 }", "Before “ex:p” stands a semicolon."),
        ("ASK { ?x a ex:C, ex:p 1 }", "ASK { ?x a ex:C ; ex:p 1 }", "Before “ex:p” stands a semicolon."),
    ],
)
def test_what_is_certain_is_put_right(before: str, after: str, done: str) -> None:
    assert not isinstance(parse(before, PREFIXES), ParsedQuery)
    found = readable(before, PREFIXES)
    assert found == (after, (done,))
    assert found
    assert is_german(found[1][0])


def test_several_things_are_put_right_one_after_the_other() -> None:
    text = "SELCT ?x, COUNT(?y) { ?x exx:p ?y ; ex:q ex:a(b) FILTER(?y == “it” AND ?x <> 2)"
    after = f'SELECT ?x (COUNT(?y) AS ?count) {{ ?x ex:p ?y ; ex:q <{EX}a(b)> FILTER(?y = "it" && ?x != 2) }}'
    found = readable(f"The query:\n```sparql\n{text} \n```", PREFIXES)
    assert found is not None
    assert found[0].split() == after.split()
    assert len(found[1]) == 11


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no query",
        "ASK { ?x ex:p 1 } ASK { ?x ex:p 2 }",  # which one?
        "```\nASK { ?x ex:p 1 }\n```\nor\n```\nASK { ?x ex:p 2 }\n```",
        "ASK { ?x ex:p 1 } ORDERINGS BY ?x",  # no prose: a clause that is misspelt
        "ASK { ?x ex:p 1 }\nGROUPED BY ?x and all",
        "ASK { ?x ex:p }",  # a part is missing
        "ASK { ?x ex:p ?y } }",  # one brace too many, or one too few
        "ASK { ?x ex:p 'Bob }",
        "ASK { ?x ex:p 'rock 'n'roll', 'dogs' owner' }",  # ends of texts among the marks
        "ASK { ?x other:p ?y }",
        "ASK { ?x sho:p ?y ; skop:p ?y }",  # one of them is near to nothing alone
        "ASK { ?x ex:p ex:a ex:b }",
        "ASK { ?x ex:a/b ?y }",  # a path whose second part lacks a prefix, or a name with a slash
        "SELECT ?x { ?x ex:p ?y } LIMIT ten",
        "SELECT ?x { ?x ex:p ?y FILTER ?y > 5 }",
        "SELECT ?x { { ?x ex:p ?y ORDER BY ?x }",  # which group ends there?
    ],
)
def test_what_is_not_certain_is_left_alone(text: str) -> None:
    assert readable(text, PREFIXES) is None


@pytest.mark.parametrize("text", QUERIES)
def test_a_text_that_reads_is_left_alone(text: str) -> None:
    assert readable(text, PREFIXES) is None


@pytest.mark.parametrize("update", WRITES)
@pytest.mark.parametrize(
    "dress",
    [
        "{}",
        "Run this:\n{}",
        "```\n{}\n```\nASK {{ ?x ?p ?o }}",
        "{} ; ASK {{ ?x ?p ?o }}",
        "ASK {{ ?x ?p ?o }} ; {} ;",
        "ASK {{ ?x ?p ?o }}\n\nand then also {}",
        "ASK {{ ?x ?p 'it's' }} # {}",
        "ASK {{ ?x ?p 'O'Brien' }} {}",
    ],
)
def test_an_update_is_never_made_a_query(update: str, dress: str) -> None:
    assert readable(dress.format(update), PREFIXES) is None


BREAKS: dict[str, Callable[[str], str]] = {
    "a fence": lambda t: f"```sparql\n{t}\n```",
    "prose": lambda t: f"This is the query you asked for:\n\n{t}\n\nTell me what else you need.",
    "a mark at the end": lambda t: f"{t} ;",
    "no last brace": lambda t: t.rstrip("}") if t.endswith(" }") and not t.endswith("} }") else t,
    "another prefix": lambda t: re.sub(r"\bex:", "exx:", t),
    "signs of SQL": lambda t: t.replace(" && ", " AND ").replace(" || ", " or ").replace(" = 2", " == 2"),
    "strange blanks": lambda t: t.replace(" { ", "\u00a0{ "),
    "misspelt words": lambda t: t.replace("SELECT", "SELCT").replace("FILTER", "FILTRE"),
    "smart quotes": lambda t: t.replace(" 'x'", " “x”"),
}


@given(
    text=st.sampled_from(QUERIES),
    kinds=st.lists(st.sampled_from(sorted(BREAKS)), min_size=1, max_size=3, unique=True),
)
@settings(
    max_examples=examples(60), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
def test_what_was_broken_in_a_known_way_is_the_same_query_again(text: str, kinds: list[str]) -> None:
    broken = text
    for kind in kinds:
        broken = BREAKS[kind](broken)
    whole = parse(text, PREFIXES)
    assert isinstance(whole, ParsedQuery)
    found = readable(broken, PREFIXES)
    again = parse(found[0] if found else broken, PREFIXES)
    if isinstance(again, ParsedQuery):
        assert replace(again, text="") == replace(whole, text="")
    else:
        assert kinds != ["a fence"]
