"""Holds a bench against the questions that are known to be answered rightly.

    querist bench sample benchmarks/unseen/organs … --strategy library,parse --json bench.json
    python -m benchmarks.gate bench.json            # fails where a question is lost, and names it
    python -m benchmarks.gate bench.json --write    # keeps what is right now, for the folders that were asked

In: what `querist bench --json` wrote, once or for some folders at a time; `benchmarks/right.toml`, the ids of
right questions by folder. Out: exit code 1 and a line for each question that was right and is not. What is
new needs `--write` to stay.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("right.toml")
HEAD = (
    "# Questions that are answered rightly without a model, by folder: `python -m benchmarks.gate` holds\n"
    "# a bench against them; a change that loses one takes it out here, where a reviewer sees it.\n"
)

Ids = Mapping[str, tuple[str, ...]]


def right_of(records: Iterable[Mapping[str, Any]]) -> Ids:
    """The ids that were answered rightly, of each folder that was asked."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        ids = found[record["folder"]]
        if record.get("verdict") == "right":
            ids.append(str(record["id"]))
    return {folder: tuple(sorted(ids)) for folder, ids in sorted(found.items())}


def kept() -> Ids:
    """The ids that stand in `right.toml`."""
    return {folder: tuple(ids) for folder, ids in tomllib.loads(KEPT.read_text("utf-8")).items()}


def lost(before: Ids, now: Ids) -> list[str]:
    """“folder/id” of the questions that were right and are not, of the folders that were asked."""
    return [f"{f}/{i}" for f, ids in before.items() if f in now for i in ids if i not in now[f]]


def written(ids: Ids) -> str:
    """The text of `right.toml`."""
    return HEAD + "".join(
        f"\n{json.dumps(folder)} = [\n" + "".join(f"    {json.dumps(i)},\n" for i in ids[folder]) + "]\n"
        for folder in sorted(ids)
    )


def main() -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(description="Holds a bench against the questions known to be right.")
    parser.add_argument("bench", nargs="+", type=Path, help="what `querist bench --json` wrote")
    parser.add_argument("--write", action="store_true", help="keep what is right now")
    given = parser.parse_args()
    asked = (json.loads(bench.read_text("utf-8"))["questions"] for bench in given.bench)
    now, before = right_of(chain.from_iterable(asked)), kept()
    gone, new = lost(before, now), lost(now, before)
    for name in gone:
        sys.stdout.write(f"no longer right: {name}\n")
    sys.stdout.write(
        f"{sum(map(len, now.values()))} right in {len(now)} folders, {len(gone)} lost, {len(new)} new\n"
    )
    if given.write:
        KEPT.write_text(written({**before, **now}), "utf-8")
        return 0
    return 1 if gone else 0


if __name__ == "__main__":
    raise SystemExit(main())
