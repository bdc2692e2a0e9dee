"""Ontology files and folders -> one ontology; what one of them imports is found among them.

In: paths. Out: an Ontology. Raises BadInput for what cannot be read, with the place and the remedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox

from kgqa.declared import FORMATS, individual_triples, read_ontologies
from kgqa.errors import BadInput
from kgqa.ontology import Ontology


def read_given(paths: Sequence[Path]) -> Ontology:
    """What the files declare, and those in folders, together."""
    return read_ontologies([part for path in paths for part in _parts(path)])


def read_individuals(paths: Sequence[Path]) -> bytes:
    """What the files say of things, such as the members of code lists, as N-Triples; b"" for nothing. Raises
    BadInput.
    """
    triples = individual_triples([part for path in paths for part in _parts(path)])
    return ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b""


def _parts(path: Path) -> list[tuple[bytes, str, str]]:
    """The bytes, the format and the name of an ontology file, or of each in a folder."""
    files = sorted(f for f in path.rglob("*") if _is_ontology(f)) if path.is_dir() else [path]
    if not files:
        raise BadInput(f"{path} holds no ontology. Give a file or a folder with .ttl, .rdf, .owl or .jsonld.")
    try:
        return [(file.read_bytes(), _format(file), str(file)) for file in files]
    except OSError as error:
        raise BadInput(
            f"The ontology {error.filename} cannot be read: {error.strerror}. Check the path."
        ) from error


def _is_ontology(path: Path) -> bool:
    return path.is_file() and _format(path).lstrip(".") in FORMATS


def _format(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()
