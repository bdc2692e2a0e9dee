"""Names of people and threads that no other platform or tenant has."""

from __future__ import annotations

from collections.abc import Mapping

from bot.message import Message


def person_of(message: Message) -> str:
    """Who asks, by a name that no other platform or tenant has."""
    return f"{message.platform}:{message.tenant}:{message.person}"


def thread_of(message: Message) -> str:
    """The thread's name, unique over platforms and tenants."""
    return f"{message.platform}:{message.tenant}:{message.channel}:{message.thread}"


def channel_of(message: Message) -> str:
    """The channel's name, unique over platforms and tenants."""
    return f"{message.platform}:{message.tenant}:{message.channel}"


def tenant_of(message: Message) -> str:
    """The tenant's name, with which those of all its channels begin."""
    return f"{message.platform}:{message.tenant}:"


def is_here(message: Message, place: Mapping[str, str]) -> bool:
    """Whether a message was said in the thread that a record names."""
    here = (message.platform, message.tenant, message.channel, message.thread)
    return here == (place["platform"], place["tenant"], place["channel"], place["thread"])
