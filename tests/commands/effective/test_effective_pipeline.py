"""The table of points: complete, in order, with marks that need no colour."""

import re

import pytest

from schedcfg import releases
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.configuration.effective.plugin_sets import POD_GROUP

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1 = HEAD.format("v1")

CHANGED = (
    V1
    + """\
profiles:
- schedulerName: a
  plugins:
    multiPoint:
      enabled:
      - name: TaintToleration
        weight: 7
      - name: Coscheduling
      disabled:
      - name: NodePorts
    filter:
      enabled:
      - name: MyFilter
      - name: NodeName
    score:
      enabled:
      - name: NodeResourcesFit
        weight: 5
      - name: ImageLocality
      - name: MyScore
      disabled:
      - name: ImageLocality
      - name: InterPodAffinity
    postFilter:
      disabled:
      - name: "*"
    preScore:
      enabled:
      - name: MyScore
      disabled:
      - name: "*"
"""
)

SERVED = [
    (version, release)
    for version in ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1")
    for release in releases.serving(version)
]


def table(report: str) -> dict[str, list[str]]:
    """Read the first tables of points, of Pods and of groups of them: the cells of each point, mark first."""
    lines = report.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("  POINT"))
    rows = cells_below(lines, start, lines[start].index("PLUGINS") - 2)
    following = lines.index("", start) + 1
    if lines[following].startswith("  POINT"):
        width = max(map(len, POD_GROUP)) + len("    ")
        gates = next((n for n, line in enumerate(lines) if line.startswith("    The feature gate")), len(lines))
        rows |= cells_below([*lines[:gates], ""], following, width)
    return rows


def cells_below(lines: list[str], start: int, column: int) -> dict[str, list[str]]:
    rows: dict[str, list[str]] = {}
    point = ""
    for line in lines[start + 1 : lines.index("", start)]:
        point = line[2:column].strip() or point
        cells = rows.setdefault(point, [])
        if cells and cells[-1].endswith((",", ":")):
            cells[-1] += f" {line[column:].strip()}"
        else:
            cells.append(line[column:])
    return rows


def running(cells: list[str]) -> list[str]:
    """Name what runs, in order."""
    joined = ", ".join(cell[2:] for cell in cells if not cell.startswith("-"))
    bare = re.sub(r"\([^)]*\)|°| \d+ → -?\d+|weight \d+: ", "", joined)
    return [name.strip() for name in bare.split(",") if name.strip()]


@pytest.mark.parametrize(("version", "release"), SERVED)
def test_the_table_is_what_runs(report, version: str, release: str) -> None:
    text = HEAD.format(version)
    view = effective_configuration(text, release).view
    assert view is not None
    shown = {point: running(cells) for point, cells in table(report(text, release)).items()}
    assert shown == {
        point: [plugin.name for plugin in plugins] for point, plugins in view.plugins["default-scheduler"].items()
    }


@pytest.mark.parametrize("columns", [60, 75, 100, 160])
def test_changed_points_are_complete_at_any_width(report, columns: int) -> None:
    view = effective_configuration(CHANGED, "1.29").view
    assert view is not None
    shown = {
        point: names for point, cells in table(report(CHANGED, columns=columns)).items() if (names := running(cells))
    }
    assert shown == {point: [plugin.name for plugin in plugins] for point, plugins in view.plugins["a"].items()}


@pytest.mark.parametrize(
    ("point", "cells"),
    [
        (
            "filter",
            [
                "= NodeName (line 16)",
                "  NodeUnschedulable",
                "= TaintToleration (multiPoint, line 8)",
                "  NodeAffinity, NodeResourcesFit, VolumeRestrictions, EBSLimits°, GCEPDLimits°,",
                "+ MyFilter (line 15)",
                "- NodePorts (multiPoint, line 12)",
            ],
        ),
        ("postFilter", ["- DefaultPreemption (line 28)"]),
        ("preScore", ["+ MyScore (line 31)", "- all 6 defaults (line 33): TaintToleration, NodeAffinity,"]),
        (
            "score",
            [
                "~ NodeResourcesFit 1 → 5 (line 20), TaintToleration 3 → 7 (multiPoint, line 9)",
                "  NodeAffinity, VolumeBinding, PodTopologySpread, NodeResourcesBalancedAllocation",
                "= ImageLocality (line 21)",
                "+ MyScore (line 22)",
                "- InterPodAffinity (line 25)",
            ],
        ),
    ],
)
def test_what_the_file_changes_is_marked(report, point: str, cells: list[str]) -> None:
    shown = table(report(CHANGED))[point]
    assert [cell[: len(begin)] for cell, begin in zip(shown, cells, strict=True)] == cells


def test_what_one_entry_removes_is_reported_once(report) -> None:
    text = V1 + (
        "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: '*'\n"
        "      enabled:\n      - {name: ImageLocality}\n"
    )
    mine, removed = table(report(text))["score"]
    assert mine == "= ImageLocality (line 9)"
    assert removed.startswith("- 7 defaults (line 7): TaintToleration, NodeAffinity, ")


@pytest.mark.parametrize(
    ("text", "release", "legend"),
    [
        (V1, "1.29", "unmarked: default of v1   ° default of Kubernetes 1.29   defaults come by MultiPoint"),
        (HEAD.format("v1alpha1"), "1.18", "unmarked: default of v1alpha1"),
        (HEAD.format("v1beta2"), "1.22", "unmarked: default of v1beta2"),
        (HEAD.format("v1beta3"), "1.25", "unmarked: default of v1beta3   defaults come by MultiPoint"),
        (
            V1 + "profiles:\n- plugins: {reserve: {disabled: [{name: VolumeBinding}]}}\n",
            "1.29",
            "- removed   unmarked: default of v1   ° default of Kubernetes 1.29   defaults come by MultiPoint",
        ),
    ],
)
def test_the_legend_lists_the_marks_in_use(report, text: str, release: str, legend: str) -> None:
    shown = report(text, release)
    assert f"\n\n  {legend}\n\n" in shown
    assert ("°" in shown.partition("SCORE")[0].replace(legend, "")) == ("°" in legend)


def test_a_plugin_that_cannot_be_placed_is_reported(report) -> None:
    shown = report(CHANGED)
    assert all("Coscheduling" not in plugin for plugins in table(shown).values() for plugin in plugins)
    assert "  ? Coscheduling (multiPoint, line 10, weight 1): not part of Kubernetes, so its extension" in shown


def test_what_follows_from_a_provider_says_so(report) -> None:
    text = HEAD.format("v1alpha1") + "algorithmSource: {provider: ClusterAutoscalerProvider}\n"
    shown = table(report(text, "1.18"))["score"]
    assert "+ NodeResourcesMostAllocated (follows from algorithmSource.provider)" in shown
    assert "- NodeResourcesLeastAllocated (follows from algorithmSource.provider)" in shown
