"""Published plugins that cannot be built in the document's API version, because it has no Args of theirs."""

from collections.abc import Iterator

from schedcfg.configuration.effective.model import Profile
from schedcfg.document.span import Path
from schedcfg.findings import FILE, Problem
from schedcfg.plugins.catalog import publishing
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.rules.rule import Rule, Subject

ID = "untyped-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin whose constructor needs Args of a kind that the API version lacks, or cannot convert."""
    config = subject.configuration
    for profile in config.profiles:
        for name, path in _named(profile).items():
            plugin = subject.registry.known(name, config.release)
            kind = plugin.args if plugin is not None else None
            if kind is None:
                continue
            if kind.is_unconverted(config.api_version, config.release):
                yield _unconverted(kind, path, subject)
            elif _is_missing(kind, subject) and name in profile.needed:
                yield _untyped(name, kind, path, subject)


def _named(profile: Profile) -> dict[str, Path]:
    """Map the plugins that the file configures or enables, each with the user's first entry for it."""
    found: dict[str, Path] = {}
    for entry in profile.plugin_config:
        found.setdefault(entry.name, (*entry.path, "name"))
    for plugin_set in profile.written.values():
        for ref in plugin_set.enabled:
            found.setdefault(ref.name, (*(ref.path or ()), "name"))
    return found


def _is_missing(kind: ArgsKind, subject: Subject) -> bool:
    config = subject.configuration
    # Where Args are no API kinds, every constructor reads what it gets.
    return (
        config.release.reads_args_as_kinds
        and kind.typed_only
        and not kind.is_served(config.api_version, config.release)
    )


def _untyped(name: str, kind: ArgsKind, path: Path, subject: Subject) -> Problem:
    config = subject.configuration
    typed_versions = [version for version in config.release.api_versions if kind.is_served(version, config.release)]
    return Problem(
        ID,
        path,
        f"`{name}` cannot be used with {config.api_version}: it only accepts `{kind.kind}`, which "
        f"{kind.title(config.release)} does not have in {config.api_version}",
        f"Migrate to {typed_versions[-1]} (`schedcfg migrate --to {typed_versions[-1]} {FILE}`), or disable `{name}`."
        if typed_versions
        else _way_out(name, kind, subject),
    )


def _way_out(name: str, kind: ArgsKind, subject: Subject) -> str:
    """Return what to do where no API version of the release has the Args: a catalog may be the wrong one."""
    catalog = publishing(name)
    if kind.catalog is None or catalog is None:
        return f"Disable `{name}`."
    release = subject.configuration.release.name
    return (
        f"No API version of Kubernetes {release} has them there. If you have ported `{name}` to it, use `--plugin "
        f"{name}` instead of `--catalog {catalog.name}`; otherwise disable it."
    )


def _unconverted(kind: ArgsKind, path: Path, subject: Subject) -> Problem:
    config = subject.configuration
    return Problem(
        ID,
        path,
        f"{kind.title(config.release)} has `{kind.kind}` in {config.api_version}, but no longer uses them, and stops "
        "even if they only contain defaults",
        "Write the file in a later API version, without args for this plugin.",
    )


RULE = Rule(
    id=ID,
    title="The API version has no args for a plugin that needs them",
    why="scheduler-plugins has not registered every kind of args in every API version; the plugin's constructor then "
    "gets unknown args, and stops.",
    source="apis/config/*/register.go of scheduler-plugins, and the plugins' constructors",
    check=check,
    since="1.19",
    until="1.27",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: LowRiskOverCommitment
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: LowRiskOverCommitment
""",
    options=("--catalog", "scheduler-plugins", "--kubernetes", "1.27"),
)
