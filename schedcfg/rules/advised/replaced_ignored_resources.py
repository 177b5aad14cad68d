"""`ignoredResources` of NodeResourcesFit that extenders replace."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.extenders import ignored_resources
from schedcfg.effective.model import ArgsEntry, Configuration
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "replaced-ignored-resources"

_FIT = "NodeResourcesFit"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each `ignoredResources` of which something is lost because an extender has `ignoredByScheduler`."""
    config = subject.configuration
    # A second entry for the plugin is refused.
    if not config.extenders or config.release.appends_ignored_resources:
        return
    taken = ignored_resources(config.extenders)
    if not taken:
        return
    for profile in config.profiles:
        for entry in profile.plugin_config:
            if entry.name == _FIT and entry.written is not None:
                lost = [name for name in _own(entry) if name not in taken]
                if lost:
                    yield _problem(config, entry, lost, taken)


def _own(entry: ArgsEntry) -> list[str]:
    return [name for name in getattr(entry.written, "ignored_resources", None) or () if name]


def _problem(config: Configuration, entry: ArgsEntry, lost: list[str], taken: list[str]) -> Problem:
    named, instead = (", ".join(f"`{name}`" for name in names) for names in (lost, taken))
    return advice(
        ID,
        (*entry.path, "args", "ignoredResources"),
        f"{named} will not be ignored: `ignoredByScheduler` of an extender replaces this list by {instead}",
        "List all of them here, and remove `ignoredByScheduler` from the extenders.",
        Severity.ERROR,
        _remedy(config, taken),
    )


def _remedy(config: Configuration, taken: list[str]) -> Remedy | None:
    """Return everything in `ignoredResources`, which every profile must have for that."""
    lists: dict[Path, list[str]] = {
        (*entry.path, "args", "ignoredResources"): [*_own(entry), *(name for name in taken if name not in _own(entry))]
        for profile in config.profiles
        for entry in profile.plugin_config
        if entry.name == _FIT and _own(entry)
    }
    if len(lists) < len(config.profiles):
        return None
    flags = [
        ("extenders", number, "managedResources", index, "ignoredByScheduler")
        for number, extender in enumerate(config.extenders)
        for index, resource in enumerate(extender.managed_resources)
        if resource.ignored_by_scheduler
    ]
    changes = [*(RemedyChange(Act.REPLACE, path, names) for path, names in lists.items())]
    changes += [RemedyChange(Act.REMOVE, path) for path in flags]
    return Remedy("List all resources in `ignoredResources`", tuple(changes), is_safe=False)


RULE = Rule(
    id=ID,
    title="Extenders replace the ignored resources",
    why="If any extender has `ignoredByScheduler`, NodeResourcesFit ignores only the resources of extenders: Pods "
    "that request the others stay Pending.",
    source="pkg/scheduler/scheduler.go, buildExtenders",
    check=check,
    severity=Severity.ERROR,
    since="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    managedResources:
      - name: example.com/gpu
        ignoredByScheduler: true
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources: [example.com/license]
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    managedResources:
      - name: example.com/gpu
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources: [example.com/license, example.com/gpu]
""",
)
