"""Whether an ontology that is imported and was not given may declare a term.

In: the import's IRI, a term's IRI, the namespaces that are known. Out: yes or no. An import names a document,
and what that declares may stand in another namespace: with "#" or "/" behind it, without the document's
ending or its version, at another place of the same publisher, or under an id that begins with its name (OBO).
"""

from __future__ import annotations

import re
from collections.abc import Container
from urllib.parse import urlsplit

from kgqa.ontology.local_names import local_name

_ENDING = re.compile(r"\.(owl|ttl|rdf|n3|nt|xml|jsonld|owx|omn|obo)$", re.IGNORECASE)
_MANY_PUBLISH = ("purl.org", "w3id.org", "www.w3.org", "purl.oclc.org", "raw.githubusercontent.com")


def namespace(iri: str) -> str:
    """An IRI without its local name, in a spelling that leaves out what is often mistaken: the scheme, the
    sign at the end, capitals.
    """
    whole = iri.removesuffix(local_name(iri))
    return (whole.partition("://")[2] or whole).rstrip("#/").casefold()


def may_declare(missing: str, iri: str, known: Container[str]) -> bool:
    """Whether the import `missing` may declare `iri`; `known` are the namespaces of terms that are known. In
    one of those, only what bears the import's name may be its own: all else is rather misspelt.
    """
    bare = _ENDING.sub("", missing.rstrip("#/"))
    if iri.startswith((f"{bare}#", f"{bare}/", f"{bare}_")):
        return True
    if namespace(iri) in known:
        folder, _, name = bare.rpartition("/")
        return bool(name) and iri.casefold().startswith(f"{folder}/{name}_".casefold())
    return _publisher(missing) in (None, _publisher(iri))


def _publisher(iri: str) -> tuple[str, ...] | None:
    """Who publishes what has this IRI; None for what says nothing of it, such as a file."""
    try:
        parts = urlsplit(iri)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    host = parts.netloc.lower()
    return (host, parts.path.strip("/").partition("/")[0]) if host in _MANY_PUBLISH else (host,)
