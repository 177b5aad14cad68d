"""What the program answers to command lines, checked with the real command: it ends by itself, or goes on running."""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from tools.record.answers import Row
from tools.record.command_lines import MACHINE
from tools.record.module import OLDEST, Build, minor
from tools.record.program import Answer, Program
from tools.record.recorded_lines import stable, words
from tools.record.self_check import SAMPLE, evenly

_AT_ONCE = 4
RUNNING_AFTER = 3.0
"""Seconds after which a command that runs is taken to have started."""

LONGEST_START = 60.0
_FIRST_PORT = 20259
_OUTSIDE = re.compile("port|tolerate")

_KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: here, user: ""}}]
clusters: [{name: here, cluster: {server: "http://127.0.0.1:PORT"}}]
"""


class _NothingHandler(BaseHTTPRequestHandler):
    """Answers as a cluster without objects, to which nothing can be written: caches get full, nobody is elected."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """List nothing; a watch goes on until its client ends, but for one that wants a list first."""
        query = parse_qs(urlsplit(self.path).query)
        if "sendInitialEvents" in query:
            self._respond(HTTPStatus.UNPROCESSABLE_ENTITY, {"kind": "Status", "apiVersion": "v1", "reason": "Invalid"})
        elif "watch" in query:
            self.send_response(HTTPStatus.OK)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.rfile.read(1)
        else:
            self._respond(HTTPStatus.OK, {"metadata": {"resourceVersion": "1"}, "items": []})

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        """Write nothing."""

    def _respond(self, status: HTTPStatus, answer: Mapping[str, object]) -> None:
        content = json.dumps({**answer, "code": status}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class _EmptyCluster(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Write nothing: commands are ended while they ask."""


@contextmanager
def empty_cluster() -> Iterator[int]:
    """Yield the port of a cluster without objects."""
    with _EmptyCluster(("127.0.0.1", 0), _NothingHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def sample(rows: Iterable[Row], answers: Mapping[str, Answer], size: int = SAMPLE) -> list[Row]:
    """Return some cases: of each outcome as many as of the others, and the same ones every time.

    Left out are those that depend on the machine, that choose a port, of which there is only one, or that ask a server.
    """
    by_outcome: dict[str, list[Row]] = {}
    for row in rows:
        if MACHINE not in row["tags"] and not any(_OUTSIDE.search(word) for word in row["args"]):
            by_outcome.setdefault(answers[row["id"]]["outcome"], []).append(row)
    return evenly(by_outcome, size)


def disagreements(build: Build, rows: Sequence[Row], answers: Mapping[str, Answer]) -> Iterator[str]:
    """Yield each case in which the real command does otherwise than the program answered."""
    program = Program(build.executable)
    # The last release that listens at a second port by itself is the first that can be recorded.
    alone = ("--port=0",) if minor(build.version) == OLDEST else ()
    with tempfile.TemporaryDirectory() as name, empty_cluster() as port, ThreadPoolExecutor(_AT_ONCE) as pool:
        common = Path(name, "common")
        _provide_files(program, common, _KUBECONFIG.replace("PORT", str(port)))
        # Commands that run at the same time need ports of their own, which lines may change after that.
        apart = [(*alone, f"--secure-port={_FIRST_PORT + number}") for number in range(len(rows))]
        found = pool.map(lambda row, ports: _disagreement(program, row, answers[row["id"]], common, ports), rows, apart)
        for row, reason in zip(rows, found, strict=True):
            if reason:
                yield f"{row['id']}: {reason}"


def _provide_files(program: Program, folder: Path, kubeconfig: str) -> None:
    """Write what each case has in `/files`; the command itself makes a certificate and its key."""
    folder.mkdir()
    (folder / "kubeconfig").write_text(kubeconfig, encoding="utf-8")
    made = [folder / "kube-scheduler.crt", folder / "kube-scheduler.key"]
    written = folder / "written.yaml"
    named = {"kubeconfig": folder / "kubeconfig", "cert-dir": folder, "write-config-to": written}
    # It ends when it has written its configuration.
    program.command(f"--secure-port={_FIRST_PORT}", *(f"--{flag}={path}" for flag, path in named.items()))
    certificate, key = (path.read_bytes() for path in made)
    for name, content in {"tls.crt": certificate, "ca.crt": certificate, "tls.key": key}.items():
        (folder / name).write_bytes(content)
    for path in (*made, written):
        path.unlink()


def _disagreement(program: Program, row: Row, answer: Answer, common: Path, before: tuple[str, ...]) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "files")
        shutil.copytree(common, folder)
        for file, text in row.get("files", {}).items():
            (folder / file).write_text(text.replace("/files/", f"{folder}/"), encoding="utf-8")
        arguments = [word.replace("/files/", f"{folder}/") for word in row["args"]]
        goes_on = answer["outcome"] == "ok"
        try:
            done = program.command(*before, *arguments, timeout=RUNNING_AFTER if goes_on else LONGEST_START)
        except subprocess.TimeoutExpired:
            return "" if goes_on else f"the command goes on running, the program answers {answer['outcome']}"
    if goes_on or (answer["outcome"] == "ends") != (done.returncode == 0):
        told = f"the program answers {answer['outcome']}: {done.stderr[-300:]}"
        return f"the command ends with status {done.returncode}, {told}"
    written = stable(done.stderr.replace(str(folder), "/files"))
    missing = words(stable(answer.get("message", ""))) - words(written)
    return f"the command does not say {' '.join(sorted(missing))!r}" if missing else ""
