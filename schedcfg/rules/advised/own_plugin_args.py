"""Args of a plugin of one's own that do not fit its JSON Schema: of the settings, or as its program decodes them."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.rules.rule import Rule, Subject

ID = "own-plugin-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield everything about the Args of the user's own plugins that their schemas do not allow."""
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            yield from _differences(entry, subject)


def _differences(entry: ArgsEntry, subject: Subject) -> Iterator[Problem]:
    schema = subject.registry.schema_of_args(entry.name, subject.configuration.release)
    if schema is None:
        return
    path = (*entry.path, "args")
    problem = _undecoded(entry, subject)
    if problem is not None:
        yield problem
        return
    from schedcfg.configuration.decode import declared_args  # noqa: PLC0415 - few plugins have a schema

    for difference in declared_args.differences(_decoded(entry.raw, schema), schema, path):
        yield Problem(
            ID,
            (*path, *difference.path),
            difference.message,
            difference.help,
            finding_class=FindingClass.ADVISED,
            severity=Severity.ERROR,
            on_key=difference.on_key,
        )


def _undecoded(entry: ArgsEntry, subject: Subject) -> Problem | None:
    """Return that a program does not decode the Args of a plugin in the document's API version; None where it does."""
    release, version = subject.configuration.release, subject.configuration.api_version
    known, versions = subject.registry.version_of_args(entry.name, release), release.api_versions
    if known not in versions or version not in versions or versions.index(known) >= versions.index(version):
        return None
    program = subject.registry.program_of(entry.name, release)
    return Problem(
        ID,
        (*entry.path, "args"),
        f"unless a newer program runs, `{entry.name}` does not get these args, and may stop the scheduler: {program} "
        f"decodes them up to {known}",
        f"Write the file in {known}, or run a newer release of the program.",
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
    )


def _decoded(args: object, schema: Mapping[str, Any]) -> object:
    """Return Args as a plugin's own type gets them: without nulls, and without the API version and kind of them."""
    others = TYPE_META.difference(*(schema.get(key) or () for key in ("properties", "required")))
    if isinstance(args, Mapping):
        args = {key: value for key, value in args.items() if key not in others}
    return _without_nulls(args)


def _without_nulls(args: Any) -> Any:
    """Leave out what is null: for Go's decoder that is as if it were not written."""
    if isinstance(args, Mapping):
        return {key: _without_nulls(value) for key, value in args.items() if value is not None}
    return [_without_nulls(one) for one in args] if isinstance(args, list) else args


RULE = Rule(
    id=ID,
    title="Args do not match the plugin's own schema",
    why="The effect depends on the plugin: it stops the scheduler, or ignores the setting.",
    source="the JSON Schema in the settings, `args-schema`, or in the catalog of a program",
    check=check,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: HelloWorldPlugin
    pluginConfig:
      - name: HelloWorldPlugin
        args:
          xxx: hello
          zzz: three
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: HelloWorldPlugin
    pluginConfig:
      - name: HelloWorldPlugin
        args:
          xxx: hello
          zzz: 3
"""),
    options=("--settings", "examples/hello-world/schedcfg.toml"),
)
