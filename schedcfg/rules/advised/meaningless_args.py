"""Values of a published plugin's Args that nothing refuses although they have no meaning."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.models.base import OneOf, Range, Sensible, Shape
from schedcfg.rules import args
from schedcfg.rules.rule import Rule, Subject, advice

ID = "meaningless-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each written text that is none of the known ones, and each number out of its range, if they are taken."""
    for entry in args.catalog_entries(subject):
        reported = {written_value.path for written_value in args.changed_values(entry, subject)} | _refused(
            entry, subject
        )
        reported |= args.unreadable_paths(entry, subject)
        for path, message, help_ in _odd(entry.written, (*entry.path, "args")):
            if path not in reported:
                yield advice(ID, path, message, help_)


def _refused(entry: ArgsEntry, subject: Subject) -> set[Path]:
    context = subject.configuration.context
    if entry.kind is None:
        return set()
    completed = entry.kind.complete(entry.written, context)
    return {(*entry.path, "args", *problem.path) for problem in entry.kind.check(completed, context)}


def _odd(value: object, path: Path) -> Iterator[tuple[Path, str, str]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _odd(item, (*path, index))
    elif isinstance(value, Shape):
        for attribute, field in type(value).model_fields.items():
            here = (*path, field.alias or attribute)
            inner = getattr(value, attribute)
            yield from _odd(inner, here)
            for mark in field.metadata:
                objection = _objection(inner, mark)
                if objection is not None:
                    shown = f'"{inner}"' if isinstance(inner, str) else inner
                    message = f"`{here[-1]}` is {shown}, which is accepted but means nothing"
                    yield here, message, f"It should be {objection}."


def _objection(value: object, mark: object) -> str | None:
    """Return what a value should be; None where it is fine."""
    if isinstance(mark, OneOf | Sensible) and isinstance(value, str):
        return " or ".join(f"`{one}`" for one in mark.values) if mark.values and value not in mark.values else None
    if not isinstance(mark, Range | Sensible) or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if mark.minimum is not None and value < mark.minimum:
        return f"{mark.minimum} or more"
    return f"{mark.maximum} or less" if mark.maximum is not None and value > mark.maximum else None


RULE = Rule(
    id=ID,
    title="A value in a plugin's args means nothing",
    why="scheduler-plugins does not check these values: a misspelled word has the effect of no word, and a number "
    "out of range gives arbitrary results.",
    source="apis/config/validation/validation_pluginargs.go of scheduler-plugins, which does not check them",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/pkg/noderesources/allocatable.go",
            "a mode that is neither of the two gives every node the same score",
        ),
    ),
    check=check,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: NodeResourceTopologyMatch
    pluginConfig:
      - name: NodeResourceTopologyMatch
        args:
          cacheResyncPeriodSeconds: 5
          cache:
            foreignPodsDetect: Everything
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: NodeResourceTopologyMatch
    pluginConfig:
      - name: NodeResourceTopologyMatch
        args:
          cacheResyncPeriodSeconds: 5
          cache:
            foreignPodsDetect: All
"""),
    options=("--catalog", "scheduler-plugins"),
)
