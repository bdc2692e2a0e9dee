"""On every card: that a model took part, in one quiet line, and the quiet button of reviewers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from bot.buttons import Pressed, Seal
from bot.cards import slack, teams, web
from bot.cards.look import Look
from bot.cards.terminal import draw
from bot.cards.view import View, attachments, model_took_part, view
from bot.message import Reply
from bot.people import People
from kgqa.types import Answer, Pin, Spent
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers

SEAL = Seal("s")
REVIEWED = Look(reviewers=People.of(["p"]), currency="EUR")
WRITTEN = "Written with a language model (little-coder-7b); checked before it ran."


def in_slack(reply: Reply) -> str:
    return json.dumps(slack.draw(reply, SEAL, REVIEWED).blocks, ensure_ascii=False)


def in_teams(reply: Reply) -> str:
    return json.dumps(teams.card(reply, seal=SEAL, look=REVIEWED), ensure_ascii=False)


def on_the_page(reply: Reply) -> str:
    drawn = web.draw(view(reply, REVIEWED), seal=lambda b: f"{b.kind}-{b.index}", address=str)
    return json.dumps(drawn, ensure_ascii=False)


def in_the_terminal(reply: Reply) -> str:
    console = Console(width=200)
    with console.capture() as captured:
        console.print(draw(view(reply, REVIEWED)))
    return captured.get()


CARDS = (in_slack, in_teams, on_the_page, in_the_terminal)


@pytest.mark.parametrize("card", CARDS)
def test_that_a_model_wrote_the_query_is_said_once(card: Callable[[Reply], str]) -> None:
    assert card(reply_to(answers.by_model())).count(WRITTEN) == 1
    assert "language model" not in card(reply_to(answers.one_thing()))


@pytest.mark.parametrize(
    ("spent", "words"),
    [
        (Spent(calls=1), "With the help of a language model (little); the query was checked before it ran."),
        (Spent(cached=1), "With the help of a language model (little); the query was checked before it ran."),
        (Spent(), ""),
    ],
)
def test_a_model_that_only_put_right_or_rephrased_took_part_too(spent: Spent, words: str) -> None:
    answer = replace(answers.one_thing(), spent=spent, models=("little",) if spent != Spent() else ())
    assert shown(answer).written == words
    assert model_took_part(answer) is bool(words)


def test_a_reading_of_a_model_that_was_chosen_is_still_written_by_one() -> None:
    assert model_took_part(replace(answers.one_thing(), strategy="chosen"))


def test_what_ran_no_query_says_nothing_of_one() -> None:
    assert shown(replace(answers.unknown(), spent=Spent(calls=2), models=("little",))).written == ""


def test_a_models_name_is_shown_as_one_bounded_line() -> None:
    written = shown(replace(answers.by_model(), models=("a\nb\u202e" + "c" * 500,))).written
    assert written.startswith("Written with a language model (a bccc")
    assert len(written) < 160


@pytest.mark.parametrize("card", [in_slack, in_teams, on_the_page])
def test_the_button_is_there_where_reviewers_are_named(card: Callable[[Reply], str]) -> None:
    assert '"Verify"' in card(reply_to(answers.one_thing()))


def test_the_button_is_signed_and_names_its_record() -> None:
    blocks: Any = slack.draw(reply_to(answers.one_thing()), SEAL, REVIEWED).blocks
    elements = [e for b in blocks if b["type"] == "actions" for e in b["elements"]]
    buttons = [option for e in elements for option in e.get("options", [e])]
    (verify,) = [b for b in buttons if b["text"]["text"] == "Verify"]
    assert SEAL.open(verify["value"]) == Pressed("7f3a-21", "verify", 0)


def test_it_speaks_the_language_of_the_question() -> None:
    german = replace(answers.one_thing(), question=replace(answers.question("Wer?"), language="de"))
    verify = shown(german).act("verify")
    assert verify is not None
    assert verify.label == "Bestätigen"


@pytest.mark.parametrize(
    "answer",
    [
        answers.unknown(),
        answers.nothing_found(),
        answers.failed(),
        answers.stopped(),
        replace(answers.one_thing(), assumed=("“she” is Ada.",)),
        replace(answers.one_thing(), strategy="conversation"),
        replace(
            answers.one_thing(),
            question=replace(answers.question("Okafor?"), pins=(Pin(mention="Okafor", term="urn:x"),)),
        ),
    ],
)
def test_what_cannot_be_kept_has_no_button(answer: Answer) -> None:
    assert shown(answer).act("verify") is None


def test_in_private_only_a_reviewer_sees_it_and_without_reviewers_nobody() -> None:
    public = reply_to(answers.one_thing())
    private = replace(public, message=replace(public.message, private=True))
    stranger = replace(private, message=replace(private.message, person="q"))
    assert view(private, REVIEWED).act("verify") is not None
    assert view(stranger, REVIEWED).act("verify") is None
    assert view(public, Look()).act("verify") is None


def test_the_trace_says_what_models_cost() -> None:
    (trace,) = [
        a.content
        for a in attachments(reply_to(answers.by_model()), REVIEWED)
        if a.media_type == "text/markdown"
    ]
    line = "Models: little-coder-7b, oneshot 3f2a, 3 calls, 4,210 tokens in, 300 out, 0.02 EUR."
    assert line in trace.splitlines()


@pytest.mark.parametrize(
    ("spent", "words"),
    [
        (Spent(calls=1, input_tokens=5), "Models: little, 1 call, 5 tokens in, 0 out."),
        (Spent(cached=2), "Models: little, 0 calls, 2 from the cache, 0 tokens in, 0 out."),
        (Spent(calls=1, money=0.00042), "Models: little, 1 call, 0 tokens in, 0 out, 0.00042 EUR."),
    ],
)
def test_small_sums_and_cached_replies_are_told_as_they_are(spent: Spent, words: str) -> None:
    reply = reply_to(replace(answers.by_model(), models=("little",), spent=spent))
    assert words in attachments(reply, REVIEWED)[1].content


def test_without_a_model_the_trace_tells_of_none() -> None:
    assert "Models" not in attachments(reply_to(answers.one_thing()), REVIEWED)[1].content


def shown(answer: Answer) -> View:
    return view(reply_to(answer), REVIEWED)
