"""The blocks of a document -> passages of at most 512 tokens, each with the last 20 of the one before it.

In: blocks in their order, as they are read. Out: passages as they get full, so that a document of any length
is cut while it is read. A token is a word or a mark, which is near enough to what models count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kgqa.passages.passage import Block, Passage

SIZE = 512  # tokens of a passage, after the dissertation (3.6)
OVERLAP = 20  # of them that it shares with the one before it
_TOKEN = re.compile(r"\w+|[^\w\s]")


def chunks(
    document: str, blocks: Iterable[Block], *, size: int = SIZE, overlap: int = OVERLAP
) -> Iterator[Passage]:
    """The passages of a document. A block that is longer than a passage is cut between two tokens."""
    kept: list[Block] = []
    count = new = 0
    for block in blocks:
        ends = [token.end() for token in _TOKEN.finditer(block.text)]
        begun = 0
        while begun < len(ends):
            taken = min(size - count, len(ends) - begun)
            text = block.text[ends[begun - 1] if begun else 0 : ends[begun + taken - 1]].strip()
            kept.append(Block(text, block.place))
            begun, count, new = begun + taken, count + taken, new + taken
            if count == size:
                yield Passage(document, tuple(kept))
                kept = _last(kept, overlap)
                count, new = sum(len(_TOKEN.findall(b.text)) for b in kept), 0
    if new:
        yield Passage(document, tuple(kept))


def _last(blocks: list[Block], count: int) -> list[Block]:
    """The last tokens of a passage, with which the next one begins."""
    found: list[Block] = []
    for block in reversed(blocks):
        starts = [token.start() for token in _TOKEN.finditer(block.text)]
        if count <= 0 or not starts:
            break
        found.insert(0, Block(block.text[starts[max(len(starts) - count, 0)] :], block.place))
        count -= len(starts)
    return found
