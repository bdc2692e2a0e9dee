"""What stands round a model: the cache, the redaction, the recorder, the script."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from connectors.models import Cached, Recorded, Redacted, Replayed, ScriptedModel, load_hooks
from connectors.models.scripted import HANGS
from kgqa.errors import BadInput, BadSetting, BudgetSpent, ModelUnavailable
from kgqa.ports import Completion
from kgqa.spending import MemoryLedger, Purse
from kgqa.types import Spent
from tests.kgqa.spending.test_budgets import NOON

ASK = (("system", "You count."), ("user", "How many?"))
OTHER = (("user", "Why?"),)

# ── the script ───────────────────────────────────────────────────────────────────────────────────


async def test_a_scripted_model_says_its_lines_and_the_last_one_for_ever() -> None:
    model = ScriptedModel("one", "two")
    assert [(await model.complete(ASK)).text for _ in range(3)] == ["one", "two", "two"]
    assert model.asked == [ASK] * 3
    assert model.told() == "You count.\nHow many?"


async def test_a_scripted_model_may_think() -> None:
    model = ScriptedModel(lambda messages: f"You said {messages[-1][1]}", name="echo", is_counted=True)
    reply = await model.complete(OTHER)
    assert (reply.text, reply.model, reply.estimated) == ("You said Why?", "echo", True)
    assert reply.input_tokens > 0
    assert reply.output_tokens > 0


async def test_a_scripted_model_fails_and_hangs_as_it_is_told() -> None:
    model = ScriptedModel(ModelUnavailable("It is down."), HANGS)
    with pytest.raises(ModelUnavailable, match="It is down"):
        await model.complete(ASK)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model.complete(ASK), 0.01)


async def test_a_scripted_model_without_a_line_is_not_to_be_asked() -> None:
    with pytest.raises(LookupError, match="nothing is written down"):
        await ScriptedModel().complete(ASK)


# ── the cache ────────────────────────────────────────────────────────────────────────────────────


async def test_the_same_request_costs_once(tmp_path: Path) -> None:
    inner, ledger = ScriptedModel("three", is_counted=True), MemoryLedger()
    cached = Cached(inner, tmp_path / "a" / "replies.db")
    async with Purse(cached, ledger).open("p", NOON) as model:
        first = await model.complete(ASK)
        spent = model.spent
        second = await model.complete(ASK)
    await cached.close()
    assert (first.cached, second.cached, second.text) == (False, True, "three")
    assert len(inner.asked) == 1
    assert model.spent == spent + Spent(cached=1)


async def test_the_cache_lasts_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "replies.db"
    for _ in range(2):
        cached = Cached(inner := ScriptedModel("three"), file)
        reply = await cached.complete(ASK)
        await cached.close()
    assert reply.cached
    assert not inner.asked
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"How many" not in file.read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.complete(OTHER),
        lambda c: c.complete((("user", "You count."), ("user", "How many?"))),
        lambda c: c.complete(ASK, schema={"type": "object"}),
        lambda c: c.complete(ASK, most=5),
        lambda c: c.complete(ASK, temperature=0.5),
    ],
)
async def test_another_request_is_another_reply(change: Callable[[Cached], Any], tmp_path: Path) -> None:
    cached = Cached(inner := ScriptedModel("three", "four"), tmp_path / "replies.db")
    await cached.complete(ASK)
    assert (await change(cached)).text == "four"
    assert len(inner.asked) == 2
    await cached.close()


async def test_another_model_or_another_address_is_another_reply(tmp_path: Path) -> None:
    for name, address in (("m", "a"), ("m", "b"), ("n", "a")):
        cached = Cached(ScriptedModel(f"{name} {address}", name=name), tmp_path / "r.db", address=address)
        assert (await cached.complete(ASK)).text == f"{name} {address}"
        await cached.close()


async def test_who_asks_for_variety_gets_it(tmp_path: Path) -> None:
    cached = Cached(ScriptedModel("one", "two"), tmp_path / "replies.db")
    said = [(await cached.complete(ASK, temperature=0.7)).text for _ in range(2)]
    assert said == ["one", "two"]
    await cached.close()


async def test_a_reply_that_was_cut_is_not_kept(tmp_path: Path) -> None:
    class Cut(ScriptedModel):
        async def complete(self, *args: Any, **named: Any) -> Completion:
            reply = await super().complete(*args, **named)
            return Completion(text=reply.text, model="m", input_tokens=1, output_tokens=1, cut=True)

    cached = Cached(inner := Cut("half"), tmp_path / "replies.db")
    for _ in range(2):
        assert not (await cached.complete(ASK)).cached
    assert len(inner.asked) == 2
    await cached.close()


async def test_the_cache_does_not_grow_past_its_size_and_keeps_what_is_used(tmp_path: Path) -> None:
    now = iter(range(10_000))
    file = tmp_path / "replies.db"
    inner = ScriptedModel("x" * 800)
    cached = Cached(inner, file, largest=20_000, clock=lambda: float(next(now)))
    for number in range(100):
        await cached.complete((("user", str(number)),))
        await cached.complete((("user", "0"),))
    assert len(inner.asked) == 100
    assert not (await cached.complete((("user", "1"),))).cached
    await cached.close()
    with sqlite3.connect(file) as connection:
        (size,) = connection.execute("SELECT sum(size) FROM replies").fetchone()
    connection.close()
    assert 10_000 < size <= 20_000
    assert file.stat().st_size < 100_000


async def test_a_cache_that_breaks_is_no_reason_not_to_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cached = Cached(ScriptedModel("three"), tmp_path / "replies.db")
    with sqlite3.connect(tmp_path / "replies.db") as connection:
        connection.execute("DROP TABLE replies")
    connection.close()
    for _ in range(2):
        assert (await cached.complete(ASK)).text == "three"
    assert caplog.text.count("cache of models cannot be used") == 1
    await cached.close()


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    file = tmp_path / "replies.db"
    file.write_text("This is a letter. " * 100)
    with pytest.raises(BadSetting, match=r"replies\.db cannot be used: .*QUERIST_MODEL_CACHE_MB"):
        Cached(ScriptedModel("three"), file)


# ── the redaction ────────────────────────────────────────────────────────────────────────────────


def shout(text: str, *, role: str) -> str:
    return f"{role}: {text.upper()}"


async def hide(text: str, *, role: str) -> str:
    return text.replace("MANY", "***")


async def test_every_message_goes_through_every_hook_before_it_leaves() -> None:
    model = ScriptedModel("three")
    await Redacted(model, (("shout", shout), ("hide", hide))).complete(ASK)
    assert model.asked == [(("system", "system: YOU COUNT."), ("user", "user: HOW ***?"))]


def fails(text: str, *, role: str) -> str:
    raise ValueError(text)


def says_nothing(text: str, *, role: str) -> None:
    pass


def leaves(text: str, *, role: str) -> str:
    raise SystemExit


async def waits(text: str, *, role: str) -> str:
    await asyncio.Event().wait()
    return text


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        (fails, r"failed \(ValueError\)"),
        (says_nothing, "gave NoneType, which is no text"),
        (leaves, r"failed \(RuntimeError\)"),
        (waits, r"did not end in 0\.05 seconds"),
    ],
)
async def test_a_hook_that_fails_stops_the_call(hook: Callable[..., Any], said: str) -> None:
    model, seconds = ScriptedModel("three"), 0.05 if hook is waits else 30.0
    with pytest.raises(ModelUnavailable, match=f"The redaction hook {said}, so nothing was sent"):
        await Redacted(model, (("shout", shout), ("hook", hook)), seconds=seconds).complete(ASK)
    assert not model.asked


def test_hooks_are_found_by_the_names_of_packages_and_of_modules(tmp_path: Path) -> None:
    (tmp_path / "house_rules_of_a_test.py").write_text("def quiet(text, *, role):\n    return ''\n")
    installed = [EntryPoint("shout", f"{__name__}:shout", "querist.redactions")]
    hooks = load_hooks(["shout", "house_rules_of_a_test:quiet"], tmp_path, installed)
    assert [name for name, _ in hooks] == ["shout", "house_rules_of_a_test:quiet"]
    assert hooks[0][1] is shout
    assert hooks[1][1]("secret", role="user") == ""
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whisper", r"There is no whisper: .*querist\.redactions.*module:function"),
        ("no_such_module:hook", "ModuleNotFoundError"),
        (f"{__name__}:nothing", "AttributeError"),
        (f"{__name__}:ASK", "nothing that can be called"),
    ],
)
def test_a_hook_that_is_not_there_is_named(name: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        load_hooks([name], installed=())


# ── the recorder ─────────────────────────────────────────────────────────────────────────────────


async def test_what_was_recorded_is_said_again(tmp_path: Path) -> None:
    file = tmp_path / "a" / "calls.jsonl"
    recorded = Recorded(ScriptedModel("one\u2028two", "three", name="big", is_counted=True), file)
    first, second = await recorded.complete(ASK), await recorded.complete(OTHER, schema={"type": "object"})
    replayed = Replayed(file)
    assert replayed.name == "big"
    assert await replayed.complete(OTHER, schema={"type": "object"}) == second
    assert [await replayed.complete(ASK) for _ in range(2)] == [first, first]
    lines = [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]
    assert lines[0]["messages"] == [list(message) for message in ASK]
    assert (lines[0]["reply"], lines[0]["model"], lines[0]["input_tokens"]) == (
        first.text,
        "big",
        first.input_tokens,
    )


async def test_a_request_that_was_made_twice_is_answered_in_order(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel("one", "two"), tmp_path / "calls.jsonl")
    for _ in range(2):
        await recorded.complete(ASK, temperature=0.7)
    replayed = Replayed(tmp_path / "calls.jsonl")
    assert [(await replayed.complete(ASK, temperature=0.7)).text for _ in range(3)] == ["one", "two", "two"]


async def test_a_failure_is_recorded_and_fails_again(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(ModelUnavailable("It is down."), "up"), tmp_path / "calls.jsonl")
    with pytest.raises(ModelUnavailable):
        await recorded.complete(ASK)
    await recorded.complete(ASK)
    replayed = Replayed(tmp_path / "calls.jsonl")
    with pytest.raises(ModelUnavailable, match="It is down"):
        await replayed.complete(ASK)
    assert (await replayed.complete(ASK)).text == "up"


async def test_a_call_that_nobody_paid_for_is_no_line(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    recorded = Recorded(ScriptedModel(BudgetSpent("Used up.")), file)
    with pytest.raises(BudgetSpent):
        await recorded.complete(ASK)
    assert file.read_text() == ""


async def test_keys_do_not_get_into_a_recording(tmp_path: Path) -> None:
    secrets = ("pass-word-1", "sk-proj-0123456789abcdef", "xoxb-1234567890123", "Bearer abcdefghijklmnop")
    file = tmp_path / "calls.jsonl"
    recorded = Recorded(ScriptedModel("; ".join(secrets)), file, secrets=("pass-word-1", ""))
    await recorded.complete((("user", " and ".join(secrets)),))
    text = file.read_text()
    assert not any(secret in text for secret in secrets)
    assert (await Replayed(file).complete((("user", " and ".join(secrets)),))).text.count("[removed]") == 4


async def test_a_call_that_is_missing_is_named(tmp_path: Path) -> None:
    await Recorded(ScriptedModel("one"), tmp_path / "calls.jsonl").complete(ASK)
    replayed = Replayed(tmp_path / "calls.jsonl")
    await replayed.complete(ASK)
    with pytest.raises(ModelUnavailable, match=r"no reply to call 2 \(request \w{12}, whose .* “Why\?”\)"):
        await replayed.complete(OTHER)


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"request": 1, "reply": ""}', '{"request": "a"}'])
def test_a_line_that_is_no_call_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(BadInput, match=r"Line 2 of the recording .*calls\.jsonl is no call"):
        Replayed(tmp_path / "calls.jsonl")


def test_a_recording_that_cannot_be_written_or_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be used: Is a directory"):
        Recorded(ScriptedModel("one"), tmp_path)
    with pytest.raises(BadInput, match="cannot be used: No such file"):
        Replayed(tmp_path / "none.jsonl")
