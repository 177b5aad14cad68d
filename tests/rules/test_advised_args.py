"""Advice about args that nothing reads."""

import pytest

from schedcfg import Severity, declared
from tests.rules.advice_about import advice, fixed

MISSPELT = """\
profiles:
  - pluginConfig:
      - name: {name}
        args: {{hardPodAffinityWeight: 5}}
"""


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("interPodAffinity", "InterPodAffinity"),
        ("InterPodAfinity", "InterPodAffinity"),
        ("InterPodAffinityArgs", "InterPodAffinity"),
    ],
)
def test_args_for_a_misspelt_plugin_are_an_error(name: str, meant: str) -> None:
    (said,) = advice("unknown-plugin-args", MISSPELT.format(name=name))
    assert said.severity is Severity.ERROR
    assert f"Did you mean `{meant}`?" in said.text
    assert (said.fix, said.is_safe) == (f"Write `{meant}`", False)
    assert f"- name: {meant}\n" in fixed("unknown-plugin-args", MISSPELT.format(name=name))


def test_a_misspelling_beside_the_right_entry_is_not_renamed() -> None:
    both = MISSPELT.format(name="interPodAffinity") + "      - name: InterPodAffinity\n"
    (said,) = advice("unknown-plugin-args", both)
    assert said.fix == ""


def test_args_for_a_plugin_that_is_gone_name_its_successor() -> None:
    profiles = "profiles: [{pluginConfig: [{name: NodeResourcesMostAllocated, args: {resources: []}}]}]\n"
    (said,) = advice("unknown-plugin-args", profiles, "1.29")
    assert "1.18 to 1.22" in said.text
    assert "scoringStrategy: {type: MostAllocated}" in said.text


def test_a_name_of_ones_own_is_not_a_misspelling_where_it_runs() -> None:
    profiles = """\
        profiles:
          - plugins: {score: {enabled: [{name: NodeResourceFit}]}}
            pluginConfig: [{name: NodeResourceFit, args: {a: 1}}]
        """
    assert advice("unknown-plugin-args", profiles) == []
    assert advice("unused-plugin-args", profiles) == []


def test_in_a_closed_world_every_other_name_is_unknown() -> None:
    profiles = "profiles: [{pluginConfig: [{name: Mine, args: {a: 1}}]}]\n"
    (said,) = advice("unknown-plugin-args", profiles, registry=declared(frozenset({"Other"})))
    assert "has no plugin `Mine`" in said.text
    assert advice("unused-plugin-args", profiles, registry=declared(frozenset({"Other"}))) == []
    assert advice("unknown-plugin-args", profiles, registry=declared(frozenset({"Mine"}))) == []


TWO = """\
profiles:
  - schedulerName: default-scheduler
    plugins: {{multiPoint: {{enabled: [{{name: Mine}}]}}}}
  - schedulerName: packing
    pluginConfig:
      - name: {name}
        args: {{a: 1}}
"""


def test_args_in_another_profile_than_the_plugin_are_to_be_moved() -> None:
    (said,) = advice("unused-plugin-args", TWO.format(name="Mine"))
    assert said.path == "profiles[1].pluginConfig[0].name"
    assert '`Mine` runs in profile "default-scheduler": move the entry there' in said.text
    assert (said.fix, said.is_safe) == ("Remove the entry", False)


def test_a_plugin_that_multi_point_may_spread_runs() -> None:
    profiles = """\
        profiles:
          - plugins: {multiPoint: {enabled: [{name: Mine}]}}
            pluginConfig: [{name: Mine, args: {a: 1}}]
        """
    assert advice("unused-plugin-args", profiles) == []


def test_a_plugin_whose_points_are_all_cleared_does_not_run() -> None:
    cleared = "profiles: [{plugins: {%s: {disabled: [{name: '*'}]}}, pluginConfig: [{name: %s, args: {%s}}]}]\n"
    scores = cleared % ("score", "NodeAffinity", "addedAffinity: {}")
    assert advice("unused-plugin-args", scores) == []
    preempts = cleared % ("postFilter", "DefaultPreemption", "minCandidateNodesPercentage: 20")
    assert len(advice("unused-plugin-args", preempts, "1.29")) == 1


def test_the_top_level_weight_of_v1alpha1_is_no_entry() -> None:
    profiles = "hardPodAffinitySymmetricWeight: 5\nplugins: {score: {disabled: [{name: '*'}]}}\n"
    assert advice("unused-plugin-args", profiles, "1.18", "v1alpha1") == []


def test_split_entries_are_joined_with_the_neighbour_that_lacks_args() -> None:
    profiles = """\
        profiles:
          - pluginConfig:
              - name: NodeResourcesFit
              - args:
                  scoringStrategy:
                    type: LeastAllocated
        """
    (said,) = advice("split-plugin-config", profiles)
    assert (said.severity, said.is_safe) == (Severity.ERROR, False)
    assert said.path == "profiles[0].pluginConfig[1]"
    after = fixed("split-plugin-config", profiles)
    assert advice("split-plugin-config", after) == []
    assert "type: LeastAllocated" in after


@pytest.mark.parametrize("entry", ["{args: {a: 1}}", "{}", "{name: ''}"])
def test_an_entry_without_a_name_stands_for_nothing(entry: str) -> None:
    (said,) = advice("split-plugin-config", f"profiles: [{{pluginConfig: [{entry}]}}]\n")
    assert "configures nothing" in said.text
    assert said.fix == ""


@pytest.mark.parametrize(
    ("terms", "severity"),
    [
        ("[]", Severity.ERROR),
        ("[{}]", Severity.ERROR),
        ("[{matchExpressions: [{key: pool, operator: Exists}]}]", Severity.INFO),
    ],
)
def test_an_added_affinity_without_a_term_matches_no_node(terms: str, severity: Severity) -> None:
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: {terms}}}"
    args = f"addedAffinity: {{{required}}}"
    (said,) = advice("added-affinity", f"profiles: [{{pluginConfig: [{{name: NodeAffinity, args: {{{args}}}}}]}}]\n")
    assert said.severity is severity


@pytest.mark.parametrize(
    ("name", "severity"), [("pods", Severity.WARNING), ("", Severity.ERROR), ("gpu", Severity.ERROR)]
)
def test_what_resources_that_nobody_counts_weigh(name: str, severity: Severity) -> None:
    args = f"scoringStrategy: {{type: LeastAllocated, resources: [{{name: '{name}', weight: 1}}]}}"
    text = f"profiles: [{{pluginConfig: [{{name: NodeResourcesFit, args: {{{args}}}}}]}}]\n"
    (said,) = advice("uncounted-resource", text)
    assert said.severity is severity


def test_args_of_a_misspelled_plugin_that_does_not_run() -> None:
    profiles = "profiles: [{pluginConfig: [{name: NodeLable, args: {presentLabels: [a]}}]}]"
    (said,) = advice("unknown-plugin-args", profiles, "1.21", "v1beta1")
    assert "Did you mean `NodeLabel`? It does not run in this profile: enable `NodeLabel`, too" in said.text


CONSTRAINT = """\
profiles:
  - pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints: [{{maxSkew: 1, topologyKey: {key}, whenUnsatisfiable: {otherwise}}}]
"""


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("kubernetes.io/zone", "topology.kubernetes.io/zone"),
        ("kubernetes.io/region", "topology.kubernetes.io/region"),
        ("topology.k8s.io/zone", "topology.kubernetes.io/zone"),
        ("topology.kubernetes.io/zones", "topology.kubernetes.io/zone"),
        ("topology.kubernetes.io/hostname", "kubernetes.io/hostname"),
        ("hostname", "kubernetes.io/hostname"),
    ],
)
def test_labels_that_are_nearly_well_known(key: str, meant: str) -> None:
    (said,) = advice("unknown-node-label", CONSTRAINT.format(key=key, otherwise="ScheduleAnyway"))
    assert said.path == "profiles[0].pluginConfig[0].args.defaultConstraints[0].topologyKey"
    assert f"this constraint spreads nothing: no node has the label `{key}`" in said.text
    assert (said.severity, said.fix, said.is_safe) == (Severity.WARNING, f"Write `{meant}`", False)
    hard = CONSTRAINT.format(key=key, otherwise="DoNotSchedule")
    assert "stay Pending" in advice("unknown-node-label", hard)[0].text
    assert advice("unknown-node-label", fixed("unknown-node-label", hard)) == []


@pytest.mark.parametrize(
    "key",
    ["kubernetes.io/hostname", "topology.kubernetes.io/zone", "zone", "rack", "topology.gke.io/zone", "a.b/region"],
)
def test_labels_of_ones_own(key: str) -> None:
    assert advice("unknown-node-label", CONSTRAINT.format(key=key, otherwise="DoNotSchedule")) == []


def test_the_labels_of_old_releases_are_deprecated() -> None:
    key = "failure-domain.beta.kubernetes.io/zone"
    (said,) = advice("unknown-node-label", CONSTRAINT.format(key=key, otherwise="ScheduleAnyway"))
    assert said.severity is Severity.INFO
    assert "Write `topology.kubernetes.io/zone`." in said.text


def test_added_affinity_has_labels_as_well() -> None:
    term = "{matchExpressions: [{key: kubernetes.io/zone, operator: Exists}]}"
    affinity = f"{{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{term}]}}}}"
    profiles = f"profiles: [{{pluginConfig: [{{name: NodeAffinity, args: {{addedAffinity: {affinity}}}}}]}}]"
    (said,) = advice("unknown-node-label", profiles)
    assert "this expression does not find the nodes that it looks for" in said.text
