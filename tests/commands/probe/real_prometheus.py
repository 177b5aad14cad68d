"""Prometheus and node exporter as Debian packages them, started on loopback; and made-up exporters with exact values.

`LIVE` is scraped each second from a made-up exporter. `RECORDED` is written beforehand with promtool, so that each
sample's time and value is known.
"""

import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.commands.probe import loopback
from tests.commands.probe.loopback import free_port

PROGRAMS = ("prometheus", "prometheus-node-exporter", "promtool")
METRIC = "node_network_receive_bytes_total"
_PATIENCE = 60.0


def absent() -> str | None:
    """Tell which program is missing here; None where all are there."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    packages = "Debian's packages prometheus and prometheus-node-exporter"
    return f"not installed: {', '.join(missing)} ({packages})" if missing else None


class Recorded(NamedTuple):
    """A series with exact samples: how many, how many seconds apart, the last how long ago, and their values."""

    labels: Mapping[str, str]
    value: float
    samples: int = 20
    step: int = 60
    ago: int = 0
    growth: float = 0.0

    def lines(self, name: str, now: int) -> Iterator[str]:
        labels = ",".join(f'{label}="{value}"' for label, value in self.labels.items())
        for index in range(self.samples):
            at = now - self.ago - (self.samples - 1 - index) * self.step
            yield f"{name}{{{labels}}} {self.value + index * self.growth!r} {at}"


def on_node(node: str, device: str, value: float, **how: float) -> Recorded:
    labels = {"kubernetes_node": node, "device": device, "instance": f"{node}:9100", "job": "recorded"}
    return Recorded(labels, value, **how)  # type: ignore[arg-type]


def open_metrics(series: Mapping[str, Iterable[Recorded]], now: int) -> str:
    """Write series (metric → its series) as OpenMetrics text."""
    lines: list[str] = []
    for name, found in series.items():
        kind = "counter" if name.endswith("_total") else "gauge"
        lines.append(f"# TYPE {name.removesuffix('_total')} {kind}")
        lines.extend(line for one in found for line in one.lines(name, now))
    return "\n".join([*lines, "# EOF", ""])


@contextmanager
def made_up_exporter(pages: Mapping[str, str]) -> Iterator[str]:
    """Serve pages of metrics (path → text); gives host and port."""

    class Handler(loopback.Handler):
        def answer(self) -> None:
            page = pages.get(self.path)
            self.say(404 if page is None else 200, {"Content-Type": "text/plain; version=0.0.4"}, (page or "").encode())

    with loopback.served(Handler) as url:
        yield url.removeprefix("http://")


@contextmanager
def running(command: list[str], log: Path) -> Iterator[None]:
    """Run a program until the end of the block."""
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            yield
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


@contextmanager
def node_exporter(folder: Path, *, uname: bool = True) -> Iterator[str]:
    """Run a real node exporter that sees loopback too; gives host and port."""
    port = free_port()
    folder.mkdir()
    collectors = ["--collector.disable-defaults", "--collector.netdev", "--collector.netdev.device-exclude=^$"]
    if uname:
        collectors.append("--collector.uname")
    command = ["prometheus-node-exporter", *collectors, f"--web.listen-address=127.0.0.1:{port}"]
    with running(command, folder / "log"):
        _wait(f"http://127.0.0.1:{port}/metrics", lambda body: METRIC.encode() in body)
        yield f"127.0.0.1:{port}"


@contextmanager
def prometheus(
    folder: Path, jobs: list[dict[str, object]], recorded: str = "", *options: str, expected: int = 0
) -> Iterator[str]:
    """Run a real Prometheus.

    Args:
        folder: For its files.
        jobs: Its `scrape_configs`.
        recorded: OpenMetrics text to begin with.
        options: More flags.
        expected: How many targets have to be scraped before it is used.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    (folder / "data").mkdir(parents=True)
    config = {"global": {"scrape_interval": "1s"}, "scrape_configs": jobs}
    (folder / "prometheus.yml").write_text(json.dumps(config), encoding="utf-8")
    if recorded:
        (folder / "recorded.txt").write_text(recorded, encoding="utf-8")
        command = ["promtool", "tsdb", "create-blocks-from", "openmetrics", "-q"]
        subprocess.run([*command, str(folder / "recorded.txt"), str(folder / "data")], check=True, capture_output=True)
    command = [
        "prometheus",
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}",
        *options,
    ]
    with running(command, folder / "log"):
        prefix = next((option.partition("=")[2] for option in options if option.startswith("--web.route-prefix=")), "")
        _wait(f"{url}{prefix}/-/ready", lambda _: True)
        if expected:
            _wait(f"{url}{prefix}/api/v1/query?query=up", lambda body: body.count(b'"metric"') >= expected)
        yield url


def _wait(url: str, is_there: object) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
            if is_there(answer.read()):  # type: ignore[operator]
                return
        time.sleep(0.05)
    raise AssertionError(f"{url} did not become ready")
