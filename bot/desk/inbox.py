"""What the desk asks of the inbox: where a message is kept that was taken over, before the engine has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

State = Literal["", "waiting", "fed", "begun", "done"]  # kept; with the engine; being answered; nothing left


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece of work: the same `identity` twice is one. Those of a `thread` are done one after the other.

    It is kept only while fewer than `most_of_person`, `most_of_channel` and `most_of_tenant` wait, 0 for as
    many as there are; the one that it comes `instead` of does not count. The names of all channels of a
    `tenant` begin with its own. `fed` says that the engine has it already.
    """

    identity: str
    queue: str
    thread: str
    job: str
    person: str = ""
    channel: str = ""
    most_of_person: int = 0
    most_of_channel: int = 0
    tenant: str = ""
    most_of_tenant: int = 0
    instead: str = ""
    fed: bool = False


class Kept(Protocol):
    """A piece as it is kept."""

    @property
    def identity(self) -> str: ...
    @property
    def queue(self) -> str: ...
    @property
    def thread(self) -> str: ...
    @property
    def person(self) -> str: ...
    @property
    def channel(self) -> str: ...
    @property
    def job(self) -> str: ...


class Inbox(Protocol):
    """All raise OperatorsMove. What is written is durable when a method returns."""

    async def open(self) -> None:
        """Makes ready; before anything else."""
        ...

    async def close(self) -> None:
        """Lets go what `open` took."""
        ...

    async def write(
        self,
        pieces: Sequence[Piece],
        *,
        fed: Sequence[str] = (),
        begun: Sequence[str] = (),
        done: Sequence[str] = (),
    ) -> list[tuple[int, int, int] | None]:
        """All at once: keeps pieces in their order, and notes by identity how far others are. For each piece
        None when it is kept now or was before; else how many of its person, its channel and its tenant wait.
        """
        ...

    async def next(self, queue: str, most: int) -> Sequence[Kept]:
        """The oldest that may go to the engine: of each thread the first that is not done, and no more than
        makes `most` that the engine has and nobody has begun.
        """
        ...

    async def again(self, identities: Sequence[str]) -> None:
        """The engine does not have them: they wait again."""
        ...

    async def stale(self, seconds: float) -> Sequence[str]:
        """Some that were given to the engine longer ago, and are not done."""
        ...

    async def find(self, identity: str) -> tuple[State, str]:
        """How far a piece is, and its job; "" for an unknown one."""
        ...

    async def of_thread(self, thread: str) -> Sequence[Kept]:
        """Those of a thread that are not done."""
        ...

    async def of_person(self, person: str) -> Sequence[Kept]:
        """Those of a person that are not done."""
        ...

    async def of_queue(self, queue: str) -> Sequence[Kept]:
        """Some of a queue that are not done, the oldest first."""
        ...

    async def queues(self) -> Sequence[str]:
        """The queues in which something is not done."""
        ...

    async def count(self, queues: Sequence[str]) -> int:
        """How many are not done."""
        ...

    async def oldest(self, queues: Sequence[str]) -> float:
        """For how many seconds the oldest waits that could be begun: the first of its thread; 0 for none."""
        ...
