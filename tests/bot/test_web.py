"""The local chat page's server: one conversation from question to reply, and nobody else at the door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio

from bot.buttons import Pressed, Seal
from bot.message import Message
from bot.platforms.web import KEPT, LONGEST, WebPlatform
from bot.platforms.web.served import STATIC
from bot.platforms.web.stream import Streams
from kgqa.types import Stage
from tests.bot.cards.test_view import reply_to
from tests.bot.web_page import EXAMPLES, SEAL, Page, served, until_reply
from tests.doubles import answers


@pytest_asyncio.fixture
async def stranger() -> AsyncIterator[Page]:
    """A page that has not shown the key."""
    async with served() as page:
        yield page


@pytest_asyncio.fixture
async def page(stranger: Page) -> Page:
    await stranger.get("/?key=the-key")
    return stranger


# ── asking ──


async def test_a_question_becomes_one_message_and_its_reply_comes_by_the_stream(page: Page) -> None:
    conversation, item = await page.reply("Who leads Field Engineering?")
    (message,) = page.desk.received
    assert (message.platform, message.thread, message.private) == ("web", conversation, True)
    assert message.text == "Who leads Field Engineering?"
    assert message.sent_at.tzinfo is not None
    assert item["lead"] == "Ada Njoroge leads Field Engineering."
    assert "".join(text for _, text in item["query"]).startswith("PREFIX ex:")


@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda a: a.outcome.value)
async def test_every_outcome_reaches_the_page(page: Page, answer: Any) -> None:
    question = "fail" if answer.outcome.value == "failed" else answer.question.text
    _, item = await page.reply(question)
    assert item["lead"] == answer.text


async def test_what_failed_is_tried_again_by_a_button(page: Page) -> None:
    conversation, item = await page.reply("fail")
    (again,) = item["buttons"]
    assert again["label"] == "Try again"
    await page.reply("Try again", conversation=conversation, pressed=again["value"])
    assert page.desk.received[-1].pressed == Pressed(f"r-{item['event'][:8]}", "again", 0)


async def test_the_browsers_language_is_not_for_reading_the_question(page: Page) -> None:
    _, item = await page.reply("Which valves cost more than 1,000 euro?", language="de-DE")
    assert page.desk.received[0].language == ""
    assert item["rows"][0][1]["text"] == "1,200.5"


async def test_a_follow_up_stays_in_its_conversation_and_a_new_one_does_not(page: Page) -> None:
    first = await page.ask("one")
    assert await page.ask("two", conversation=first) == first
    other = await page.ask("three")
    assert other != first
    assert [m.thread for m in page.desk.received] == [first, first, other]


async def test_the_conversation_shows_questions_and_replies_in_order(page: Page) -> None:
    conversation, _ = await page.reply("Who leads Field Engineering?")
    shown = await page.json(f"/api/conversations/{conversation}")
    assert [item["kind"] for item in shown["items"]] == ["question", "reply"]
    assert shown["items"][0]["text"] == "Who leads Field Engineering?"


async def test_the_list_has_the_latest_conversation_first_and_the_examples(page: Page) -> None:
    await page.ask("older")
    await page.ask("newer")
    listed = await page.json("/api/conversations")
    assert [c["title"] for c in listed["conversations"]] == ["newer", "older"]
    assert listed["examples"] == list(EXAMPLES)
    assert listed["about"] == "company graph"


async def test_progress_is_told_in_words_before_the_reply(page: Page) -> None:
    page.desk.stages = (Stage.LINKING, Stage.CHECKING, Stage.RUNNING)
    async with page.listen() as stream:
        await page.ask("Who leads Field Engineering?")
        told = await until_reply(stream)
    words = [event["words"] for event in told if event["kind"] == "stage"]
    assert words == ["finding names", "checking the query", "asking the graph"]


async def test_progress_tells_the_step_beside_the_stage(page: Page) -> None:
    async with page.listen() as stream:
        message = replace(reply_to(answers.one_thing()).message, thread="t")
        await page.platform.progress(message, Stage.EXPLORING, "tries a query: 12 rows")
        event = await anext(stream)
    assert event["words"] == "exploring the graph: tries a query: 12 rows"


async def test_a_stop_is_no_question_of_the_conversation(page: Page) -> None:
    page.desk.open.clear()
    conversation = await page.ask("Who leads Field Engineering?")
    response = await page.post("stop", conversation=conversation)
    assert (await response.json())["stops"] is True
    assert [m.text for m in page.desk.received] == ["Who leads Field Engineering?", "stop"]
    shown = await page.json(f"/api/conversations/{conversation}")
    assert [item["text"] for item in shown["items"]] == ["Who leads Field Engineering?"]


async def test_a_reviewers_press_is_answered_to_the_page_and_asks_nothing(page: Page) -> None:
    conversation = await page.ask("Who leads Field Engineering?")
    button = SEAL.sign(Pressed("r-1", "verify", 0))
    response = await page.post("Verify", conversation=conversation, pressed=button)
    assert await response.json() == {"said": "Thank you."}
    assert [m.pressed for m in page.desk.pressed] == [Pressed("r-1", "verify", 0)]
    assert len(page.desk.received) == 1
    page.desk.refusing = "The database cannot be reached."
    response = await page.post("Verify", conversation=conversation, pressed=button)
    assert response.status == 503


async def test_a_pressed_button_reaches_the_desk_with_its_seal_opened(page: Page) -> None:
    conversation, item = await page.reply("When did Okafor join?")
    value = item["buttons"][1]["value"]
    _, after = await page.reply("Nneka Okafor, Employee, Oslo", conversation=conversation, pressed=value)
    pressed = page.desk.received[-1].pressed
    assert pressed is not None
    assert (pressed.kind, pressed.index) == ("choice", 1)
    assert after["lead"] == "You chose Nneka Okafor, Employee, Oslo."


async def test_a_button_that_we_did_not_seal_is_not_pressed(page: Page) -> None:
    forged = Seal("other").sign(Pressed("r", "choice", 0))
    response = await page.post("x", pressed=forged)
    assert response.status == 400
    assert (await response.json())["problem"] == "This button is no longer valid. Ask the question again."
    assert page.desk.received == []


async def test_files_are_downloads_with_their_exact_content(page: Page) -> None:
    _, item = await page.reply("Which valves cost more than 1,000 euro?")
    addresses = {f["title"]: f["address"] for f in item["files"]}
    response = await page.get(addresses["Query (.rq)"])
    assert await response.text() == "SELECT ?valve WHERE { ?valve a <https://company.example/def/Valve> }"
    assert response.headers["Content-Disposition"].startswith('attachment; filename="r-')
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    csv = await (await page.get(addresses["Rows (.csv)"])).text()
    assert len(csv.splitlines()) == 313
    assert (await page.get(addresses["Query (.rq)"] + "x")).status == 404


async def test_sending_the_same_reply_again_shows_it_once(page: Page) -> None:
    conversation, _ = await page.reply("Who leads Field Engineering?")
    (message,) = page.desk.received
    posted = await page.platform.send(page.desk.reply(message), again=True)
    assert posted.ids == (f"{conversation}/{message.event}",)
    shown = await page.json(f"/api/conversations/{conversation}")
    assert len(shown["items"]) == 2


async def test_a_reply_to_a_question_from_before_the_start_brings_its_question(page: Page) -> None:
    await page.ask("Who leads Field Engineering?")
    (message,) = page.desk.received
    fresh = WebPlatform(seal=SEAL)
    await fresh.send(page.desk.reply(message), again=True)
    kinds = [item["kind"] for item in fresh._conversations.touch(message.thread).items]
    assert kinds == ["question", "reply"]


async def test_only_so_many_conversations_are_kept(page: Page) -> None:
    for number in range(KEPT + 5):
        await page.platform.send(
            page.desk.reply(_message(thread=f"t{number}", event=f"e{number}")), again=False
        )
    kept = await page.json("/api/conversations")
    assert len(kept["conversations"]) == KEPT
    assert kept["conversations"][0]["id"] == f"t{KEPT + 4}"


def _message(*, thread: str, event: str) -> Message:
    return replace(reply_to(answers.one_thing()).message, thread=thread, event=event)


# ── what goes wrong is said ──


async def test_a_desk_that_cannot_take_it_over_is_told_and_nothing_is_shown_as_asked(page: Page) -> None:
    page.desk.refusing = "The database is full. Make room on the disk."
    response = await page.post("x")
    assert response.status == 503
    assert (await response.json())["problem"] == "The database is full. Make room on the disk."
    assert (await page.json("/api/conversations"))["conversations"] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "There is no question in this message."),
        ("x" * (LONGEST + 1), "This is too long: at most 20,000"),
    ],
)
async def test_too_little_and_too_much_each_get_a_sentence(page: Page, text: str, problem: str) -> None:
    response = await page.post(text)
    assert response.status == 400
    assert (await response.json())["problem"].startswith(problem)


async def test_nonsense_is_refused_in_a_sentence(page: Page) -> None:
    headers = {"Origin": page.origin}
    for body in ("", "{", "[]", '{"event": "x", "text": "y"}'):
        response = await page.client.post("/api/messages", data=body, headers=headers)
        assert response.status == 400
        assert "does not understand" in (await response.json())["problem"]


@pytest.mark.parametrize("text", ["🙂🙂", "مرحبا بالعالم", "<!channel> <b>x</b>", "x" * 10_000])
async def test_any_text_is_handed_over_as_it_was_typed(page: Page, text: str) -> None:
    await page.ask(text)
    assert page.desk.received[-1].text == text


async def test_a_stream_that_nobody_reads_is_ended_and_does_not_grow() -> None:
    streams = Streams(waiting=2)
    queue = streams.join()
    for _ in range(3):
        streams.tell({"kind": "stage"})
    assert queue.get_nowait() is None
    streams.tell({"kind": "stage"})
    assert queue.empty()


# ── who may ──


async def test_without_the_key_there_is_only_a_page_that_says_so(stranger: Page) -> None:
    response = await stranger.get("/")
    assert response.status == 403
    assert "printed in the terminal" in await response.text()
    for path in ("/api/conversations", "/api/events", f"/api/conversations/{uuid4()}", "/files/a/b"):
        assert (await stranger.get(path)).status == 403
    assert (await stranger.post("x")).status == 403
    assert (await stranger.get("/?key=wrong")).status == 403
    assert stranger.desk.received == []


def addresses(page: Page) -> list[tuple[str, str]]:
    """Every method and path that the page answers, but for its own files, which are no secret."""
    app = page.client.app
    assert app is not None
    told = {(route.method, str(route.resource and route.resource.canonical)) for route in app.router.routes()}
    assert ("GET", "/api/preview/{id}/{event}") in told
    return [(m, p.format(id=uuid4(), event=uuid4(), name="x")) for m, p in told if "static" not in p]


async def test_every_address_of_the_page_asks_for_the_key(stranger: Page) -> None:
    for method, path in addresses(stranger):
        headers = {"Origin": stranger.origin}
        said = await stranger.client.request(method, path, headers=headers)
        assert said.status == 403, (method, path)


async def test_no_address_of_the_page_answers_to_a_name_that_was_led_here(page: Page) -> None:
    for method, path in addresses(page):
        headers = {"Host": "evil.example", "Origin": "http://evil.example"}
        said = await page.client.request(method, path, headers=headers)
        assert said.status == 403, (method, path)


async def test_the_key_becomes_a_cookie_that_scripts_and_other_sites_do_not_get(stranger: Page) -> None:
    response = await stranger.client.get("/?key=the-key", allow_redirects=False)
    assert response.status == 303
    assert response.headers["Location"] == "/"
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    page = await stranger.get("/")
    assert page.status == 200
    assert 'id="question"' in await page.text()


async def test_another_website_cannot_post(page: Page) -> None:
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        page.origin.replace("http", "https"),
    ):
        assert (await page.post("x", origin=origin)).status == 403
    response = await page.client.post("/api/messages", json={"event": str(uuid4()), "text": "x"})
    assert response.status == 403
    assert page.desk.received == []


async def test_another_website_cannot_read(page: Page) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        response = await page.client.get("/api/conversations", headers=headers)
        assert response.status == 403
        assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "10.0.0.1", "127.0.0.1.evil.example", ""]
)
async def test_a_foreign_name_that_leads_here_reads_nothing(page: Page, host: str) -> None:
    response = await page.client.get("/", headers={"Host": host})
    assert response.status == 403


@pytest.mark.parametrize("host", ["localhost:80", "127.0.0.1:80", "[::1]:80", "127.0.0.1"])
async def test_every_loopback_name_is_welcome(stranger: Page, host: str) -> None:
    response = await stranger.client.get("/static/chat.js", headers={"Host": host})
    assert response.status == 200


async def test_the_page_may_load_nothing_from_elsewhere_and_no_inline_script(page: Page) -> None:
    response = await page.get("/")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    text = await response.text()
    assert "http://" not in text
    assert "https://" not in text
    assert "onclick" not in text
    assert "style=" not in text


async def test_only_the_pages_own_files_are_served(page: Page) -> None:
    for name, kind in STATIC.items():
        response = await page.get(f"/static/{name}")
        assert response.status == 200
        assert response.content_type == kind
    assert {"chat.css", "chat.js", "icon.svg"} <= STATIC.keys()
    for name in ("chat.html", "..%2Fserved.py", "x"):
        assert (await page.get(f"/static/{name}")).status == 404


async def test_the_printed_address_opens_the_page(stranger: Page) -> None:
    url = stranger.client.make_url("/")
    assert stranger.platform.address("127.0.0.1", url.port or 0) == f"{stranger.origin}/?key=the-key"


async def test_open_streams_do_not_hold_up_the_end(page: Page) -> None:
    async with page.listen() as stream:
        assert page.client.app is not None
        await page.client.app.shutdown()
        assert await anext(stream, None) is None
