"""What a server says of itself becomes one line without markup, escape sequences and secrets."""

from __future__ import annotations

import pytest

from connectors.words import clean

SECRET = "Hunter2-9f8a7b6c"


@pytest.mark.parametrize(
    "words",
    [
        f"Authorization: Bearer {SECRET}",
        f"proxy-authorization: Basic {SECRET}==",
        f"request had 'Bearer {SECRET}' in it",
        f"cannot connect to http://reader:{SECRET}@db.example.com/sparql",
        f"cannot connect to http://reader:p/a@{SECRET}@db.example.com/sparql",
        f"cannot connect to https://{SECRET}@db.example.com:8890/",
        f"jdbc:virtuoso: reader:{SECRET}@db.example.com refused",
        f"GET /sparql?query=x&token={SECRET}&format=json",
        f"GET /sparql?api_key={SECRET}",
        f"GET /sparql?apikey={SECRET};x",
        f"GET /sparql?key={SECRET}",
        f'{{"access_token": "{SECRET}", "user": "reader"}}',
        f'{{"token":"{SECRET}"}}',
        f"client_secret = '{SECRET} with blanks'",
        f"PASSWORD={SECRET}",
        f"Pwd: {SECRET}",
        f"X-Api-Key: {SECRET}",
        f"login failed for user reader, password '{SECRET}'",
        f"Cookie: JSESSIONID={SECRET}; other={SECRET}",
        f"pass<b>word={SECRET}</b>, <i>passwd</i>={SECRET}",
        f"pass\x1b[31mword={SECRET} password=\x1b[1m{SECRET}",
        f"-----BEGIN RSA PRIVATE KEY-----\nMII{SECRET}\n-----END RSA PRIVATE KEY-----",
        f"jwt eyJhbGciOiJIUzI1NiJ9.{SECRET}.abc",
        f"the key sk-{SECRET}{SECRET} is wrong",
    ],
)
def test_a_secret_in_a_servers_words_is_left_out(words: str) -> None:
    assert SECRET not in clean(words)
    assert "Hunter2" not in clean(words)


@pytest.mark.parametrize(
    "words",
    [
        "Parse error: unexpected token: } at line 3, column 7",
        "Bearer token required",
        "Basic authentication is needed",
        "Virtuoso 37000 Error SP030: SPARQL compiler, line 1: Undefined namespace prefix at 'ex:name'",
        "No property https://company.example/def/passwordPolicy in http://db.example.com:8890/sparql?query=x",
        "Write to mailto:admin@example.com or admin@example.com",
        "the monkey:3 at 12:30 is a donkey = 4",
    ],
)
def test_what_is_no_secret_stays_as_it_is(words: str) -> None:
    assert clean(words) == words


def test_a_secret_that_is_known_is_left_out_wherever_it_stands() -> None:
    assert clean(f"I got {SECRET}, thanks", (SECRET, "", "I")) == "I got …, thanks"


@pytest.mark.parametrize(
    "words",
    [
        "\x1b[1;31mred\x1b[0m",
        "\x9b31mred",
        "&#27;[31mred&#x1b;[m",
        "\x1b]0;a title\x07red",
        "\x1b]8;;https://evil.example\x1b\\red\x1b]8;;\x1b\\",
        "\x1b(Bred\x1bc\x1b[2J\x1b[?25l",
        "\x1b[38;2;1;2;3mred\x1b[",
    ],
)
def test_nothing_of_an_escape_sequence_is_left(words: str) -> None:
    assert clean(words) == "red"


def test_a_secret_is_not_halved_by_the_cut() -> None:
    assert "Hunter2" not in clean("x" * 225 + f" token={SECRET}")
