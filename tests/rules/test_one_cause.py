"""One cause, one finding: what follows from a mistake is not reported beside it."""

from collections import Counter
from pathlib import Path

import pytest

from schedcfg import IN_TREE_ONLY, OPEN, Finding, PluginRegistry, Verdict, releases, validate
from schedcfg.document.edit.splices import applied
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"


def configuration(body: str, version: str = "v1") -> str:
    return HEAD.format(version) + body


def findings(text: str, release: str, registry: PluginRegistry = OPEN) -> list[Finding]:
    report = validate(text, release, options=Options(registry=registry))
    return [finding for document in report.documents for finding in document.findings]


def counted(text: str, release: str, registry: PluginRegistry = OPEN) -> Counter[str]:
    return Counter(finding.rule for finding in findings(text, release, registry))


def dump(release: str, version: str, more: str = "") -> str:
    """Write all that is enabled by default, as `--write-config-to` does."""
    points = releases.at(release).default_plugins[version]
    body = "profiles:\n- plugins:\n"
    for point, refs in points.items():
        body += f"    {point}:\n      enabled:\n"
        body += "".join(f"      - {{name: {name}, weight: {weight}}}\n" for name, weight in refs)
        body += more if point == "score" else ""
    return configuration(body, version)


def test_a_dump_of_the_defaults_is_one_finding() -> None:
    (found,) = (one for one in findings(dump("1.21", "v1beta1"), "1.21") if one.rule == "plugin-enabled-twice")
    assert found.path == "profiles[0].plugins.queueSort.enabled[0].name"
    assert found.message.startswith("38 plugins are already enabled by default, and v1beta1 does not override them: ")
    assert found.message.endswith(" and 35 more")
    assert (found.help or "").startswith("Remove `plugins` from this profile: the same plugins run without it")


def test_where_more_is_written_only_the_repetitions_go() -> None:
    text = dump("1.21", "v1beta1", "      - name: MyScorer\n")
    (found,) = (one for one in findings(text, "1.21") if one.rule == "plugin-enabled-twice")
    assert found.help == "Remove them: these plugins run without being written, with the same weights."


def test_a_repetition_with_another_weight_has_advice_of_its_own() -> None:
    text = dump("1.21", "v1beta1").replace("name: ImageLocality, weight: 1", "name: ImageLocality, weight: 5")
    (found,) = (one for one in findings(text, "1.21") if one.rule == "plugin-enabled-twice")
    assert "as `ImageLocality`, disable the default first: `disabled: [{name: ImageLocality}]` at `score`" in str(found)


def test_validation_counts_the_plugins_that_sort_the_queue() -> None:
    found = findings(dump("1.22", "v1beta1"), "1.22")
    rules = Counter(one.rule for one in found)
    assert (rules["common-queue-sort"], rules["plugin-enabled-twice"]) == (1, 1)
    (sorting,) = (one for one in found if one.rule == "common-queue-sort")
    assert sorting.help == "Remove the entry: this plugin is enabled by default."
    (twice,) = (one for one in found if one.rule == "plugin-enabled-twice")
    assert "PrioritySort" not in twice.message
    assert (twice.help or "").startswith("Remove `plugins` from this profile")


GONE = """\
profiles:
- plugins:
    score: {enabled: [{name: SelectorSpread}]}
    filter: {enabled: [{name: EBSLimits}]}
"""


@pytest.mark.parametrize("registry", [OPEN, IN_TREE_ONLY])
@pytest.mark.parametrize(("release", "removed"), [("1.25", 1), ("1.31", 1), ("1.37", 1)])
def test_a_removed_plugin_is_not_unknown_as_well(release: str, removed: int, registry: PluginRegistry) -> None:
    rules = counted(configuration(GONE), release, registry)
    assert rules["removed-plugin"] == removed
    assert rules["missing-preparation"] == 0
    lines = Counter(one.start.line for one in findings(configuration(GONE), release, registry))
    assert set(lines.values()) == {1}


def test_multi_point_is_not_looked_at_for_removed_plugins() -> None:
    text = configuration("profiles: [{plugins: {multiPoint: {enabled: [{name: EBSLimits}]}}}]\n")
    assert counted(text, "1.37") == {"undeclared-plugin": 1}


def test_a_placeholder_is_no_misspelled_name() -> None:
    assert counted(
        configuration("leaderElection: {leaderElect: false}\nprofiles: [{schedulerName: <SchedulerName>}]\n"), "1.37"
    ) == {"placeholder": 1}


SEVERAL = """\
profiles:
- plugins:
    filter: {enabled: [{name: NodeResourceFit}]}
    score: {enabled: [{name: NodeResourceFit}]}
- schedulerName: other
  plugins:
    preFilter: {enabled: [{name: NodeResourceFit}]}
"""


@pytest.mark.parametrize(("registry", "rule"), [(OPEN, "undeclared-plugin"), (IN_TREE_ONLY, "unknown-plugin")])
def test_a_misspelled_plugin_is_one_finding_with_one_fix(registry: PluginRegistry, rule: str) -> None:
    text = configuration(SEVERAL)
    (found,) = (one for one in findings(text, "1.37", registry) if one.rule == rule)
    assert found.fix is not None
    assert applied(text, found.fix.edits) == text.replace("NodeResourceFit", "NodeResourcesFit")


def test_profiles_without_names_are_reported_once_each() -> None:
    assert counted(configuration("profiles: [{plugins: {}}, {plugins: {}}]\n"), "1.37") == {"profile-name": 2}


def test_an_entry_without_a_name_is_not_enabled_twice() -> None:
    text = configuration("profiles: [{plugins: {score: {enabled: [{name: ''}, {name: ''}]}}}]\n")
    assert counted(text, "1.37") == {"undeclared-plugin": 2}


def test_a_weight_that_cannot_be_read_is_not_missing() -> None:
    text = configuration("profiles: [{plugins: {score: {enabled: [{name: NodeAffinity, weight: high}]}}}]\n")
    assert counted(text, "1.37") == {"wrong-type": 1}


def test_a_text_in_place_of_a_list_is_one_mistake() -> None:
    (found,) = findings(configuration('profiles: [{plugins: {score: {disabled: "*"}}}]\n'), "1.37")
    assert (found.path, found.help) == ("profiles[0].plugins.score.disabled", 'Write `- name: "*"` below it.')


STOCK = """\
apiVersion: v1
kind: ConfigMap
metadata: {{name: scheduler, namespace: kube-system}}
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection: {{leaderElect: false}}
    profiles:
    - plugins: {{score: {{enabled: [{{name: {plugin}, weight: 100}}]}}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: scheduler, namespace: kube-system}}
spec:
  selector: {{matchLabels: {{app: scheduler}}}}
  template:
    metadata: {{labels: {{app: scheduler}}}}
    spec:
      serviceAccountName: scheduler
      containers:
      - name: scheduler
        image: {image}
        command: [kube-scheduler, --config=/etc/scheduler/config.yaml]
        volumeMounts: [{{name: config, mountPath: /etc/scheduler}}]
      volumes: [{{name: config, configMap: {{name: scheduler}}}}]
"""
KUBERNETES = "registry.k8s.io/kube-scheduler:v1.29.0"


@pytest.mark.parametrize(
    ("plugin", "help_"),
    [
        ("MyScorer", "Set the image of the scheduler that contains it."),
        ("NodeResourceFit", "For `NodeResourceFit`: did you mean `NodeResourcesFit`?"),
        ("LeastAllocated", "For `LeastAllocated`: did you mean `NodeResourcesLeastAllocated`?"),
    ],
)
def test_a_plugin_that_the_stock_image_lacks_is_reported_at_the_image(plugin: str, help_: str) -> None:
    report = validate(STOCK.format(plugin=plugin, image=KUBERNETES))
    assert report.verdict is Verdict.REFUSED
    found = [one for document in report.documents for one in document.findings if f"`{plugin}`" in one.message]
    assert [(one.rule, one.help) for one in found] == [("stock-image-plugin", help_)]


@pytest.mark.parametrize(
    ("plugin", "image", "rules"),
    [
        ("MyScorer", "example.com/my-scheduler:v1", []),  # it was built for its plugins
        ("NodeResourceFit", "example.com/my-scheduler:v1", ["undeclared-plugin"]),
        ("MyScorer", "example.com/mirror/kube-scheduler:v1.29.0", ["undeclared-plugin"]),
    ],
)
def test_another_image_may_contain_it(plugin: str, image: str, rules: list[str]) -> None:
    report = validate(STOCK.format(plugin=plugin, image=image), "1.29")
    found = [one.rule for document in report.documents for one in document.findings if f"`{plugin}`" in one.message]
    assert found == rules


def test_an_own_image_in_another_file_of_the_folder_may_contain_it(tmp_path: Path) -> None:
    configuration = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" + PROFILE
    (tmp_path / "own.yaml").write_text(configuration)
    outweighed = ["outweighed-score", "outweighed-score"]
    assert sorted(_rules(tmp_path)) == [*outweighed, "undeclared-plugin", "undeclared-plugin"]
    (tmp_path / "pod.yaml").write_text(POD)
    assert _rules(tmp_path) == outweighed


@pytest.mark.parametrize(
    ("head", "indent", "rules"),
    [
        ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: own}\ndata:\n", 2, ["default-lease"]),
        ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: openshift-own}\ndata:\n", 2, []),
        ("scheduler:\n  replicas: 1\n", 2, []),  # values of a chart, which starts it with flags
    ],
)
def test_the_default_lease_is_another_ones_only_where_that_is_known(head: str, indent: int, rules: list[str]) -> None:
    lines = ["apiVersion: kubescheduler.config.k8s.io/v1", "kind: KubeSchedulerConfiguration"]
    lines.append("profiles: [{schedulerName: own}]")
    text = head + " " * indent + "config.yaml: |\n" + "".join(" " * (indent + 2) + line + "\n" for line in lines)
    assert [finding.rule for finding in findings(text, "1.37")] == rules


def test_a_lease_by_a_flag_that_is_not_known_is_not_the_default_one() -> None:
    text = STOCK.format(plugin="ImageLocality", image=KUBERNETES)
    assert "default-lease" not in counted(text, "1.29")  # it has none
    text = text.replace("{leaderElect: false}", "{}").replace("- plugins", "- schedulerName: own\n      plugins")
    shared = counted(text, "1.29")
    assert shared["shared-lease"] + shared["default-lease"] == 1
    flag = "config.yaml, --leader-elect-resource-namespace=$(NAMESPACE)]"
    own = counted(text.replace("config.yaml]", flag), "1.29")
    assert own["shared-lease"] + own["default-lease"] == 0


def _rules(folder: Path) -> list[str]:
    reports = validate_files([str(folder / "own.yaml")], Options())
    return [finding.rule for report in reports for document in report.documents for finding in document.findings]


PROFILE = """\
clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}
leaderElection: {leaderElect: false}
profiles:
- schedulerName: own
  plugins: {score: {enabled: [{name: Alpha}, {name: Beta}]}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: own, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: own
    image: example.com/my-scheduler:1.2
    command: [/my-scheduler, --config=/etc/own/own.yaml, --secure-port=10300]
    volumeMounts: [{name: config, mountPath: /etc/own}]
  volumes: [{name: config, hostPath: {path: /etc/own}}]
"""


def test_everything_wrong_is_reported_at_once_in_order_and_once() -> None:
    body = "parallelism: '16'\nprofiles:\n- schedulerName: ''\n  plugins: {score: {enabled: [{name: Nope}]}}\nfoo: 1\n"
    found = findings(configuration(body), "1.29", IN_TREE_ONLY)
    assert [one.rule for one in found] == ["wrong-type", "profile-name", "unknown-plugin", "unknown-field"]
    assert len(set(found)) == len(found)
    assert [one.start.line for one in found] == [3, 5, 6, 7]


SECOND = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles: [{schedulerName: packing}]
"""
SECOND_POD = """\
apiVersion: v1
kind: Pod
metadata: {name: packing, namespace: kube-system}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command: [kube-scheduler, --config=/etc/packing/config.yaml%s]
    volumeMounts: [{name: config, mountPath: /etc/packing/config.yaml}]
  volumes: [{name: config, hostPath: {path: /etc/packing/config.yaml}}]
"""


@pytest.mark.parametrize(("flag", "expected"), [("", True), (", --leader-elect=false", False)])
def test_a_manifest_in_another_file_settles_the_lease(tmp_path: Path, flag: str, expected: bool) -> None:
    (tmp_path / "config.yaml").write_text(SECOND, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(SECOND_POD % flag, encoding="utf-8")
    (report,) = validate_files([str(tmp_path / "config.yaml")], Options())
    found = {one.rule for document in report.documents for one in document.findings}
    assert ("default-lease" in found) is expected
