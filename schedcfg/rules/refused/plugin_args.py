"""Args that validation or a plugin's constructor refuses."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.decode.args import shape_for, with_first_release
from schedcfg.configuration.effective import args
from schedcfg.configuration.effective.args import default_kind
from schedcfg.configuration.effective.extenders import ignore_resources
from schedcfg.configuration.effective.model import PluginRef, Profile
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange
from schedcfg.models.base import Shape
from schedcfg.models.validators import validated
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem
from schedcfg.rules.rule import Rule, Subject

ID = "plugin-args"

_FIT = "NodeResourcesFit"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what is wrong with the Args that are looked at: up to 1.21 only those of enabled plugins."""
    for profile in subject.configuration.profiles:
        yield from _problems_as_written(subject, profile)
        yield from _left_out(subject, profile)


def _problems_as_written(subject: Subject, profile: Profile) -> Iterator[Problem]:
    config = subject.configuration
    for entry in profile.plugin_config:
        if entry.name == "NodeResourcesFitArgs" and config.release.validates_args:
            yield _named_like_args(entry.path)
        if entry.kind is None or entry.path not in subject.decoded.args:
            # v1alpha1's `hardPodAffinitySymmetricWeight` is no entry of the file, and its range is checked there.
            continue
        enabled = entry.name in profile.needed
        if enabled:
            yield from subject.decoded.args[entry.path].when_built
        if entry.written is not None and (enabled or not _only_when_built(entry.kind, subject)):
            placed = (
                _placed(problem, (*entry.path, "args"))
                for problem in _args_problems(entry.kind, entry.written, subject)
                if not _overridden(entry.name, problem, subject)
            )
            yield from with_first_release(placed, entry.kind, config.api_version)


def _placed(problem: ArgsProblem, args: Path) -> Problem:
    place = None if problem.place is None else (*args, *problem.place)
    path = (*args, *problem.path)
    remedy = Remedy(f"Remove `{problem.path[-1]}`", (RemedyChange(Act.REMOVE, path),)) if problem.is_spare else None
    return Problem(ID, path, problem.message, problem.help, place=place, remedy=remedy)


def _left_out(subject: Subject, profile: Profile) -> Iterator[Problem]:
    """Yield plugins that the user enabled without Args though they cannot do without."""
    config = subject.configuration
    without = profile.needed - {entry.name for entry in profile.plugin_config}
    completed = args.completed_names(profile, config)
    for name, ref in _enabled_by_user(profile).items():
        kind = default_kind(name, config, subject.registry) if name in without else None
        if kind is None:
            continue
        own: Path = (*(ref.path or ()), "name")
        if name not in completed:
            yield _passed_over(name, own)
            continue
        for problem in _args_problems(kind, validated(shape_for(kind, config.release), {}), subject):
            path = own
            if not _only_when_built(kind, subject):
                # Validation names the entry that defaulting has appended.
                index = len(profile.plugin_config) + args.names(profile, config, subject.registry).index(name)
                path = (*profile.path, "pluginConfig", index, "args", *problem.path)
            yield Problem(
                ID,
                path,
                f"`{name}` requires args: {problem.message}",
                f"Add an entry for `{name}` to `pluginConfig`.",
                place=own,
            )


def _passed_over(name: str, path: Path) -> Problem:
    point = path[3]
    return Problem(
        ID,
        path,
        f"`{name}` gets no args: those of a plugin that is only enabled at `{point}` are not completed, and its "
        "constructor stops without any",
        f"Add an entry to `pluginConfig` (`- name: {name}` is enough), or enable `{name}` at `multiPoint`.",
    )


def _enabled_by_user(profile: Profile) -> dict[str, PluginRef]:
    found: dict[str, PluginRef] = {}
    for plugin_set in profile.written.values():
        for ref in plugin_set.enabled:
            found.setdefault(ref.name, ref)
    return found


def _args_problems(kind: ArgsKind, written: Shape, subject: Subject) -> Iterator[ArgsProblem]:
    context = subject.configuration.context
    return kind.check(kind.complete(written, context), context)


def _only_when_built(kind: ArgsKind, subject: Subject) -> bool:
    return kind.checked_when_built or not subject.configuration.release.validates_args


def _overridden(name: str, problem: ArgsProblem, subject: Subject) -> bool:
    """Return whether an extender's ignored resources replace what the problem is about before anyone looks."""
    return (
        name == _FIT and problem.path[:1] == ("ignoredResources",) and ignore_resources(subject.configuration.extenders)
    )


def _named_like_args(path: Path) -> Problem:
    return Problem(
        ID,
        (*path, "args"),
        "`NodeResourcesFitArgs` is the kind of the args, not the name of the plugin; validation fails",
        "Write `name: NodeResourcesFit`.",
        place=(*path, "name"),
    )


RULE = Rule(
    id=ID,
    title="A plugin's args are not accepted",
    why="Since 1.22, validation checks all args, including those of disabled plugins; in earlier releases, and for "
    "NodeResourcesFit in all, the plugin's constructor refuses them.",
    source="pkg/scheduler/apis/config/validation/validation_pluginargs.go and the plugins' constructors",
    check=check,
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: 101
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: 1
"""),
)
