"""Words, addresses, short names and prefixes."""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql.grammar import in_full
from kgqa.sparql.pieces import pieces
from kgqa.sparql.slips.words import words_near, words_of
from kgqa.wording.said import say

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]")
_FORBIDDEN = re.compile(r'[\x00-\x20"{}|^`\\]')
_BARE = re.compile(r"https?://[^\s<>\"{}|^`\\]*[^\s<>\"{}|^`\\.,;)\]]")
_RUN = re.compile(r"(?:[^\s<>\"{}|^`\\;,%\[\]]|%[0-9A-Fa-f]{2})+")


def spelled_word(broken: Broken) -> Mended | None:
    """SELEC, ODER BY: a word that no query has there, and the only one that it may be."""
    stuck = broken.stuck
    if stuck is None or not stuck.found.word:
        return None
    near = words_near(stuck.found.word, words_of(stuck))
    if len(near) != 1:
        return None
    done = say("“{word}” is read as {meant}.", word=stuck.found.text, meant=in_full(near[0]))
    return Mended(broken.put(near[0], stuck.offset, stuck.found.end), done)


def valid_address(broken: Broken) -> Mended | None:
    """<http://a.example/b c>: what no address may have is written with %."""
    stuck = broken.stuck
    if stuck is None or stuck.found.text != "<" or "IRIREF" not in stuck.accepts:
        return None
    found = re.compile(r"<([^<>\n]*)>").match(broken.text, stuck.offset)
    if found is None or not _ADDRESS.match(found[1].strip()):
        return None
    address = _FORBIDDEN.sub(lambda sign: f"%{ord(sign[0]):02X}", found[1].strip())
    done = say("The address {address} is written as <{right}>.", address=found[0], right=address)
    return Mended(f"{broken.text[: stuck.offset]}<{address}>{broken.text[found.end() :]}", done)


def bracketed_address(broken: Broken) -> Mended | None:
    """http://a.example/b without < >."""
    stuck = broken.stuck
    if stuck is None:
        return None
    found = next((f for f in _BARE.finditer(broken.text) if f.start() <= stuck.offset <= f.end()), None)
    if found is None or any(p.kind == "string" and p.start < found.start() < p.end for p in broken.pieces):
        return None
    text = f"{broken.text[: found.start()]}<{found[0]}>{broken.text[found.end() :]}"
    return Mended(text, say("The address {address} is put in < >.", address=found[0]))


def whole_name(broken: Broken) -> Mended | None:
    """ex:a(b), ex:O'Brien: a name that cannot be short is written out, if its prefix is known."""
    stuck = broken.stuck
    if stuck is None or stuck.after != "PNAME_LN" or stuck.taken[-1].end_pos != stuck.offset:
        return None
    token = stuck.taken[-1]
    run = _RUN.match(broken.text, token.start_pos or 0)
    prefix, _, local = (run[0] if run else "").rstrip(".").partition(":")
    while local.endswith(")") and local.count(")") > local.count("("):
        local = local[:-1].rstrip(".")
    namespace = broken.namespaces.get(prefix)
    if namespace is None or len(f"{prefix}:{local}") <= len(token.value):
        return None
    start = token.start_pos or 0
    text = f"{broken.text[:start]}<{namespace}{local}>{broken.text[start + len(prefix) + 1 + len(local) :]}"
    return Mended(text, say("The name {name} is written as a whole address.", name=f"{prefix}:{local}"))


def near_prefix(broken: Broken) -> Mended | None:
    """exx:p where ex: is known, and no other like it."""
    if broken.stuck is not None or not broken.unknown:
        return None
    prefix = broken.unknown[0]
    same = [p for p in broken.namespaces if p.lower() == prefix.lower()]
    near = same or [p for p in broken.namespaces if len(p) > 1 and OSA.distance(p, prefix) == 1]
    if len(near) != 1:
        return None
    text = "".join(
        f"{near[0]}{p.text[len(prefix) :]}"
        if p.kind == "name" and p.text.startswith(f"{prefix}:")
        else p.text
        for p in pieces(broken.text)
    )
    return Mended(text, say("The prefix “{prefix}:” is read as “{meant}:”.", prefix=prefix, meant=near[0]))
