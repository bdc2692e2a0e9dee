"""What the page shows: conversations of questions and replies, as long as the process lives."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.cards.files import Attachment
from bot.message import Message, Reply

KEPT = 200  # conversations; the longest untouched goes first


@dataclass(slots=True)
class Conversation:
    """Questions and replies in the order in which they came, with the files of the replies."""

    id: str
    items: list[dict[str, Any]] = field(default_factory=list)
    replies: dict[str, Reply] = field(default_factory=dict)
    files: dict[str, dict[str, Attachment]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return next((str(i["text"])[:120] for i in self.items if i["kind"] == "question"), "")

    def has(self, kind: str, event: str) -> bool:
        return any(i["kind"] == kind and i["event"] == event for i in self.items)

    def file(self, name: str) -> Attachment | None:
        """A file of any reply; names hold the reply's reference, so that no two are the same."""
        return next((files[name] for files in self.files.values() if name in files), None)

    def take_out(self, event: str) -> None:
        """The question and all that came of it."""
        self.items = [item for item in self.items if item["event"] != event]
        self._forget(event)

    def take_back(self, event: str) -> dict[str, Any]:
        """Puts what tells that it was deleted in the place of the reply, and gives that."""
        gone = {"kind": "removed", "event": event}
        self.items = [
            gone if item["kind"] == "reply" and item["event"] == event else item for item in self.items
        ]
        self._forget(event)
        return gone

    def _forget(self, event: str) -> None:
        self.replies.pop(event, None)
        self.files.pop(event, None)


class Conversations:
    """The latest `KEPT`, oldest first."""

    def __init__(self) -> None:
        self._all: OrderedDict[str, Conversation] = OrderedDict()

    def __iter__(self) -> Iterator[Conversation]:
        return iter(tuple(self._all.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._all

    def get(self, name: str) -> Conversation | None:
        return self._all.get(name)

    def touch(self, name: str) -> Conversation:
        """The conversation of that id, from now on the latest; a new one where there is none."""
        conversation = self._all.setdefault(name, Conversation(id=name))
        self._all.move_to_end(name)
        while len(self._all) > KEPT:
            self._all.popitem(last=False)
        return conversation

    def drop(self, name: str) -> None:
        self._all.pop(name, None)


def question(message: Message) -> dict[str, Any]:
    """What was asked, as the page shows it."""
    return {
        "kind": "question",
        "event": message.event,
        "text": message.text,
        "own_query": bool(message.query),
    }
