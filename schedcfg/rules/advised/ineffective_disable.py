"""Disabling a plugin that is not there: upstream silently ignores it."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.facts import FIT, STRATEGIES
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names, resource_scoring
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "ineffective-disable"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin that a profile disables although this scheduler has, as far as is known, none of that name."""
    if not subject.disabled:
        return
    known = subject.registry.names(subject.configuration.release) - _refused_by_name(subject)
    for entry in subject.disabled:
        name = entry.ref.name
        if name in known or name == "*" or _is_kept_from_point(subject, entry):
            continue
        several = names.several(name, subject)
        if several:
            message = f"disabling `{name}` does nothing: these are {len(several)} names in one entry"
            remedy = names.one_entry_each(several, entry.path)
            yield advice(ID, (*entry.path, "name"), message, "Write one entry for each.", Severity.WARNING, remedy)
            continue
        problem = _ineffective(subject, entry)
        if problem is not None:
            yield problem


def _ineffective(subject: Subject, entry: PluginEntry) -> Problem | None:
    """Return that an entry disables nothing; None where its plugin may be compiled in."""
    name = entry.ref.name
    gone = names.removed(name)
    meant = None if gone else names.misspelled(name, subject)
    old = None if gone or meant else names.former(name, subject.configuration.release)
    if old is not None:
        gone = f"Did you mean `{old}`? {names.removed(old)}"
    scorers = resource_scoring.scorers(entry.profile, subject) if name in STRATEGIES else []
    if scorers:
        return _scored_otherwise(subject, entry, scorers[0].name)
    replacement = _running_replacement(subject, entry) if gone else None
    if replacement is not None:
        return _carried_on(subject, entry, replacement)
    is_absent = gone or meant or not name or not subject.exists(name)
    return _problem(subject, name, entry.path, gone, meant) if is_absent else None


def _refused_by_name(subject: Subject) -> frozenset[str]:
    """Return the plugins that are compiled in for older API versions only."""
    config = subject.configuration
    return config.release.removed_plugins.get(config.api_version, frozenset())


def _is_kept_from_point(subject: Subject, entry: PluginEntry) -> bool:
    """Return whether MultiPoint brings a plugin of which nothing is known, and this entry keeps it from its point."""
    name = entry.ref.name
    is_brought = entry.point != MULTI_POINT and name in entry.profile.enabled_at.get(MULTI_POINT, ())
    return is_brought and subject.exists(name)


def _where(subject: Subject, name: str) -> str:
    """Return what has no plugin of that name: the release, or only this API version in it."""
    config = subject.configuration
    inside = f" for `{config.api_version}`" if name in _refused_by_name(subject) else ""
    return f"Kubernetes {config.release.name} has no such plugin{inside}"


def _running_replacement(subject: Subject, entry: PluginEntry) -> plugins.Replacement | None:
    """Find the plugin that goes on doing the work of one that is gone, where it runs by default."""
    plugin = plugins.find(entry.ref.name)
    replacement = None if plugin is None else plugin.replacement
    if replacement is None or not subject.runs(replacement.plugin, replacement.point, entry.profile):
        return None
    configured = (args.name for args in entry.profile.plugin_config)
    is_named = replacement.plugin in entry.profile.written_enabled or replacement.plugin in configured
    return None if is_named else replacement


def _scored_otherwise(subject: Subject, entry: PluginEntry, scorer: str) -> Problem:
    """Return what to do where another plugin that is gone was to score in the place of the disabled one."""
    name = entry.ref.name
    return advice(
        ID,
        (*entry.path, "name"),
        f"disabling `{name}` does nothing: {_where(subject, name)}; `{FIT}` scores in its place, and what is enabled "
        f"here, `{scorer}`, is its strategy {STRATEGIES[scorer]}",
        subject.successor(scorer) or f"Enable `{FIT}` with a scoring strategy.",
        Severity.WARNING,
        resource_scoring.as_strategy(entry.profile, subject),
    )


def _carried_on(subject: Subject, entry: PluginEntry, replacement: plugins.Replacement) -> Problem:
    name, remedy = entry.ref.name, None
    if replacement.is_exact and entry.point == replacement.point:
        change = RemedyChange(Act.REPLACE, (*entry.path, "name"), replacement.plugin)
        remedy = Remedy(f"Disable `{replacement.plugin}`", (change,), unsafe="a plugin that runs is disabled")
    return advice(
        ID,
        (*entry.path, "name"),
        f"disabling `{name}` does nothing: {_where(subject, name)}; `{replacement.plugin}` replaces it",
        f"To turn that off, {replacement.switched_off}. To keep it, remove the entry.",
        Severity.WARNING,
        remedy,
    )


def _problem(subject: Subject, name: str, path: Path, gone: str | None, meant: str | None) -> Problem:
    remedy = Remedy("Remove the entry", (RemedyChange(Act.REMOVE, path),))
    if meant is not None:
        remedy = Remedy(
            f"Disable `{meant}`",
            (RemedyChange(Act.REPLACE, (*path, "name"), meant),),
            unsafe="a plugin that runs is disabled, and which one was meant is a guess",
        )
    return advice(
        ID,
        (*path, "name") if name else path,
        f"disabling `{name}` does nothing: {_where(subject, name)}"
        if name
        else "an entry without a `name` disables nothing",
        gone or (f"Did you mean `{meant}`?" if meant else "Remove the entry."),
        Severity.WARNING,
        remedy,
    )


RULE = Rule(
    id=ID,
    title="A plugin that does not exist is disabled",
    why="Nothing is logged: the plugin that was meant by the old or misspelled name keeps running.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/manifests/trimaran/scheduler-config.yaml",
            "`v1beta3` disables NodeResourcesLeastAllocated, and NodeResourcesFit keeps scoring",
        ),
        Citation("https://github.com/kubernetes-sigs/scheduler-plugins/issues/426", "the same in `v1beta2`"),
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
          - name: NodeResourcesLeastAllocated
          - name: ImageLocality
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: ImageLocality
"""),
)
