"""The side of the desk that platforms see, as a list of what it was told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.channel import Channel
from bot.message import Heard, Home, Message, Reply, Thing, Things
from kgqa.errors import OperatorsMove
from kgqa.types import Answer


@dataclass
class PaperReception:
    """Writes down what it takes over, once an event; what it answers is set by the test. `refusing` is the
    sentence with which it takes nothing, "" to take everything.
    """

    received: list[Message] = field(default_factory=list)
    offered: int = 0
    refusing: str = ""
    pressed: list[Message] = field(default_factory=list)
    withdrawn: list[Message] = field(default_factory=list)
    visited: list[Message] = field(default_factory=list)
    channels: list[tuple[Message, Channel]] = field(default_factory=list)
    posted: dict[tuple[str, str], str] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)
    things: tuple[Thing, ...] = ()
    closed: str = ""
    searched: list[Message] = field(default_factory=list)
    added: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    growing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    heard: Heard = field(default_factory=lambda: Heard(words="Thank you."))
    shown: Home = field(
        default_factory=lambda: Home(
            graphs=(("Company", "12 kinds of things"),),
            examples=("Who leads Logistics?",),
            recent=(),
            channel=Channel(),
            may_set=False,
        )
    )

    async def receive(self, message: Message) -> None:
        self.offered += 1
        self._refuse()
        if message.event not in [m.event for m in self.received]:
            self.received.append(message)

    async def press(self, message: Message) -> Heard:
        self._refuse()
        self.pressed.append(message)
        return self.heard

    async def press_on(self, message: Message, identity: str) -> Heard | None:
        self._refuse()
        reference = self.posted.get((message.channel, identity))
        if reference is None or message.pressed is None:
            return None
        return await self.press(replace(message, pressed=replace(message.pressed, reference=reference)))

    async def withdraw(self, message: Message) -> None:
        self._refuse()
        self.withdrawn.append(message)

    async def home(self, message: Message) -> Home:
        self._refuse()
        self.visited.append(message)
        return self.shown

    async def set_channel(self, message: Message, channel: Channel) -> str:
        self._refuse()
        self.channels.append((message, channel))
        return "Set."

    async def find(self, message: Message, limit: int) -> Things:
        self._refuse()
        self.searched.append(message)
        return Things(found=self.things[:limit], words=self.closed)

    async def answer_of(self, reference: str) -> Answer | None:
        self._refuse()
        return self.answers.get(reference)

    async def reply_to(self, message: Message) -> Reply | None:
        self._refuse()
        return self.replies.get(message.event)

    async def also_posted(self, reference: str, ids: tuple[str, ...]) -> None:
        self._refuse()
        self.added.append((reference, ids))

    async def begun(self, message: Message, ids: tuple[str, ...]) -> None:
        self._refuse()
        self.growing[message.event] = ids

    async def begun_of(self, message: Message) -> tuple[str, ...] | None:
        self._refuse()
        return self.growing.get(message.event, ())

    def _refuse(self) -> None:
        if self.refusing:
            raise OperatorsMove(self.refusing)
