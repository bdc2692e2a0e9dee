"""The texts that models are given, as files: a name -> a Prompt, with the version that the record keeps.

In: the texts of this folder, and those that an admin put in their place. Out: prompts to be filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from string import Template

_BREAK = re.compile(r"\n---+\n")
KEPT = 100  # texts whose sections are known: those that come with the product, and an admin's


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text with places to be filled, `$question`; sections are parted by lines of dashes."""

    name: str
    text: str

    @property
    def version(self) -> str:
        """The name and the beginning of the text's hash: another text is another version."""
        return f"{self.name}@{_digest(self.text)}"

    def filled(self, **parts: str) -> str:
        """The text with its places filled. A section all of whose places are empty is left out."""
        kept = []
        for template, names in _sections(self.text):
            places = [p for p in names if p in parts]
            if not places or any(parts[p].strip() for p in places):
                kept.append(template.safe_substitute(parts).strip())
        return "\n\n".join(kept)


@dataclass(frozen=True)
class Prompts:
    """All prompts. `own` are an admin's, by the name of the file that each stands in the place of; whoever
    reads the settings reads them.
    """

    own: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> Prompt:
        """The prompt of this name: the admin's where there is one, else the shipped one."""
        return Prompt(name, self.own[name] if name in self.own else shipped(name))


@lru_cache(KEPT)
def _sections(text: str) -> tuple[tuple[Template, tuple[str, ...]], ...]:
    """The sections of a text, each with the names of its places."""
    templates = [Template(section) for section in _BREAK.split(text)]
    return tuple((template, tuple(template.get_identifiers())) for template in templates)


@lru_cache(KEPT)
def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


@cache
def shipped(name: str) -> str:
    """The text that comes with the product."""
    return files(__name__).joinpath(f"{name}.md").read_text("utf-8")


@cache
def shipped_names() -> frozenset[str]:
    """The names of all prompts."""
    return frozenset(f.name.removesuffix(".md") for f in files(__name__).iterdir() if f.name.endswith(".md"))
