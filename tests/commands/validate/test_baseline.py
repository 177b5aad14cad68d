"""`--baseline`: what is known is silent, what is new is reported, and what is gone is said."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.releases import NEWEST

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
OLD = (
    HEAD
    + "leaderElection: {leaderElect: false}\nparallelism: 0\nprofiles:\n  - schedulerName: one\n"
    + "    plugins:\n      score:\n        enabled:\n          - name: OurPlugin\n            weight: 50\n"
)

Command = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "clusters" / "a.yaml"
    path.parent.mkdir()
    path.write_text(OLD, encoding="utf-8")
    return path


@pytest.fixture
def known(schedcfg: Command, file: Path) -> str:
    assert file.is_file()
    assert schedcfg("validate", "clusters", "--write-baseline", "known.json").status == 0
    return "known.json"


def told(result: Any) -> list[str]:
    documents = [document for file in result.report["files"] for document in file["documents"]]
    return [one["rule"] for document in documents for one in document["findings"]]


def judged(schedcfg: Command, known: str, *options: str) -> Any:
    return schedcfg("validate", "clusters", "--baseline", known, "--output", "json", *options)


def test_what_was_taken_down_is_silent_even_what_is_refused(schedcfg: Command, known: str) -> None:
    result = judged(schedcfg, known)
    assert (result.status, told(result), result.err) == (0, [], "")
    assert result.report["files"][0]["verdict"] == "refused"
    assert result.report["files"][0]["documents"][0]["verdict"] == "refused"
    assert result.report["summary"]["silenced"] == 2
    text = schedcfg("validate", "clusters", "--baseline", known)
    assert (text.status, text.out, text.err) == (0, "", f"1 file refused by Kubernetes {NEWEST}: 2 suppressed\n")


def test_what_is_new_is_reported(schedcfg: Command, known: str, file: Path) -> None:
    file.write_text(OLD + "          - name: NodeResourceFit\n", encoding="utf-8")
    result = judged(schedcfg, known)
    assert (result.status, told(result)) == (1, ["undeclared-plugin"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("parallelism", "# a\n\n# b\nparallelism"),
        ("  - schedulerName", "  - schedulerName: another\n  - schedulerName"),
        ("          - name: OurPlugin", "          - name: ImageLocality\n          - name: OurPlugin"),
    ],
)
def test_lines_and_entries_may_come_before(schedcfg: Command, known: str, file: Path, before: str, after: str) -> None:
    file.write_text(OLD.replace(before, after), encoding="utf-8")
    result = judged(schedcfg, known)
    assert (result.status, told(result), result.err) == (0, [], "")


def test_another_release_finds_the_same(schedcfg: Command, known: str) -> None:
    assert told(judged(schedcfg, known, "--kubernetes", "1.27")) == []


def test_the_same_once_more_is_new(schedcfg: Command, known: str, file: Path) -> None:
    entry = "          - name: OurPlugin\n            weight: 50\n"
    again = f"  - schedulerName: two\n    plugins:\n      score:\n        enabled:\n{entry}"
    file.write_text(OLD + again.replace("OurPlugin", "OtherPlugin"), encoding="utf-8")
    assert told(judged(schedcfg, known)) == ["undeclared-plugin"]
    file.write_text(OLD.replace("parallelism: 0", "parallelism: -1"), encoding="utf-8")
    assert told(judged(schedcfg, known)) == ["number-not-allowed"]


def test_what_is_gone_is_said(schedcfg: Command, known: str, file: Path) -> None:
    file.write_text(HEAD + "parallelism: 0\n", encoding="utf-8")
    result = schedcfg("validate", "clusters", "--baseline", known)
    assert (result.status, result.out) == (0, "")
    assert result.err.splitlines() == [
        "schedcfg: warning: 1 finding of the baseline known.json no longer found:",
        "  clusters/a.yaml: undeclared-plugin at profiles[].plugins.score.enabled[].name",
        "  help: Rewrite it without them: --write-baseline known.json",
        f"1 file refused by Kubernetes {NEWEST}: 1 suppressed",
    ]
    schedcfg("validate", "clusters", "--write-baseline", known)
    assert "undeclared-plugin" not in Path(known).read_text(encoding="utf-8")
    assert "warning" not in schedcfg("validate", "clusters", "--baseline", known).err


def test_files_that_were_not_validated_are_not_said_to_be_fixed(schedcfg: Command, known: str, file: Path) -> None:
    file.with_name("b.yaml").write_text(HEAD, encoding="utf-8")
    assert "baseline" not in schedcfg("validate", "clusters/b.yaml", "--baseline", known).err
    file.unlink()
    assert "2 findings of the baseline" in schedcfg("validate", "clusters/b.yaml", "--baseline", known).err


def test_rules_that_were_not_chosen_are_not_said_to_be_fixed(schedcfg: Command, known: str) -> None:
    assert "no longer found" not in judged(schedcfg, known, "--ignore", "undeclared-plugin").err


def test_the_file_is_sorted_and_the_same_each_time(schedcfg: Command, known: str, file: Path) -> None:
    before = Path(known).read_bytes()
    written = json.loads(before)
    assert written["version"] == 1
    assert [(one["path"], one["rule"], one["count"]) for one in written["findings"]] == [
        ("clusters/a.yaml", "number-not-allowed", 1),
        ("clusters/a.yaml", "undeclared-plugin", 1),
    ]
    schedcfg("validate", "clusters", "--write-baseline", known, "--jobs", "2")
    assert Path(known).read_bytes() == before
    assert (
        schedcfg("validate", str(file), "--write-baseline", known).err == "known.json: 2 findings in 1 file recorded\n"
    )
    assert Path(known).read_bytes() == before


def test_paths_are_those_from_its_folder(
    schedcfg: Command, known: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    assert schedcfg("validate", "a.yaml", "--baseline", f"../{known}").status == 0


def test_secrets_leave_no_trace(schedcfg: Command, tmp_path: Path) -> None:
    def mark(secret: str) -> bytes:
        text = f"{HEAD}foo:\n  token: {secret}\nleaderElection: {{password: {secret}}}\n"
        schedcfg("validate", "-", "--write-baseline", tmp_path / "b.json", stdin=text.encode())
        return (tmp_path / "b.json").read_bytes()

    assert mark("abc") == mark("xyz")


def test_logins_leave_no_trace(schedcfg: Command, tmp_path: Path) -> None:
    def mark(login: str) -> bytes:
        text = f"{HEAD}extenders:\n  - urlPrefix: http://{login}@127.0.0.1:80\n    filterVerb: f\n"
        schedcfg("validate", "-", "--write-baseline", tmp_path / "b.json", stdin=text.encode())
        return (tmp_path / "b.json").read_bytes()

    assert b"secret-in-file" in mark("a:b")
    assert mark("a:b") == mark("x:y")


def test_nothing_found_makes_an_empty_one(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "new" / "b.json"
    assert schedcfg("validate", "-", "--write-baseline", path, stdin=HEAD.encode()).status == 0
    assert json.loads(path.read_text(encoding="utf-8")) == {"version": 1, "findings": []}
    assert schedcfg("validate", "-", "--baseline", path, stdin=HEAD.encode()).status == 0


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}']
)
def test_what_is_no_baseline_is_said_to_be_none(schedcfg: Command, tmp_path: Path, content: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(content, encoding="utf-8")
    result = schedcfg("validate", "-", "--baseline", path, stdin=HEAD.encode())
    assert result.status == 2
    assert "is not a baseline of schedcfg" in result.err


def test_names_that_are_no_text_are_known_again(schedcfg: Command, file: Path) -> None:
    try:
        file.rename(file.with_name("b\udcff.yaml"))
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    assert schedcfg("validate", "clusters", "--write-baseline", "b.json").status == 0
    assert schedcfg("validate", "clusters", "--baseline", "b.json").err.endswith(": 2 suppressed\n")


def test_a_configuration_is_not_overwritten(schedcfg: Command, file: Path) -> None:
    result = schedcfg("validate", "--write-baseline", file, file)
    assert result.status == 3
    assert "is not a baseline, and is not overwritten" in result.err
    assert file.read_text(encoding="utf-8") == OLD
    Path("empty.json").touch()
    assert schedcfg("validate", file, "--write-baseline", "empty.json").status == 0
    assert json.loads(Path("empty.json").read_bytes())["findings"]


@pytest.mark.parametrize("option", ["--fix", "--diff", "--output=json", "--baseline=b.json"])
def test_writing_one_excludes_what_would_be_left_undone(schedcfg: Command, file: Path, option: str) -> None:
    result = schedcfg("validate", file, "--write-baseline", "b.json", option)
    assert result.status == 2
    assert "schedcfg: --write-baseline " in result.err
    assert file.read_text(encoding="utf-8") == OLD
    assert not Path("b.json").exists()


def test_a_baseline_that_is_not_there(schedcfg: Command, tmp_path: Path) -> None:
    result = schedcfg("validate", "-", "--baseline", tmp_path / "none.json", stdin=HEAD.encode())
    assert result.status == 3
    assert "there is no such file" in result.err


INCOMPLETE = {
    "a misspelled path": (("cluster",), "not all files could be read"),
    "one of two": (("clusters", "cluster"), "not all files could be read"),
    "a file that is none": (("clusters", "other.txt"), "not all files could be read"),
    "an empty folder": (("empty",), "no configuration was found"),
    "a folder with others": (("others",), "no configuration was found"),
    "nothing staged or changed": (("empty", "--skip-others"), "no configuration was found"),
}


@pytest.mark.parametrize("arguments", INCOMPLETE)
def test_what_was_not_looked_at_stays_in_the_baseline(schedcfg: Command, known: str, arguments: str) -> None:
    Path("empty").mkdir()
    Path("others").mkdir()
    Path("others", "service.yaml").write_text("apiVersion: v1\nkind: Service\n", encoding="utf-8")
    before = Path(known).read_bytes()
    paths, reason = INCOMPLETE[arguments]
    for path in (known, "new.json"):
        result = schedcfg("validate", *paths, "--write-baseline", path)
        assert (result.status, f"{path} is not written: {reason}\n" in result.err) == (3, True), result.err
    assert Path(known).read_bytes() == before
    assert not Path("new.json").exists()


def test_what_cannot_be_read_is_reported_when_one_is_written(schedcfg: Command, tmp_path: Path) -> None:
    result = schedcfg("validate", tmp_path / "none.yaml", "--write-baseline", tmp_path / "b.json")
    assert result.status == 3
    assert "none.yaml cannot be read: there is no such file" in result.err
