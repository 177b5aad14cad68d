"""Args for a plugin that the profile does not run."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names
from schedcfg.rules.refused import removed_plugin
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unused-plugin-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry of `pluginConfig` for a plugin that runs at no point of the same profile."""
    running: dict[str, Profile | None] = {}
    refused = removed_plugin.reported(subject) if subject.written_args else frozenset()
    for profile, entry in subject.written_args:
        name = entry.name
        if not name or not entry.raw or subject.runs_somewhere(name, profile) or not _exists(subject, name):
            continue
        if name in refused:
            continue
        if name not in running:
            profiles = subject.configuration.profiles
            running[name] = next((other for other in profiles if subject.runs_somewhere(name, other)), None)
        yield _problem(subject, profile, entry, running[name])


def _exists(subject: Subject, name: str) -> bool:
    """Return whether the name is one of a plugin, as far as is known: others are left to `unknown-plugin-args`."""
    if name in subject.registry.names(subject.configuration.release):
        return True
    return subject.exists(name) and not names.advice_about(name, subject)


def _problem(subject: Subject, profile: Profile, entry: ArgsEntry, other: Profile | None) -> Problem:
    where = f"profile {profile.label}" if len(subject.configuration.profiles) > 1 else "the profile"
    return advice(
        ID,
        (*entry.path, "name"),
        f"nothing reads these args: {where} does not run `{entry.name}`",
        f"Args apply to their own profile only. `{entry.name}` runs in profile {other.label}: move the entry there."
        if other is not None
        else f"Enable `{entry.name}`, or remove the entry.",
        remedy=Remedy(
            "Remove the entry",
            (RemedyChange(Act.REMOVE, entry.path),),
            unsafe="what was meant may well be to enable the plugin",
        ),
    )


RULE = Rule(
    id=ID,
    title="A plugin that does not run has args",
    why="A profile reads the args of the plugins that it runs, and silently ignores all others.",
    source="pkg/scheduler/framework/runtime/framework.go, NewFramework",
    evidence=(
        Citation(
            "https://github.com/HhhuYu/k8s-scheduler-sample/blob/eda7fe2274d056c391716ca6ca58d06cdba8b203/deploy/deployment.yaml",
            "args of a plugin that the profile does not enable",
        ),
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/runtime/framework.go",
            "`NewFramework` looks for the args of the plugins that a profile needs, and at no others",
        ),
    ),
    check=check,
    asks_why=True,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesBalancedAllocation
      preScore:
        disabled:
          - name: NodeResourcesBalancedAllocation
    pluginConfig:
      - name: NodeResourcesBalancedAllocation
        args:
          resources:
            - name: cpu
              weight: 1
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesBalancedAllocation
      preScore:
        disabled:
          - name: NodeResourcesBalancedAllocation
"""),
)
