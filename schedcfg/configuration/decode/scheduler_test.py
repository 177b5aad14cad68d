"""A file of tests that say where Pods go, read into its model, with everything that is wrong with it.

An expectation that cannot fail is wrong as well: a test that passes whatever happens shows nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.cards import RuleCard
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.decode.defects import as_problem
from schedcfg.document import Document
from schedcfg.document.span import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.models.scheduler_test import (
    ALL,
    DEFAULT_CONFIGURATION,
    NODE_DOMAIN,
    NONE,
    Expectation,
    NodeSelector,
    NumberRange,
    PluginScore,
    SchedulerTest,
    Skew,
    TestCase,
)

_RULE = "invalid-test"
_GROUP = OWN_VERSION.partition("/")[0]
_NUMBER = "Write a number, `all`, `none`, or `{least: 1, most: 3}`."
_NUMBER_OF_NODES = "Write a number, or `{least: 1, most: 3}`."


class ReadTests(NamedTuple):
    """What a document with tests says."""

    tests: SchedulerTest | None  # None where it cannot be read
    problems: tuple[Problem, ...]  # What is wrong with it; the paths are those of the text
    unfinished: tuple[Problem, ...] = ()  # Tests that expect nothing yet


def is_scheduler_test(data: object) -> bool:
    """Return whether a document holds tests that say where Pods go, of whatever version, or of what is none."""
    if not isinstance(data, dict) or data.get("kind") != TEST_KIND:
        return False
    version = data.get("apiVersion")
    return not isinstance(version, str) or version.partition("/")[0] in {"", _GROUP}


def read_tests(document: Document) -> ReadTests:
    """Return what a document with tests says, and what is wrong with it; see `is_scheduler_test`."""
    found: list[Problem] = [as_problem(defect) for defect in document.defects]
    long = _long_form(document.data, found)
    reading = shapes.read(SchedulerTest, long, ())
    found += [reading.moved.problem(problem) for problem in reading.problems]
    unfinished: list[Problem] = []
    if reading.model is not None:
        unread = {*reading.cut, *(problem.path for problem in found)}
        found += _problems_of(reading.model, unread)
        unfinished += _unfinished(reading.model, unread)
    problems, missing = (tuple(_of_text(problem, document.data) for problem in each) for each in (found, unfinished))
    return ReadTests(reading.model, problems, missing)


def _of_text(problem: Problem, data: object) -> Problem:
    """Return a problem with its place in the text; no scheduler reads it, so none refuses it."""
    path = written_path(problem.path, data)
    rule = problem.rule if problem.rule in _SHARED_RULES else _RULE
    return problem._replace(rule=rule, path=path, finding_class=FindingClass.ADVISED, severity=Severity.ERROR)


_SHARED_RULES = frozenset({"unknown-field", "wrong-type"})
"""Rules of which the same can be said in a configuration and in a file of tests."""


_ON, _AS_BOOLEAN = "on", "true"
"""What a key is called that YAML 1.1, as Kubernetes reads it, takes for a boolean where it is not in quotes."""


def written_path(path: Path, data: Any) -> Path:
    """Return where a place of the long form is in the text: steps that only the long form has are left out.

    Args:
        path: The place.
        data: The document as it is written.
    """
    written: list[str | int] = []
    for step in path:
        key = _AS_BOOLEAN if step == _ON and isinstance(data, dict) and step not in data else step
        if isinstance(data, dict):
            is_there = key in data
        else:
            is_there = isinstance(data, list) and isinstance(key, int) and key < len(data)
        if is_there:
            written.append(key)
            data = data[key]
    return tuple(written)


def _number(value: object) -> object:
    if isinstance(value, str) and value in {ALL, NONE}:
        return {ALL: True} if value == ALL else {"exactly": 0}
    return {"exactly": value} if isinstance(value, int) and not isinstance(value, bool) else value


def _pods(value: object) -> object:
    if isinstance(value, str):
        return {"name": value}
    return {"labels": value} if isinstance(value, dict) else value


def _nodes(value: object) -> object:
    if isinstance(value, str):
        return {"names": [value]}
    if isinstance(value, list):
        return {"names": value}
    return {"labels": value} if isinstance(value, dict) else value


class _ShortForm(NamedTuple):
    """How a field is written in short."""

    long: Callable[[object], object]  # Returns the long form; what is neither stays as it is
    help: str


_A_NUMBER = _ShortForm(_number, _NUMBER)
_SOME_NODES = _ShortForm(_nodes, 'Write labels of nodes, `{gpu: "true"}`, or their names, `[node-0, node-1]`.')
_SHORT_FORMS: Mapping[str, _ShortForm] = {
    "pods": _ShortForm(_pods, "Write labels of Pods, `{app: web}`, or the name of a Pod or a workload."),
    "on": _SOME_NODES,
    "notOn": _SOME_NODES,
    **dict.fromkeys(("placed", "pending", "perNode", "nodesUsed", "nodesFree", "evicted"), _A_NUMBER),
}


def _long_form(data: Any, problems: list[Problem]) -> Any:
    """Return data with the short forms in expectations written out; what cannot be is left out, and reported."""
    if not isinstance(data, dict) or not isinstance(data.get("tests"), list):
        return data
    tests = [_long_test(test, ("tests", number), problems) for number, test in enumerate(data["tests"])]
    return {**data, "tests": tests}


def _long_test(test: Any, path: Path, problems: list[Problem]) -> Any:
    if not isinstance(test, dict) or test.get("expect") is None:
        return test
    expected = [test["expect"]] if isinstance(test["expect"], dict) else test["expect"]
    if not isinstance(expected, list):
        message = f"`expect` cannot be {shapes.shown(expected)}"
        problems.append(Problem("wrong-type", (*path, "expect"), message, _EXPECT_HELP))
        return {key: value for key, value in test.items() if key != "expect"}
    long = [
        _readable(long_expectation(one), (*path, "expect", number), problems) for number, one in enumerate(expected)
    ]
    return {**test, "expect": long}


def long_expectation(expectation: Any) -> Any:
    """Return an expectation with its short forms written out; what has none stays as it is."""
    if not isinstance(expectation, dict):
        return expectation
    if _AS_BOOLEAN in expectation and _ON not in expectation:
        expectation = {_ON if key == _AS_BOOLEAN else key: value for key, value in expectation.items()}
    long = {key: _SHORT_FORMS[key].long(expectation[key]) for key in _SHORT_FORMS.keys() & expectation.keys()}
    return {**expectation, **long}


def _readable(long: Any, path: Path, problems: list[Problem]) -> Any:
    """Return an expectation without what is in none of the forms that its field has; that is reported."""
    if not isinstance(long, dict):
        return long
    wrong = [key for key in _SHORT_FORMS if long.get(key) is not None and not isinstance(long[key], dict)]
    for key in wrong:
        message = f"`{key}` cannot be {shapes.shown(long[key])}"
        problems.append(Problem("wrong-type", (*path, key), message, _SHORT_FORMS[key].help))
    return {key: value for key, value in long.items() if key not in wrong}


def _wrong(path: Path, message: str, help_: str) -> Problem:
    return Problem(_RULE, path, message, help_)


def _problems_of(tests: SchedulerTest, unread: set[Path]) -> Iterator[Problem]:
    """Yield what no test can be run with; nothing about what could not be read."""
    yield from _problems_of_head(tests, unread)
    names = Counter(test.name for test in tests.tests or () if test is not None)
    for number, test in enumerate(tests.tests or ()):
        path: Path = ("tests", number)
        if path in unread:
            continue
        if test is None:
            yield _wrong(path, "a test is empty", "Write `name`, `pods` and `expect`, or remove it.")
            continue
        yield from _problems_of_test(test, tests, path, unread)
        if test.name and names[test.name] > 1:
            message = f"several tests are called `{test.name}`"
            yield _wrong((*path, "name"), message, "Give each a name of its own: reports tell them apart by it.")
            names[test.name] = 1


def _problems_of_head(tests: SchedulerTest, unread: set[Path]) -> Iterator[Problem]:
    """Yield what is wrong before the first test."""
    if tests.api_version != OWN_VERSION and ("apiVersion",) not in unread:
        written = tests.api_version
        shown = f"`{written}` is not a version of `{TEST_KIND}`" if written else "there is no `apiVersion`"
        yield _wrong(("apiVersion",), shown, f"Write `apiVersion: {OWN_VERSION}`.")
    if tests.configuration is not None and not tests.configuration.strip():
        help_ = f"Write a path, or `{DEFAULT_CONFIGURATION}` for none."
        yield _wrong(("configuration",), "`configuration` is empty", help_)
    for key, values in (("nodes", tests.nodes), ("objects", tests.objects)):
        yield from _empty_entries(values, (key,), unread)
    yield from _empty_traffic(tests.prometheus, ("prometheus",))
    if not tests.tests and ("tests",) not in unread:
        example = "Write `tests:`, and below it `- name: …` with `pods` and `expect`."
        yield _wrong(("tests",), "there are no tests", example)
    yield from _runs(tests.runs, ("runs",))


def _empty_traffic(prometheus: str | None, path: Path) -> Iterator[Problem]:
    if prometheus is not None and not prometheus.strip():
        yield _wrong(path, "`prometheus` is empty", "Write the name of a file, or remove it.")


def _runs(runs: int | None, path: Path) -> Iterator[Problem]:
    most = fields_of(SchedulerTest)["runs"].maximum
    if runs is not None and not 1 <= runs <= (most or runs):
        yield _wrong(path, f"`runs` is {runs}", f"Write a number from 1 to {most}.")


def _problems_of_test(test: TestCase, tests: SchedulerTest, path: Path, unread: set[Path]) -> Iterator[Problem]:
    needed = (
        _Needed("name", (test.name or "").strip(), "a test has no name", "Write `name:` with what it shows."),
        _Needed("pods", test.pods, "a test has no Pods that come", 'Write `pods: [web.yaml]`, or `["3:cpu=500m"]`.'),
        _Needed("nodes", test.nodes or tests.nodes, "a test has no nodes", _NODES_HELP),
    )
    for key, value, message, help_ in needed:
        if not value and not {(*path, key), (key,)} & unread:
            yield _wrong((*path, key), message, help_)
    for key, values in (("pods", test.pods), ("nodes", test.nodes), ("objects", test.objects)):
        yield from _empty_entries(values, (*path, key), unread)
    yield from _empty_traffic(test.prometheus, (*path, "prometheus"))
    yield from _runs(test.runs, (*path, "runs"))
    for number, one in enumerate(test.expect or ()):
        yield from _problems_of_expectation(one, (*path, "expect", number), unread)


def _unfinished(tests: SchedulerTest, unread: set[Path]) -> Iterator[Problem]:
    """Yield the tests that expect nothing; nothing of one whose expectations could not be read."""
    for number, test in enumerate(tests.tests or ()):
        path: Path = ("tests", number, "expect")
        if test is not None and not test.expect and not {path, path[:-1]} & unread:
            yield _wrong(path, "a test expects nothing", _EXPECT_HELP)


class _Needed(NamedTuple):
    """A field without which a test is none."""

    key: str
    value: object
    message: str
    help: str


_NODES_HELP = 'Write `nodes: ["3:cpu=8,memory=32Gi"]` at the top, or in the test.'
_EXPECT_HELP = "Write `expect:`, such as `{placed: all}`; `schedcfg test --record` writes what happens now."


def _empty_entries(values: Iterable[str | None] | None, path: Path, unread: set[Path]) -> Iterator[Problem]:
    for number, value in enumerate(values or ()):
        if not value and (*path, number) not in unread:
            yield _wrong((*path, number), f"an entry of `{path[-1]}` is empty", "Write a name, or remove it.")


def conditions(expectation: Expectation) -> dict[str, Any]:
    """Return what an expectation says of its Pods, by the names of fields in files, in the order of the model."""
    values = {key: getattr(expectation, attribute) for attribute, key in _CONDITIONS.items()}
    return {key: value for key, value in values.items() if value is not None}


_CONDITIONS = {name: field.alias or name for name, field in Expectation.model_fields.items() if name != "pods"}


def _problems_of_expectation(one: Expectation | None, path: Path, unread: set[Path]) -> Iterator[Problem]:
    said = {} if one is None else conditions(one)
    if one is None or not said:
        if one is not None and one.model_fields_set - {"pods"}:
            yield from _nulls(one, path)
        elif not any(other[: len(path)] == path for other in unread):
            known = ", ".join(_CONDITIONS.values())
            yield _wrong(path, "an expectation says nothing about its Pods", f"Write one of {known}.")
        return
    is_read = not any(other[: len(path) + 1] == (*path, "pods") for other in unread)
    if one.pods is not None and not (one.pods.name or one.pods.labels) and is_read:
        yield _wrong((*path, "pods"), "`pods` selects by nothing", "Write labels or a name, or omit it for all Pods.")
    yield from _nulls(one, path)
    for key, value in said.items():
        yield from _problems_of_condition(value, (*path, key), unread)


def _nulls(shape: Shape, path: Path) -> Iterator[Problem]:
    """Yield what has a key and no value, at any depth: a condition that is not finished would pass by being ignored."""
    for attribute in sorted(shape.model_fields_set):
        key = type(shape).model_fields[attribute].alias or attribute
        value = getattr(shape, attribute)
        if value is None:
            yield _wrong((*path, key), f"`{key}` has no value", "Write one, or remove it.")
        elif isinstance(value, Shape):
            yield from _nulls(value, (*path, key))


def _problems_of_condition(value: object, path: Path, unread: set[Path]) -> Iterator[Problem]:
    key = path[-1]
    if any(other[: len(path)] == path for other in unread):
        return
    if isinstance(value, NodeSelector):
        if not value.names and not value.labels:
            yield _wrong(path, f"`{key}` selects by nothing", "Write labels or names of nodes.")
        yield from _empty_entries(value.names, (*path, "names"), unread)
    elif isinstance(value, Skew):
        yield from _problems_of_skew(value, path)
    elif isinstance(value, NumberRange):
        yield from _problems_of_number(value, path)
    elif value == "":
        yield _wrong(path, f"`{key}` is empty", f"Write a label of nodes, or `{NODE_DOMAIN}`.")
    yield from _empty_texts(value, path)
    if isinstance(value, PluginScore) and not value.node:
        yield _wrong(path, "`score` names no `node`", "Write `{plugin: NodeResourcesFit, node: node-0, least: 50}`.")


def _empty_texts(value: object, path: Path) -> Iterator[Problem]:
    """Yield the plugin or reason that is empty: it would be that of anything, or of nothing."""
    for name in ("plugin", "reason"):
        text = getattr(value, name, None)
        if isinstance(text, str) and not text.strip():
            yield _wrong((*path, name), f"`{name}` is empty", "Write it, or omit it for any.")


def _problems_of_skew(skew: Skew, path: Path) -> Iterator[Problem]:
    help_ = "Write `{by: topology.kubernetes.io/zone, most: 1}`."
    for key, value in (("by", skew.by), ("most", skew.most)):
        if value in (None, ""):
            yield _wrong(path, f"`skew` has no `{key}`", help_)
    if skew.most is not None and skew.most < 0:
        yield _wrong((*path, "most"), f"`most` is {skew.most}", "Write a number from 0 on.")


_ABOUT_NODES = frozenset({"perNode", "nodesUsed", "nodesFree", "score"})
"""Numbers that are not about how many Pods are selected: `all` means nothing there."""


def _problems_of_number(number: NumberRange, path: Path) -> Iterator[Problem]:
    key = str(path[-1])
    help_ = _NUMBER_OF_NODES if key in _ABOUT_NODES else _NUMBER
    negative = {name: value for name, value in _bounds(number).items() if value < 0 and key != "score"}
    for name, value in negative.items():
        yield _wrong((*path, name), f"`{key}` cannot be {value}", help_)
    objection = None if negative else next(filter(None, (check(number, key) for check in _NUMBER_CHECKS)), None)
    if objection is not None:
        yield _wrong(path, objection, help_)


def _bounds(number: NumberRange) -> dict[str, int]:
    """Return the numbers that are written."""
    written = {"exactly": number.exactly, "least": number.least, "most": number.most}
    return {name: value for name, value in written.items() if value is not None}


def _objection_to_all(number: NumberRange, key: str) -> str | None:
    if number.is_all is False:
        return f"`{key}` says `{ALL}: false`, which means nothing"
    return f"`{key}` cannot be `{ALL}`: it is no number of Pods" if number.is_all and key in _ABOUT_NODES else None


def _objection_to_forms(number: NumberRange, key: str) -> str | None:
    names = _bounds(number).keys()
    ways = (bool(number.is_all), "exactly" in names, bool(names - {"exactly"}))
    if sum(ways) > 1:
        return f"`{key}` says its number twice"
    return None if any(ways) or key == "pending" else f"`{key}` names no number"


def _objection_to_bounds(number: NumberRange, key: str) -> str | None:
    if number.least is not None and number.most is not None and number.least > number.most:
        return f"`{key}` can never be {number.least} at least and {number.most} at most"
    is_always = number.least == 0 and number.most is None and key != "score"
    return f"`{key}` is always 0 or more: that holds whatever happens" if is_always else None


_NUMBER_CHECKS = (_objection_to_all, _objection_to_forms, _objection_to_bounds)


CARDS = (
    RuleCard(
        id=_RULE,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="The test cannot be run, or cannot fail",
        why="A test without Pods, without nodes or without a name cannot be run, and one whose expectations hold "
        "whatever happens would always pass, and show nothing.",
        source="schedcfg/configuration/decode/scheduler_test.py",
        bad=f"""\
apiVersion: {OWN_VERSION}
kind: {TEST_KIND}
nodes: ["3:cpu=8,memory=32Gi"]
tests:
- name: no two on one node
  pods: ["3:cpu=500m"]
  expect: {{perNode: {{least: 0}}}}
""",
        good=f"""\
apiVersion: {OWN_VERSION}
kind: {TEST_KIND}
nodes: ["3:cpu=8,memory=32Gi"]
tests:
- name: no two on one node
  pods: ["3:cpu=500m"]
  expect: {{perNode: {{most: 1}}}}
""",
    ),
)
