"""The admin's own linkers: Python callables that know what a phrase means.

In: a callable, named in the file of ways or registered by a package (entry point group "querist.linkers").
Out: a Linker.

    def link(phrase: str, *, language: str) -> Iterable[Match | str | tuple[str, str, float]]: ...

It gives whole Matches, IRIs, or tuples of IRI, label and score (0..1), best first; None or nothing when the
phrase is none of its business. It may be `async`; otherwise it runs in a thread. What it raises, or takes too
long for, costs its own matches alone: a log entry with the stack trace, once, and a sentence for the reader.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from connectors.imported import imported
from connectors.words import clean
from kgqa.errors import BadSetting, LinkerFailed
from kgqa.linking.entry import Thing
from kgqa.linking.ways import CUSTOM, Ways, read_ways
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.types import Match, TermKind

GROUP = "querist.linkers"
SECONDS = 3.0  # that a linker has for all phrases of a question
MOST = 50  # results of one phrase that are looked at
BUSY = 4  # calls of one linker that may hang at a time

Link = Callable[..., Any]
_LOG = logging.getLogger(__name__)


class _Unfit(Exception):  # noqa: N818 - an outcome of this file alone
    """A callable gave what is no match; the text says what."""


@dataclass(slots=True)
class _Call:
    """One search: what is asked, what was found so far, what went wrong."""

    phrases: Sequence[str]
    language: str
    limit: int
    found: list[tuple[Match, ...]] = field(init=False)
    trouble: str = ""

    def __post_init__(self) -> None:
        self.found = [()] * len(self.phrases)


class CustomLinker:
    """A `Linker` around a callable."""

    def __init__(
        self,
        name: str,
        link: Link,
        *,
        ontology: Ontology,
        thing: Callable[[str], Thing | None] = lambda _: None,
        classes: tuple[str, ...] = (),
        seconds: float = SECONDS,
    ) -> None:
        """`thing` knows labels and classes by IRI; one that it does not know is taken to be of `classes`."""
        self.name = CUSTOM + name
        self._link = link
        self._ontology = ontology
        self._thing = thing
        self._classes = classes
        self._seconds = seconds
        self._free = threading.Semaphore(BUSY)
        self._logged = False

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        """For each phrase what the callable says; () where it failed or did not come to it in time. Raises
        LinkerFailed when it failed and said nothing at all.
        """
        call = _Call(phrases, language, limit)
        try:
            async with asyncio.timeout(self._seconds):
                await (self._awaited(call) if _is_async(self._link) else self._in_a_thread(call))
        except TimeoutError:
            self._tell(call, f"did not answer in {self._seconds:g} seconds, so it was not waited for")
        if call.trouble and not any(call.found):
            raise LinkerFailed(call.trouble)
        return tuple(call.found)

    async def _awaited(self, call: _Call) -> None:
        for number, phrase in enumerate(call.phrases):
            try:
                call.found[number] = self._matches(
                    await self._link(phrase, language=call.language), call.limit
                )
            except Exception as error:  # noqa: BLE001  # foreign code may raise anything
                self._failed(call, error)

    async def _in_a_thread(self, call: _Call) -> None:
        if not self._free.acquire(blocking=False):
            self._tell(call, "is still busy with earlier questions, so it was not asked")
            return
        loop, over = asyncio.get_running_loop(), threading.Event()
        done: asyncio.Future[None] = loop.create_future()

        def told(act: Callable[..., object], *of: object) -> None:
            with suppress(RuntimeError):  # nobody waits any more, and the loop is closed
                if not over.is_set():
                    loop.call_soon_threadsafe(act, *of)

        def work() -> None:
            try:
                for number, phrase in enumerate(call.phrases):
                    if over.is_set():
                        return
                    try:
                        matches = self._matches(self._link(phrase, language=call.language), call.limit)
                    except BaseException as error:  # noqa: BLE001  # SystemExit too ends a phrase alone
                        told(self._failed, call, error)
                    else:
                        told(call.found.__setitem__, number, matches)
            finally:
                self._free.release()
                told(_resolve, done)

        # A thread of its own, which no executor waits for: a linker that hangs holds up no one's exit.
        threading.Thread(target=work, name=self.name, daemon=True).start()
        try:
            await done
        finally:
            over.set()

    # ── what it gives ────────────────────────────────────────────────────────────────────────────

    def _matches(self, given: Any, limit: int) -> tuple[Match, ...]:
        """What a callable gave as matches, best first, each term once. Raises for what is none."""
        if given is None:
            return ()
        items: Iterable[Any] = (given,) if isinstance(given, str | Match) else islice(given, MOST)
        matches = [self._match(item) for item in items]
        best: dict[tuple[str, str | None], Match] = {}
        for match in sorted(matches, key=lambda m: -m.score):
            best.setdefault((match.iri, match.value), match)
        return tuple(best.values())[:limit]

    def _match(self, item: Any) -> Match:
        if isinstance(item, Match):
            return replace(item, score=_clipped(item.score), how="custom", source=self.name)
        parts = (item, "", 1.0) if isinstance(item, str) else item
        if not isinstance(parts, tuple) or len(parts) != 3:  # noqa: PLR2004
            raise _Unfit(f"it gave {_shown(item)}, which is no Match, IRI, or tuple of IRI, label and score")
        iri, label, score = parts
        if not isinstance(iri, str) or ":" not in iri or any(c <= " " or c in '<>"' for c in iri):
            raise _Unfit(f"it gave {_shown(iri)}, which is no IRI")
        if not isinstance(label, str):
            raise _Unfit(f"it gave {_shown(label)}, which is no label")
        kind = TermKind.ENTITY
        thing: Thing | None = None
        if iri in self._ontology.classes:
            kind = TermKind.CLASS
        elif iri in self._ontology.properties:
            kind = TermKind.PROPERTY
        else:
            thing = self._thing(iri) or Thing("", self._classes)
        own = thing.label if thing else self._ontology.label(iri)
        return Match(
            kind=kind,
            iri=iri,
            label=clean(own or label) or spaced(local_name(iri)),
            score=_clipped(score),
            how="custom",
            classes=(thing.classes or self._classes) if thing else (),
            source=self.name,
        )

    def _failed(self, call: _Call, error: BaseException) -> None:
        told = f": {error}" if isinstance(error, _Unfit) else f" ({type(error).__name__})"
        self._tell(call, f"failed{told}", error)

    def _tell(self, call: _Call, what: str, error: BaseException | None = None) -> None:
        call.trouble = f"The linker {self.name.removeprefix(CUSTOM)} {what}."
        if not self._logged:
            self._logged = True
            _LOG.warning("%s This is told once.", call.trouble, exc_info=error)


def _resolve(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


def _is_async(link: Link) -> bool:
    called = type(link).__call__ if not inspect.isroutine(link) and callable(link) else link  # or an object
    return inspect.iscoroutinefunction(link) or inspect.iscoroutinefunction(called)


def _clipped(score: Any) -> float:
    if isinstance(score, bool) or not isinstance(score, int | float) or not isfinite(score):
        raise _Unfit(f"it gave {_shown(score)}, which is no score from 0 to 1")
    return round(min(max(float(score), 0.0), 1.0), 4)


def _shown(item: Any) -> str:
    said = repr(item)[:200]
    return clean(said.strip("<>"))[:60]  # "<object ...>" is no markup


# ── finding them ─────────────────────────────────────────────────────────────────────────────────


def read_file(path: str | Path) -> Ways:
    """The ways in a file. Raises BadSetting."""
    path = Path(path).expanduser()
    try:
        return read_ways(path.read_text("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        raise BadSetting(f"The file {path} is not in UTF-8. Save it in that encoding.") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadSetting(
            f"The file of ways {path} cannot be read: {reason}. Check QUERIST_LINKING."
        ) from error


def load_linkers(
    ways: Ways,
    *,
    ontology: Ontology,
    thing: Callable[[str], Thing | None] = lambda _: None,
    folder: Path | None = None,
    installed: Iterable[EntryPoint] | None = None,
) -> tuple[CustomLinker, ...]:
    """The linkers that `ways` (fitted to the ontology) ask for. Modules are looked for among the installed
    ones and in `folder`. Raises BadSetting for one that does not exist or cannot be imported.
    """
    registered = {p.name: p.value for p in (entry_points(group=GROUP) if installed is None else installed)}
    places: Mapping[str, str] = registered | dict(ways.custom)
    linkers = []
    for name in ways.linkers:
        if name not in places:
            raise BadSetting(
                f"There is no linker {name}. Name its callable under [custom] in the file of ways, "
                f"or install the package that registers it for {GROUP}."
            )
        link: Link = imported(f"The linker {name}", places[name], folder)
        linkers.append(
            CustomLinker(
                name, link, ontology=ontology, thing=thing, classes=_top(ways.classes_of(name), ontology)
            )
        )
    return tuple(linkers)


def _top(classes: tuple[str, ...], ontology: Ontology) -> tuple[str, ...]:
    """The class that all the others are kinds of, where there is one."""
    return next(((cls,) for cls in classes if all(ontology.is_a(other, cls) for other in classes)), ())
