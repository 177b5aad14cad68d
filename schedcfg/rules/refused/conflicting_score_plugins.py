"""NodeResourcesFit scoring alongside the plugins that it replaced."""

from collections.abc import Iterator

from schedcfg.configuration.effective.model import EMPTY_SET
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "conflicting-score-plugins"

_FIT = "NodeResourcesFit"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield NodeResourcesFit at score where 1.22 also runs, in v1beta1, one of the plugins it replaced."""
    config = subject.configuration
    replaced = config.release.conflicting_score_plugins.get(config.api_version)
    if replaced is None:
        return
    for profile in config.profiles:
        enabled = profile.validated.get("score", EMPTY_SET).enabled
        beside = [ref.name for ref in enabled if ref.name in replaced]
        for ref in enabled:
            if ref.name == _FIT and beside:
                yield Problem(
                    ID,
                    entry_path(ref, (*profile.path, "plugins", "score")),
                    f"`{_FIT}` cannot score together with {', '.join(f'`{name}`' for name in beside)} in v1beta1",
                    f"Disable {' and '.join(f'`{name}`' for name in beside)} at score.",
                )


RULE = Rule(
    id=ID,
    title="NodeResourcesFit scores together with a plugin that it replaced",
    why="Both ways of scoring by resources exist in v1beta1 of 1.22, but validation refuses to enable both.",
    source="pkg/scheduler/apis/config/validation/validation.go of 1.22, conflictScorePluginsByVersion",
    check=check,
    since="1.22",
    until="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 1
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 1
        disabled:
          - name: NodeResourcesLeastAllocated
""",
    options=("--kubernetes", "1.22"),
)
