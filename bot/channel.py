"""How the bot behaves in one channel, as an admin sets it in the chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verbosity = Literal["brief", "normal", "full"]
Listening = Literal["mentions", "questions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """The defaults are those of the deployment.

    `graphs` are asked in this order, until one knows an answer; () is all of them in the deployment's order.
    `language` is that of the bot's own words ("en", "de"; "" follows the question). `verbosity`: "brief"
    leaves query and trace to the files, "full" has them open. `private` answers go to the asker alone, who
    may share. `askers` are the ids of the people who may ask, () is everybody. `listening` says whether only
    mentions are answered, or every question that is asked here.
    """

    graphs: tuple[str, ...] = ()
    language: str = ""
    verbosity: Verbosity = "normal"
    private: bool = False
    askers: tuple[str, ...] = ()
    listening: Listening = "mentions"
