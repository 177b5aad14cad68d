"""What only some releases of an API version refuse: the finding names the release at which that changed."""

import pytest

import schedcfg
from schedcfg import IN_TREE_ONLY, Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
ARGS = "profiles: [{{pluginConfig: [{{name: {}, args: {}}}]}}]\n"
TWICE = "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}], enabled: [%s, %s]}}}]\n"

CASES = {
    "address": ("v1beta2", "metricsBindAddress: localhost\n", "1.22", "up to Kubernetes 1.22"),
    "address gone": ("v1beta2", "metricsBindAddress: localhost\n", "1.23", "since Kubernetes 1.23"),
    "preemption": (
        "v1beta1",
        ARGS.format("DefaultPreemption", "{minCandidateNodesAbsolute: -1}"),
        "1.21",
        "since Kubernetes 1.20",
    ),
    "balance": (
        "v1beta1",
        ARGS.format("NodeResourcesBalancedAllocation", "{resources: [{name: cpu, weight: 2}]}"),
        "1.22",
        "since Kubernetes 1.22",
    ),
    "balance unread": (
        "v1beta1",
        ARGS.format("NodeResourcesBalancedAllocation", "{resources: cpu}"),
        "1.22",
        "since Kubernetes 1.22",
    ),
    "timeout": ("v1beta1", ARGS.format("VolumeBinding", "{bindTimeoutSeconds: 0}"), "1.20", "since Kubernetes 1.21"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_release_is_named(case: str) -> None:
    version, body, release, expected = CASES[case]
    report = schedcfg.validate(HEAD.format(version) + body, release, options=Options(registry=IN_TREE_ONLY))
    refused = [
        finding for document in report.documents for finding in document.findings if finding.finding_class == "refused"
    ]
    assert refused
    assert all(expected in f"{one.message} {one.help}" for one in refused)


def test_what_every_release_of_a_version_refuses_names_none() -> None:
    text = HEAD.format("v1") + ARGS.format("DefaultPreemption", "{minCandidateNodesAbsolute: -1}")
    (refused,) = schedcfg.validate(text).documents[0].findings
    assert "since Kubernetes" not in f"{refused.message} {refused.help}"
