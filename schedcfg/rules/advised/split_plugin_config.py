"""One entry of `pluginConfig` torn in two: a dash too many between `name` and `args`."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "split-plugin-config"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry of `pluginConfig` that has no name."""
    for profile in subject.configuration.profiles:
        entries = profile.plugin_config
        for index, entry in enumerate(entries):
            if not entry.name:
                yield _problem(entry, _other_half(entries, index))


def _other_half(entries: tuple[ArgsEntry, ...], index: int) -> ArgsEntry | None:
    """Find the neighbor that has a name and no args, the one before first."""
    if entries[index].raw is None:
        return None
    near = (entries[place] for place in (index - 1, index + 1) if 0 <= place < len(entries))
    return next((args_entry for args_entry in near if args_entry.name and args_entry.raw is None), None)


def _problem(entry: ArgsEntry, half: ArgsEntry | None) -> Problem:
    if half is None:
        message = "this entry has no `name`: it configures nothing"
        help_ = "Write the plugin's `name` next to `args`, or remove the entry."
        return advice(ID, entry.path, message, help_, Severity.ERROR)
    joined = Remedy(
        f"Give the args to `{half.name}`",
        (RemedyChange(Act.SET, (*half.path, "args"), entry.raw), RemedyChange(Act.REMOVE, entry.path)),
        unsafe="the plugin gets other Args",
    )
    return advice(
        ID,
        entry.path,
        f"these args have no `name`, and `{half.name}` in the entry next to them has no args: nothing reads them",
        f"There is one dash too many: `name: {half.name}` and `args` belong to the same list item.",
        Severity.ERROR,
        joined,
    )._replace(help_in_json=f"Join the two: `name` and `args` of `{half.name}` belong between the same braces.")


RULE = Rule(
    id=ID,
    title="An entry of pluginConfig has no name",
    why="A dash before `args` starts a second entry. Args without a name belong to no plugin, and nothing is logged.",
    source="pkg/scheduler/framework/runtime/framework.go, NewFramework",
    evidence=(
        Citation(
            "https://github.com/Huang-Wei/sample-scheduler-extender/issues/7",
            "the args of InterPodAffinity in an entry of their own",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: InterPodAffinity
      - args:
          hardPodAffinityWeight: 10
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: InterPodAffinity
        args:
          hardPodAffinityWeight: 10
"""),
)
