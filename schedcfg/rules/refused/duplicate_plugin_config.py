"""Two pluginConfig entries for one plugin."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.document.span import Path, render
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "duplicate-plugin-config"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry of `pluginConfig` whose plugin has one already."""
    for profile in subject.configuration.profiles:
        first: dict[str, Path] = {}
        for entry in profile.plugin_config:
            if entry.name in first:
                yield Problem(
                    ID,
                    entry.path,
                    f"`{entry.name}` is configured twice; its first entry is {render(first[entry.name][-2:])}",
                    "Merge the two entries into one.",
                )
            first.setdefault(entry.name, entry.path)


RULE = Rule(
    id=ID,
    title="A plugin is configured twice",
    why="The scheduler does not choose between two Args for one plugin; it stops.",
    source="pkg/scheduler/apis/config/validation/validation.go, validatePluginConfig (since 1.22); "
    "pkg/scheduler/framework/runtime/framework.go, NewFramework (before)",
    check=check,
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources: [example.com/license]
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources: [example.com/license]
          scoringStrategy:
            type: MostAllocated
"""),
)
