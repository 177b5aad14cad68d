"""Feature gates in the library: one release that is asked for, or each file's own."""

import pytest

from schedcfg import FileReport, FindingClass, Role, Severity, UnknownTarget, Verdict, WrongFeatureGates, validate
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
SHAPE = (
    HEAD.format("v1")
    + """\
profiles:
  - pluginConfig:
      - name: VolumeBinding
        args:
          shape:
            - {utilization: 0, score: 10}
"""
)


def findings(report: FileReport) -> list[tuple[str, str]]:
    return [(finding.rule, finding.message) for document in report.documents for finding in document.findings]


def test_a_gate_opens_a_field() -> None:
    assert validate(SHAPE, "1.33").verdict is Verdict.REFUSED
    assert (
        validate(SHAPE, "1.33", options=Options(feature_gates={"StorageCapacityScoring": True})).verdict
        is Verdict.ACCEPTED
    )
    assert (
        validate(SHAPE, "1.33", options=Options(feature_gates={"StorageCapacityScoring": False})).verdict
        is Verdict.REFUSED
    )
    assert validate(SHAPE, options=Options(feature_gates={"StorageCapacityScoring": True})).verdict is Verdict.ACCEPTED


def test_gates_are_taken_as_the_flag_takes_them() -> None:
    assert (
        validate(SHAPE, "1.33", options=Options(feature_gates=["kube:StorageCapacityScoring=T"])).verdict
        is Verdict.ACCEPTED
    )
    assert (
        validate(SHAPE, "1.33", options=Options(feature_gates="StorageCapacityScoring=true")).verdict
        is Verdict.ACCEPTED
    )
    assert validate(SHAPE, "1.33", options=Options(feature_gates={})) == validate(SHAPE, "1.33")


def test_a_gate_closes_a_field_and_the_help_says_which() -> None:
    text = SHAPE.replace("VolumeBinding", "DynamicResources").replace("shape:", "filterTimeout: 1s")
    text = text[: text.index("            - {")]
    assert validate(text, "1.34").verdict is Verdict.ACCEPTED
    report = validate(text, "1.34", options=Options(feature_gates={"DRASchedulerFilterTimeout": False}))
    (finding,) = report.documents[0].findings
    assert finding.rule == "plugin-args"
    flag = "`--feature-gates DRASchedulerFilterTimeout=true` (beta since 1.34)"
    assert (finding.help or "").startswith(f"Remove `filterTimeout`, or turn on {flag}.")


def test_wrong_gates_for_the_release_that_is_asked_for() -> None:
    with pytest.raises(WrongFeatureGates) as caught:
        validate(
            SHAPE,
            "1.29",
            options=Options(feature_gates={"StorageCapacityScoring": True, "PodDisruptionConditions": False}),
        )
    assert str(caught.value) == (
        "kube-scheduler 1.29 does not start with these feature gates: unrecognized feature gate: StorageCapacityScoring"
    )
    assert caught.value.help == "`StorageCapacityScoring` exists since Kubernetes 1.33."
    with pytest.raises(UnknownTarget):
        validate(SHAPE, "1.17", options=Options(feature_gates={"StorageCapacityScoring": True}))


@pytest.mark.parametrize("wrong", ["StorageCapacityScoring", "StorageCapacityScoring=maybe", "Nonsense=true"])
def test_gates_that_are_wrong_in_every_release(wrong: str) -> None:
    with pytest.raises(WrongFeatureGates, match=r"^no kube-scheduler starts with these feature gates: "):
        validate(SHAPE, options=Options(feature_gates=[wrong]))


def test_each_file_is_answered_by_its_own_release() -> None:
    new = validate(HEAD.format("v1"), options=Options(feature_gates={"StorageCapacityScoring": True}))
    assert findings(new) == []
    old = validate(HEAD.format("v1beta3"), options=Options(feature_gates={"StorageCapacityScoring": True}))
    assert old.verdict is Verdict.REFUSED
    (finding,) = [one for one in old.documents[0].findings if one.rule == "feature-gates"]
    assert finding.finding_class is FindingClass.REFUSED
    assert finding.message == (
        "kube-scheduler 1.28 does not start with these feature gates: unrecognized feature gate: StorageCapacityScoring"
    )
    assert finding.help is not None
    assert "exists since Kubernetes 1.33" in finding.help
    assert "--kubernetes" in finding.help
    assert finding.start.line == 1


def test_a_stable_gate_is_no_reason_to_fail() -> None:
    report = validate(HEAD.format("v1"), options=Options(feature_gates={"VolumeAttributesClass": True}))
    assert report.verdict is Verdict.ACCEPTED
    (finding,) = report.documents[0].findings
    assert (finding.finding_class, finding.severity) == (FindingClass.ADVISED, Severity.INFO)
    assert finding.message.startswith("Setting GA feature gate VolumeAttributesClass=true.")
    assert (
        validate(HEAD.format("v1"), "1.35", options=Options(feature_gates={"SidecarContainers": True}))
        .documents[0]
        .findings
        == ()
    )


def test_policies_ask_the_gates_too() -> None:
    text = '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "EvenPodsSpread"}]}'
    assert validate(text, "1.18", options=Options(role=Role.POLICY)).verdict is Verdict.ACCEPTED
    report = validate(text, "1.18", options=Options(role=Role.POLICY, feature_gates={"EvenPodsSpread": False}))
    assert ("policy-not-allowed", "there is no predicate `EvenPodsSpread`") in findings(report)


def test_a_default_plugin_that_a_gate_brings_is_there_to_be_overridden() -> None:
    """In v1beta1 what is enabled is appended: naming a plugin that is there by default registers it twice."""
    text = HEAD.format("v1beta1") + "profiles: [{plugins: {preScore: {enabled: [{name: SelectorSpread}]}}}]\n"
    assert validate(text, "1.20").verdict is Verdict.ACCEPTED
    report = validate(text, "1.20", options=Options(feature_gates={"DefaultPodTopologySpread": False}))
    assert "plugin-enabled-twice" in {rule for rule, _ in findings(report)}


def test_a_pod_goes_by_the_gates_that_it_is_started_with() -> None:
    """Gates that were asked for are those of configurations; a Pod names its own, and may name others."""
    pod = (
        "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - image: registry.k8s.io/kube-scheduler:v1.24.1\n"
        "    command: [kube-scheduler, --feature-gates=NodeSwap=true]\n"
    )
    for gates in ({}, {"AllAlpha": True}, {"NodeSwap": False}):
        report = validate(pod, "1.24", options=Options(feature_gates=gates))
        assert report.verdict is Verdict.ACCEPTED
        assert report.documents == validate(pod, "1.24").documents
