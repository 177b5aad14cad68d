"""Where generated files go: `--write-to` and `--check`, the same for all commands of `schedcfg generate`."""

import os
import stat
from pathlib import Path

import pytest
import yaml

import schedcfg.commands.generate.static_pod
from schedcfg.commands.generate.generation import GeneratedFile

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""


@pytest.fixture
def generate(schedcfg, tmp_path: Path):
    """Generate a static Pod manifest around a configuration."""
    config = tmp_path / "scheduler-config.yaml"
    config.write_text(CONFIGURATION, encoding="utf-8")
    return lambda *more: schedcfg("generate", "static-pod", "--config", config, "--kubernetes", "1.30", *more)


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the command generate two files."""
    files = [GeneratedFile("b/two.yaml", "two: 2\n"), GeneratedFile("a.yaml", "one: 1\n")]
    monkeypatch.setattr(schedcfg.commands.generate.static_pod, "manifest", lambda _given, _options: iter(files))


def test_the_text_is_the_same_each_time_and_everywhere(generate, tmp_path: Path) -> None:
    printed = generate()
    assert printed.status == 0
    assert printed.out == generate().out
    written = generate("--write-to", tmp_path / "deep" / "folder")
    file = tmp_path / "deep" / "folder" / "kube-scheduler.yaml"
    assert (written.status, written.out) == (0, f"{file}\n")
    assert file.read_bytes() == printed.out.encode()


def test_a_single_file_can_be_named(generate, tmp_path: Path) -> None:
    file = tmp_path / "new" / "mine.yaml"
    assert generate("--write-to", file).status == 0
    assert file.read_text(encoding="utf-8") == generate().out


def test_a_folder_may_be_called_like_a_file(generate, tmp_path: Path) -> None:
    folder = tmp_path / "odd.yaml"
    folder.mkdir()
    assert generate("--write-to", folder).status == 0
    assert [file.name for file in folder.iterdir()] == ["kube-scheduler.yaml"]


def test_what_does_not_differ_is_not_touched(generate, tmp_path: Path) -> None:
    generate("--write-to", tmp_path)
    file = tmp_path / "kube-scheduler.yaml"
    os.utime(file, (1, 1))
    again = generate("--write-to", tmp_path)
    assert (again.status, again.out) == (0, "")
    assert file.stat().st_mtime == 1


@pytest.mark.skipif(os.name == "nt", reason="modes of files are POSIX")
def test_a_file_keeps_its_mode(generate, tmp_path: Path) -> None:
    file = tmp_path / "kube-scheduler.yaml"
    file.write_text("old\n", encoding="utf-8")
    file.chmod(0o640)
    generate("--write-to", tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert file.read_text(encoding="utf-8") == generate().out


@pytest.mark.usefixtures("several")
def test_only_those_that_differ_are_written(generate, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one: 1\n", encoding="utf-8")
    done = generate("--write-to", tmp_path)
    assert done.out == f"{tmp_path / 'b' / 'two.yaml'}\n"


@pytest.mark.usefixtures("several")
def test_several_are_printed_as_one_stream(generate) -> None:
    assert generate().out == "---\n# a.yaml\none: 1\n---\n# b/two.yaml\ntwo: 2\n"


TEXTS = [
    "a: 1",
    "%YAML 1.1\n---\na: 1\n",
    "# ours\n\n%YAML 1.1\n---\na: 1",
    "---\na: 1\n",
    "# ours\n--- \na: 1\n",
    '{"a": 1}',
]


@pytest.mark.parametrize("first", TEXTS)
@pytest.mark.parametrize("second", TEXTS)
def test_the_stream_has_one_document_for_each_file(
    generate, monkeypatch: pytest.MonkeyPatch, first: str, second: str
) -> None:
    files = [GeneratedFile("a.yaml", first), GeneratedFile("b.yaml", second), GeneratedFile("c.yaml", first)]
    monkeypatch.setattr(schedcfg.commands.generate.static_pod, "manifest", lambda _given, _options: iter(files))
    assert list(yaml.safe_load_all(generate().out)) == [{"a": 1}] * 3


@pytest.mark.usefixtures("several")
def test_one_file_cannot_take_several(generate, tmp_path: Path) -> None:
    done = generate("--write-to", tmp_path / "all.yaml")
    assert (done.status, done.out) == (3, "")
    assert "all.yaml is one file, but several are generated (a.yaml, b/two.yaml)" in done.err
    assert "Choose a folder." in done.err
    assert not (tmp_path / "all.yaml").exists()


def test_check_is_silent_where_nothing_differs(generate, tmp_path: Path) -> None:
    generate("--write-to", tmp_path)
    done = generate("--write-to", tmp_path, "--check")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_check_shows_the_difference_and_writes_nothing(generate, tmp_path: Path) -> None:
    generate("--write-to", tmp_path)
    file = tmp_path / "kube-scheduler.yaml"
    edited = file.read_text(encoding="utf-8").replace("kind: Pod\n", "kind: Pad\n")
    file.write_text(edited, encoding="utf-8")
    done = generate("--write-to", tmp_path, "--check")
    assert done.status == 1
    assert "-kind: Pad\n+kind: Pod\n" in done.out
    assert file.read_text(encoding="utf-8") == edited


def test_check_shows_a_missing_file_as_new_and_makes_no_folder(generate, tmp_path: Path) -> None:
    done = generate("--write-to", tmp_path / "not" / "there", "--check")
    assert done.err.endswith("1 file to update\n")
    assert done.status == 1
    assert "+kind: Pod\n" in done.out
    assert not (tmp_path / "not").exists()


def test_check_wants_to_know_with_what(generate) -> None:
    done = generate("--check")
    assert done.status == 2
    assert "--write-to PATH" in done.err


def test_what_is_refused_leaves_the_old_file(generate, tmp_path: Path) -> None:
    (tmp_path / "scheduler-config.yaml").write_text(CONFIGURATION + "profile: []\n", encoding="utf-8")
    file = tmp_path / "kube-scheduler.yaml"
    file.write_text("old\n", encoding="utf-8")
    done = generate("--write-to", tmp_path)
    assert (done.status, done.out) == (1, "")
    assert "unknown field `profile`" in done.err
    assert file.read_text(encoding="utf-8") == "old\n"


@pytest.mark.parametrize("check", [[], ["--check"]], ids=["write", "check"])
def test_a_folder_where_a_file_should_be_is_named(generate, tmp_path: Path, check: list[str]) -> None:
    (tmp_path / "kube-scheduler.yaml").mkdir()
    done = generate("--write-to", tmp_path, *check)
    assert (done.status, done.out) == (3, "")
    assert f"{tmp_path / 'kube-scheduler.yaml'} cannot be read: it is a folder" in done.err


def test_a_folder_that_cannot_be_made_is_named(generate, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = generate("--write-to", tmp_path / "file" / "below")
    assert done.status == 3
    assert f"{tmp_path / 'file' / 'below' / 'kube-scheduler.yaml'} cannot be written" in done.err
    assert "Traceback" not in done.err


def test_a_read_only_file_stays(generate, tmp_path: Path) -> None:
    file = tmp_path / "kube-scheduler.yaml"
    file.write_text("old\n", encoding="utf-8")
    file.chmod(0o444)
    done = generate("--write-to", tmp_path)
    assert done.status == 3
    assert f"{file} cannot be written: it is read-only" in done.err
    assert file.read_text(encoding="utf-8") == "old\n"


@pytest.mark.parametrize("check", [[], ["--check"]], ids=["write", "check"])
def test_the_configuration_itself_is_not_replaced(generate, tmp_path: Path, check: list[str]) -> None:
    done = generate("--write-to", tmp_path / "scheduler-config.yaml", *check)
    assert (done.status, done.out) == (3, "")
    assert "is the configuration itself" in done.err
    assert (tmp_path / "scheduler-config.yaml").read_text(encoding="utf-8") == CONFIGURATION


def test_the_configuration_may_be_among_the_files(schedcfg, tmp_path: Path) -> None:
    config = tmp_path / "scheduler-config.yaml"
    config.write_text(CONFIGURATION, encoding="utf-8")
    command = ("generate", "kind", "-c", config, "--write-to", tmp_path)
    assert schedcfg(*command, "--check").status == 1
    written = schedcfg(*command)
    assert written.status == 0
    assert str(config) not in written.out.splitlines()
    assert schedcfg(*command, "--check").status == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are POSIX")
@pytest.mark.parametrize("check", [[], ["--check"]], ids=["write", "check"])
@pytest.mark.parametrize("name", ["pipe", "pipe.yaml", "kube-scheduler.yaml"])
def test_a_pipe_is_neither_read_nor_replaced(generate, tmp_path: Path, name: str, check: list[str]) -> None:
    os.mkfifo(tmp_path / name)
    done = generate("--write-to", tmp_path if name == "kube-scheduler.yaml" else tmp_path / name, *check)
    assert (done.status, done.out) == (3, "")
    assert f"{tmp_path / name} is neither a file nor a folder" in done.err
    assert stat.S_ISFIFO((tmp_path / name).stat().st_mode)


def test_standard_output_is_no_file(generate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = generate("--write-to", "-")
    assert (done.status, done.out) == (2, "")
    assert "omit --write-to" in done.err
    assert not (tmp_path / "-").exists()


def test_endings_in_capitals(generate, tmp_path: Path) -> None:
    assert generate("--write-to", tmp_path / "POD.YAML").status == 0
    assert (tmp_path / "POD.YAML").is_file()


@pytest.mark.parametrize(
    "command",
    [
        *([kind, "--image"] for kind in ("static-pod", "kubeadm", "second-scheduler", "talos", "rke2")),
        *(["second-scheduler", option] for option in ("--program", "--name", "--tls-secret")),
    ],
)
@pytest.mark.parametrize(
    ("value", "said"),
    [("", "it is empty"), (" ", "contains spaces"), ("a b", "contains spaces"), ("a\n", "contains spaces")],
)
def test_a_name_is_one_word(schedcfg, command: list[str], value: str, said: str) -> None:
    done = schedcfg("generate", *command, value, "--config", "-", stdin=CONFIGURATION.encode())
    assert (done.status, done.out) == (2, "")
    assert f"invalid value for '{command[-1]}': " in done.err
    assert said in done.err


@pytest.mark.parametrize(
    ("former", "now"),
    [
        (["-o", "new folder"], "--write-to 'new folder'"),
        (["--output", "new folder"], "--write-to 'new folder'"),
        (["-onew"], "--write-to=new"),
        (["--output=new"], "--write-to=new"),
    ],
)
@pytest.mark.parametrize("command", [["generate", "profile", "no-scoring"], ["generate", "kind"], ["schema", "v1"]])
def test_a_path_where_other_commands_have_a_format_leads_to_the_option_for_it(
    schedcfg, command: list[str], former: list[str], now: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = schedcfg(*command, *former)
    assert (done.status, done.out) == (2, "")
    assert f": schedcfg {' '.join(command)} {now}\n" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["static-pod", "kubeadm", "second-scheduler", "k3s"])
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["a b.yaml"], "--config 'a b.yaml'"),
        (["--check", "../a.yaml", "-o", "manifests"], "--check --config ../a.yaml --write-to manifests"),
        (["-o", "manifests", "a.yaml", "-k", "1.30"], "--write-to manifests --config a.yaml -k 1.30"),
    ],
)
def test_a_file_where_other_commands_have_it_leads_to_the_whole_command(
    schedcfg, name: str, words: list[str], meant: str
) -> None:
    done = schedcfg("generate", name, *words)
    assert (done.status, done.out) == (2, "")
    expected = f"schedcfg: the configuration follows --config here. Write: schedcfg generate {name} {meant}"
    assert done.err.splitlines()[0] == expected
