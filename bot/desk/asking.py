"""Pressed buttons that ask: the question behind one, out of the record that it names."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.desk.job import identity_of
from bot.desk.pressing import Pressing
from bot.desk.work import Work
from bot.intake import Refusal
from bot.message import Message
from bot.words import Words, words
from kgqa.types import Answer, Choice, Suggestion

_IN_WORDS = {"desk-elsewhere": "desk-ask-elsewhere", "desk-unknown": "desk-ask-unknown"}


@dataclass(frozen=True, slots=True)
class Asking:
    """`graphs` are the names of those that can be asked: a button asks the one that its answer is of."""

    pressing: Pressing
    work: Work
    graphs: tuple[str, ...]

    async def meant(self, message: Message, say: Words) -> Message | Refusal:
        """The question behind a button. A button asks once, and in the thread of its record alone; the same
        can be asked "again" at each press. Raises OperatorsMove.
        """
        pressed = message.pressed
        if pressed is None:
            return message
        found = await self.pressing.found(message, pressed)
        if isinstance(found, str):
            return Refusal(text=say(_IN_WORDS.get(found, found)))
        asked = self._asked(message, found.answer)
        if asked is None:
            return Refusal(text=say("desk-ask-unknown"))
        if pressed.kind != "again" and await self.work.state(identity_of(message)) == "done":
            return Refusal(text=say("desk-ask-used"))
        return replace(asked, to_asker=message.to_asker or found.alone)

    def _asked(self, message: Message, answer: Answer) -> Message | None:
        pressed, question = message.pressed, answer.question
        if pressed is None:
            return None
        if pressed.kind in ("again", "map"):
            on_a_map = words(question.language)("ask-on-a-map", question=question.text.rstrip(" ?.!"))
            return replace(
                message,
                text=question.text if pressed.kind == "again" else on_a_map,
                pins=question.pins,
                query=question.query,
                graphs=question.graphs or message.graphs,
            )
        if pressed.kind == "edit" and message.query:
            return replace(message, text=question.text, graphs=self._of(answer) or message.graphs)
        options: dict[str, tuple[Choice | Suggestion, ...]] = {
            "choice": answer.choices,
            "other": answer.others,
            "suggestion": answer.suggestions,
        }
        offered = options.get(pressed.kind, ())
        if not 0 <= pressed.index < len(offered):
            return None
        option = offered[pressed.index]
        asked = replace(message, text=option.question, graphs=self._of(answer) or message.graphs)
        if isinstance(option, Choice):
            return replace(asked, pins=option.pins, query=option.query)
        return replace(asked, pins=(), query="")

    def _of(self, answer: Answer) -> tuple[str, ...]:
        name = answer.graph.name if answer.graph else ""
        return (name,) if name in self.graphs else ()
