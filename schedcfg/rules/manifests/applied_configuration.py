"""Configurations that are handed to the API server as if they were objects."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "applied-configuration"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the resources of a kustomization that are scheduler configurations."""
    for resource in context.applied:
        yield advice(
            ID,
            resource.path,
            f"nothing is applied: kustomize stops at `{resource.file}`, which has no `metadata`, as a "
            "KubeSchedulerConfiguration is a file and not an object of the API server",
            "List it under `configMapGenerator[].files` instead, and mount that ConfigMap.",
            Severity.ERROR,
        )


RULE = Rule(
    id=ID,
    title="A configuration is applied like an object",
    why="kustomize fails with `missing metadata.name in object`, kubectl with `no matches for kind "
    '"KubeSchedulerConfiguration"`.',
    source="kyaml/yaml/rnode.go of kubernetes-sigs/kustomize, GetValidatedMetadata",
    evidence=(
        Citation("https://github.com/kubernetes-sigs/scheduler-plugins/issues/860", "`no matches for kind`"),
        Citation("https://github.com/k3s-io/k3s/issues/11179", "the same"),
    ),
    check=check,
    severity=Severity.ERROR,
)
