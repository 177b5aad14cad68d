"""`validate --cache`: what an earlier run found is the same, byte by byte, and nothing wrong ever comes of it."""

import dataclasses
import multiprocessing
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.findings import Standard
from schedcfg.output import FORMATS
from schedcfg.rules.context_cache import ContextCache
from schedcfg.rules.organization import Requirement
from schedcfg.rules.registry import every_rule
from schedcfg.sources.configurations import Role
from schedcfg.validation import each_file as files
from schedcfg.validation import workers
from schedcfg.validation.cache import files as cached_files
from schedcfg.validation.cache import reports, store
from schedcfg.validation.files import validate_bytes
from schedcfg.validation.options import DEFAULT, Options, PathOptions, Patterns, RequirementFor
from schedcfg.validation.selection.selection import Selection
from tests.conformance.recordings import read
from tests.paths import ROOT

Command = Callable[..., "Result"]  # noqa: F821
EXAMPLES = ROOT / "examples"
CORPUS = ROOT / ".." / "shared" / "corpus"
GOOD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAD = GOOD + "parallelism: 0\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the cache, which does not exist yet."""
    monkeypatch.setenv("SCHEDCFG_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths that were validated anew."""
    seen: list[str] = []

    def validate(*arguments: object, path: str, **named: object) -> object:
        seen.append(Path(path).name)
        return validate_bytes(*arguments, path=path, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(cached_files, "validate_bytes", validate)
    return seen


@pytest.fixture
def two(tmp_path: Path) -> Path:
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "two" / "bad.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path / "two"


@pytest.fixture
def all_kinds(tmp_path: Path) -> Path:
    """Return a folder with files of all kinds: examples, what rules find, recorded cases, files of others."""
    place = tmp_path / "all"
    shutil.copytree(EXAMPLES, place / "examples")
    (place / "rules").mkdir()
    for rule in every_rule():
        (place / "rules" / f"{rule.id}.yaml").write_text(rule.bad, encoding="utf-8")
    (place / "recorded").mkdir()
    for number, case in enumerate(read("new.verdicts")):
        (place / "recorded" / f"{number}.yaml").write_text(case.text, encoding="utf-8")
    (place / "latin.yaml").write_bytes(f"{GOOD}# caf".encode() + b"\xe9\n")
    (place / "wide.yaml").write_bytes(BAD.encode("utf-16"))
    if CORPUS.exists():
        shutil.copytree(CORPUS, place / "corpus")
    return place


def test_every_format_is_the_same(
    schedcfg: Command, all_kinds: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(all_kinds)
    seen, counts = [], []
    for number, more in enumerate(((), ("--cache",), ("--cache",))):
        target = tmp_path / str(number)
        target.mkdir()
        outputs = [one for name in FORMATS for one in ("-o", f"{name}={target / name}")]
        done = schedcfg("validate", ".", *outputs, *more)
        seen.append((done.status, done.out, done.err, [(target / name).read_bytes() for name in FORMATS]))
        counts.append(len(validated))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][0] == 1
    # The others depend on what is around them.
    _, anew, again = counts
    assert again - anew < anew / 2


def test_only_what_changed_is_validated(schedcfg: Command, two: Path, validated: list[str]) -> None:
    assert schedcfg("validate", two, "--cache").status == 1
    assert sorted(validated) == ["bad.yaml", "good.yaml"]
    (two / "bad.yaml").write_text(BAD.replace("0", "1"), encoding="utf-8")
    (two / "good.yaml").rename(two / "renamed.yaml")
    assert schedcfg("validate", two, "--cache").status == 0
    assert sorted(validated) == ["bad.yaml", "bad.yaml", "good.yaml"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--kubernetes", "1.29"),
        ("--in-tree-only",),
        ("--plugin", "Mine"),
        ("--catalog", "scheduler-plugins"),
        ("--as-config",),
        ("--feature-gates", "AllAlpha=true"),
        ("--ignore", "undeclared-plugin"),
        ("--require-reasons",),
    ],
)
def test_other_options_are_another_matter(
    schedcfg: Command, two: Path, validated: list[str], arguments: tuple[str, ...]
) -> None:
    schedcfg("validate", two, "--cache")
    del validated[:]
    for _ in range(2):
        schedcfg("validate", two, "--cache", *arguments)
    assert sorted(validated) == ["bad.yaml", "good.yaml"]


def test_another_standard_is_another_matter(schedcfg: Command, two: Path, validated: list[str]) -> None:
    settings = two.parent / "standard.toml"
    standard = '[[organization.plugins]]\nid = "A-1"\nforbidden = ["ImageLocality"]\nreason = "warm caches"\n'
    command = ("validate", two / "good.yaml", "-o", "json", "--settings", settings)
    settings.write_text(standard, encoding="utf-8")
    reports = [schedcfg(*command, *more).out for more in ((), ("--cache",), ("--cache",))]
    assert "A-1" in reports[0]
    assert len(set(reports)) == 1
    assert validated == ["good.yaml"]
    settings.write_text(standard.replace("A-1", "A-2"), encoding="utf-8")
    assert "A-2" in schedcfg(*command, "--cache").out


OTHER_OPTIONS: dict[str, Any] = {
    "kubernetes": "1.29",
    "registry": IN_TREE_ONLY,
    "role": Role.CONFIG,
    "feature_gates": {"AllAlpha": True},
    "selection": Selection(ignore=frozenset({"old-api-version"})),
    "organization": (RequirementFor(None, Requirement(standard=Standard("A-1"))),),
    "skip_others": True,
    "per_path": (PathOptions(Patterns(".", ("*",)), "1.29", frozenset({"old-api-version"})),),
    "exclude": Patterns(".", ("*",)),
    "suffixes": (".conf",),
    "require": True,
}
"""Each field of options → another value than its default: whoever adds a field adds one here."""


@pytest.mark.parametrize("field", tuple(field.name for field in dataclasses.fields(Options)))
def test_every_option_that_decides_is_part_of_the_key(field: str) -> None:
    cached = reports.CachedReports(validate_bytes, DEFAULT, ContextCache(DEFAULT.suffixes))
    other = dataclasses.replace(DEFAULT, **{field: OTHER_OPTIONS[field]})
    keys = {cached._scope_of(options, "file.yaml") for options in (DEFAULT, other, DEFAULT)}
    assert len(keys) == (1 if field in reports.OF_THE_SEARCH else 2)


def test_options_of_the_search_decide_nothing_about_a_file() -> None:
    others = {field: dataclasses.replace(DEFAULT, **{field: OTHER_OPTIONS[field]}) for field in reports.OF_THE_SEARCH}
    assert others
    for rule in every_rule():
        raw = rule.bad.encode()
        expected = validate_bytes(raw, DEFAULT, path="file.yaml")
        for field, other in others.items():
            assert validate_bytes(raw, other, path="file.yaml") == expected, (field, rule.id)


def test_other_code_is_another_matter(
    schedcfg: Command, two: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    schedcfg("validate", two, "--cache")
    monkeypatch.setattr("schedcfg.__version__", "99")
    schedcfg("validate", two, "--cache")
    assert len(validated) == 4


def test_other_limits_are_another_matter(
    schedcfg: Command, two: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    schedcfg("validate", two, "--cache")
    monkeypatch.setenv("SCHEDCFG_MAX_PROFILES", "2000")
    schedcfg("validate", two, "--cache")
    assert len(validated) == 4


def test_every_file_of_the_package_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("schedcfg.__file__", str(tmp_path / "__init__.py"))
    before = reports._code()
    (tmp_path / "rules" / "one.py").write_text("changed", encoding="utf-8")
    assert reports._code() != before


POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.0
      command: [kube-scheduler, --config=/etc/kubernetes/config.yaml]
"""


def test_what_depends_on_its_neighbors_is_not_kept(schedcfg: Command, two: Path, validated: list[str]) -> None:
    (two / "pod.yaml").write_text(POD, encoding="utf-8")
    for _ in range(2):
        schedcfg("validate", two, "--cache")
    assert validated.count("pod.yaml") == 2
    assert validated.count("good.yaml") == 1


def test_schemas_of_others_are_not_kept(schedcfg: Command, two: Path, validated: list[str]) -> None:
    (two / "schema.json").write_text('{"type": "object"}', encoding="utf-8")
    settings = two / "schedcfg.toml"
    settings.write_text('[plugins.Mine]\nargs-schema = "schema.json"\n', encoding="utf-8")
    run = schedcfg("validate", two / "good.yaml", "--cache", "--settings", settings)
    assert run.status == 0, run.err
    assert "--cache has no effect" in run.err
    assert validated == []


def test_broken_entries_are_ignored(schedcfg: Command, two: Path, folder: Path, validated: list[str]) -> None:
    expected = schedcfg("validate", two, "--cache")
    [file] = folder.glob("*.sqlite")
    for statement in (
        "UPDATE texts SET text = replace(text, ',', ', ')",
        "UPDATE texts SET text = '[1'",
        "UPDATE texts SET text = NULL",
        "UPDATE texts SET text = x'00'",
        "UPDATE texts SET digest = NULL",
        "DELETE FROM texts",
    ):
        database = sqlite3.connect(file)
        with database:
            database.execute(statement)
        database.close()
        del validated[:]
        run = schedcfg("validate", two, "--cache")
        assert (run.status, run.out, run.err) == (expected.status, expected.out, expected.err)
        assert len(validated) == 2, statement


def test_a_well_formed_text_of_something_else_is_ignored(
    schedcfg: Command, two: Path, folder: Path, validated: list[str]
) -> None:
    expected = schedcfg("validate", two, "--cache").out
    [file] = folder.glob("*.sqlite")
    for text in ("[]", "{}", "1", '["accepted",[[1]],null,0,true,null]', '["no",[],null,0,true,null]'):
        database = sqlite3.connect(file)
        with database:
            for (key,) in database.execute("SELECT key FROM texts").fetchall():
                row = (text, store._digest(key, text), key)
                database.execute("UPDATE texts SET text = ?, digest = ? WHERE key = ?", row)
        database.close()
        del validated[:]
        assert schedcfg("validate", two, "--cache").out == expected
        assert len(validated) == 2, text


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_file_is_replaced(schedcfg: Command, two: Path, folder: Path, content: bytes) -> None:
    expected = schedcfg("validate", two, "--cache")
    [file] = folder.glob("*.sqlite")
    file.write_bytes(content)
    for _ in range(3):
        run = schedcfg("validate", two, "--cache")
        assert (run.status, run.out, run.err) == (expected.status, expected.out, expected.err)
    database = sqlite3.connect(file)
    assert database.execute("SELECT COUNT(*) FROM texts").fetchone() == (2,)
    database.close()


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_folder_is_the_users_alone(schedcfg: Command, two: Path, folder: Path) -> None:
    assert schedcfg("validate", two, "--cache").status == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    folder.chmod(0o770)
    run = schedcfg("validate", two, "--cache")
    assert run.status == 1
    assert "others may write" in run.err


def test_without_a_folder_there_is_a_warning(schedcfg: Command, two: Path, folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")
    run = schedcfg("validate", two, "--cache")
    assert run.status == 1
    assert "--cache has no effect" in run.err
    assert run.out == schedcfg("validate", two).out


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="they have folders of their own")
def test_the_folder_is_that_of_the_specification(
    schedcfg: Command, two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCHEDCFG_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value, expected in ((str(tmp_path / "xdg"), tmp_path / "xdg"), ("relative", tmp_path / "home" / ".cache")):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        schedcfg("validate", two, "--cache")
        assert list((expected / "schedcfg").glob("*.sqlite"))


def test_without_the_option_nothing_is_kept(schedcfg: Command, two: Path, folder: Path) -> None:
    schedcfg("validate", two)
    schedcfg("validate", two, "--diff", "--cache")
    assert not folder.exists()


def test_processes_keep_what_they_find(
    schedcfg: Command, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for number in range(200):
        (many / f"{number:03}.yaml").write_text(f"{BAD}# {number}\n", encoding="utf-8")
    monkeypatch.setattr(files, "_LONG", -1.0)
    monkeypatch.setattr(workers, "_ENOUGH", 50)
    monkeypatch.setattr(workers, "cores", lambda: 2)
    runs = [schedcfg("validate", many, *more) for more in ((), ("--cache",), ("--cache",), ("--cache", "-j", "1"))]
    assert len({(run.status, run.out, run.err) for run in runs}) == 1
    [file] = folder.glob("*.sqlite")
    database = sqlite3.connect(file)
    assert database.execute("SELECT COUNT(*) FROM texts").fetchone() == (200,)
    database.close()


def _put_many(folder: str, number: int) -> None:
    own = store.Store(folder)
    for index in range(600):
        own.put(f"{index % 100}".encode(), f"text {index % 100}")
        own.put(f"{number} {index}".encode(), "own")
    own.close()


def test_several_runs_share_a_file(tmp_path: Path) -> None:
    started = [multiprocessing.Process(target=_put_many, args=(str(tmp_path), number)) for number in range(4)]
    for process in started:
        process.start()
    for process in started:
        process.join()
    kept = store.Store(str(tmp_path))
    assert [kept.get(f"{index}".encode()) for index in range(100)] == [f"text {index}" for index in range(100)]
    assert all(kept.get(f"{number} {index}".encode()) == "own" for number in range(4) for index in range(600))


def test_what_was_used_least_lately_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_MOST", 20)
    for day in range(10):
        monkeypatch.setattr("time.time", lambda day=day: day * 86_400.0)
        own = store.Store(str(tmp_path))
        for index in range(5):
            own.put(f"{day} {index}".encode(), "text")
        own.get(b"0 0")
        own.close()
    kept = store.Store(str(tmp_path))
    assert [kept.get(f"{day} 1".encode()) for day in (0, 1, 2, 9)] == [None, None, None, "text"]
    assert kept.get(b"0 0") == "text"
    assert sum(kept.get(f"{day} {index}".encode()) is not None for day in range(10) for index in range(5)) <= 20


def test_a_long_text_is_not_kept(tmp_path: Path) -> None:
    own = store.Store(str(tmp_path))
    own.put(b"long", "x" * 1_000_000)
    own.close()
    assert store.Store(str(tmp_path)).get(b"long") is None
