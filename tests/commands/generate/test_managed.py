"""Products that take a few settings: what these mean, and that a configuration becomes them, or is refused."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import schedcfg
from schedcfg import IN_TREE_ONLY, releases
from schedcfg.commands.generate.generation import Generation, generate_around
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.written import written
from schedcfg.document import parse
from schedcfg.sources.products import products
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from schedcfg.validation.text import validate_stream
from tests import quick_yaml
from tests.commands.generate.configurations_given import generated, rules
from tests.commands.generate.products import MANAGED

V1 = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
DEFAULT = "default-scheduler"


def shoot(version: str = "1.34.1", **scheduler: Any) -> dict[str, Any]:
    kubernetes = {"version": version, "kubeScheduler": scheduler}
    metadata = {"name": "packed", "namespace": "garden-team"}
    kind = {"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot"}
    return {**kind, "metadata": metadata, "spec": {"kubernetes": kubernetes}}


def scheduler(name: str = "cluster", **spec: Any) -> dict[str, Any]:
    return {"apiVersion": "config.openshift.io/v1", "kind": "Scheduler", "metadata": {"name": name}, "spec": spec}


def hosted(**settings: Any) -> dict[str, Any]:
    kind = {"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "HostedCluster"}
    return {**kind, "metadata": {"name": "hosted"}, "spec": {"configuration": {"scheduler": settings}}}


def strategy(kind: str, **weights: int) -> dict[str, Any]:
    resources = [{"name": name, "weight": weight} for name, weight in weights.items()]
    return {"type": kind, "resources": resources}


def value(scoring: dict[str, Any]) -> dict[str, Any]:
    return {"nodeResourcesFit": {"scoringStrategy": scoring}}


def eksctl(scoring: dict[str, Any], version: str = "1.33") -> dict[str, Any]:
    metadata = {"name": "prod", "region": "us-west-2", "version": version}
    kind = {"apiVersion": "eksctl.io/v1alpha5", "kind": "ClusterConfig"}
    return {**kind, "metadata": metadata, "kubeSchedulerConfig": value(scoring)}


def configuration(*profiles: dict[str, Any], **more: Any) -> str:
    return json.dumps({**V1, **({"profiles": profiles} if profiles else {}), **more})


PACKING = [{"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}]
UNBALANCED = [{"name": "NodeResourcesBalancedAllocation"}]
EVERYTHING = {"disabled": [{"name": "*"}]}
MEANT: dict[str, dict[str, str]] = {
    "gardener": {
        "balanced": configuration(),
        "bin-packing": configuration(
            {"schedulerName": DEFAULT},
            {
                "schedulerName": "bin-packing-scheduler",
                "pluginConfig": PACKING,
                "plugins": {"score": {"disabled": UNBALANCED}},
            },
        ),
    },
    "openshift-profile": {
        "LowNodeUtilization": configuration(),
        "HighNodeUtilization": configuration(
            {
                "schedulerName": DEFAULT,
                "pluginConfig": PACKING,
                "plugins": {"score": {"enabled": [{"name": "NodeResourcesFit", "weight": 5}], "disabled": UNBALANCED}},
            }
        ),
        "NoScoring": configuration(
            {"schedulerName": DEFAULT, "plugins": {"preScore": EVERYTHING, "score": EVERYTHING}}
        ),
    },
}
"""What each profile means, as users would write it themselves."""
CHOICES = [(name, profile) for name, profiles in MEANT.items() for profile in profiles]


def meaning(text: str, kubernetes: str = "1.34") -> Any:
    """Return what the one configuration in a text makes its scheduler do: the profiles, completed, and what runs."""
    (validated,) = validate_stream(parse(text), Options(kubernetes), "given").documents
    assert validated.configuration is not None, validated.report.findings
    profiles = written(validated.configuration, IN_TREE_ONLY)["profiles"]
    return profiles, dict(plugins(validated.configuration, IN_TREE_ONLY))


def found(text: str, kubernetes: str | None = None) -> list[tuple[str, int]]:
    """List what is found in a text: the rule, and the line."""
    report = schedcfg.validate(text, kubernetes)
    return [(one.rule, one.start.line) for document in report.documents for one in document.findings]


def chosen(name: str, text: str) -> str:
    data = quick_yaml.load(text)
    spec = data["spec"] if name == "openshift-profile" else data["spec"]["kubernetes"]["kubeScheduler"]
    return str(spec["profile"])


@pytest.mark.parametrize(("name", "profile"), CHOICES)
@pytest.mark.parametrize("kubernetes", ["1.25", "1.30", releases.NEWEST])
def test_a_configuration_that_does_what_a_profile_does_becomes_it(name: str, profile: str, kubernetes: str) -> None:
    generation = generated(name, MEANT[name][profile], kubernetes)
    (file,) = generation.files
    assert chosen(name, file.text) == profile
    assert "not-offered" not in rules(generation)


@pytest.mark.parametrize(("name", "profile"), CHOICES)
@pytest.mark.parametrize("kubernetes", ["1.25", releases.NEWEST])
def test_a_document_means_what_its_profile_does(name: str, profile: str, kubernetes: str) -> None:
    documents = [shoot(kubernetes, profile=profile)]
    if name == "openshift-profile":
        documents = [scheduler(profile=profile), hosted(profile=profile)]
    for document in documents:
        assert meaning(json.dumps(document), kubernetes) == meaning(MEANT[name][profile], kubernetes)


@pytest.mark.parametrize("document", [shoot(), scheduler(), scheduler(profile="", policy={"name": ""}), hosted()])
def test_without_a_choice_it_is_the_default_scheduler(document: dict[str, Any]) -> None:
    assert meaning(json.dumps(document)) == meaning(configuration())


def test_a_shoot_is_run_by_its_release_with_its_feature_gates() -> None:
    text = json.dumps(shoot("1.33.2", profile="bin-packing", featureGates={"SchedulerAsyncPreemption": False}))
    document, manifest = schedcfg.validate(text).documents
    assert (document.kubernetes, document.runner, manifest.findings) == ("1.33", "line 1", ())
    assert [finding.rule for finding in document.findings] == ["outvoted-packing"]
    assert all(finding.fix is None and finding.severity == "info" for finding in document.findings)


WEIGHTS = [{"cpu": 1, "memory": 1}, {"cpu": 100}, {"nvidia.com/gpu": 10, "cpu": 1}]
STRATEGIES = list(product(["LeastAllocated", "MostAllocated"], WEIGHTS))


@pytest.mark.parametrize(("kind", "weights"), STRATEGIES)
@pytest.mark.parametrize("kubernetes", ["1.31", releases.NEWEST])
def test_a_scoring_strategy_goes_to_eks_and_back(kind: str, weights: dict[str, int], kubernetes: str) -> None:
    args = {"scoringStrategy": strategy(kind, **weights)}
    given = configuration({"schedulerName": DEFAULT, "pluginConfig": [{"name": "NodeResourcesFit", "args": args}]})
    (file,) = generated("eks", given, kubernetes).files
    assert json.loads(file.text) == value(strategy(kind, **weights))
    request = json.dumps({"name": "prod", "kubeSchedulerConfig": json.loads(file.text)})
    answer = json.dumps({"cluster": json.loads(request)})
    control = json.dumps(eksctl(strategy(kind, **weights), kubernetes))
    for text in (file.text, request, answer, control):
        assert meaning(text, kubernetes) == meaning(given, kubernetes)
        assert {rule for rule, _ in found(text, kubernetes)} <= {"outvoted-packing", "uncounted-resource"}


def test_the_default_is_written_out_for_eks() -> None:
    (file,) = generated("eks", configuration()).files
    assert json.loads(file.text) == value(strategy("LeastAllocated", cpu=1, memory=1))


RATIO = {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": [{"utilization": 0, "score": 0}]}}


def fit(scoring: dict[str, Any], **more: Any) -> dict[str, Any]:
    args = {"scoringStrategy": scoring, **more}
    return {"schedulerName": DEFAULT, "pluginConfig": [{"name": "NodeResourcesFit", "args": args}]}


REFUSED = [
    ("eks", configuration(fit(RATIO)), "does not offer `RequestedToCapacityRatio`"),
    ("eks", configuration(fit(strategy("MostAllocated", **{"example.com/gpu": 1}))), "`example.com/gpu`"),
    ("eks", configuration(fit(strategy("MostAllocated", cpu=1), ignoredResources=["example.com/a"])), "ignoredRes"),
    ("eks", configuration({"schedulerName": "batch"}), "the names of its profiles"),
    ("eks", configuration({"schedulerName": DEFAULT}, {"schedulerName": "batch"}), "the names of its profiles"),
    ("eks", configuration(parallelism=4), "`parallelism`"),
    ("gardener", configuration(fit(strategy("MostAllocated", cpu=1))), "`balanced`, the closest"),
    ("gardener", configuration({"schedulerName": "batch"}), "the names of its profiles"),
    ("gardener", configuration(percentageOfNodesToScore=40), "`percentageOfNodesToScore`"),
    ("openshift-profile", MEANT["gardener"]["bin-packing"], "the names of its profiles"),
    (
        "openshift-profile",
        MEANT["openshift-profile"]["HighNodeUtilization"].replace('"weight": 5', '"weight": 15'),
        "`HighNodeUtilization`, the closest, differs in `NodeResourcesFit` at `score`",
    ),
    (
        "openshift-profile",
        configuration(extenders=[{"urlPrefix": "http://10.0.0.4", "filterVerb": "filter", "nodeCacheCapable": True}]),
        "the extender at http://10.0.0.4",
    ),
]


@pytest.mark.parametrize(("name", "text", "reason"), REFUSED)
def test_what_a_product_cannot_do_is_refused_with_the_reason(name: str, text: str, reason: str) -> None:
    generation = generated(name, text)
    assert generation.files == ()
    assert generation.report is not None
    messages = [one.message for one in generation.report.documents[0].findings if one.rule == "not-offered"]
    assert any(reason in message for message in messages), messages


@pytest.mark.parametrize("name", sorted(MANAGED))
def test_what_the_product_sets_itself_is_reported_and_no_obstacle(name: str) -> None:
    generation = generated(name, configuration(leaderElection={"leaseDuration": "20s"}, clientConnection={"qps": 7}))
    assert generation.files
    assert rules(generation) == {"set-by-product": "warning"}


@pytest.mark.parametrize(("name", "release"), [("eks", "1.30"), ("gardener", "1.24"), ("openshift-profile", "1.24")])
def test_older_releases_are_refused(name: str, release: str) -> None:
    older = configuration().replace('/v1"', '/v1beta3"')
    generation = generated(name, older if release == "1.24" else configuration(), release)
    assert generation.files == ()
    assert rules(generation)["too-old"] == "error"


def test_feature_gates_go_to_gardener_only() -> None:
    options = Options(feature_gates=("SchedulerAsyncPreemption=false",))
    made = {name: _gated(name, options) for name in sorted(MANAGED)}
    (file,) = made.pop("gardener").files
    gates = quick_yaml.load(file.text)["spec"]["kubernetes"]["kubeScheduler"]["featureGates"]
    assert gates == {"SchedulerAsyncPreemption": False}
    assert {name: generation.files for name, generation in made.items()} == {"eks": (), "openshift-profile": ()}


def _gated(name: str, options: Options) -> Generation:
    return generate_around(configuration(), find_target(name).maker(TargetOptions()), "1.34", options=options)


def _neighbors(folder: Path, *documents: dict[str, Any]) -> set[str]:
    for number, document in enumerate(documents):
        (folder / f"{number}.yaml").write_text(json.dumps(document), encoding="utf-8")
    reports = validate_files([str(folder)], Options())
    return {one.rule for report in reports for document in report.documents for one in document.findings}


def _policy(name: str) -> dict[str, Any]:
    thresholds = {"thresholds": {"cpu": 20, "memory": 20}}
    if name == "LowNodeUtilization":
        thresholds["targetThresholds"] = {"cpu": 50, "memory": 50}
    profile = {
        "name": "default",
        "pluginConfig": [{"name": name, "args": thresholds}],
        "plugins": {"balance": {"enabled": [name]}},
    }
    return {"apiVersion": "descheduler/v1alpha2", "kind": "DeschedulerPolicy", "profiles": [profile]}


@pytest.mark.parametrize(
    ("managed", "strategy_name", "is_against"),
    [
        (scheduler(profile="HighNodeUtilization"), "LowNodeUtilization", True),
        (scheduler(profile="HighNodeUtilization"), "HighNodeUtilization", False),
        (scheduler(), "HighNodeUtilization", True),
        (scheduler(), "LowNodeUtilization", False),
        (shoot(), "HighNodeUtilization", True),
        (shoot(profile="bin-packing"), "HighNodeUtilization", False),
        (eksctl(strategy("MostAllocated", cpu=1, memory=1)), "LowNodeUtilization", True),
        (eksctl(strategy("MostAllocated", cpu=1, memory=1)), "HighNodeUtilization", False),
    ],
)
def test_a_descheduler_is_compared_with_a_managed_scheduler(
    managed: dict[str, Any], strategy_name: str, is_against: bool, tmp_path: Path
) -> None:
    assert ("evicted-against-score" in _neighbors(tmp_path, managed, _policy(strategy_name))) is is_against


@pytest.mark.parametrize(("profile", "is_served"), [("bin-packing", True), ("balanced", False)])
def test_pods_may_name_the_profiles_of_a_shoot(profile: str, is_served: bool, tmp_path: Path) -> None:
    containers = [{"name": "app", "image": "registry.example.com/app:v1"}]
    spec = {"schedulerName": "bin-packing-scheduler", "containers": containers}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "app"}, "spec": spec}
    assert ("unserved-scheduler-name" in _neighbors(tmp_path, shoot(profile=profile), pod)) is not is_served


ODD: list[Any] = [None, "", "text", 7, -1.5, True, [], [None], ["a", {}], {}, {"": None}, {"name": []}, {"profile": {}}]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_settings_never_end_in_a_traceback(odd: Any) -> None:
    fields = ("profile", "policy", "profileCustomizations", "kubeMaxPDVols", "featureGates", "rawConfig")
    aks = {"apiVersion": "aks.azure.com/v1alpha1", "kind": "SchedulerConfiguration", "metadata": odd}
    documents = [
        *({**aks, "spec": spec} for spec in (odd, {"rawConfig": odd}, {"rawConfig": json.dumps(odd)})),
        *(made(**{field: odd}) for made in (shoot, scheduler, hosted) for field in fields),
        *(
            value(odd),
            {"nodeResourcesFit": odd},
            {"kubeSchedulerConfig": odd},
            {"cluster": {"kubeSchedulerConfig": odd}},
        ),
        *(value({field: odd}) for field in ("type", "resources")),
        *(value({"resources": [odd, {"name": odd, "weight": odd}]}), eksctl(odd), eksctl({}, odd), shoot(odd)),
    ]
    for document in documents:
        schedcfg.validate(json.dumps(document))
        schedcfg.effective_configuration(json.dumps(document))


def test_settings_in_a_list_are_validated_too() -> None:
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [scheduler(profile="Most"), shoot(profile="x")]})
    assert [rule for rule, _ in found(text)] == ["not-offered", "not-offered"]


def test_what_is_refused_by_a_product_has_no_meaning() -> None:
    text = json.dumps(shoot(profile="most-allocated"))
    assert schedcfg.effective_configuration(text).documents == ()


def test_a_plugin_of_ones_own_is_refused_by_the_stock_scheduler_of_aks() -> None:
    its = {"schedulerName": "mine", "plugins": {"score": {"enabled": [{"name": "Own"}]}}}
    aks = {"apiVersion": "aks.azure.com/v1alpha1", "kind": "SchedulerConfiguration", "metadata": {"name": "upstream"}}
    (first,) = found(json.dumps({**aks, "spec": {"rawConfig": configuration(its)}}))
    assert first[0] == "unknown-plugin"


def test_each_profile_of_the_table_is_offered() -> None:
    all_settings = [form.settings for product in products() for form in product.documents if form.settings]
    chosen = [settings for settings in all_settings if settings.chosen_by]
    assert len(chosen) == 3
    for settings in chosen:
        assert settings.offer.fields is not None
        assert {*settings.profiles} == {*settings.offer.fields[settings.chosen_by].values} - {""}
