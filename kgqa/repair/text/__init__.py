"""A text that cannot be read in, the same text put right out, where it is certain what was meant.

In: the text and the known prefixes. Out: a text that reads, with a sentence for each thing done. Each kind of
fix is a function of its own that looks at the place where the text breaks; what it did is kept when the text
then reads further, and the whole when all of it reads. What would change the graph is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kgqa.repair.text import around, columns, marks, names, signs
from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.sparql.syntax import is_update
from kgqa.wording.said import Said

MOST = 12  # fixes of one text
LONGEST = 20_000  # characters; a text is read again after each fix

FIXES: tuple[Callable[[Broken], Mended | None], ...] = (
    around.without_fence,
    signs.plain_blanks,
    signs.straight_quotes,
    around.without_words,
    around.without_end_marks,
    signs.escaped_quotes,
    signs.escaped_backslashes,
    names.spelled_word,
    names.valid_address,
    names.bracketed_address,
    names.whole_name,
    names.near_prefix,
    marks.one_equals_sign,
    marks.unequal_sign,
    marks.logical_signs,
    marks.small_letters,
    columns.bracketed_column,
    columns.named_column,
    columns.columns_without_commas,
    marks.closed_brackets,
    marks.separated_triples,
)


def readable(text: str, prefixes: Iterable[tuple[str, str]] = ()) -> tuple[str, tuple[Said, ...]] | None:
    """The text put right so that it reads, and what was done in sentences. None when that is not certain, and
    for a text that reads already.
    """
    known = tuple(prefixes)
    if len(text) > LONGEST or _may_change(text):
        return None
    done: list[Said] = []
    broken = Broken(text=text, known=WELL_KNOWN | dict(known))
    for _ in range(MOST):
        if broken.left < 0 and isinstance(parse(broken.text, known), ParsedQuery):
            return (broken.text, tuple(dict.fromkeys(done))) if done else None
        mended = next((m for fix in FIXES if (m := _kept(fix(broken), broken))), None)
        if mended is None:
            return None
        broken, sentence = mended
        done.append(sentence)
    return None


def _kept(mended: Mended | None, before: Broken) -> tuple[Broken, Said] | None:
    """What a fix did, if the text then reads further."""
    if mended is None or mended.text == before.text:
        return None
    after = Broken(text=mended.text, known=before.known)
    further = after.left < before.left or (after.left < 0 and len(after.unknown) < len(before.unknown))
    return (after, mended.done) if further else None


def _may_change(text: str) -> bool:
    """Whether an update stands anywhere in the text, in what looks like a string or a comment too."""
    bare = text
    for sign in "'\"#`":
        bare = bare.replace(sign, " ")
    return is_update(text) or is_update(bare)
