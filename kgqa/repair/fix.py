"""What a repair is: the edits that were made, each as a before and an after, and the verdict at the end."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.check import Verdict
from kgqa.wording.said import Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """One certain edit. `rule` is the rule that asked for it, `kind` the kind of edit, `what` says in a
    sentence what was done; `before` and `after` are whole queries.
    """

    rule: str
    kind: str
    what: Said
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The verdict on the query after its fixes; on the query as it was, when none was certain. `options` are
    sentences: what would also pass, where several edits would.
    """

    text: str
    verdict: Verdict
    fixes: tuple[Fix, ...] = ()
    options: tuple[str, ...] = ()
