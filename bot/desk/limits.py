"""What a desk bounds."""

from __future__ import annotations

from dataclasses import dataclass

from bot.desk.channels import FRESH
from bot.desk.left import PATIENCE
from bot.desk.stopping import LOOK


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Who may have how much: questions waiting, then seconds.

    `workers` questions are answered at a time by one process; one may take `patience`. A message is taken
    over within `taking` (the platforms want their acknowledgement within three). Before an answer that was
    not posted is sent again there is a `pause`, doubled each time. Running work gets `grace` at the end.
    What was told to another process is known after `look`, how it set a channel after `fresh`. What a server
    with other settings took over is nobody's once it has had no such server for as long as `left`.
    """

    person_questions: int = 5
    channel_questions: int = 20
    tenant_questions: int = 500
    workers: int = 4
    patience: float = 900.0
    grace: float = 5.0
    pause: float = 1.0
    taking: float = 2.5
    look: float = LOOK
    fresh: float = FRESH
    left: float = PATIENCE
