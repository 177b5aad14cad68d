"""run-local.sh says what it lacks, and removes no folder but its own."""

import os
import shutil
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.probe.example_extender import PORTS, on_ports
from tests.commands.probe.loopback import free_port

pytest.importorskip("aiohttp", reason="the library of examples/network-traffic/extender is not installed")

needs_programs = pytest.mark.skipif(
    None in map(shutil.which, ("prometheus", "prometheus-node-exporter")),
    reason="prometheus and prometheus-node-exporter (packages of Debian) are not installed",
)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Put the example on free ports."""
    return on_ports(tmp_path / "example", {port: str(free_port()) for port in PORTS}) / "run-local.sh"


def run(script: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run it in the folder above its own, where it has to give up by itself."""
    return subprocess.run(
        ["bash", script, *arguments],
        cwd=script.parents[1],
        env={**os.environ, "PYTHON": sys.executable, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@needs_programs
@pytest.mark.parametrize("place", range(len(PORTS)))
def test_a_port_that_is_taken_is_reported(tmp_path: Path, place: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = str(server.getsockname()[1])
        ports = {port: taken if at == place else str(free_port()) for at, port in enumerate(PORTS)}
        done = run(on_ports(tmp_path / "example", ports) / "run-local.sh", "new")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"port {taken} is taken: ")
    assert not (tmp_path / "new").exists()


@needs_programs
@pytest.mark.parametrize("variable", ["NODE_EXPORTER", "PYTHON"])
def test_a_program_that_is_missing_is_reported(script: Path, variable: str) -> None:
    done = run(script, "new", **{variable: "no-such-program"})
    assert done.returncode == 1
    assert done.stderr.startswith("no-such-program is not installed. ")
    assert not (script.parents[1] / "new").exists()


PYTHON_WITHOUT_AIOHTTP = """\
#!/bin/sh
case "$PIP $*" in
  *" -c"*) exit 1;;
  /*" -m venv "*) "$REAL" -m venv --without-pip "$3" && cd "$3"/lib/python3*/site-packages && ln -s "$PIP" pip;;
  *) exec "$REAL" "$@";;
esac
"""
"""A virtual environment that it makes has the pip of these tests, if they have one: to unpack another takes seconds."""


@needs_programs
def test_without_a_network_it_says_what_to_do(script: Path) -> None:
    python = script.with_name("python-without-aiohttp")
    python.write_text(PYTHON_WITHOUT_AIOHTTP, encoding="utf-8")
    python.chmod(0o700)
    settings = {"PIP_INDEX_URL": f"http://127.0.0.1:{free_port()}", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1"}
    pip = find_spec("pip")
    tools = {"REAL": sys.executable, "PIP": "" if pip is None else str(Path(pip.origin or "").parent)}
    done = run(script, "new", PYTHON=str(python), **tools, **settings)
    assert done.returncode == 1
    assert "No matching distribution found for" in done.stderr
    assert "aiohttp cannot be installed. Without a network: PYTHON=" in done.stderr
    assert not (script.parents[1] / "new").exists()


@needs_programs
def test_what_ends_is_reported(script: Path) -> None:
    script.with_name("nodes.py").write_text('raise SystemExit("no nodes today")\n', encoding="utf-8")
    done = run(script, "new")
    assert done.returncode == 1
    assert "nodes ended:\nno nodes today\n" in done.stderr
    assert not (script.parents[1] / "new").exists()


@needs_programs
def test_cdpath_leads_nowhere_else(script: Path) -> None:
    """With it, `cd new` would go to the other folder, and that one would be removed."""
    mine = script.parents[1] / "elsewhere" / "new" / "mine"
    mine.parent.mkdir(parents=True)
    mine.write_text("", encoding="utf-8")
    script.with_name("nodes.py").write_text('raise SystemExit("no nodes today")\n', encoding="utf-8")
    done = run(script, "new", CDPATH=str(mine.parents[1]))
    assert "nodes ended:\nno nodes today\n" in done.stderr
    assert mine.exists()
    assert not (script.parents[1] / "new").exists()


@needs_programs
def test_a_folder_that_exists_is_left_alone(script: Path) -> None:
    (script.parent / "mine").write_text("", encoding="utf-8")
    assert "File exists" in run(script, str(script.parent), LC_ALL="C").stderr
    assert "name a new folder" in run(script).stderr
    assert (script.parent / "mine").exists()
