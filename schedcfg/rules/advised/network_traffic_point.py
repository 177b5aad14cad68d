"""NetworkTraffic at a point where no published program of that name runs."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.rules.args import NETWORK_TRAFFIC
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-point"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry at another point than it scores at, where nothing certain is known of the program."""
    release = subject.configuration.release
    entries = [entry for entry in subject.enabled if entry.ref.name == NETWORK_TRAFFIC]
    plugin = plugins.find(NETWORK_TRAFFIC) if entries else None
    if plugin is None or subject.registry.known(NETWORK_TRAFFIC, release) is not None:
        return
    points = plugin.points_at(release.number)
    for entry in entries:
        if entry.point not in {*points, MULTI_POINT}:
            yield advice(
                ID,
                (*entry.path, "name"),
                f"the scheduler does not start if its `{NETWORK_TRAFFIC}` is as published: that is not for "
                f"`{entry.point}`, but runs at {', '.join(points)} only",
                "Enable it at `score`; it scores nodes, and does not filter them.",
                Severity.ERROR,
            )


RULE = Rule(
    id=ID,
    title="NetworkTraffic does not run at this point",
    why="The published programs of this name only implement score. Enabled elsewhere, the framework cannot be built: "
    '`plugin "NetworkTraffic" does not extend filter plugin`.',
    source="juliorenner/scheduler-plugins, pkg/networktraffic/networktraffic.go; "
    "pkg/scheduler/framework/runtime/framework.go, updatePluginList",
    evidence=(
        Citation(
            "https://github.com/juliorenner/scheduler-plugins/blob/921af74d339e99842d48bec88c27778749cff32b/pkg/networktraffic/networktraffic.go",
            "the plugin implements score, and nothing else",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - plugins:
      filter:
        enabled:
          - name: NetworkTraffic
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
            weight: 16
"""),
)
