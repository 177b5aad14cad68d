"""What is shown under the pointer: what a field means, what runs, what a weight counts, and what counts in the end."""

import pytest

from schedcfg import catalog, declared
from schedcfg.configuration.effective.registry import DeclaredPlugin, chosen
from schedcfg.plugins import all_plugins
from schedcfg.validation.options import Options
from tests.commands.server.marked_text import V1, hover, shown
from tests.paths import ROOT

WEIGHTS = f"""{V1}profiles:
  - schedulerName: batch
    plugins:
      score:
        disabled:
          - name: "*"
        enabled:
          - name: NodeResourcesFit
            weight: 5
          - name: ImageLocality
            weight: 2
"""


def test_a_field_has_its_meaning_default_and_releases() -> None:
    text = f"{V1}leaderElection:\n  lease¦Duration: 20s\n"
    found = hover(text)
    assert found is not None
    assert text.replace("¦", "")[found.start : found.end] == "leaseDuration"
    assert found.markdown.startswith("**leaseDuration**: duration\n\nHow long other replicas wait")
    assert "in effect: `20s` (as written here)" in found.markdown
    assert "default in Kubernetes 1.37: `15s`" in found.markdown


def test_what_is_written_may_differ_from_what_counts() -> None:
    assert "in effect: `12s` (written as `0.2m`)" in shown(f"{V1}leaderElection:\n  renewDeadline: 0.¦2m\n")


def test_null_counts_as_the_default_of_the_api_version() -> None:
    assert "in effect: `16` (default of v1)" in shown(f"{V1}par¦allelism: null\n")


def test_the_release_of_the_configuration_decides() -> None:
    text = f"{V1}leaderElection:\n  resourceLock: lea¦ses\n"
    assert "`configmapsleases`" in shown(text, "1.26")
    assert "`configmapsleases`" not in shown(text, "1.29")


def test_a_field_of_args_has_its_default() -> None:
    text = f"{V1}profiles:\n  - pluginConfig:\n      - name: InterPodAffinity\n        args:\n"
    found = shown(f"{text}          hardPod¦AffinityWeight: 7\n")
    assert "in effect: `7`" in found
    assert "default in Kubernetes 1.37: `1`" in found
    assert "at least 0, at most 100" in found


def test_an_extension_point_lists_what_runs_there_in_order() -> None:
    found = shown(WEIGHTS.replace("score:", "sc¦ore:"))
    first, second = "1. `NodeResourcesFit`, weight 5, 71.4%", "2. `ImageLocality`, weight 2, 28.6%"
    assert first in found
    assert second in found
    assert found.index(first) < found.index(second) < found.index("Plugins that score the remaining nodes")
    assert "`TaintToleration`" in found[found.index("Disabled:") :]


def test_an_extension_point_of_a_refused_configuration_lists_what_runs_by_default() -> None:
    found = shown(WEIGHTS.replace("score:", "sc¦ore:").replace("weight: 2", "weight: two"))
    assert "Runs by default in Kubernetes 1.37: " in found
    assert "Runs here" not in found


def test_a_weight_is_shown_as_a_share() -> None:
    assert "**71.4%** of the score: 5 of 7 at `score`" in shown(WEIGHTS.replace("weight: 5", "weight: ¦5"))


def test_a_weight_without_effect_is_called_so() -> None:
    text = f"{V1}profiles:\n  - plugins:\n      filter:\n        enabled:\n"
    assert "No effect" in shown(f"{text}          - name: NodeName\n            weight: ¦5\n")


def test_nothing_is_said_of_a_weight_whose_plugin_may_score() -> None:
    text = f"{V1}profiles:\n  - plugins:\n      multiPoint:\n        enabled:\n"
    assert "No effect" not in shown(f"{text}          - name: MyPlugin\n            weight: ¦5\n")


def test_a_plugin_has_its_meaning_and_points() -> None:
    found = shown(WEIGHTS.replace("NodeResourcesFit", "NodeResources¦Fit"))
    assert found.startswith("**NodeResourcesFit**: plugin of Kubernetes")
    assert "Runs at `score` as number 1 of 2: **71.4%** of the score" in found
    assert "extension points: `preFilter`, `filter`, `preScore`, `score`" in found
    assert "`schedcfg explain NodeResourcesFit`" in found


def test_a_plugin_of_a_catalog_names_it() -> None:
    options = Options(registry=catalog("scheduler-plugins"))
    text = f"{V1}profiles:\n  - plugins:\n      multiPoint:\n        enabled:\n          - name: Cosch¦eduling\n"
    assert shown(text, "1.30", options).startswith("**Coscheduling**: plugin of scheduler-plugins")


def test_a_plugin_of_ones_own_has_no_page() -> None:
    own = chosen(frozenset({"Mine"}), (), (DeclaredPlugin("Mine", ("score",)),))
    text = f"{V1}profiles:\n  - plugins:\n      score:\n        enabled:\n          - name: Mi¦ne\n"
    found = shown(text, options=Options(registry=own))
    assert "extension points: `score`" in found
    assert "http" not in found


def test_an_unknown_plugin_is_called_so() -> None:
    text = f"{V1}profiles:\n  - plugins:\n      score:\n        enabled:\n          - name: Mi¦ne\n"
    assert "`Mine`: not a plugin of Kubernetes 1.37" in shown(text)
    assert "`Mine`: not a plugin" in shown(text, options=Options(registry=declared(frozenset({"Mine"}))))


def test_a_star_shows_what_it_disables() -> None:
    assert "Disabled: `TaintToleration`" in shown(WEIGHTS.replace('"*"', '"¦*"'))


def test_names_of_a_file_are_no_markup() -> None:
    text = f"{V1}profiles:\n  - plugins:\n      score:\n        enabled:\n          - name: "
    found = shown(f"{text}'¦a`<b>[x](http://e.x)'\n")
    assert "`a'<b>[x](http://e.x)`" in found


def test_secrets_are_hidden() -> None:
    text = f"{V1}extenders:\n  - url¦Prefix: http://user:pass1234@host/x\n    filterVerb: f\n"
    assert "pass1234" not in shown(text)
    key = f"{V1}extenders:\n  - urlPrefix: https://h\n    filterVerb: f\n    tlsConfig:\n      insecure: true\n"
    assert "c2VjcmV0" not in shown(f"{key}      key¦Data: c2VjcmV0c2VjcmV0\n")


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  na¦me: x\n",
        '{"kind": "Policy", "apiVersion": "v1", "pred¦icates": []}',
        f"{V1}profiles:\n  - unkn¦own: 1\n",
        f"{V1}# com¦ment\n",
        f"{V1}¦",
        "a: [¦",
    ],
)
def test_elsewhere_nothing_is_shown(text: str) -> None:
    assert hover(text) is None


@pytest.mark.parametrize("kubernetes", ["1.18", "1.19", "1.22", "1.25"])
def test_every_api_version_is_known(kubernetes: str) -> None:
    version = {"1.18": "v1alpha1", "1.19": "v1beta1", "1.22": "v1beta2", "1.25": "v1beta3"}[kubernetes]
    text = f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"
    found = shown(f"{text}leaderElection:\n  leader¦Elect: false\n", kubernetes)
    assert "in effect: `false` (as written here)" in found
    assert f"default in Kubernetes {kubernetes}: `true`" in found


def test_each_plugin_has_the_section_that_is_linked() -> None:
    page = (ROOT / "docs" / "reference" / "plugins.md").read_text()
    assert [plugin.name for plugin in all_plugins() if f"\n## {plugin.name}\n" not in page] == []
