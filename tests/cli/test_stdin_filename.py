"""Standard input has the name of the file that it represents: in reports, for settings, and by its suffix."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result

Command = Callable[..., Result]

OLD = b"apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n"
NEW = OLD.replace(b"v1beta3", b"v1")
BAD = NEW + b"parallelism: 0\n"
NAME = "clusters/a/scheduler.yaml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / NAME
    file.parent.mkdir(parents=True)
    file.write_bytes(NEW)
    return file.parent


@pytest.mark.parametrize(
    ("command", "content"),
    [
        (("validate",), BAD),
        (("validate", "--output", "concise"), BAD),
        (("validate", "--output", "github"), BAD),
        (("validate", "--diff"), BAD),
        (("effective",), NEW),
        (("effective", "--output", "yaml"), NEW),
        (("why", "ImageLocality"), NEW),
        (("migrate", "--to", "v1", "--diff"), OLD),
        (("migrate", "--to", "v1", "--check"), OLD),
        (("diff", NAME), BAD.replace(b"0", b"4")),
        (("diff", "--from", "1.25", "--to", "1.26", "--output", "markdown"), OLD),
        (("probe", "extender"), BAD),
        (("probe", "network-traffic"), BAD),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_every_command_reports_by_that_name(schedcfg: Command, command: tuple[str, ...], content: bytes) -> None:
    done = schedcfg(*command, "-", "--stdin-filename", "b/other.yaml", stdin=content)
    assert "b/other.yaml" in done.out + done.err
    assert "standard input" not in done.out + done.err


@pytest.mark.parametrize("command", [("validate",), ("effective",), ("migrate", "--to", "v1")])
def test_in_json_too(schedcfg: Command, command: tuple[str, ...]) -> None:
    done = schedcfg(*command, "-", "--stdin-filename", NAME, "--output", "json", stdin=OLD)
    assert [file["path"] for file in done.report["files"]] == [NAME]


def test_settings_choose_by_that_path(schedcfg: Command) -> None:
    Path("schedcfg.toml").write_text(
        'kubernetes = "1.31"\n[[per-path]]\npaths = ["clusters/a/"]\nkubernetes = "1.27"\n', encoding="utf-8"
    )
    for name, release in ((NAME, "1.27"), ("clusters/b/scheduler.yaml", "1.31")):
        done = schedcfg("validate", "-", "--stdin-filename", name, "--output", "json", stdin=NEW)
        assert done.report["files"][0]["documents"][0]["kubernetes"] == release


def test_the_suffix_decides_how_it_is_read(schedcfg: Command) -> None:
    page = b"# Page\n\n```yaml\n" + BAD + b"```\n"
    done = schedcfg("validate", "-", "--stdin-filename", "page.md", "--output", "concise", stdin=page)
    assert done.out.startswith("page.md:6:14: refused[number-not-allowed]")


def test_what_is_beside_the_file_counts(schedcfg: Command, folder: Path) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: kube-scheduler, namespace: kube-system}\nspec:\n  containers:\n"
    pod += "  - {name: a, image: 'registry.k8s.io/kube-scheduler:v1.27.3', command: [kube-scheduler, "
    pod += "--config=/etc/kubernetes/scheduler.yaml]}\n"
    (folder / "pod.yaml").write_text(pod, encoding="utf-8")
    done = schedcfg("validate", "-", "--stdin-filename", NAME, "--output", "json", stdin=BAD)
    (document,) = done.report["files"][0]["documents"]
    assert document["kubernetes"] == "1.27"


def test_the_file_itself_is_never_written(schedcfg: Command, folder: Path) -> None:
    wrong = NEW + b"profiles:\n- plugins: {score: {disabled: [{name: ServiceAffinity}]}}\n"
    done = schedcfg("validate", "--fix", "-", "--stdin-filename", NAME, stdin=wrong)
    assert (done.status, "ServiceAffinity" in done.out, done.out.startswith(NEW.decode())) == (0, False, True)
    assert (folder / "scheduler.yaml").read_bytes() == NEW
    several = schedcfg("validate", "--fix", "-", ".", "--stdin-filename", NAME, stdin=wrong)
    assert (several.status, several.out) == (2, "")
    assert "- is the only PATH" in several.err


@pytest.mark.parametrize(
    "command", [("validate", NAME), ("effective", NAME), ("diff", NAME, NAME), ("validate", "--cluster")]
)
def test_it_needs_standard_input(schedcfg: Command, command: tuple[str, ...]) -> None:
    done = schedcfg(*command, "--stdin-filename", "a.yaml")
    assert (done.status, done.out) == (2, "")
    assert "--stdin-filename is the name of standard input" in done.err


def test_what_cannot_be_read_has_that_name(schedcfg: Command) -> None:
    done = schedcfg("validate", "-", "--stdin-filename", NAME, "--output", "json", stdin=b"")
    assert (done.status, json.loads(done.out)["files"][0]["verdict"]) == (3, "unreadable")
    assert done.err.startswith(f"schedcfg: {NAME} cannot be read: it is empty: ")
