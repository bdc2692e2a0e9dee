"""The Home tab and the suggested questions: what can be asked, what one has asked, how it is set."""

from __future__ import annotations

import pytest

from bot.cards import slack_home
from bot.channel import Channel
from bot.message import Home
from kgqa.types import Outcome, Recent
from tests.bot.slack_bot import running
from tests.doubles import answers
from tests.doubles.slack import Fault
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands, labels
from tests.doubles.slack.views import problems


def asked(question: str, outcome: Outcome | None, permalink: str = "") -> Recent:
    return Recent(
        question=question, asked_at=answers.WHEN, outcome=outcome, reference="7f3a-21", permalink=permalink
    )


def home(**more: object) -> Home:
    given: dict[str, object] = {
        "graphs": (("Company", "12 kinds of things"),),
        "examples": ("Who leads Logistics?",),
        "recent": (),
        "channel": Channel(),
        "may_set": False,
    }
    return Home(**(given | more))  # type: ignore[arg-type]  # the test's own words


async def test_home_says_what_can_be_asked_and_what_was_asked() -> None:
    async with running() as bot:
        bot.desk.shown = home(
            recent=(
                asked(
                    "Who leads Field Engineering?", Outcome.ANSWERED, "https://acme.slack.com/archives/C1/p1"
                ),
                asked("Which plants make valves?", None),
            )
        )
        await Hands(bot.people).open_tab()
        assert [(m.person, m.channel, m.private) for m in bot.desk.visited] == [("UADA", "D1", True)]
        view = bot.slack.workspace.screens.homes["UADA"]
        text = words(view["blocks"])
        for part in (
            "Company",
            "12 kinds of things",
            "Who leads Logistics?",
            "Who leads Field Engineering?",
            "answered, 20 Nov 2026",
            "in progress",
        ):
            assert part in text
        assert "https://acme.slack.com/archives/C1/p1" in str(view)
        assert labels(view["blocks"]) == ["Who leads Logistics?", "Ask again", "Ask again"]


async def test_a_question_of_ones_own_is_asked_again_by_its_button() -> None:
    async with running() as bot:
        bot.desk.shown = home(recent=(asked("Which plants make valves?", Outcome.UNKNOWN),))
        hands = Hands(bot.people)
        await hands.open_tab()
        assert (await hands.press_home("Ask again")).status == 200
        assert [message.text for message in bot.desk.received] == ["Which plants make valves?"]


async def test_an_example_of_the_home_tab_is_asked_in_the_conversation_with_the_bot() -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        await hands.open_tab()
        assert (await hands.press_home("Who leads Logistics?")).status == 200
        (said,) = bot.slack.workspace.answers()
        assert (said["channel"], said["text"]) == ("D1", "You asked: Who leads Logistics?")
        (message,) = bot.desk.received
        assert (message.text, message.thread, message.private) == ("Who leads Logistics?", said["ts"], True)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert bot.slack.workspace.answers()[-1]["thread_ts"] == said["ts"]
        assert len(bot.desk.visited) == 2  # drawn anew, with the question among the last


async def test_an_example_that_the_desk_cannot_take_says_so_below_it() -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        await hands.open_tab()
        bot.desk.refusing = "The database cannot be reached."
        assert (await hands.press_home("Who leads Logistics?")).status == 200
        said, told = bot.slack.workspace.answers()
        assert told["thread_ts"] == said["ts"]
        assert told["text"] == "I cannot take this now. Try again in a moment."


async def test_the_tab_messages_suggests_questions_of_the_graph() -> None:
    async with running() as bot:
        many = tuple(f"Who leads unit {n}?" for n in range(9))
        bot.desk.shown = home(examples=(*many[:3], "x" * 300, *many[3:]))
        await Hands(bot.people).open_tab("messages")
        prompts = bot.slack.workspace.screens.prompts["D1"]
        assert [prompt["message"] for prompt in prompts] == [*many[:3], "x" * 300]
        assert max(len(prompt["title"]) for prompt in prompts) <= 75
        assert bot.slack.workspace.screens.homes == {}


async def test_without_examples_nothing_is_suggested() -> None:
    async with running() as bot:
        bot.desk.shown = home(examples=())
        await Hands(bot.people).open_tab("messages")
        assert bot.slack.workspace.screens.prompts == {}


@pytest.mark.parametrize("method", ["views.publish", "assistant.threads.setSuggestedPrompts"])
async def test_a_tab_that_slack_does_not_take_harms_nothing(method: str) -> None:
    async with running() as bot:
        bot.slack.fail(method, Fault(error="internal_error"))
        await Hands(bot.people).open_tab("home" if method == "views.publish" else "messages")
        assert [m for m, _ in bot.slack.workspace.calls].count(method) == 1


async def test_ones_own_conversation_is_set_from_home_and_home_is_drawn_anew() -> None:
    async with running() as bot:
        bot.desk.shown = home(may_set=True)
        hands = Hands(bot.people)
        await hands.open_tab()
        await hands.press_home("Change")
        bot.desk.shown = home(may_set=True, channel=Channel(language="de"))
        (dialog,) = bot.slack.workspace.screens.dialogs
        assert [block["block_id"] for block in dialog["blocks"]] == ["language", "verbosity"]
        await hands.submit(language="de", verbosity="full")
        message, channel = bot.desk.channels[-1]
        assert (message.channel, message.private) == ("D1", True)
        assert channel == Channel(language="de", verbosity="full")
        assert "Was ich weiß" in words(bot.slack.workspace.screens.homes["UADA"]["blocks"])


async def test_a_channel_is_chosen_and_set_from_home() -> None:
    async with running() as bot:
        bot.desk.shown = home(may_set=True)
        hands = Hands(bot.people)
        await hands.open_tab()
        await hands.press_home("Settings of a channel", selected_conversation="G1")
        assert (bot.desk.visited[-1].channel, bot.desk.visited[-1].private) == ("G1", False)
        await hands.submit(listening="questions")
        message, channel = bot.desk.channels[-1]
        assert (message.channel, channel.listening) == ("G1", "questions")


async def test_a_channel_that_one_may_not_set_is_told_in_a_dialog() -> None:
    async with running() as bot:
        bot.desk.shown = home(may_set=True)
        hands = Hands(bot.people)
        await hands.open_tab()
        bot.desk.shown = home()
        await hands.press_home("Settings of a channel", selected_conversation="G1")
        (dialog,) = bot.slack.workspace.screens.dialogs
        assert "Only those who look after me" in words(dialog["blocks"])
        assert "submit" not in dialog


def test_who_may_not_set_anything_finds_no_settings_to_press() -> None:
    assert labels(slack_home.draw(home(), language="en", place="")["blocks"]) == ["Who leads Logistics?"]
    mine = slack_home.draw(home(may_set=True), language="en", place="")["blocks"]
    assert labels(mine)[-2:] == ["Change", "Settings of a channel"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("outcome", [*Outcome, None])
def test_every_outcome_has_words_on_home(language: str, outcome: Outcome | None) -> None:
    view = slack_home.draw(home(recent=(asked("Who?", outcome),)), language=language, place="")
    assert problems(view, "home") == []


def test_names_with_markup_and_of_any_length_are_taken_as_they_are() -> None:
    hostile = "<!channel> *x* <@U1> \u202e" + "y" * 5_000
    given = home(
        graphs=((hostile, hostile),) * 30,
        examples=(hostile[:1_500], hostile, " ", "Who?"),
        recent=(asked(hostile, Outcome.ANSWERED, "javascript:alert(1)"),) * 30,
        may_set=True,
    )
    view = slack_home.draw(given, language="en", place="x")
    assert problems(view, "home") == []
    assert "mrkdwn" not in str(view)
    assert "javascript" not in str(view)
    assert "\u202e" not in str(view)


def test_a_new_deployment_has_a_home_too() -> None:
    view = slack_home.draw(home(graphs=(), examples=()), language="de", place="")
    assert problems(view, "home") == []
    assert "Noch ist kein Graph verbunden." in words(view["blocks"])
