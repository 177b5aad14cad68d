"""Weights and shares, and extenders that rate beside plugins."""

import pytest

from schedcfg.output.figures import bar
from schedcfg.output.terminal import percent

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
NOTHING_SCORES = "profiles:\n- plugins: {score: {disabled: [{name: '*'}]}}\n"
RATING = "extenders:\n- {urlPrefix: 'http://me:pw@e.example.com', prioritizeVerb: p, weight: 4}\n"


def rows(report: str) -> list[list[str]]:
    lines = report.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("  SCORE"))
    return [line.split() for line in lines[start + 1 : lines.index("", start)]]


@pytest.mark.parametrize(
    ("share", "shown"),
    [(5 / 28, "17.9%"), (2 / 28, "7.1%"), (1 / 28, "3.6%"), (1, "100.0%"), (0, "0.0%"), (1 / 10_011, "<0.1%")],
)
def test_each_share_is_rounded_by_itself_as_all_commands_show_it(share: float, shown: str) -> None:
    assert percent(share) == shown


@pytest.mark.parametrize(
    ("share", "drawn"), [(0, ""), (1 / 15, "█▍"), (0.5, "█" * 10), (0.999999, "█" * 20), (1, "█" * 20)]
)
def test_bars(share: float, drawn: str) -> None:
    assert bar(share) == drawn


def test_the_table_has_weight_share_and_default(report) -> None:
    text = V1 + (
        "profiles:\n- plugins:\n    score:\n      enabled:\n      - {name: NodeResourcesFit, weight: 8}\n"
        "      disabled:\n      - name: ImageLocality\n"
    )
    shown = report(text)
    assert rows(shown.replace("  VolumeBinding does not count: VolumeCapacityPriority is off.\n", "")) == [
        ["~", "NodeResourcesFit", "8", "44.4%", "████████▉", "line", "7,", "default", "1"],
        ["TaintToleration", "3", "16.7%", "███▍"],
        ["NodeAffinity", "2", "11.1%", "██▎"],
        ["VolumeBinding", "1", "none"],
        ["PodTopologySpread", "2", "11.1%", "██▎"],
        ["InterPodAffinity", "2", "11.1%", "██▎"],
        ["NodeResourcesBalancedAllocation", "1", "5.6%", "█▏"],
    ]
    assert "VolumeBinding does not count" in shown


def test_bars_give_way_on_a_narrow_terminal(report) -> None:
    text = V1 + "profiles:\n- plugins: {score: {enabled: [{name: MyScore, weight: 90}]}}\n"
    assert "█" in report(text, columns=100)
    narrow = report(text, columns=60)
    assert "█" not in narrow
    assert "  + MyScore                              90   88.2%  line 4\n" in narrow


@pytest.mark.parametrize("weight", [-1, -12, -40])
def test_shares_mean_nothing_beside_a_negative_weight(report, weight: int) -> None:
    text = V1.replace("v1\n", "v1beta2\n") + (
        "profiles:\n- plugins:\n    score:\n      disabled: [{name: ImageLocality}]\n"
        f"      enabled: [{{name: ImageLocality, weight: {weight}}}]\n"
    )
    shown = report(text, "1.27")
    assert ["~", "ImageLocality", str(weight), "-", "line", "7,", "default", "1"] in rows(shown)
    assert "%" not in shown
    assert "\n  A negative weight prefers nodes with a low score; shares are then meaningless.\n" in shown


def test_a_small_share_is_not_nothing(report) -> None:
    text = V1.replace("v1\n", "v1alpha1\n")
    shares = {row[0]: row[2] for row in rows(report(text, "1.18"))}
    assert shares["NodePreferAvoidPods"] == "99.9%"
    assert shares["ImageLocality"] == "<0.1%"


def test_an_extender_rates_beside_the_plugins(report) -> None:
    shown = report(V1 + RATING)
    assert "  > extender http://***@e.example.com (line 4): weight 4 plus 12 of the plugins, for all Pods\n" in shown
    assert "EXTENDER http://***@e.example.com (line 4)\n  POINT  VERB\n  score  p     weight 4\n" in shown
    assert "ignorable" not in shown
    assert "pw" not in shown


def test_an_extender_may_rate_alone(report) -> None:
    assert "(line 6): it is the only one that scores, for all Pods" in report(V1 + NOTHING_SCORES + RATING)


def test_nothing_scores(report) -> None:
    assert "\n  Nothing scores: all nodes that fit are equal.\n" in report(V1 + NOTHING_SCORES)


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ("filterVerb: f", "not ignorable: these Pods are not scheduled while it does not respond."),
        ("filterVerb: f, ignorable: true", "It is ignorable: scheduling continues while it does not respond."),
        ("bindVerb: b, managedResources: [{name: e.com/g}]", "Only Pods that request e.com/g are sent to it.\n"),
        ("httpTimeout: 2s", "It is never called: no verb is set.\n"),
    ],
)
def test_terms_of_extenders(report, terms: str, told: str) -> None:
    shown = report(V1 + f"extenders:\n- {{urlPrefix: 'http://e.example.com', {terms}}}\n", columns=160)
    assert told in shown.partition("EXTENDER")[2]
