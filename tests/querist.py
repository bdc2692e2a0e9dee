"""The command `querist` in a process of its own, as a person or a service manager starts it.

The process is forked from a server that has imported Querist (see tests/mortal.py), since a start of Python
and of all libraries costs seconds; CI starts the package as pip installs it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from bot.cli import main
from tests.mortal import end_of, started


@dataclass(frozen=True)
class Run:
    """A process of the command, and what it wrote so far."""

    process: BaseProcess
    folder: Path

    @property
    def out(self) -> str:
        return (self.folder / "stdout").read_text("utf-8")

    @property
    def err(self) -> str:
        return (self.folder / "stderr").read_text("utf-8")

    def ended(self) -> int:
        """Its exit code, once it has one."""
        return end_of(self.process)


def begun(
    *words: str, cwd: Path, written: Path, typed: str = "", environment: Mapping[str, str] | None = None
) -> Run:
    """The command with `words`, in the folder `cwd`. What it writes goes to files in `written`; `environment`
    is all that it has, that of the tests without what sets Querist where there is none.
    """
    folder = written / f"querist-{len(list(written.glob('querist-*')))}"
    folder.mkdir()
    (folder / "stdin").write_text(typed, "utf-8")
    ours = {name: value for name, value in os.environ.items() if not name.startswith("QUERIST_")}
    process = started(_querist, words, cwd, folder, ours if environment is None else environment)
    return Run(process, folder)


def run(*words: str, cwd: Path, typed: str = "", environment: Mapping[str, str] | None = None) -> Run:
    """The same, once it has ended."""
    done = begun(*words, cwd=cwd, written=cwd, typed=typed, environment=environment)
    done.ended()
    return done


def _querist(words: Sequence[str], cwd: Path, folder: Path, environment: Mapping[str, str]) -> None:
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_APPEND), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  # to the end
    sys.argv = ["querist", *words]
    main()
