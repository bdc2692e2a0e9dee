"""Names of the graph that hide what they are show it in dialogs, and nobody is called by them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.cards import slack_forms, slack_home, slack_settings, teams_forms, teams_home
from bot.channel import Channel
from bot.message import Home, Message, Reply
from bot.words import LANGUAGES, words
from kgqa.types import Choice, Outcome, Recent
from tests.doubles import answers

HIDDEN = "\u202e\u202c\u200b\u2066\u2069\U000e0041\x1b"
EVIL = f"{HIDDEN}<!channel> <@U1> <at>Ada</at> [x](http://evil.example) {{ $x }} =1+1 👩\u200d🔬 مصنع โรงงาน"
ASKED = Message(
    platform="slack",
    event="1",
    tenant="T1",
    channel="C1",
    thread="1.0",
    person="UADA",
    text=EVIL,
    sent_at=answers.WHEN,
    address="{}",
)
HOME = Home(
    graphs=((EVIL, EVIL),),
    examples=(EVIL,),
    recent=(
        Recent(
            question=EVIL,
            asked_at=answers.WHEN,
            outcome=Outcome.ANSWERED,
            reference="7f3a-21",
            permalink="javascript:alert(1)",
        ),
    ),
    channel=Channel(graphs=(EVIL,)),
    may_set=True,
    choosable=(EVIL, "Company"),
)


def reply() -> Reply:
    answer = replace(
        answers.one_thing(),
        query=answers.ran(f"SELECT ?x {{ ?x ?y '{EVIL}' }}"),
        others=(Choice(label=EVIL, detail=EVIL, question=EVIL),),
    )
    return Reply(message=ASKED, answer=answer, reference="7f3a-21")


def drawn(language: str) -> Iterator[Any]:
    say, of = words(language), reply()
    assert of.answer.query
    yield slack_forms.edit(of, language=language, place="")
    yield slack_forms.meant(of, language=language, place="")
    yield slack_forms.told(EVIL, form="settings", language=language)
    yield slack_home.draw(HOME, language=language, place="")
    yield slack_home.help_of(HOME, language=language, command="/querist")
    yield slack_settings.draw(HOME, language=language, place="")
    yield teams_forms.edit(of.answer.query.text, EVIL, button="b", say=say)
    yield teams_forms.meant(of.answer.others, button="b", say=say)
    yield teams_forms.settings(HOME, say=say)
    yield teams_home.home(HOME, say=say, private=True)
    yield teams_home.settings(HOME, say=say)
    yield teams_home.thing(EVIL, EVIL, "http://e.example/x", "javascript:alert(1)")


def shown(part: Any, name: str = "") -> Iterator[str]:
    """All texts that are read, without the values that programs read."""
    if isinstance(part, dict):
        for key, value in part.items():
            if not (key in ("value", "data") and part.get("type") != "Input.Text"):
                yield from shown(value, key)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from shown(each, name)
    elif isinstance(part, str):
        yield part


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_hidden_is_shown_in_a_dialog_and_nothing_is_markup(language: str) -> None:
    for view in drawn(language):
        assert not [text for text in shown(view) if set(text) & set(HIDDEN)]
        assert not {"mrkdwn", "TextBlock"} & set(json.dumps(view).split('"'))
        assert "javascript:" not in json.dumps(view)


def test_a_query_with_hidden_signs_shows_them_as_sparql_spells_them() -> None:
    view = slack_forms.edit(reply(), language="en", place="")
    assert "\\u202E" in str(view)
