"""Values of a published plugin's Args that defaulting replaces silently."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import args
from schedcfg.rules.args import WrittenValue
from schedcfg.rules.rule import Rule, Subject, advice

ID = "corrected-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each written value that counts as another one."""
    for entry in args.catalog_entries(subject):
        for written_value in args.changed_values(entry, subject):
            if written_value.counts is not None:
                yield _problem(written_value)


def _problem(one: WrittenValue) -> Problem:
    if not isinstance(one.counts, str | int | float):
        return advice(
            ID, one.path, f"`{one.name}` is empty, which is the same as omitting it", "Remove it, or add a value."
        )
    found = f"is {_value_text(one.value)}" if one.value != "" else "is empty"
    return advice(
        ID,
        one.path,
        f"`{one.name}` {found}, which silently counts as {_value_text(one.counts)}",
        f"Write {_value_text(one.counts)}, or the value that you mean.",
        remedy=Remedy(f"Write {_value_text(one.counts)}", (RemedyChange(Act.REPLACE, one.path, one.counts),)),
    )


def _value_text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return f"`{value}`" if isinstance(value, str) else str(value)


RULE = Rule(
    id=ID,
    title="A value in a plugin's args is replaced",
    why="scheduler-plugins replaces some invalid values during defaulting; nothing is logged, and the plugin uses "
    "another value than that in the file.",
    source="apis/config/v1/defaults.go of scheduler-plugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/apis/config/v1/defaults.go",
            "defaulting replaces values that are out of their range, and reports none",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          targetUtilization: 0
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          targetUtilization: 40
"""),
    options=("--catalog", "scheduler-plugins"),
)
