"""The trees of the grammar: a branch is a rule with its parts, or a token."""

from __future__ import annotations

from lark import Token, Tree

from kgqa.wording.said import Said

Branch = Tree[Token] | Token

_TERMS = frozenset((  # tokens that mean something by themselves; the others are words and marks
    "VAR", "IRIREF", "PNAME_LN", "PNAME_NS", "BLANK_NODE_LABEL", "STRING", "LONG_STRING", "LANGTAG", "UNDEF",
    "INTEGER", "DECIMAL", "DOUBLE", "INTEGER_SIGNED", "DECIMAL_SIGNED", "DOUBLE_SIGNED", "TRUE", "FALSE", "A",
))  # fmt: skip


class RefusedError(Exception):
    """A text that the grammar reads is no query all the same. `at` is how the part that is wrong begins."""

    def __init__(self, at: str, expected: Said, advice: str = "") -> None:
        super().__init__(expected)
        self.at, self.expected, self.advice = at, expected, advice


def named(branch: Branch) -> str:
    """The name of its rule or terminal."""
    return branch.type if isinstance(branch, Token) else str(branch.data)


def kids(branch: Branch | None) -> list[Branch]:
    """The parts that mean something, in order; nothing for a part that is not there."""
    if branch is None or isinstance(branch, Token):
        return []
    return [c for c in branch.children if not isinstance(c, Token) or c.type in _TERMS]


def words(branch: Branch) -> tuple[str, ...]:
    """The terminals of the words and marks in it."""
    if isinstance(branch, Token):
        return ()
    return tuple(c.type for c in branch.children if isinstance(c, Token) and c.type not in _TERMS)


def tokens(branch: Branch) -> list[Token]:
    """The words and marks in it."""
    if isinstance(branch, Token):
        return []
    return [c for c in branch.children if isinstance(c, Token) and c.type not in _TERMS]
