"""What one exploration may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The limits of the agent. Turns, seconds of each action and triples of one property are those of Graf
    von Data (3.2 and 4); the others fit a model with about 32,000 tokens of context.
    """

    turns: int = 8
    search_seconds: float = 10.0
    describe_seconds: float = 20.0
    query_seconds: float = 30.0
    triples: int = 10  # of one property, in a description; of more the number is told

    actions: int = 4  # of one turn, done at the same time
    times: int = 3  # the same action is asked for, or nothing is done: then the exploration is over
    stirred: float = 0.4  # temperature after a turn that brought nothing new; it is 0 otherwise
    found: int = 8  # terms that one search shows
    properties: int = 25  # that one description shows, of each direction
    small: int = 200  # triples of one direction that are read without being counted first
    hubs: int = 6  # properties with more than `triples` of which some are shown, of each direction
    rows: int = 24  # of a result that are shown
    card: int = 28_000  # bytes of the card that stand in the prompt: about 8,000 tokens
    pairs: int = 10  # verified questions that are shown as examples (Zaha)
    checked: int = 5  # seconds that one look at what may be odd about an answer takes
    counted: int = 1_000  # rows that are taken to tell how many there are
    bytes: int = 2_000_000  # of one result
    cell: int = 80  # characters of a value
    names: int = 24  # of the question that are told at the start
    observation: int = 5_000  # characters that a turn sees, all its actions together
    history: int = 20_000  # characters of all turns; the oldest are shortened
    shortened: int = 240  # characters that are left of what a turn saw
    reply_tokens: int = 2_000
    reply_seconds: float = 60.0  # that a model may take for one reply
    seconds: float = 240.0  # of the whole exploration
