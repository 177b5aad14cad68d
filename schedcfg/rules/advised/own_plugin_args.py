"""Args of a plugin of one's own that do not fit the JSON Schema which the settings name for it."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.rules.rule import Rule, Subject

ID = "own-plugin-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield everything about the Args of the user's own plugins that their schemas do not allow."""
    if not any(plugin.args_schema is not None for plugin in subject.registry.own):
        return
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            yield from _differences(entry, subject)


def _differences(entry: ArgsEntry, subject: Subject) -> Iterator[Problem]:
    plugin = subject.registry.described(entry.name)
    if plugin is None or plugin.args_schema is None:
        return
    from schedcfg.configuration.decode import declared_args  # noqa: PLC0415 - few plugins have a schema

    path = (*entry.path, "args")
    for difference in declared_args.differences(entry.raw, plugin.args_schema, path):
        yield Problem(
            ID,
            (*path, *difference.path),
            difference.message,
            difference.help,
            finding_class=FindingClass.ADVISED,
            severity=Severity.ERROR,
            on_key=difference.on_key,
        )


RULE = Rule(
    id=ID,
    title="Args do not match the plugin's own schema",
    why="The effect depends on the plugin: it stops the scheduler, or ignores the setting.",
    source="the JSON Schema in the settings: `args-schema`",
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
