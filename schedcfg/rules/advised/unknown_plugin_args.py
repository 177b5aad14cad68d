"""Args for a name that no plugin has: nothing decodes them, and nothing is reported."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unknown-plugin-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry of `pluginConfig` whose name is misspelled, or that of a plugin which is gone."""
    if not subject.written_args:
        return
    known = subject.registry.names(subject.configuration.release)
    for profile, entry in subject.written_args:
        # What has no name is `split-plugin-config`; what runs here is compiled in, whatever it is called.
        if entry.name in known or not entry.name or entry.name in profile.needed:
            continue
        if not _refused(entry.name, subject):
            yield from _problem(subject, profile, entry)


def _refused(name: str, subject: Subject) -> bool:
    """Return whether validation stops at the name: see `removed-plugin` and `plugin-args`."""
    config = subject.configuration
    return name in config.release.removed_plugins.get(config.api_version, ()) or name == "NodeResourcesFitArgs"


def _problem(subject: Subject, profile: Profile, entry: ArgsEntry) -> Iterator[Problem]:
    release, name = subject.configuration.release, entry.name
    gone = names.removed(name)
    meant = None if gone else _meant(subject, name)
    if not (gone or meant) and subject.exists(name):
        return
    free = meant is not None and all(other.name != meant for other in profile.plugin_config)
    remedy = Remedy(
        f"Write `{meant}`",
        (RemedyChange(Act.REPLACE, (*entry.path, "name"), meant),),
        unsafe="the plugin gets other Args, and which one was meant is a guess",
    )
    yield advice(
        ID,
        (*entry.path, "name"),
        f"nothing reads these args: Kubernetes {release.name} has no plugin `{name}`",
        gone or (f"Did you mean `{meant}`? {_of(meant, subject, profile)}" if meant else "Remove the entry."),
        Severity.ERROR,
        remedy if free else None,
    )


def _of(meant: str, subject: Subject, profile: Profile) -> str:
    """Return what the plugin that is meant does without these args."""
    if subject.runs_somewhere(meant, profile):
        return "It runs with its own defaults."
    return f"It does not run in this profile: enable `{meant}`, too, or remove the entry."


def _meant(subject: Subject, name: str) -> str | None:
    """Find the plugin that is meant: misspelled, or called by the kind of its Args."""
    plugin = name.removesuffix("Args")
    if plugin != name and plugin in subject.registry.names(subject.configuration.release):
        return plugin
    return names.misspelled(name, subject)


RULE = Rule(
    id=ID,
    title="A plugin that does not exist has args",
    why="Args for a name without a plugin are neither decoded nor reported; the plugin that was meant runs with its "
    "defaults.",
    source="pkg/scheduler/apis/config/v1/conversion.go, convertToInternalPluginConfigArgs; "
    "pkg/scheduler/framework/runtime/framework.go, NewFramework",
    evidence=(
        Citation(
            "https://github.com/HhhuYu/k8s-scheduler-sample/blob/eda7fe2274d056c391716ca6ca58d06cdba8b203/deploy/deployment.yaml",
            "args of `nodelabel`, which no plugin is called",
        ),
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/runtime/framework.go",
            "`NewFramework` looks for the args of the plugins that it has, and at no others",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourceFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - name: cpu
                weight: 3
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - name: cpu
                weight: 3
"""),
)
