"""Plain data -> a shape, with every problem that prevents it."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args

from pydantic_core import ErrorDetails, ValidationError

from schedcfg.cards import Citation, RuleCard, v1_configuration
from schedcfg.configuration.decode import fields, wrong_types
from schedcfg.configuration.decode.fields import name_of as name
from schedcfg.configuration.decode.meant import Copies, Moved, guess
from schedcfg.configuration.decode.unknown_fields import unknown_field
from schedcfg.document.golang.numbers import MAX_INT32, MIN_INT32, json_iterator_int32
from schedcfg.document.span import Path, render
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models.base import Duration, Shape
from schedcfg.models.validators import validated
from schedcfg.releases.release import Release

AnyShape = TypeVar("AnyShape", bound=Shape)

Overflow: TypeAlias = Callable[[int], int | None]
"""What a decoder makes of a number beyond 32 bits: another number, or None where it refuses it."""

_ROUNDS = 16
"""A cut or a guess can uncover another problem below the same value; each round goes one level deeper."""
_GUESSES = 10
"""In later rounds nothing is guessed, so that they come to an end."""

_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "a boolean",
    "string_type": "a string",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


class ShapeReading(NamedTuple, Generic[AnyShape]):
    """What became of data."""

    model: AnyShape | None  # The model; None where nothing could be read
    problems: list[Problem]  # What does not fit; places are those that were read
    cut: list[Path]  # The paths that were cut out
    moved: Moved  # Where these are in the text


def read(shape: type[AnyShape], data: object, prefix: Path, overflow: Overflow | None = None) -> ShapeReading[AnyShape]:
    """Read data into a shape: what does not fit is read as it was probably meant, or cut out, and all read again.

    Args:
        shape: What the data should be.
        data: Plain data.
        prefix: The data's path in the document.
        overflow: What becomes of numbers beyond 32 bits; None: they are refused, as Go's own decoder does.
    """
    problems: list[Problem] = []
    cut: list[Path] = []
    steps: list[tuple[Path, Path]] = []
    renamed: set[Path] = set()
    for number in range(_ROUNDS):
        try:
            return ShapeReading(validated(shape, data), problems, cut, Moved(steps).below(prefix))
        except ValidationError as error:
            details = error.errors(include_url=False)
        before, copies = data, Copies()
        for detail in details:
            where = detail["loc"]
            wrapped = _wrapped_number(detail, overflow)
            if wrapped is not None:
                problems.append(_wraps(detail, wrapped, prefix))
                data = copies.replaced(data, where, wrapped)
                continue
            problem = _problem(shape, detail, prefix, before)
            meant = guess(shape, data, detail, problem, copies) if where and number < _GUESSES else None
            if meant is None and where in renamed:
                # Only the guess was wrong: a key that was taken for another one has another type.
                data = copies.without(data, where)
                continue
            problems.append(problem)
            if meant is not None:
                data = meant.data
                steps += meant.moved.steps
                renamed.update(meant.moved.renamed())
                continue
            cut.append((*prefix, *where))
            if not where:
                return ShapeReading(None, problems, cut, Moved(steps).below(prefix))
            data = copies.without(data, where)
    return ShapeReading(None, problems, cut, Moved(steps).below(prefix))


def overflow_of(release: Release) -> Overflow | None:
    """Return how a release reads numbers that do not fit; None where it refuses every one."""
    return json_iterator_int32 if release.decodes_with_json_iterator else None


def _wrapped_number(detail: ErrorDetails, overflow: Overflow | None) -> int | None:
    limits = detail.get("ctx", {})
    found = detail["input"]
    is_beyond_int32 = limits.get("le") == MAX_INT32 or limits.get("ge") == MIN_INT32
    return overflow(found) if overflow is not None and isinstance(found, int) and is_beyond_int32 else None


def _wraps(detail: ErrorDetails, number: int, prefix: Path) -> Problem:
    path = (*prefix, *detail["loc"])
    return Problem(
        "number-wraps-around",
        path,
        f"`{name(path)}` is {detail['input']}, which is out of range; this release silently reads {number} instead",
        "Write the intended number; later releases refuse this one.",
        finding_class=FindingClass.ADVISED,
    )


def _problem(shape: type[Shape], detail: ErrorDetails, prefix: Path, data: object) -> Problem:
    where = detail["loc"]
    path = (*prefix, *where)
    kind = detail["type"]
    if kind == "extra_forbidden":
        return unknown_field(shape, where, prefix, data)
    if kind == "value_error":
        return Problem("invalid-format", path, _format_message(path, detail), _format_help(detail))
    if kind in {"greater_than_equal", "less_than_equal"}:
        return Problem(
            "number-out-of-range",
            path,
            f"{shown(detail['input'])} is out of range for `{render(path[-1:])}`",
            "Use a smaller number.",
        )
    found = detail["input"]
    if kind == "string_type" and _is_duration(shape, where):
        message = f"`{name(path)}` must be a duration with a unit, found {shown(detail['input'])}"
        return wrong_types.with_unit(Problem("wrong-type", path, message, wrong_types.DURATION), found)
    expected = _EXPECTED.get(kind, "another type")
    message = f"`{name(path)}` must be {expected}, found {shown(detail['input'])}"
    help_, in_json = wrong_types.advice(shape, where, expected, found)
    remedy = wrong_types.unquoted(expected, found, path)
    return Problem("wrong-type", path, message, help_, remedy=remedy, help_in_json=in_json)


def shown(value: object) -> str:
    """Describe a found value in the user's terms, shortened."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    if isinstance(value, str):
        line = " ".join(value.split()) if "\n" in value else value
        return f'the string "{line if len(line) <= 40 else line[:37] + "..."}"'  # noqa: PLR2004
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"the number {value}"


def _format_message(path: Path, detail: ErrorDetails) -> str:
    reason = detail["msg"].removeprefix("Value error, ")
    return f"`{name(path)}` cannot be read from {shown(detail['input'])}: {reason}"


def _format_help(detail: ErrorDetails) -> str | None:
    if "time:" in detail["msg"]:
        return wrong_types.DURATION
    return None


def _is_duration(shape: type[Shape], path: Path) -> bool:
    """Return whether the field at a path is a Go duration, which is text but not any text."""
    info = fields.names_at(shape, path[:-1]).get(str(path[-1])) if path else None
    return info is not None and _mentions_duration(info.annotation)


def _mentions_duration(annotation: Any) -> bool:
    return annotation is Duration or any(_mentions_duration(part) for part in get_args(annotation))


CARDS = (
    RuleCard(
        id="wrong-type",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The value has the wrong type",
        why="Go decodes into typed fields: a string is not a number, and a number is not a duration. The scheduler "
        "stops at the first mismatch.",
        source="sigs.k8s.io/json and encoding/json, UnmarshalTypeError",
        bad=v1_configuration("""\
parallelism: "16"
"""),
        good=v1_configuration("""\
parallelism: 16
"""),
    ),
    RuleCard(
        id="invalid-format",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The string does not have the required format",
        why="Durations, quantities and encoded bytes are strings in a certain format; any other string is a decoding "
        "error.",
        source="k8s.io/apimachinery/pkg/apis/meta/v1/duration.go, UnmarshalJSON; encoding/json",
        bad=v1_configuration("""\
leaderElection:
  leaseDuration: 15 seconds
"""),
        good=v1_configuration("""\
leaderElection:
  leaseDuration: 15s
"""),
    ),
    RuleCard(
        id="number-out-of-range",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The number is out of range for its type",
        why="Most numbers have 32 bits; the decoder refuses larger ones.",
        source="encoding/json, UnmarshalTypeError",
        bad=v1_configuration("""\
parallelism: 4294967296
"""),
        good=v1_configuration("""\
parallelism: 64
"""),
    ),
    RuleCard(
        id="number-wraps-around",
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="The number silently becomes another one",
        why="Up to 1.22, the decoder has 32 bits and no overflow checks: the scheduler starts, with another number.",
        source="github.com/json-iterator/go, iter_int.go, readUint32",
        evidence=(Citation("https://github.com/json-iterator/go/issues/693", "overflows go unnoticed"),),
        until="1.22",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
parallelism: 10000000000
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
parallelism: 64
""",
        options=("--kubernetes", "1.22"),
    ),
)
