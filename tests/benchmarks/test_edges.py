"""What a load on the edges tells is counted right."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest

from benchmarks.edges.__main__ import became, figures, share_within, show
from benchmarks.edges.people import SECRET, People
from benchmarks.edges.world import NUMBER


def test_a_question_that_neither_is_answered_nor_waits_is_lost() -> None:
    told = became(Counter({1: 1, 2: 2}), [1, 2, 3, 4, 5], waiting=2)
    assert told == {"taken over": 5, "answered": 2, "waiting": 2, "lost": 1, "twice": 1}


def test_what_waits_beyond_those_that_were_taken_over_hides_no_loss_of_answers() -> None:
    assert became(Counter({1: 1}), [1, 2], waiting=7)["waiting"] == 1


def test_an_acknowledgement_after_a_second_is_late() -> None:
    assert share_within([0.2, 1.0, 1.1, 3.0], 1.0) == 0.5
    assert figures([0.1, 0.3, 0.2])["most"] == 0.3


def test_a_message_of_slack_is_signed_and_one_of_teams_says_the_same_number() -> None:
    people = People("http://bot", "http://world", "Bearer it")
    path, body, headers = people._slack(7)
    signed = f"v0:{headers['X-Slack-Request-Timestamp']}:{body}".encode()
    digest = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    assert (path, headers["X-Slack-Signature"]) == ("/slack/events", f"v0={digest}")
    assert NUMBER.findall(json.loads(body)["event"]["text"]) == ["7"]
    _, body, headers = people._teams(8)
    assert NUMBER.findall(json.loads(body)["text"]) == ["8"]
    assert headers["Authorization"] == "Bearer it"


def test_the_table_tells_ours_the_empty_ones_and_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    def one(seconds: float) -> dict[str, object]:
        took = {"Slack": [seconds], "Teams": [seconds]}
        return {"took": took, "said": {}, "processor": seconds, "late": 0.0, "load average": 1.0}

    told = became(Counter({1: 1}), [1], waiting=0) | {"seconds after the last": 3.0}
    show(
        {
            "ours": one(0.5),
            "empty": one(0.25),
            "answered": told,
            "processor of an answer": 0.05,
            "load average before": 0.1,
        }
    )
    said = capsys.readouterr().out
    assert [line.split()[-3:] for line in said.splitlines() if "processor to" in line] == [
        ["500.0", "250.0", "2.0"]
    ]
    assert "of 1 questions taken over 1 answered, 0 wait, 0 lost, 0 answered twice" in said
