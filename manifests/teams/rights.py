"""What the Teams app asks for, and what for: one table for the manifest, the guide and the tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """`why` completes "Querist asks for this ..."."""

    name: str
    why: str


SCOPES = (
    Right(name="personal", why="to be asked in a one-to-one chat"),
    Right(name="team", why="to be asked by a mention in a channel; the answer is posted in the thread"),
    Right(name="groupChat", why="to be asked by a mention in a group chat"),
)

# Only with --copilot.
COPILOT = Right(name="copilot", why="to be asked in Microsoft 365 Copilot, as an agent")

# Only with --listen: without them Teams shows the bot what mentions it, and nothing else.
LISTENING = (
    Right(name="ChannelMessage.Read.Group", why="to answer in channels without a mention"),
    Right(name="ChatMessage.Read.Chat", why="to answer in group chats without a mention"),
)
