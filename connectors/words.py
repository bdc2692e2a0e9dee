"""The words of a store or a service -> one short line that can be shown, without markup and secrets."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable

_READ = 20_000  # characters that are looked at
_LENGTH = 240  # characters that are left
_SHORTEST = 4  # characters of a known secret: fewer stand in any text
_GONE = "…"
_TAGS = re.compile(r"<(script|style)\b.*?</\1\s*>|</?[a-z][^<>]*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_INLINE = re.compile(r"</?(?:a|b|code|em|font|i|span|strong|tt|u|wbr)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_ESCAPE = re.compile(r"&#(?:0*27|x0*1b)\b;?", re.IGNORECASE)  # html.unescape would leave the rest of it
_ESCAPES = re.compile(  # of terminals: whole sequences, so that nothing of them is left
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, the cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f]).*?(?:\x07|\x1b\\|\x9c|$)"  # titles, links, strings
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_NAMED = (
    r"(?:[\w.-]*(?:pass(?:word|wd|phrase)|pwd|secret|credentials?|api[-_.]?key|access[-_.]?key|private[-_.]?key"
    r"|signature|session[-_.]?id|[-_.]token|jwt)|pass|sig)"
)
_VALUE = r"(?:\"[^\"]*\"?|'[^']*'?|[^\s&;,\"'<>)}\]]+)"
_SECRETS = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), instead)
    for pattern, instead in (
        (r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*-----|$)", _GONE),
        (r"\b((?:proxy-)?authorization|(?:set-)?cookie)([\"']?\s*[:=]\s*)[^\r\n,\"']*", rf"\1\2{_GONE}"),
        (r"\b(bearer)\s+(?!token\b|auth|scheme\b|realm\b)[^\s,;\"'<>]+", rf"\1 {_GONE}"),
        (r"\b(basic)\s+(?=[a-z0-9+/_-]*[\d=])[a-z0-9+/_=-]{8,}", rf"\1 {_GONE}"),
        (r"(?<=://)[^\s/?#\"'<>]*@", f"{_GONE}@"),
        (r"(?<=://)[^\s:/@\"'<>]+:(?!\d{1,5}[/?#])[^\s\"'<>]*@", f"{_GONE}@"),  # with a slash in the password
        (r"(?<![\w/:.])(?!mailto:)[\w.+-]+:[^\s@/\"'<>]+@(?=[\w[])", f"{_GONE}@"),  # without a scheme
        (rf"([\"']?\b{_NAMED}[\"']?\s*(?:[:=]|=>)\s*){_VALUE}", rf"\1{_GONE}"),
        (rf"(\btoken\s*=\s*|[\"']token[\"']\s*:\s*){_VALUE}", rf"\1{_GONE}"),
        (rf"([?&](?:key|auth|sid)=){_VALUE}", rf"\1{_GONE}"),
        (rf"(\b{_NAMED}\s+(?:is\s+|was\s+)?)(?:\"[^\"]*\"|'[^']*')", rf"\1{_GONE}"),
        (r"\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?", _GONE),  # a JSON Web Token
        (r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b", _GONE),
        (r"\b(?:sk|gsk|xai|hf|gh[opsu]|github_pat|glpat|xox[a-z]|xapp)[-_][\w-]{16,}", _GONE),
    )
)


def clean(words: str, secrets: Iterable[str] = ()) -> str:
    """Without markup, control characters, line breaks and what reads like a secret, and cut. The `secrets`
    that are known, such as a password that was sent, go first.
    """
    untagged = _TAGS.sub(" ", _INLINE.sub("", words[:_READ]))
    unescaped = _ESCAPES.sub("", html.unescape(_ESCAPE.sub("\x1b", untagged)))
    plain = without_secrets(unescaped, secrets)
    visible = "".join(" " if unicodedata.category(char).startswith("C") else char for char in plain)
    line = " ".join(visible.split())
    return line if len(line) <= _LENGTH else line[: _LENGTH - 1] + _GONE


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """A text with “…” for each secret that is known, and for what reads like one."""
    for secret in secrets:
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, _GONE)
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
