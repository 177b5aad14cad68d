"""JSON is JSON, whatever encoding standard output has."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import cli

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: планировщик-é-🚀
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "é🚀.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


Run = Callable[..., bytes]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the real `main`, in this process, with standard output in some encoding."""

    def call(encoding: str, *arguments: object) -> bytes:
        written = io.BytesIO()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "argv", ["schedcfg", *map(str, arguments)])
            patched.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
            with pytest.raises(SystemExit) as end:
                cli.main()
            sys.stdout.flush()
            assert end.value.code in {0, 1, None}
            return written.getvalue()

    return call


def run_apart(encoding: str, *arguments: object) -> bytes:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "schedcfg", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "cp1252", "utf-8"])
@pytest.mark.parametrize("verb", [["validate"], ["effective"], ["migrate", "--to", "v1"]], ids=lambda verb: verb[0])
def test_json_is_read_as_utf8(verb: list[str], encoding: str, path: Path, run: Run) -> None:
    shown = run(encoding, *verb, "--kubernetes", "1.27", "--output", "json", path)
    (file,) = json.loads(shown.decode("utf-8"))["files"]
    assert file["path"] == str(path)
    assert shown.isascii() is (encoding != "utf-8")


def test_a_process_of_its_own_writes_the_same(path: Path, run: Run) -> None:
    arguments = ("validate", "--kubernetes", "1.27", "--output", "json", path)
    assert run("cp1252", *arguments) == run_apart("cp1252", *arguments)


def test_a_report_in_a_file_is_utf8(path: Path, tmp_path: Path, run: Run) -> None:
    run("utf-8", "validate", "--kubernetes", "1.27", "--output", f"json={tmp_path / 'report'}", path)
    assert "é🚀.yaml" in (tmp_path / "report").read_text(encoding="utf-8")
