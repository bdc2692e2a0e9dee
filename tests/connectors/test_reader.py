"""The near end of a reader: what comes slowly, in pieces or not at all never holds the event loop up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import cast

import pytest

from connectors.reader import Reader
from connectors.readers import Readers
from connectors.results import Found
from connectors.wire import Ask, Incoming, Refused, Reply, Request, framed

ASK = Ask("ASK { }", 1, 1)
FOUND = Found(("x",), ((("literal", "Zoë", None, "de"),), (None,)))


@pytest.fixture
def ends() -> Iterator[tuple[Reader, socket.socket]]:
    """A reader's near end, and the far end that a test plays itself."""
    near, far = socket.socketpair()
    reader = Reader(near, 1, cast("Readers", None))
    with near, far:
        yield reader, far


async def asked(reader: Reader, request: Request = ASK) -> asyncio.Task[Incoming[Reply]]:
    task = asyncio.create_task(reader.ask(request, 20))
    await asyncio.sleep(0)
    return task


@pytest.mark.parametrize("message", [FOUND, Found(boolean=True), Refused("no such thing")])
@pytest.mark.parametrize("size", [1, 7, 11])
async def test_a_reply_may_come_in_pieces_of_any_size(
    ends: tuple[Reader, socket.socket], message: Reply, size: int
) -> None:
    reader, far = ends
    reply = await asked(reader)
    data = framed(message)
    for place in range(0, len(data), size):
        assert not reply.done()
        far.sendall(data[place : place + size])
        await asyncio.sleep(0)  # the loop goes on while the rest is missing
        await asyncio.sleep(0)
    assert (await reply).message() == message


async def test_a_request_that_the_socket_does_not_take_at_once_is_sent_to_its_end(
    ends: tuple[Reader, socket.socket],
) -> None:
    reader, far = ends
    request = Ask("x" * 5_000_000, 1, 1)
    reply = await asked(reader, request)
    incoming: Incoming[Request] = Incoming()
    far.setblocking(False)
    loop = asyncio.get_running_loop()
    while not incoming.add(await loop.sock_recv(far, 1 << 20)):
        pass
    assert incoming.message() == request
    far.sendall(framed(FOUND))
    assert (await reply).message() == FOUND


async def test_half_a_reply_in_all_the_time_is_no_reply(ends: tuple[Reader, socket.socket]) -> None:
    reader, far = ends
    far.sendall(framed(FOUND)[:-1])
    with pytest.raises(TimeoutError):
        await reader.ask(ASK, 0.01)


async def test_a_request_that_is_never_taken_ends_with_its_time(ends: tuple[Reader, socket.socket]) -> None:
    reader, _ = ends
    with pytest.raises(TimeoutError):
        await reader.ask(Ask("x" * 5_000_000, 1, 1), 0.01)


@pytest.mark.parametrize("came", [b"", framed(FOUND)[:5], framed(FOUND)[:-1]])
async def test_a_reader_that_ends_in_the_middle_is_told(
    ends: tuple[Reader, socket.socket], came: bytes
) -> None:
    reader, far = ends
    reply = await asked(reader)
    far.sendall(came)
    far.close()
    with pytest.raises(EOFError):
        await reply
    with pytest.raises(EOFError):
        await reader.ask(ASK, 20)


async def test_a_reader_is_asked_in_one_loop_alone_as_long_as_that_lives(
    ends: tuple[Reader, socket.socket],
) -> None:
    reader, far = ends
    here, other = asyncio.get_running_loop(), asyncio.new_event_loop()
    assert reader.may_be_asked(here)
    assert reader.may_be_asked(other)
    far.sendall(framed(FOUND))
    await reader.ask(ASK, 20)
    assert reader.may_be_asked(here)
    assert not reader.may_be_asked(other)
    other.close()


def test_when_a_loop_has_ended_its_reader_is_asked_in_the_next(ends: tuple[Reader, socket.socket]) -> None:
    reader, far = ends
    for _ in range(3):
        far.sendall(framed(FOUND))
        assert asyncio.run(reader.ask(ASK, 20)).message() == FOUND
