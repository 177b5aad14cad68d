"""About how many nodes kube-scheduler asks extenders at a time."""

import json
from pathlib import Path

import pytest

from schedcfg.external.probe.extender.run import ExtenderProbeOptions, probe_extender, sampled_nodes
from schedcfg.validation.options import Options
from tests.external.probe.extender_server import all_names, configuration, extender, named


@pytest.mark.parametrize(
    ("nodes", "percentage", "most"),
    [(10, 0, 10), (10, 40, 10), (99, 5, 99), (100, 5, 100), (1000, 0, 420), (1000, 40, 400), (1000, 1, 100),
     (1000, 100, 1000), (6000, 0, 300), (6000, 40, 2400)],
)  # fmt: skip
def test_how_many_nodes_are_looked_for(nodes: int, percentage: int, most: int) -> None:
    assert sampled_nodes(nodes, percentage) == most


@pytest.mark.parametrize(
    ("percentages", "most"), [((0,), 420), ((30,), 300), ((0, 20, 70), 700), ((30, None), 300), ((30, 5, 7), 100)]
)
def test_requests_of_a_large_cluster_are_smaller(
    percentages: tuple[int | None, ...], most: int, tmp_path: Path
) -> None:
    nodes = [{"metadata": {"name": f"node-{number}"}} for number in range(1000)]
    (tmp_path / "nodes.json").write_text(json.dumps({"kind": "NodeList", "items": nodes}), encoding="utf-8")
    general, *own = percentages
    with extender({"/filter": all_names}) as server:
        document = json.loads(
            configuration({"urlPrefix": server.url, "filterVerb": "filter", "nodeCacheCapable": True})
        )
        document["percentageOfNodesToScore"] = general
        document["profiles"] = [
            {"schedulerName": f"s{number}", "percentageOfNodesToScore": one} for number, one in enumerate(own)
        ]
        trying = ExtenderProbeOptions(nodes=str(tmp_path / "nodes.json"))
        found = probe_extender(json.dumps(document).encode(), "scheduler.yaml", Options(), trying)
    assert len(server.asked[0].body["NodeNames"]) == 1000
    assert f" stops at {most} feasible ones " in named(found, "fewer-at-once").message
    assert not named(found, "fewer-at-once").is_error


def test_files_with_many_nodes_are_read(tmp_path: Path) -> None:
    annotations = {"padding": "x" * 100_000}
    nodes = [{"metadata": {"name": f"node-{number}", "annotations": annotations}} for number in range(90)]
    (tmp_path / "nodes.json").write_text(json.dumps({"kind": "NodeList", "items": nodes}), encoding="utf-8")
    with extender({"/filter": lambda body: {"Nodes": body["Nodes"]}}) as server:
        raw = configuration({"urlPrefix": server.url, "filterVerb": "filter"})
        found = probe_extender(
            raw, "scheduler.yaml", Options(), ExtenderProbeOptions(nodes=str(tmp_path / "nodes.json"))
        )
    assert found.feasible is not None
    assert len(found.feasible) == 90
