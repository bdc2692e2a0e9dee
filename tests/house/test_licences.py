"""Everything that Querist needs may be used and passed on with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement

EXTRAS = ("postgres", "models", "charts", "spreadsheets", "mcp", "documents", "tables", "telemetry")
ALLOWED = re.compile(
    r"\b(MIT|MIT-0|BSD|[0-9]-Clause|0BSD|Apache|ISC|PSF|Python Software Foundation|Python-2\.0|Unlicense"
    r"|Public Domain|Zlib|W3C|HPND|CNRI|CC0|MPL|Mozilla|LGPL|Lesser General Public|matplotlib|Unicode)",
    re.IGNORECASE,
)
# Their files say it where their descriptions do not.
KNOWN = {"psycopg-binary": "LGPL-3.0-only"}


def needed(name: str, extras: tuple[str, ...], seen: set[str]) -> Iterator[Distribution]:
    """The installed packages that a package needs, and those that they need."""
    for line in distribution(name).requires or ():
        wanted = Requirement(line)
        if wanted.marker and not any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        key = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            yield distribution(key)
        except PackageNotFoundError:
            continue  # an extra that is not installed here
        yield from needed(key, tuple(wanted.extras), seen)


def licence(package: Distribution) -> str:
    """What it says of its licence, in whichever of the three places."""
    told = package.metadata
    classifiers = [line for line in told.get_all("Classifier") or () if line.startswith("License ::")]
    said = [*(told.get_all("License-Expression") or ()), *classifiers]
    said += [text[:200] for text in told.get_all("License") or ()]
    return KNOWN.get(package.name.lower()) or " · ".join(part for part in said if part)


@pytest.mark.parametrize(
    "package", [*needed("querist", EXTRAS, {"querist"})], ids=lambda package: package.name
)
def test_a_package_may_be_passed_on(package: Distribution) -> None:
    assert ALLOWED.search(licence(package)), f"{package.name}: {licence(package) or 'no licence is told'}"
