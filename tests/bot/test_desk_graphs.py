"""Several graphs behind one desk: each is asked in turn until one knows, and the trace tells who was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.buttons import Pressed
from bot.desk import Limits, Offer, Router
from kgqa.errors import BadSetting, GraphUnavailable
from kgqa.types import Answer, Confidence, GraphDescription, Outcome, Question, Spent, Stage
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.patience import LONG

ASKED = "Who leads Field Engineering?"
AND = "and who else?"


def core(answer: Answer | Exception, name: str = "") -> PreparedCore:
    if isinstance(answer, Answer) and name:
        answer = replace(answer, graph=GraphDescription(name=name, fingerprint="1"))
    return PreparedCore({ASKED: answer, **({AND: answer} if name == "b" else {})})


async def unseen(_: Stage, __: str = "") -> None: ...


async def asked(router: Router, **changes: Any) -> Answer:
    return await router.answer(replace(answers.question(ASKED), **changes), unseen)


def sure(answer: Answer, value: float) -> Answer:
    return replace(answer, confidence=Confidence(value=value, reason=""))


async def test_the_first_that_knows_answers_and_no_other_is_asked() -> None:
    second = core(answers.many_rows())
    answer = await asked(Router({"a": core(answers.one_thing()), "b": second}))
    assert answer.text == answers.one_thing().text
    assert answer.trace == answers.one_thing().trace  # nothing more is to be told
    assert not second.asked


@pytest.mark.parametrize(
    "first",
    [
        answers.not_in_graph(),
        answers.unknown(),
        answers.refused(),
        answers.failed(),
        sure(answers.nothing_found(), 0.5),
        GraphUnavailable("The store is away."),
    ],
    ids=lambda first: first.outcome if isinstance(first, Answer) else "raised",
)
async def test_where_one_does_not_know_the_next_is_asked_and_the_trace_tells(
    first: Answer | Exception,
) -> None:
    answer = await asked(Router({"a": core(first), "b": core(answers.one_thing())}))
    assert answer.text == answers.one_thing().text
    assert answer.trace[0].summary == "asked a, b"
    assert answer.trace[0].details[1] == "b: answered"
    assert answer.trace[1:] == answers.one_thing().trace


@pytest.mark.parametrize("first", [answers.clarify(), sure(answers.nothing_found(), 0.9)])
async def test_a_question_back_and_a_sure_nothing_are_answers(first: Answer) -> None:
    answer = await asked(Router({"a": core(first), "b": core(answers.one_thing())}))
    assert answer.outcome is first.outcome


async def test_where_none_knows_the_first_answers_with_what_all_cost() -> None:
    cost = Spent(calls=1, money=0.5)
    router = Router(
        {
            "a": core(replace(answers.not_in_graph(), spent=cost, models=("m",))),
            "b": core(replace(answers.unknown(), spent=cost, models=("m",))),
        }
    )
    answer = await asked(router)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert (answer.spent.calls, answer.spent.money, answer.models) == (2, 1.0, ("m",))
    assert answer.trace[0].details == ("a: does not know this", "b: found no reading")


async def test_the_graphs_of_a_question_are_asked_in_its_order_and_no_other() -> None:
    cores = {name: core(answers.unknown()) for name in "abc"}
    router = Router(cores)
    answer = await asked(router, graphs=("c", "gone", "a"))
    assert answer.trace[0].summary == "asked c, a"
    assert answer.question.graphs == ("c", "gone", "a")
    assert [q.graphs for q in cores["c"].asked] == [("c",)]
    assert not cores["b"].asked
    with pytest.raises(BadSetting, match="gone is not served any more") as refused:
        await asked(router, graphs=("gone",))
    assert "a, b, c" not in str(refused.value)  # who asks may not see them


@pytest.mark.parametrize("silent", [GraphUnavailable("The store is away."), answers.failed()])
async def test_where_one_did_not_answer_nobody_says_that_there_is_nothing(silent: Answer | Exception) -> None:
    nothing = answers.not_in_graph()
    cores = {"a": core(nothing), "b": core(silent), "c": core(answers.unknown())}
    answer = await asked(Router(cores))
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.text == f"{nothing.text} The graph b did not answer; it may know more."
    assert answer.trace[0].details == ("a: does not know this", "b: failed", "c: found no reading")
    answer = await asked(Router({**cores, "c": core(silent)}))
    assert answer.text.endswith("The graphs b, c did not answer; they may know more.")


async def test_an_answer_stands_by_itself_whoever_else_did_not_answer() -> None:
    away = core(GraphUnavailable("The store is away."))
    answer = await asked(Router({"a": core(answers.unknown()), "b": away, "c": core(answers.one_thing())}))
    assert answer.text == answers.one_thing().text
    refused = await asked(Router({"a": core(answers.refused()), "b": away}))
    assert refused.text == answers.refused().text


async def test_what_the_first_raised_stands_where_no_other_knows() -> None:
    router = Router({"a": core(GraphUnavailable("The store is away.")), "b": core(answers.unknown())})
    with pytest.raises(GraphUnavailable):
        await asked(router)


# ── behind a desk ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_a_choice_and_a_follow_up_are_asked_of_the_graph_that_answered(tmp_path: Path) -> None:
    a, b = core(answers.unknown(), "a"), core(answers.clarify(), "b")
    room = Room(tmp_path, limits=Limits(grace=0, pause=0, taking=LONG))
    offers = (Offer(name="a"), Offer(name="b"))

    async def quiet() -> bool:
        return await desk.waiting() == 0

    async with room.desk(core=Router({"a": a, "b": b}), offers=offers) as desk:
        await desk.receive(message(ASKED))
        (post,) = await room.platform.wait_for(1)
        await until(quiet)
        await desk.receive(message("Oslo", pressed=Pressed(post["reference"], "choice", 1)))
        await until(quiet)
        assert [q.text for q in a.asked] == [ASKED]  # the choice is not asked of it
        assert b.asked[1].pins == answers.clarify().choices[1].pins
        await desk.receive(message(ASKED))
        await until(quiet)
        await desk.receive(message(AND))
        await until(quiet)
    assert AND not in [q.text for q in a.asked]
    assert isinstance(b.asked[-1], Question)
    assert b.asked[-1].text == AND
    room.database.close()
