"""Reading graph files: every format, every way in which a file can be wrong, and the progress."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Store

from connectors import files
from kgqa.errors import BadInput

S, P, OBJECT = "https://a.example/s", "https://a.example/p", "https://a.example/o"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
ONE_TRIPLE = {
    "g.ttl": f"@prefix a: <https://a.example/> . a:s a:p <{OBJECT}> .",
    "g.nt": f"<{S}> <{P}> <{OBJECT}> .\n",
    "g.nq": f"<{S}> <{P}> <{OBJECT}> <https://a.example/g> .\n",
    "g.trig": f"<https://a.example/g> {{ <{S}> <{P}> <{OBJECT}> }}",
    "g.rdf": f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:a="https://a.example/"><rdf:Description rdf:about="{S}">'
    f'<a:p rdf:resource="{OBJECT}"/></rdf:Description></rdf:RDF>',
    "g.jsonld": f'{{"@id": "{S}", "{P}": {{"@id": "{OBJECT}"}}}}',
}
ONE_TRIPLE["g.xml"] = ONE_TRIPLE["g.owl"] = ONE_TRIPLE["g.rdf"]
ONE_TRIPLE["turtle.owl"] = ONE_TRIPLE["UPPER.TTL"] = ONE_TRIPLE["g.ttl"]


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def loaded(*paths: Path) -> Store:
    store = Store()
    files.load(store, paths)
    return store


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("name", ONE_TRIPLE)
def test_every_format_is_read_also_compressed(tmp_path: Path, name: str, *, compressed: bool) -> None:
    content = ONE_TRIPLE[name].encode()
    path = (
        written(tmp_path, name + ".gz", gzip.compress(content))
        if compressed
        else written(tmp_path, name, content)
    )
    store = Store()
    assert files.load(store, [path]) == 1
    assert bool(store.query(f"ASK {{ <{S}> <{P}> <{OBJECT}> }}")), "also what stands in a named graph"


def test_files_and_folders_are_read_together(tmp_path: Path) -> None:
    written(tmp_path, "folder/deep/one.ttl", f"<{S}> <{P}> 1 .")
    written(tmp_path, "folder/two.nt.gz", gzip.compress(f'<{S}> <{P}> "2" .'.encode()))
    written(tmp_path, "folder/questions.json", "{}")
    written(tmp_path, "folder/.hidden/three.ttl", "this is not Turtle")
    four = written(tmp_path, "four.ttl", f"<{S}> <{P}> 4 .")
    assert len(loaded(tmp_path / "folder", four, four)) == 3


def test_blank_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    one, two = (written(tmp_path, f"{n}.nt", f'_:b <{P}> "same" .\n') for n in (1, 2))
    assert len(loaded(one, two)) == 2


def test_a_relative_iri_is_resolved_against_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "g.ttl", f"<#s> <{P}> 1 .")
    [quad] = list(loaded(path))
    assert quad.subject == NamedNode(path.as_uri() + "#s")


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    assert len(loaded(written(tmp_path, "g.ttl", b"\xef\xbb\xbf" + ONE_TRIPLE["g.ttl"].encode()))) == 1


@pytest.mark.parametrize("content", [b"", b"\n# nothing but a comment\n"])
def test_an_empty_file_is_a_graph_without_triples(tmp_path: Path, content: bytes) -> None:
    assert files.load(Store(), [written(tmp_path, "g.ttl", content)]) == 0


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        (
            "g.ttl",
            "a:s a:p 1 .",
            r"line 1 is not valid Turtle: The prefix a: has not been declared\. Correct it there",
        ),
        ("g.ttl", f"<{S}> <{P}> 1 .\n\n<{S}> <{P}> .", r"line 3 is not valid Turtle"),
        (
            "g.ttl",
            f'<{S}> <{P}> "caf\xe9" .'.encode("latin-1"),
            r"line 1 is not valid Turtle: the text is not in the encoding UTF-8",
        ),
        ("g.ttl", f'<{S}> <{P}> "open', r"line 1 is not valid Turtle: the file ends in the middle of"),
        ("g.ttl", f"<{S}> <https://a b> 1 .", r"line 1 is not valid Turtle: an IRI may not contain ' '\."),
        ("g.nt", f"<{S}> <{P}> .\n", r"line 1 is not valid N-Triples"),
        ("g.nt.gz", gzip.compress(f"<{S}> <{P}> .\n".encode(), mtime=0), r"line 1 is not valid N-Triples"),
        (
            "g.rdf",
            f'<rdf:RDF xmlns:rdf="{RDF}">\n<rdf:Description>\n</rdf:RDF>',
            r"line 3 is not valid RDF/XML",
        ),
        ("g.jsonld", '{"@id": "x",\n "y": [1,,]}', r"line 2 is not valid JSON-LD"),
        (
            "g.jsonld",
            '{"@context": "http://127.0.0.1:1/c.jsonld", "name": "x"}',
            r"a context on the web, which is not fetched but must stand in the file",
        ),
        (
            "g.ttl",
            "<!DOCTYPE html><html><body>Sign in</body></html>",
            r"is a web page, not a graph\. Download",
        ),
        ("g.ttl.gz", b"not compressed at all", r"is not a whole gzip file\. Compress or copy it again"),
        (
            "g.ttl.gz",
            gzip.compress(ONE_TRIPLE["g.ttl"].encode() * 99, mtime=0)[:60],
            r"is not a whole gzip file",
        ),
        ("g.csv", "a,b", r'has the ending "\.csv", which names no graph format\. Querist reads Turtle'),
        ("g.csv.gz", b"", r'has the ending "\.csv"'),
        ("graph", "", r"has no ending, which names no graph format"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_line_and_in_plain_words(
    tmp_path: Path, name: str, content: str | bytes, words: str
) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(BadInput, match=words) as caught:
        loaded(path)
    assert str(caught.value).startswith(f"The file {path}")
    assert "Parser error" not in str(caught.value)


def test_a_missing_file_and_a_folder_without_graphs_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"There is no file or folder .*nowhere\.ttl\. Check the path"):
        loaded(tmp_path / "nowhere.ttl")
    with pytest.raises(BadInput, match=r"holds no graph file\. Querist reads Turtle"):
        loaded(tmp_path)


@pytest.mark.parametrize("compressed", [False, True])
def test_progress_grows_from_file_to_file_and_ends_at_the_total(tmp_path: Path, *, compressed: bool) -> None:
    lines = "".join(f'<{S}> <{P}> "{n * 7919 % 100_003}" .\n' for n in range(40_000)).encode()
    content = gzip.compress(lines, 1) if compressed else lines
    ending = ".nt.gz" if compressed else ".nt"
    paths = [written(tmp_path, f"{n}{ending}", content) for n in range(2)]
    steps: list[tuple[int, int]] = []
    files.load(Store(), paths, lambda done, total: steps.append((done, total)))
    assert {total for _, total in steps} == {2 * len(content)}
    assert steps[-1][0] == 2 * len(content)
    assert all(before <= after for (before, _), (after, _) in pairwise(steps))
    assert len(steps) >= 3


def test_the_fingerprint_does_not_depend_on_names_or_order(tmp_path: Path) -> None:
    one, two = written(tmp_path, "a.ttl", "# 1"), written(tmp_path, "b.ttl", "# 2")
    same = files.fingerprint(files.find([one, two]))
    assert files.fingerprint(files.find([two.rename(tmp_path / "0.ttl"), one])) == same
    one.write_text("# 3", "utf-8")
    assert files.fingerprint(files.find([tmp_path])) != same
