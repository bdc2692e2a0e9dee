"""The benchmark of names, run small: the labels, the slips, and that what it says can be trusted."""

from collections import Counter
from pathlib import Path

import pytest
from rapidfuzz.distance import OSA

from benchmarks.labels import labels, read_labels, write_labels
from benchmarks.names import Measured, figures, measure
from benchmarks.names_shown import BESIDE, OURS, best_scan, faster, growth, targets
from benchmarks.samples import Sample, draw
from benchmarks.scans import rivals
from benchmarks.slips import Slip, edits
from kgqa.linking.tokens import key

MANY, FEW = 4_000, 12


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    return measure(tmp_path_factory.mktemp("names"), MANY, wanted=FEW, slow=2)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_labels(tmp_path_factory.mktemp("labels") / "labels.tsv", MANY)


@pytest.fixture(scope="module")
def samples(file: Path) -> tuple[Sample, ...]:
    return draw(file, MANY, FEW)


def written(file: Path, *names: str) -> Path:
    file.write_text("".join(f"Thing\t{name}\t{key(name)}\n" for name in names), "utf-8")
    return file


def test_labels_are_the_same_each_time_and_more_of_them_begin_alike() -> None:
    assert list(labels(50)) == list(labels(200))[:50]


def test_nearly_all_labels_are_unique_and_of_every_class() -> None:
    made = list(labels(20_000))
    assert len({label for _, label in made}) > 0.98 * len(made)
    assert len({cls for cls, _ in made}) == 6


def test_common_words_are_common() -> None:
    words = Counter(word for _, label in labels(20_000) for word in label.split())
    (_, most), *_, (_, tenth) = words.most_common(10)
    assert most > 1.5 * tenth
    assert sum(count == 1 for count in words.values()) > len(words) / 3


def test_labels_in_a_file_have_their_keys(file: Path) -> None:
    assert [(cls, label, key(label)) for cls, label in labels(MANY)] == list(read_labels(file))


def test_a_phrase_is_as_many_edits_from_its_label_as_its_kind_says(samples: tuple[Sample, ...]) -> None:
    for sample in samples:
        if (far := edits(sample.slip)) is not None:
            assert OSA.distance(key(sample.phrase), key(sample.label)) == far


def test_there_are_samples_of_each_kind(samples: tuple[Sample, ...]) -> None:
    counted = Counter(sample.slip for sample in samples)
    assert {slip: counted[slip] for slip in Slip if slip is not Slip.INITIALS} == dict.fromkeys(
        set(Slip) - {Slip.INITIALS}, FEW
    )
    assert counted[Slip.INITIALS] > 0


def test_words_that_fit_two_labels_are_no_sample(tmp_path: Path) -> None:
    names = ("Klara Anna Berg", "Klara Eva Berg", "Otto Karl Lind")
    drawn = draw(written(tmp_path / "few.tsv", *names), len(names), 30)
    assert {s.phrase for s in drawn if s.slip is Slip.DROPPED} >= {"Otto Lind", "Anna Berg"}
    assert "Klara Berg" not in {s.phrase for s in drawn}


def test_the_undecided_are_those_that_another_label_is_as_near_to(tmp_path: Path) -> None:
    few = written(tmp_path / "few.tsv", "Anna Berg", "Anna Borg", "Otto Lind")
    between, clear = (
        Sample(Slip.ONE_EDIT, "Anna Brg", "Anna Berg"),
        Sample(Slip.ONE_EDIT, "Oto Lind", "Otto Lind"),
    )
    assert rivals(few, (between, clear)) == {between}


@pytest.mark.slow
def test_every_sample_is_looked_for_and_an_exact_name_comes_first(measured: Measured) -> None:
    ours = measured.ways[OURS]
    assert set(ours) == set(Slip)
    assert len(ours[Slip.EXACT].spent) == FEW
    assert ours[Slip.EXACT].share() == 1.0
    assert measured.asking["memory, MB"] > 0 < measured.building["disk, MB"]


@pytest.mark.slow
def test_the_other_ways_look_for_the_same_samples(measured: Measured) -> None:
    for way, found in measured.ways.items():
        assert set(found) == set(Slip), way
        assert way == OURS or len(found[Slip.ONE_EDIT].spent) == 2


@pytest.mark.slow
def test_the_best_scan_is_the_fastest_of_those_that_find_as_much(measured: Measured) -> None:
    said = figures(measured)
    for name, found in (("rapidfuzz fast", (0.1, 1.0)), ("rapidfuzz good", (0.9, 5.0))):
        said["ways"][name] = {"one edit": dict(zip(("top 1", "median, ms"), found, strict=True))}
    said["ways"] = {n: f for n, f in said["ways"].items() if n in (OURS, "rapidfuzz fast", "rapidfuzz good")}
    assert best_scan(said, "one edit")[0] == "rapidfuzz good"
    assert best_scan(said, "initials") == ("", None)


@pytest.mark.slow
def test_ours_is_compared_with_a_scan_by_what_each_takes_of_a_core(measured: Measured) -> None:
    said = figures(measured)
    scan = {"top 1": 1.0, "median, ms": 80.0, "median on a core, ms": 50.0}
    said["ways"] = {OURS: said["ways"][OURS], "rapidfuzz": {"one edit": scan}}
    said["ways"][BESIDE] = {"one edit": {"median on a core, ms": 2.0}}
    assert faster(said, "one edit") == 25.0


@pytest.mark.slow
def test_targets_and_growth_are_shown(measured: Measured) -> None:
    said = figures(measured)
    assert targets(said).row_count == 7
    assert growth(said, said).row_count > 30
