"""examples/network-traffic: its files are accepted and fresh, and the whole experiment runs with the real programs."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import yaml

from schedcfg import releases
from schedcfg.findings import Severity
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.called import Result
from tests.commands.probe.example_extender import FOLDER, PORTS, Extender, named, on_ports, scores_in
from tests.commands.probe.loopback import free_port
from tests.kubernetes_shapes import check_shape
from tools.console_blocks import shows

README = (FOLDER / "README.md").read_text(encoding="utf-8")
CONFIGURATIONS = [
    "scheduler.yaml",
    "extender-scheduler.yaml",
    "cluster/network-traffic.yaml",
    "cluster/quiet-node.yaml",
]
SERVING_V1 = [name for name in releases.names() if "v1" in releases.at(name).api_versions]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_release_that_serves_v1_starts_with_it(name: str) -> None:
    assert f"Kubernetes {SERVING_V1[0]} to {SERVING_V1[-1]}" in README
    for release in SERVING_V1:
        (report,) = validate_files([str(FOLDER / name)], Options(kubernetes=release))
        assert report.verdict == "accepted"
        assert [finding for finding in report.documents[0].findings if finding.severity is not Severity.INFO] == []


def test_nothing_is_said_of_the_folder() -> None:
    reports = list(validate_files([str(FOLDER)], Options()))
    assert {report.verdict for report in reports} == {"accepted"}
    assert [finding for report in reports for document in report.documents for finding in document.findings] == []


def shown(page: str, command: str) -> str:
    """Find the block of a page that shows a command."""
    return page.partition(f"```console\n$ schedcfg {command}\n")[2].partition("```")[0]


def test_what_the_pages_show_was_taken_together() -> None:
    probe = (FOLDER.parents[1] / "docs" / "probe.md").read_text(encoding="utf-8")
    traffic = "probe network-traffic examples/network-traffic/scheduler.yaml"
    extender = (
        "probe extender examples/network-traffic/extender-scheduler.yaml --node node01 --node node02 --node node03"
    )
    assert "counter-summed" in shown(README, traffic)
    assert "PRIORITIZE" in shown(README, extender)
    for command in (traffic, extender):
        parts = tuple(shown(probe, command).splitlines())
        assert len(parts) > 5
        assert shows(parts, shown(README, command))
    asked = README.partition("By hand, a moment later:")[2]
    sums = {node: int(value) for node, value in re.findall(r'kubernetes_node="(node\d+)"} => (\d+) ', asked)[:3]}
    scores = {node: 100 - value * 100 // max(sums.values()) for node, value in sums.items()}
    told = re.findall(r"^  (node\d+) .*? [GM]B +[\d,]+ +(\d+)", shown(README, traffic), re.MULTILINE)
    assert {node: int(score) for node, score in told} == scores
    assert "in whole numbers: " + ", ".join(f"{node} {scores[node]}" for node in sorted(scores)) in README


def generating() -> list[str]:
    """Find what README has to generate the manifests."""
    joined = README.replace("\\\n", " ")
    return [
        " ".join(one.split()) for one in re.findall(r"^schedcfg (generate .* --write-to .*)$", joined, re.MULTILINE)
    ]


@pytest.mark.parametrize("command", generating())
def test_the_manifests_are_what_is_generated(
    schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(FOLDER.parents[1])
    done = schedcfg(*command.split(), "--check")
    assert (done.status, done.out) == (0, ""), done.err


def test_no_manifest_is_forgotten() -> None:
    made = [path for folder in ("static-pod", "second-scheduler") for path in (FOLDER / folder).iterdir()]
    assert len(generating()) == len(made) == 3


def manifests() -> list[tuple[str, dict[str, Any]]]:
    """List what is applied to a cluster, with its file."""
    paths = [path for folder in ("cluster", "static-pod", "second-scheduler") for path in (FOLDER / folder).iterdir()]
    found = [(path.name, one) for path in sorted(paths) for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))]
    return [(name, one) for name, one in found if one["kind"] != "KubeSchedulerConfiguration"]


@pytest.mark.parametrize(
    ("name", "manifest"), manifests(), ids=lambda one: one if isinstance(one, str) else one["kind"]
)
def test_kubernetes_takes_the_manifest(name: str, manifest: dict[str, Any]) -> None:  # noqa: ARG001 - names the case
    check_shape(manifest, releases.at(releases.NEWEST))


def test_the_configuration_names_the_service_of_the_extender() -> None:
    configuration = yaml.safe_load((FOLDER / "cluster" / "quiet-node.yaml").read_text(encoding="utf-8"))
    deployment, service = (one for name, one in manifests() if name == "extender.yaml")
    (port,) = service["spec"]["ports"]
    names = service["metadata"]
    (extender,) = configuration["extenders"]
    assert extender["urlPrefix"] == f"http://{names['name']}.{names['namespace']}.svc:{port['port']}/scheduler"
    template = deployment["spec"]["template"]
    assert service["spec"]["selector"].items() <= template["metadata"]["labels"].items()
    assert port["targetPort"] in [one["name"] for one in template["spec"]["containers"][0]["ports"]]


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool (Debian: prometheus) is not installed")
def test_prometheus_takes_its_configuration() -> None:
    command = ["promtool", "check", "config", str(FOLDER / "prometheus.yml")]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


class Experiment:
    """The example on free ports, scraped each second."""

    def __init__(self, folder: Path) -> None:
        self._ports = {port: str(free_port()) for port in PORTS}
        self.files = on_ports(folder / "experiment", self._ports)
        self.written = folder / "written"
        self.process = subprocess.Popen(
            ["bash", "run-local.sh", str(self.written)],
            cwd=self.files,
            env=os.environ | {"PYTHON": sys.executable, "TRAFFIC_CACHE": "0", "TRAFFIC_TIME_RANGE": "3s"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.extender = Extender(self.url("8888"), Path(os.devnull))

    def url(self, port: str) -> str:
        return f"http://127.0.0.1:{self._ports[port]}"

    def receive(self, port: str, rate: int) -> str:
        with urlopen(Request(f"{self.url(port)}/?rate={rate}", method="POST"), timeout=10) as response:
            return str(response.read().decode())

    def scored(self, expected: dict[str, int]) -> dict[str, int]:
        """Ask until scores are as expected, for 60 seconds at most; give the last ones."""
        until = time.monotonic() + 60
        scores = dict[str, int]()
        while scores != expected and time.monotonic() < until:
            time.sleep(0.2)
            assert self.process.poll() is None, self.process.communicate()
            scores = self._scores(*expected) if self.extender.is_healthy() else {}
        return scores

    def _scores(self, *names: str) -> dict[str, int]:
        """Return the scores; none while the extender has no answer of Prometheus, which may take long to start."""
        status, answer = self.extender.post("prioritize", named(*names))
        return scores_in(answer, names) if status == HTTPStatus.OK else {}

    def stop_prometheus(self) -> None:
        """Let it hang, as `kill -STOP` does."""
        children = (
            Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii").split()
        )
        (prometheus,) = [
            one for one in children if Path(f"/proc/{one}/comm").read_text(encoding="utf-8") == "prometheus\n"
        ]
        os.kill(int(prometheus), signal.SIGSTOP)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Experiment]:
    pytest.importorskip("aiohttp", reason="the library of examples/network-traffic/extender is not installed")
    for program in ("prometheus", "prometheus-node-exporter"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} (a package of Debian) is not installed")
    experiment = Experiment(tmp_path_factory.mktemp("network-traffic"))
    try:
        assert experiment.scored({"node03": 10}) == {"node03": 10}
        yield experiment
        # Everything ends with it, a stopped Prometheus too, and nothing is left.
        experiment.stop_prometheus()
    finally:
        experiment.stop()
    assert experiment.process.returncode == 0
    assert not experiment.written.exists()
    for port in PORTS:
        with pytest.raises(OSError, match="refused"):
            urlopen(experiment.url(port), timeout=5)


def test_the_ranking_follows_the_traffic(experiment: Experiment) -> None:
    quiet_first = {"node01": 10, "node02": 0, "node03": 8, "unknown": 0}
    assert experiment.scored(quiet_first) == quiet_first
    assert experiment.receive("9101", 10_000_000) == "node01 receives 10000000 bytes per second from now on\n"
    experiment.receive("9102", 0)
    changed = {"node01": 0, "node02": 10, "node03": 9, "unknown": 0}
    assert experiment.scored(changed) == changed
    assert experiment.extender.post("filter", named("node01"))[1]["FailedNodes"] == {}
