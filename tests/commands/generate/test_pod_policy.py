"""`generate pod-policy`: what is in the policy and its binding, for which release, and what is refused."""

from typing import Any

import pytest

from schedcfg import releases
from schedcfg.commands.generate.generation import Generation, generate_around
from schedcfg.commands.generate.pod_policy import GATE, PodPolicyOptions, generate_policy, maker
from schedcfg.document import parse
from schedcfg.errors import WrongRequest
from tests.commands.generate.second_schedulers import head, rules_found
from tests.recorded_facts import RELEASES, facts

NEWEST = releases.at(releases.NEWEST)
JOBS = PodPolicyOptions("batch", ("jobs",))

HAVING = {"1.32": "v1alpha1", "1.33": "v1alpha1", "1.34": "v1beta1", "1.35": "v1beta1", "1.36": "v1", "1.37": "v1"}


def objects(generation: Generation) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the policy and its binding."""
    (file,) = generation.files
    policy, binding = (document.data for document in parse(file.text).documents)
    assert isinstance(policy, dict)
    assert isinstance(binding, dict)
    return policy, binding


def around(text: str, options: PodPolicyOptions, release: str | None = "1.37") -> Generation:
    return generate_around(text, maker(options), release, name="c.yaml")


def with_profiles(*names: str) -> str:
    return f"{head('1.37')}profiles:\n" + "".join(f"  - schedulerName: {name}\n" for name in names)


@pytest.mark.parametrize("release", RELEASES)
def test_each_release_has_the_version_that_its_api_server_serves(release: str) -> None:
    if release not in HAVING:
        with pytest.raises(WrongRequest, match=f"Kubernetes {release} has no MutatingAdmissionPolicy") as refused:
            generate_policy(JOBS, releases.at(release))
        assert "Kyverno" in str(refused.value.help)
        return
    generation = generate_policy(JOBS, releases.at(release))
    versions = {data["apiVersion"] for data in objects(generation)}
    assert versions == {f"admissionregistration.k8s.io/{HAVING[release]}"}
    # What a release has as stable needs nothing; else both flags are named, in the notes and in the file.
    flags = f"--feature-gates={GATE}=true", f"--runtime-config={versions.pop()}=true"
    is_on = facts(release)["feature_gates"][GATE]["default"]
    assert is_on == (HAVING[release] == "v1")
    notes, text = "".join(generation.remarks), generation.files[0].text
    for flag in flags:
        assert (f"`{flag}`" in notes) is not is_on
        assert (f"# {flag}\n" in text) is not is_on


def test_the_policy_never_matches_what_must_start_without_the_scheduler() -> None:
    policy, _ = objects(generate_policy(JOBS._replace(scheduler_namespace="batch-system"), NEWEST))
    spec = policy["spec"]
    (expression,) = spec["matchConstraints"]["namespaceSelector"]["matchExpressions"]
    excluded = ["batch-system", "kube-node-lease", "kube-public", "kube-system"]
    assert expression == {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": excluded}
    (rule,) = spec["matchConstraints"]["resourceRules"]
    assert (rule["operations"], rule["resources"]) == (["CREATE"], ["pods"])
    assert spec["failurePolicy"] == "Ignore"
    conditions = [one["name"] for one in spec["matchConditions"]]
    assert conditions == ["no-other-scheduler", "no-mirror-pod", "no-daemon-set"]
    policy, _ = objects(generate_policy(JOBS._replace(daemon_sets=True), NEWEST))
    assert [one["name"] for one in policy["spec"]["matchConditions"]] == conditions[:2]


def test_the_binding_requires_all_that_is_selected() -> None:
    options = PodPolicyOptions("batch", ("b", "a", "b"), {"team": "x"}, {"gpu": ""}, name="for-x")
    policy, binding = objects(generate_policy(options, NEWEST))
    assert policy["metadata"]["name"] == binding["metadata"]["name"] == binding["spec"]["policyName"] == "for-x"
    names = {"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["a", "b"]}
    assert binding["spec"]["matchResources"] == {
        "namespaceSelector": {"matchLabels": {"team": "x"}, "matchExpressions": [names]},
        "objectSelector": {"matchLabels": {"gpu": ""}},
    }
    _, binding = objects(generate_policy(PodPolicyOptions("batch", pod_labels={"gpu": ""}), NEWEST))
    assert list(binding["spec"]["matchResources"]) == ["objectSelector"]


def test_each_part_that_protects_is_explained() -> None:
    text = generate_policy(JOBS, NEWEST).files[0].text
    lines = text.splitlines()
    for key in ("failurePolicy:", "namespaceSelector:", "resourceRules:"):
        first = next(number for number, line in enumerate(lines) if line.strip().startswith(key))
        assert lines[first - 1].strip().startswith("# "), key
    for number, line in enumerate(lines):
        if line.startswith("  - name: no-"):
            assert lines[number - 1].startswith("  # "), line
    assert generate_policy(JOBS, NEWEST).files[0].text == text


@pytest.mark.parametrize("name", ['a"b', "a\\b", "a'b", "a${b}", "é"])
def test_a_name_stays_one_text_in_the_expression(name: str) -> None:
    policy, _ = objects(generate_policy(JOBS._replace(scheduler=name, name="odd"), NEWEST))
    expression = policy["spec"]["mutations"][0]["jsonPatch"]["expression"]
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    assert f'value: "{quoted}"}}' in expression


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (PodPolicyOptions("batch"), "nothing selects Pods"),
        (PodPolicyOptions(namespaces=("jobs",)), "not known which scheduler"),
        (JOBS._replace(scheduler="default-scheduler"), "already"),
        (JOBS._replace(namespaces=("jobs", "kube-system")), "`kube-system` are never changed"),
        (JOBS._replace(scheduler_namespace="jobs"), "its own Pods would wait"),
        (JOBS._replace(namespaces=("Jobs",)), "cannot be the name of a namespace"),
        (JOBS._replace(scheduler_namespace="a.b"), "cannot be the name of a namespace"),
        (JOBS._replace(scheduler="Batch"), "`pods-to-Batch` cannot be the name of a policy"),
        (JOBS._replace(name="a/b"), "`a/b` cannot be the name of a policy"),
    ],
)
def test_what_cannot_be_meant_is_refused(options: PodPolicyOptions, message: str) -> None:
    with pytest.raises(WrongRequest, match=message):
        generate_policy(options, NEWEST)


def test_the_profile_beside_the_default_is_meant() -> None:
    options = JOBS._replace(scheduler=None)
    policy, _ = objects(around(with_profiles("default-scheduler", "packer"), options))
    assert policy["metadata"]["name"] == "pods-to-packer"
    with pytest.raises(WrongRequest, match=r"several profiles: `a`, `b`"):
        around(with_profiles("a", "b"), options)
    with pytest.raises(WrongRequest, match="only profile is `default-scheduler`"):
        around(head("1.37"), options)


def test_a_misspelled_scheduler_is_refused() -> None:
    generation = around(with_profiles("batch"), JOBS._replace(scheduler="bacth"))
    assert not generation.files
    assert rules_found(generation) == {"unserved-scheduler-name"}
    assert generation.report is not None
    (finding,) = generation.report.documents[0].findings
    assert finding.help == "Did you mean `batch`? Profiles: `batch`."
    assert around(with_profiles("batch"), JOBS).files


def test_the_release_that_a_configuration_implies_counts() -> None:
    old = "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n"
    with pytest.raises(WrongRequest, match=r"Kubernetes 1\.28 has no"):
        around(f"{old}profiles:\n  - schedulerName: batch\n", JOBS, None)
    assert not around(f"{old}parallelism: -1\n", JOBS, None).files, "a refused configuration"
