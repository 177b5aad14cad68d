"""The example's extender in a process of its own, with a Prometheus that answers as it is reported."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from tests.commands.probe import loopback
from tests.commands.probe.loopback import free_port
from tests.paths import ROOT

FOLDER = ROOT / "examples" / "network-traffic"


PORTS = ("9090", "9100", "9101", "9102", "9103", "8888")
"""Of Prometheus, node exporter, the made-up nodes, and the extender."""


def on_ports(folder: Path, ports: Mapping[str, str]) -> Path:
    """Copy the example, with other ports, and scraped each second."""
    files = shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("prometheus.yml", "nodes.py", "run-local.sh", "extender/traffic_extender/settings.py"):
        path = files / name
        text = re.sub("|".join(PORTS), lambda port: ports[port[0]], path.read_text(encoding="utf-8"))
        path.write_text(text.replace("scrape_interval: 5s", "scrape_interval: 1s"), encoding="utf-8")
    return files


class Answer(NamedTuple):
    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    seconds: float = 0.0


def rates(label: str = "nodename", /, **by_node: object) -> Answer:
    """Answer a query as Prometheus does."""
    result = [{"metric": {label: node}, "value": [1.5, str(value)]} for node, value in by_node.items()]
    answer = {"status": "success", "data": {"resultType": "vector", "result": result}}
    return Answer(body=json.dumps(answer).encode())


class FakePrometheus:
    """Answers every question with `answer`, and keeps what it was asked in `queries`."""

    def __init__(self) -> None:
        self.answer = rates()
        self.queries: list[str] = []
        self.url = ""

    def handler(self) -> type[loopback.Handler]:
        fake = self

        class Handler(loopback.Handler):
            def answer(self) -> None:
                fake.queries += parse_qs(urlsplit(self.path).query)["query"]
                answer = fake.answer
                time.sleep(answer.seconds)
                self.say(answer.status, {"Content-Type": answer.content_type}, answer.body)

        return Handler


@contextmanager
def fake_prometheus() -> Iterator[FakePrometheus]:
    fake = FakePrometheus()
    with loopback.served(fake.handler()) as fake.url:
        yield fake


class Extender(NamedTuple):
    url: str
    log: Path

    def post(self, verb: str, body: object) -> tuple[int, Any]:
        """Post what kube-scheduler would; give the status and the JSON, or the text where it is an error."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.url}/scheduler/{verb}", sent), timeout=10) as response:
                return response.status, json.load(response)
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def scores(self, *names: str) -> dict[str, int]:
        status, answer = self.post("prioritize", named(*names))
        assert status == 200
        return scores_in(answer, names)

    def is_healthy(self) -> bool:
        try:
            with urlopen(f"{self.url}/healthz", timeout=1) as response:
                return bool(response.status == 200)
        except OSError:
            return False


def scores_in(answer: Any, names: Sequence[str]) -> dict[str, int]:
    """Return the scores in an answer of the extender, which has one for each node."""
    assert [set(one) for one in answer] == [{"Host", "Score"}] * len(names)
    return {one["Host"]: one["Score"] for one in answer}


POD = {"metadata": {"name": "web", "namespace": "shop"}, "spec": {"containers": [{"name": "web"}]}}


def named(*names: str) -> dict[str, object]:
    """Make ExtenderArgs as for `nodeCacheCapable: true`."""
    return {"Pod": POD, "Nodes": None, "NodeNames": list(names)}


def whole(*names: str) -> dict[str, object]:
    """Make ExtenderArgs as for `nodeCacheCapable: false`."""
    nodes = [{"metadata": {"name": name}, "status": {"capacity": {"cpu": "4"}}} for name in names]
    return {"Pod": POD, "Nodes": {"metadata": {}, "items": nodes}, "NodeNames": None}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "traffic_extender", *arguments]


@contextmanager
def running(folder: Path, *arguments: str, **variables: str) -> Iterator[Extender]:
    """Run the extender on a free port until the block ends; SIGTERM must end it with status 0."""
    extender = Extender(f"http://127.0.0.1:{(port := free_port())}", folder / f"extender-{port}.log")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    with extender.log.open("wb") as log:
        process = subprocess.Popen(
            command("--port", str(port), *arguments), cwd=FOLDER / "extender", env=environment, stdout=log, stderr=log
        )
        try:
            until = time.monotonic() + 30
            while not extender.is_healthy():
                assert process.poll() is None, extender.log.read_text()
                assert time.monotonic() < until
                time.sleep(0.05)
            yield extender
        finally:
            process.terminate()
            status = process.wait(30)
    assert status == 0, extender.log.read_text()
