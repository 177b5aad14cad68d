"""Resources that NodeResourcesFit cannot be configured to ignore."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unignorable-resource"

_NATIVE = "kubernetes.io"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each ignored resource, or group, that is Kubernetes' own: only extended resources are ignored."""
    for _, entry in subject.written_args:
        if entry.name != "NodeResourcesFit" or entry.written is None:
            continue
        args: Path = (*entry.path, "args")
        for index, name in enumerate(getattr(entry.written, "ignored_resources", None) or ()):
            if name and ("/" not in name or f"{_NATIVE}/" in name):
                yield _problem(name, (*args, "ignoredResources", index))
        for index, group in enumerate(getattr(entry.written, "ignored_resource_groups", None) or ()):
            if group and group.endswith(_NATIVE):
                yield _problem(group, (*args, "ignoredResourceGroups", index))


def _problem(name: str, path: Path) -> Problem:
    return advice(
        ID,
        path,
        f"`{name}` is not ignored: only extended resources can be",
        "Extended resources have their own domain: `example.com/foo`. Remove the entry.",
        remedy=Remedy(
            "Remove the entry",
            (RemedyChange(Act.REMOVE, path),),
            unsafe="the resource may have been meant to be another one",
        ),
    )


RULE = Rule(
    id=ID,
    title="A resource that cannot be ignored is listed",
    why="The filter checks `cpu`, `memory`, `ephemeral-storage`, huge pages and all of Kubernetes' own resources "
    "before it reads the lists of ignored resources.",
    source="pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources:
            - memory
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources:
            - example.com/license
""",
)
