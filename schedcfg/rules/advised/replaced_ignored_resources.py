"""`ignoredResources` of NodeResourcesFit that extenders replace."""

from collections.abc import Collection, Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.extenders import ignored_resources
from schedcfg.configuration.effective.model import ArgsEntry, Configuration, Profile
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "replaced-ignored-resources"

_FIT = "NodeResourcesFit"

_MOST_WRITTEN = 10_000
"""How many resources are written to fix it, in all profiles: each of them needs all."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each `ignoredResources` of which something is lost because an extender has `ignoredByScheduler`."""
    config = subject.configuration
    if not config.extenders or config.release.appends_ignored_resources:
        return
    taken = dict.fromkeys(ignored_resources(config.extenders))
    if not taken:
        return
    entries = [entry for entry in map(_entry_of_fit, config.profiles) if entry is not None]
    losing = [(entry, lost) for entry in entries if (lost := [name for name in _own(entry) if name not in taken])]
    if losing:
        remedy = _remedy(config, entries, taken)
        yield from (_problem(entry, lost, taken, remedy) for entry, lost in losing)


def _entry_of_fit(profile: Profile) -> ArgsEntry | None:
    """Return the entry of a profile for the plugin; a second one is refused."""
    return next((entry for entry in profile.plugin_config if entry.name == _FIT and entry.written is not None), None)


def _own(entry: ArgsEntry) -> list[str]:
    return [name for name in getattr(entry.written, "ignored_resources", None) or () if name]


def _problem(entry: ArgsEntry, lost: list[str], taken: Collection[str], remedy: Remedy | None) -> Problem:
    named, instead = (", ".join(f"`{name}`" for name in names) for names in (lost, taken))
    return advice(
        ID,
        (*entry.path, "args", "ignoredResources"),
        f"{named} will not be ignored: `ignoredByScheduler` of an extender replaces this list with {instead}",
        "List all of them here, and remove `ignoredByScheduler` from the extenders.",
        Severity.ERROR,
        remedy,
    )


def _remedy(config: Configuration, entries: list[ArgsEntry], taken: Collection[str]) -> Remedy | None:
    """Return everything in `ignoredResources`, which every profile must have for that."""
    if len(entries) * len(taken) > _MOST_WRITTEN:
        return None
    lists: dict[Path, list[str]] = {
        (*entry.path, "args", "ignoredResources"): list(dict.fromkeys((*own, *taken)))
        for entry in entries
        if (own := _own(entry))
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
    return Remedy("List all resources in `ignoredResources`", tuple(changes), unsafe="more resources are ignored")


RULE = Rule(
    id=ID,
    title="Extenders replace the ignored resources",
    why="If any extender has `ignoredByScheduler`, NodeResourcesFit ignores only the resources of extenders: Pods "
    "that request the others stay Pending.",
    source="pkg/scheduler/scheduler.go, buildExtenders",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/scheduler.go",
            "the resources of extenders are written over those of the profile",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    since="1.22",
    bad=v1_configuration("""\
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
"""),
    good=v1_configuration("""\
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
"""),
)
