"""The relabelling rules that are advised do what they are advised for: they are put into a real Prometheus."""

import re
from pathlib import Path

import pytest
import yaml

from tests.external.probe import real_prometheus, traffic_looks
from tests.external.probe.real_prometheus import METRIC
from tests.external.probe.traffic_looks import errors, finding

FOUND = {
    "by-label": ("node", "by-label"),
    "by-port": ("instance", "by-port:9100"),
    "by-host": ("instance", "by-host.example.com:9100"),
    "by-domain.example.com": ("instance", "by-domain.example.com:9100"),
}
"""Node → a label that its name can be taken from, and what that says."""

NOT_FOUND = {
    "no-domain.example.com": ("instance", "no-domain:9100"),
    "in-capitals": ("instance", "IN-CAPITALS:9100"),
}
"""A domain, or small letters, cannot be taken out of a name that lacks them."""


@pytest.fixture(autouse=True)
def _needs_prometheus() -> None:
    reason = real_prometheus.absent()
    if reason is not None:
        pytest.skip(reason)


def jobs(exporter: str, labels: dict[str, tuple[str, str]]) -> dict[str, dict[str, object]]:
    """Scrape each node in a job of its own."""
    return {
        node: {"job_name": f"job{index}", "static_configs": [{"targets": [exporter], "labels": {name: value}}]}
        for index, (node, (name, value)) in enumerate(labels.items())
    }


def advice(url: str, node: str) -> str:
    return finding(traffic_looks.of_fork(url, "eth0", node), "no-node-label").help or ""


def heed(job: dict[str, object], help_: str) -> None:
    rule = re.match(r"Add to the job's (\w+): (- \{[^…]*?\})", help_)
    assert rule is not None
    job[rule[1]] = yaml.safe_load(rule[2])


@pytest.mark.parametrize(
    ("found", "not_found"),
    [
        (FOUND, NOT_FOUND),
        # Before relabelling Kubernetes itself tells the name: nothing else is needed then.
        ({"by-pod": ("__meta_kubernetes_pod_node_name", "by-pod")}, {}),
    ],
)
def test_rules_that_are_advised_work(
    tmp_path: Path, found: dict[str, tuple[str, str]], not_found: dict[str, tuple[str, str]]
) -> None:
    page = f'# TYPE {METRIC} counter\n{METRIC}{{device="eth0"}} 5\n'
    with real_prometheus.made_up_exporter({"/metrics": page}) as exporter:
        scraped = jobs(exporter, {**found, **not_found})
        with real_prometheus.prometheus(tmp_path / "before", list(scraped.values()), expected=len(scraped)) as url:
            for node, (label, _) in found.items():
                assert f"source_labels: [{label}]" in advice(url, node)
                heed(scraped[node], advice(url, node))
            for node in not_found:
                assert "source_labels: [instance]" not in advice(url, node)
                assert "__meta_kubernetes_pod_node_name" in advice(url, node)
        with real_prometheus.prometheus(tmp_path / "after", list(scraped.values()), expected=len(scraped)) as url:
            assert errors(traffic_looks.of_fork(url, "eth0", *found)) == []
