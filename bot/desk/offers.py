"""What there is to ask, for who has not asked yet."""

from __future__ import annotations

from dataclasses import dataclass

from bot.channel import Channel
from bot.desk.channels import ChannelSettings
from bot.desk.ports import Records
from bot.message import Home, Message
from bot.words import words

RECENT = 5  # own questions that are shown
_EXAMPLES = 3  # of all graphs together


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A graph by its name: how many kinds of things it holds, the largest ones by their names, and questions
    that would work.
    """

    name: str
    kinds: int = 0
    such: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


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
        recent = await self.records.recent(message.platform, message.tenant, message.person, RECENT)
        say = words(channel.language or message.language or self.language)
        asked = self._asked(channel)
        return Home(
            graphs=tuple(
                (o.name, say("desk-graph-holds", count=o.kinds, names=", ".join(o.such))) for o in asked
            ),
            examples=self.examples_of(channel)[:_EXAMPLES],
            recent=recent,
            channel=channel,
            may_set=self.channels.may_set(message),
            choosable=tuple(offer.name for offer in self.offers),
        )

    def examples_of(self, channel: Channel) -> tuple[str, ...]:
        """Questions that would work in a channel, one of each of its graphs first."""
        if self.examples:
            return self.examples
        each = [offer.examples for offer in self._asked(channel)]
        most = max(map(len, each), default=0)
        return tuple(examples[n] for n in range(most) for examples in each if n < len(examples))

    def _asked(self, channel: Channel) -> tuple[Offer, ...]:
        by_name = {offer.name: offer for offer in self.offers}
        chosen = tuple(by_name[name] for name in channel.graphs if name in by_name)
        return chosen if chosen or (len(self.offers) > 1 and channel.graphs) else self.offers
