"""Feature gates with which the scheduler does not start."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem, Severity
from schedcfg.releases.gate_settings import settings
from schedcfg.rules.rule import Rule
from schedcfg.rules.scene import Scene, advised, refused

ID = "wrong-feature-gates"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield `--feature-gates` that the release refuses."""
    if scene.running is None or scene.release is None:
        return
    for flag in scene.running.command_line.flags:
        if flag.name != "feature-gates" or not flag.is_known:
            continue
        for remark in settings((flag.value or "",), scene.release).refused:
            message = f"kube-scheduler of {scene.judged_by} does not start with these feature gates: {remark.message}"
            help_ = remark.help or "Remove it."
            if scene.is_stock and scene.release_known:
                yield refused(ID, flag.value_path, message, help_)
            else:
                severity = Severity.ERROR if scene.release_known else Severity.WARNING
                yield advised(ID, flag.value_path, message, help_, severity)


RULE = Rule(
    id=ID,
    title="The scheduler refuses these feature gates",
    why="It ends before it has done anything.",
    source="component-base/featuregate/feature_gate.go",
    check=check,
)
