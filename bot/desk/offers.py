"""What there is to ask, for who has not asked yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.channel import Channel
from bot.desk.channels import ChannelSettings
from bot.desk.ports import Records
from bot.message import Home, Message
from bot.words import words
from kgqa.types import Recent

RECENT = 5  # own questions that are shown
_EXAMPLES = 3  # of all graphs together
_LONGEST = 75  # characters of a verified question that is offered: it is to be read on a button
_FIRST = 3  # verified questions of a graph that go before its own examples

Verified = Sequence[tuple[str, str]]  # questions and their languages, "" where none is told


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A graph by its name: how many kinds of things it holds, and the largest ones by their names. `tried`
    tells the questions that worked by now, by language, `verified` those that people called right, each with
    its language.
    """

    name: str
    kinds: int = 0
    such: tuple[str, ...] = ()
    tried: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    verified: Callable[[], Verified] = tuple

    def examples_in(self, language: str) -> tuple[str, ...]:
        """The questions in a language, or in English."""
        known = self.tried()
        return known.get(language) or known.get("en", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """One for a desk. `examples` are those of the deployment; where there are none, each graph has its own.
    `language` is that of the bot's words where nothing tells another.
    """

    offers: tuple[Offer, ...]
    examples: tuple[str, ...]
    records: Records
    channels: ChannelSettings
    language: str

    async def home(self, message: Message) -> Home:
        """What its sender sees before asking. Raises OperatorsMove."""
        channel = await self.channels.of(message)
        looked_at = 2 * RECENT  # some of them are the same
        recent = await self.records.recent(message.platform, message.tenant, message.person, looked_at)
        say = words(channel.language or message.language or self.language)
        asked = self._asked(channel)
        return Home(
            graphs=tuple(
                (o.name, say("desk-graph-holds", count=o.kinds, names=", ".join(o.such))) for o in asked
            ),
            examples=self.examples_of(channel, channel.language or message.language)[:_EXAMPLES],
            recent=_each_once(recent)[:RECENT],
            channel=channel,
            may_set=self.channels.may_set(message),
            choosable=tuple(offer.name for offer in self.offers),
        )

    def examples_of(self, channel: Channel, language: str = "") -> tuple[str, ...]:
        """Questions that would work in a channel: those that an admin chose, else one of each of its graphs
        first, and what people called right, in the reader's language, before what Querist tried by itself.
        """
        if self.examples:
            return self.examples
        tongue = (language or self.language).replace("_", "-").partition("-")[0].lower()
        each = [(*_called_right(offer, tongue), *offer.examples_in(tongue)) for offer in self._asked(channel)]
        most = max(map(len, each), default=0)
        return tuple(examples[n] for n in range(most) for examples in each if n < len(examples))

    def _asked(self, channel: Channel) -> tuple[Offer, ...]:
        by_name = {offer.name: offer for offer in self.offers}
        chosen = tuple(by_name[name] for name in channel.graphs if name in by_name)
        return chosen if chosen or (len(self.offers) > 1 and channel.graphs) else self.offers


def _called_right(offer: Offer, language: str) -> tuple[str, ...]:
    """Some verified questions that are short enough to be offered, the newest first."""
    found = (q for q, tongue in reversed(offer.verified()) if tongue in ("", language) and len(q) <= _LONGEST)
    known = {example.casefold() for example in offer.examples_in(language)}
    fresh = (question for question in dict.fromkeys(found) if question.casefold() not in known)
    return tuple(islice(fresh, _FIRST))


def _each_once(recent: Sequence[Recent]) -> tuple[Recent, ...]:
    """The questions without those that were asked again later."""
    last: dict[str, Recent] = {}
    for one in recent:
        last.setdefault(" ".join(one.question.casefold().split()), one)
    return tuple(one for question, one in last.items() if question)
