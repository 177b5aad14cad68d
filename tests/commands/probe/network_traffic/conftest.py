"""A real Prometheus for the tests of each file here; they are skipped where it is not installed.

It ends with them: as long as it runs, it scrapes some twenty pages every second.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.probe import real_prometheus
from tests.commands.probe.loopback import free_port
from tests.commands.probe.real_prometheus import METRIC, Recorded, on_node

MEGABYTE = 1_000_000


def _page(*lines: str) -> str:
    return f"# TYPE {METRIC} counter\n" + "".join(f"{line}\n" for line in lines)


PAGES = {
    "/first": _page(
        f'{METRIC}{{device="eth0"}} 140000', f'{METRIC}{{device="lo"}} 0', 'node_uname_info{nodename="first"} 1'
    ),
    "/second": _page(
        f'{METRIC}{{device="eth0"}} 200000', f'{METRIC}{{device="lo"}} 0', 'node_uname_info{nodename="second"} 1'
    ),
    "/third": _page(f'{METRIC}{{device="ens5"}} 7', 'node_uname_info{nodename="third"} 1'),
    "/infinite": _page(f'{METRIC}{{device="odd0"}} +Inf'),
    "/nan": _page(f'{METRIC}{{device="odd0"}} NaN'),
    "/fqdn": _page(f'{METRIC}{{device="eth0"}} 5'),
}

RECORDED = (
    # The documents' own examples: 140,000 of 200,000 bytes, and three nodes with 1.0, 1.2 and 1.4 MB.
    on_node("rec-a", "pair0", 140_000),
    on_node("rec-b", "pair0", 200_000),
    on_node("rec-a", "three0", 1.0 * MEGABYTE),
    on_node("rec-b", "three0", 1.2 * MEGABYTE),
    on_node("rec-c", "three0", 1.4 * MEGABYTE),
    # The fork's own test.
    on_node("node01", "fork0", 1),
    on_node("node02", "fork0", 15),
    on_node("node03", "fork0", 10),
    on_node("node06", "fork0", 13),
    # 400 TB, 240 times in the range; and one that does not overflow.
    on_node("rec-a", "huge0", 400e12, samples=240, step=10),
    on_node("rec-b", "huge0", 1e12, samples=240, step=10),
    # A node that has run for long but rests, and one that is new and busy.
    on_node("rec-old", "busy0", 900 * MEGABYTE, growth=60),
    on_node("rec-new", "busy0", 1 * MEGABYTE, growth=600_000),
    # Gone for some time: within the range, and beyond it.
    on_node("rec-a", "gone0", 10),
    on_node("rec-going", "gone0", 10, samples=10, ago=900),
    on_node("rec-gone", "gone0", 10, samples=10, ago=3 * 3600),
    # Scraped every ten minutes.
    on_node("rec-seldom", "seldom0", 10, samples=6, step=600, ago=150),
    # The names with the letters that PromQL's regular expressions and strings care about.
    on_node("rec.dot", "odd-1.2", 50),
    on_node("rec-dot", "odd-1.2", 100),
)


@pytest.fixture(scope="module")
def labeled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Most targets have the label kubernetes_node; gives the address of Prometheus."""
    folder = _folder(tmp_path_factory, "labelled")
    with (
        real_prometheus.made_up_exporter(PAGES) as made_up,
        real_prometheus.node_exporter(folder / "exporter") as exporter,
        real_prometheus.prometheus(
            folder / "prometheus", _jobs(made_up, exporter), _recorded(), expected=len(PAGES) + 4
        ) as url,
    ):
        yield url


@pytest.fixture(scope="module")
def unlabeled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """No target has the label; gives the address of Prometheus."""
    folder = _folder(tmp_path_factory, "unlabelled")
    with (
        real_prometheus.node_exporter(folder / "exporter") as exporter,
        real_prometheus.prometheus(
            folder / "prometheus", [_job("node", exporter, {"node": "worker-1"})], expected=1
        ) as url,
    ):
        yield url


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """No node exporter is scraped: one target is down, and the API answers below a path; gives the address."""
    folder = _folder(tmp_path_factory, "idle")
    down = f"127.0.0.1:{free_port()}"
    options = ("--web.route-prefix=/metrics/here", "--web.external-url=http://127.0.0.1/metrics/here")
    with real_prometheus.prometheus(folder, [_job("node-exporter", down, {})], "", *options, expected=1) as url:
        yield url


def _folder(factory: pytest.TempPathFactory, name: str) -> Path:
    reason = real_prometheus.absent()
    if reason is not None:
        pytest.skip(reason)
    return factory.mktemp(name)


def _job(name: str, target: str, labels: dict[str, str]) -> dict[str, object]:
    return {"job_name": name, "static_configs": [{"targets": [target], "labels": labels}]}


def _jobs(made_up: str, exporter: str) -> list[dict[str, object]]:
    names = {"/fqdn": "worker-9.example.com"}
    made = [
        {
            "targets": [made_up],
            "labels": {
                "__metrics_path__": path,
                "instance": f"{path[1:]}:9100",
                "kubernetes_node": names.get(path, path[1:]),
            },
        }
        for path in PAGES
    ]
    return [
        {"job_name": "made-up", "static_configs": made},
        _job("real", exporter, {"kubernetes_node": "real"}),
        _job("twice", exporter, {"kubernetes_node": "twice"}),
        _job("twice-again", exporter, {"kubernetes_node": "twice"}),
        _job("bare", exporter, {"instance": "without:9100"}),
    ]


def _recorded() -> str:
    now = int(time.time()) - 1
    unames = [
        Recorded({"nodename": one.labels["kubernetes_node"], "instance": one.labels["instance"], "job": "recorded"}, 1)
        for one in RECORDED
        if one.labels["device"] == "three0"
    ]
    return real_prometheus.open_metrics({METRIC: RECORDED, "node_uname_info": unames}, now)
