"""Where each value comes from, and what the user changed about the plugins."""

from schedcfg import IN_TREE_ONLY, Role
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.configuration.effective.view import EffectiveView, Point, ProfileView, UserChange
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"


def view(body: str, version: str = "v1", kubernetes: str | None = None) -> EffectiveView:
    found = effective_configuration(
        HEAD.format(version) + body, kubernetes, options=Options(registry=IN_TREE_ONLY)
    ).view
    assert found is not None
    return found


def origins(found: EffectiveView) -> dict[str, str]:
    return {setting.path: str(setting.origin) for setting in found.settings}


def point(profile: ProfileView, name: str) -> Point:
    return next(one for one in profile.points if one.name == name)


def test_settings() -> None:
    found = origins(view("parallelism: 8\nleaderElection:\n  leaseDuration: 60s\n", "v1beta2", "1.22"))
    assert found["parallelism"] == "line 3"
    assert found["leaderElection.leaseDuration"] == "line 5"
    assert found["leaderElection.renewDeadline"] == "default of v1beta2"


def test_a_default_that_releases_of_a_version_disagree_about_is_the_releases() -> None:
    found = origins(view("", "v1beta1", "1.20"))
    assert found["leaderElection.resourceLock"] == "default of Kubernetes 1.20"
    assert found["leaderElection.resourceName"] == "default of v1beta1"


def test_a_null_is_not_written() -> None:
    assert origins(view("parallelism: null\n"))["parallelism"] == "default of v1"


def test_a_default_that_follows_from_another_value() -> None:
    found = origins(view("enableProfiling: false\n"))
    assert found["enableContentionProfiling"] == "follows from enableProfiling"
    assert origins(view(""))["enableContentionProfiling"] == "default of v1"


def test_what_is_written_otherwise_than_it_is_completed() -> None:
    found = {setting.path: setting for setting in view("leaderElection:\n  leaseDuration: 60s\n").settings}
    one = found["leaderElection.leaseDuration"]
    assert (one.value, one.written) == ("1m0s", "60s")
    assert found["leaderElection.renewDeadline"].written is None


def test_v1alpha1_names_of_its_own() -> None:
    found = view("leaderElection: {lockObjectName: mine}\nhardPodAffinitySymmetricWeight: 7\n", "v1alpha1")
    (lock,) = (setting for setting in found.settings if setting.path == "leaderElection.resourceName")
    assert (lock.value, str(lock.origin)) == ("mine", "line 3")
    (args,) = (one for one in found.profiles[0].args if one.plugin == "InterPodAffinity")
    assert [(setting.path, setting.value, str(setting.origin)) for setting in args.settings] == [
        ("hardPodAffinityWeight", 7, "line 4")
    ]


def test_v1alpha1_algorithm_provider() -> None:
    found = view("algorithmSource: {provider: ClusterAutoscalerProvider}\n", "v1alpha1")
    score = point(found.profiles[0], "score")
    (added,) = (one for one in score.running if one.change is UserChange.ADDED)
    assert (added.name, str(added.origin)) == (
        "NodeResourcesMostAllocated",
        "follows from algorithmSource.provider",
    )
    assert [(one.name, str(one.origin)) for one in score.removed] == [
        ("NodeResourcesLeastAllocated", "follows from algorithmSource.provider")
    ]


SCORES = """\
profiles:
- plugins:
    multiPoint:
      disabled:
      - name: ImageLocality
    score:
      enabled:
      - name: NodeResourcesFit
        weight: 5
      - name: InterPodAffinity
        weight: 2
      disabled:
      - name: TaintToleration
"""


def test_changes_at_a_point() -> None:
    score = point(view(SCORES, kubernetes="1.29").profiles[0], "score")
    changed = {one.name: (one.change, one.multi_point, str(one.origin)) for one in score.running}
    assert changed["NodeResourcesFit"] == (UserChange.REWEIGHTED, False, "line 11")
    assert changed["InterPodAffinity"] == (UserChange.NAMED, False, "line 12")
    assert changed["PodTopologySpread"] == (UserChange.DEFAULT, True, "default of v1")
    assert [(one.name, one.weight, str(one.origin)) for one in score.removed] == [
        ("TaintToleration", 3, "line 15"),
        ("ImageLocality", 1, "line 7"),
    ]


def test_shares_add_up() -> None:
    score = point(view(SCORES, kubernetes="1.29").profiles[0], "score")
    shares = [one.share for one in score.running if one.share is not None]
    idle = {one.name: one.idle for one in score.running if one.share is None}
    assert idle == {"VolumeBinding": "VolumeCapacityPriority is off"}
    assert len(shares) == len(score.running) - 1
    assert abs(sum(shares) - 1) < 1e-9
    fit = next(one for one in score.running if one.name == "NodeResourcesFit")
    assert score.total == sum(one.weight for one in score.running) - 1
    assert fit.share == 5 / score.total
    assert fit.default_weight == 1


def test_points_stand_in_the_order_in_which_pods_pass_them() -> None:
    names = [one.name for one in view("", kubernetes="1.29").profiles[0].points]
    assert names.index("preEnqueue") < names.index("queueSort") < names.index("filter") < names.index("score")
    assert names[-1] == "bind"
    assert "permit" not in names


ARGS = """\
profiles:
- schedulerName: a
  percentageOfNodesToScore: 30
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
        resources:
        - name: cpu
        - name: memory
          weight: 3
  - name: DefaultPreemption
    args: {}
  plugins:
    postFilter:
      disabled: [{name: DefaultPreemption}]
    multiPoint:
      disabled: [{name: DefaultPreemption}]
"""


def test_args_and_their_origins() -> None:
    (profile,) = view(ARGS, kubernetes="1.29").profiles
    assert profile.percentage_of_nodes_to_score == 30
    args = {one.plugin: one for one in profile.args}
    assert str(args["NodeResourcesFit"].origin) == "line 7"
    assert [(setting.path, setting.value, str(setting.origin)) for setting in args["NodeResourcesFit"].settings] == [
        ("scoringStrategy.resources[0].name", "cpu", "line 12"),
        ("scoringStrategy.resources[0].weight", 1, "default of v1"),
        ("scoringStrategy.resources[1].name", "memory", "line 13"),
        ("scoringStrategy.resources[1].weight", 3, "line 14"),
        ("scoringStrategy.type", "MostAllocated", "line 10"),
    ]
    assert [(one.plugin, str(one.origin)) for one in profile.unused_args] == [("DefaultPreemption", "line 15")]


def test_resources_that_extenders_take_over() -> None:
    found = view(
        "extenders:\n"
        "- urlPrefix: http://127.0.0.1:8888\n"
        "  prioritizeVerb: rate\n"
        "  weight: 4\n"
        "  managedResources:\n"
        "  - name: example.com/gpu\n"
        "    ignoredByScheduler: true\n"
        "profiles:\n"
        "- pluginConfig:\n"
        "  - name: NodeResourcesFit\n"
        "    args: {ignoredResources: [example.com/other]}\n",
        kubernetes="1.29",
    )
    (fit,) = (one for one in found.profiles[0].args if one.plugin == "NodeResourcesFit")
    ignored = fit.settings[0]
    assert (ignored.path, ignored.value) == ("ignoredResources", ["example.com/gpu"])
    assert (str(ignored.origin), ignored.written) == ("follows from extenders", ["example.com/other"])
    (extender,) = found.extenders
    assert (extender.verbs, extender.weight, extender.resources) == ({"score": "rate"}, 4, ("example.com/gpu",))


POLICY = """\
kind: Policy
apiVersion: v1
predicates:
- name: Zone
  argument: {labelsPresence: {labels: [zone], presence: true}}
priorities:
- name: InterPodAffinityPriority
  weight: 3
hardPodAffinitySymmetricWeight: 7
"""


def test_a_policy() -> None:
    found = effective_configuration(POLICY, "1.20", options=Options(role=Role.POLICY)).view
    assert found is not None
    assert found.api_version == "Policy"
    (profile,) = found.profiles
    filtering = {one.name: str(one.origin) for one in point(profile, "filter").running}
    assert filtering["NodeLabel"] == "line 4"
    assert filtering["TaintToleration"] == "default of Policy"
    assert {str(one.origin) for one in point(profile, "score").removed} == {"line 6"}
    values = {
        (one.plugin, value.path): (value.value, str(value.origin)) for one in profile.args for value in one.settings
    }
    assert values["NodeLabel", "presentLabels"] == (["zone"], "line 4")
    assert values["InterPodAffinity", "hardPodAffinityWeight"] == (7, "line 9")


def test_what_a_release_began_to_fill_in_is_its_own_default() -> None:
    """The field was known before, and left unset: `shape` up to 1.36, `bindingTimeout` in 1.35."""
    args = {one.plugin: {setting.path: str(setting.origin) for setting in one.settings} for one in first("1.37").args}
    assert args["VolumeBinding"]["shape[0].score"] == "default of Kubernetes 1.37"
    assert args["VolumeBinding"]["bindTimeoutSeconds"] == "default of v1"
    assert args["DynamicResources"]["bindingTimeout"] == "default of Kubernetes 1.37"
    assert args["DynamicResources"]["filterTimeout"] == "default of v1"


def first(kubernetes: str) -> ProfileView:
    return view("", kubernetes=kubernetes).profiles[0]


def test_points_of_groups_name_the_gate_that_they_wait_for() -> None:
    placing, making_room = (point(first("1.37"), name) for name in ("placementScore", "podGroupPostFilter"))
    assert [(one.name, one.weight) for one in placing.running] == [("NodeResourcesFit", 1)]
    assert [one.name for one in making_room.running] == ["DynamicResources", "DefaultPreemption"]
    assert (placing.gate_off, making_room.gate_off) == ("TopologyAwareWorkloadScheduling", "GenericWorkload")
    assert point(first("1.37"), "score").gate_off is None
    options = Options(feature_gates={"GenericWorkload": True})
    asked = effective_configuration(HEAD.format("v1"), "1.37", options=options).view
    assert asked is not None
    assert point(asked.profiles[0], "podGroupPostFilter").gate_off is None
