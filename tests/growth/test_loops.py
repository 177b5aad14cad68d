"""Loops within one call, which counting calls does not show: lines that run, names compared, texts searched."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import pytest

from schedcfg.commands.upgrade import configurations
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.effective.impact import in_common
from schedcfg.configuration.effective.model import Profile
from schedcfg.document.edit import Draft
from schedcfg.document.stream import SourceText, parse
from schedcfg.rules import names as rule_names
from schedcfg.rules.manifests import wrong_feature_gates
from schedcfg.sources import embedded
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.manifests import rbac
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.selection import directives as names
from schedcfg.validation.selection.directives import directives
from tests.called import Result
from tests.growth.growth_shapes import ACCEPTED, FIXABLE, HEAD, SHAPES, Shape
from tests.growth.instructions import instructions

Run = Callable[..., Result]

_COUNTED = re.compile(r"schedcfg/(rules|configuration/effective|validation/selection)/")
_SIZE = 60
_MOST = 2.6
"""How many times as much the second doubling may add as the first: n log n is near 2, n² is 4."""


def _ratio(measure: Callable[[int], int], size: int = _SIZE) -> float:
    """Return how many times as much the second doubling adds as the first; what is made once is made before."""
    measure(2)
    one, two, four = (measure(size * times) for times in (1, 2, 4))
    return (four - two) / max(two - one, 1)


_LOOPING: dict[str, Shape] = {
    "plugins that are gone": lambda n: ACCEPTED["removals"](n).replace("AzureDiskLimits", "NodeLabel"),
    "binders": lambda n: ACCEPTED["plugins"](n).replace("score:", "bind:").replace("        weight: 2\n", ""),
    "multiPoint": lambda n: (
        SHAPES["one plugin again and again"](n).replace("score:", "multiPoint:")
        + "    score:\n      disabled:\n"
        + "".join(f"      - name: My{one}\n" for one in range(n))
    ),
    "values of another type": lambda n: SHAPES["values of another type"](n).replace("urlPrefix: 1", "weight: a"),
    "items with ignores": SHAPES["items with ignores"],
    "priorities of a Policy": lambda n: (
        '{"kind": "Policy", "apiVersion": "v1", "priorities": ['
        + ", ".join(
            f'{{"name": "P{one}", "weight": 1, "argument": {{"labelPreference": {{"label": "l{one}"}}}}}}'
            for one in range(n)
        )
        + "]}"
    ),
    "placeholders in Args": lambda n: ACCEPTED["Args"](n).replace("{a: 1}", "{a: '${A}'}"),
    "Args of plugins that others weigh": lambda n: (
        ACCEPTED["plugins"](n) + "- schedulerName: b\n  " + ACCEPTED["Args"](n).partition("- ")[2].replace("P", "My")
    ),
    "ignored resources again and again": lambda n: (
        f"{ACCEPTED['extenders'](1)}  managedResources: [{{name: a/b, ignoredByScheduler: true}}]\n"
        "profiles:\n- pluginConfig:\n" + "  - name: NodeResourcesFit\n    args: {ignoredResources: [a/c]}\n" * n
    ),
    "Args that no profile reads": lambda n: (
        ACCEPTED["profiles"](0) + "- pluginConfig: [{name: Mine, args: {a: 1}}]\n" * n
    ),
}


@pytest.mark.parametrize("shape", _LOOPING)
def test_loops(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    path = tmp_path / "a.yaml"

    def measure(size: int) -> int:
        path.write_text(_LOOPING[shape](size))
        return instructions(lambda: schedcfg("validate", path), _COUNTED)

    assert _ratio(measure) < _MOST


def _searched(schedcfg: Run, path: Path, shape: Shape, module: object, name: str) -> float:
    """Return how the characters grow that a function is given."""

    def measure(size: int) -> int:
        path.write_text(shape(size))
        with mock.patch.object(module, name, autospec=True, side_effect=getattr(module, name)) as searching:
            schedcfg("validate", path)
        assert searching.called
        return sum(len(call.args[0]) for call in searching.call_args_list)

    return _ratio(measure)


def test_a_text_is_searched_once_for_all_its_manifests(schedcfg: Run, tmp_path: Path) -> None:
    assert (
        _searched(schedcfg, tmp_path / "a.yaml", SHAPES["items of a list"], embedded, "may_contain_configuration")
        < _MOST
    )


def test_a_scheduler_is_compared_with_what_binds_its_account(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(SHAPES["schedulers"](20) + SHAPES["bindings"](20).partition("items:\n")[2].replace("a20x", "b"))
    path.write_text(path.read_text().replace("name: b110,", "name: default,"))
    with mock.patch.object(rbac, "may_be_same", autospec=True, side_effect=rbac.may_be_same) as comparing:
        schedcfg("validate", path)
    assert 0 < comparing.call_count < 2 * 20


def test_names_that_all_look_alike_are_not_compared() -> None:
    alike = [f"volume{number}" for number in range(100, 200)]
    with mock.patch.object(rule_names, "_distance", autospec=True, side_effect=rule_names._distance) as comparing:
        assert rule_names.nearest("volume1", alike) is None
        assert rule_names.nearest("VOLUME150", alike) == "volume150"
        assert rule_names.nearest("volume1x", [f"volume{number}" for number in range(2000)]) is None
        assert rule_names.nearest("x" * 101, ["x" * 102]) is None
    assert not comparing.called
    assert rule_names.nearest("volume1x", alike[:15]) == "volume100"


def test_a_migration_looks_for_names_that_are_meant_where_it_reports_them(schedcfg: Run, tmp_path: Path) -> None:
    """Not in each release of which it only asks whether it starts with the text."""
    path = tmp_path / "a.yaml"
    path.write_text(ACCEPTED["plugins"](20))
    with mock.patch.object(rule_names, "misspelled", autospec=True, side_effect=rule_names.misspelled) as looking:
        assert schedcfg("migrate", "--to", "v1", path).status == 0
    assert 20 <= looking.call_count < 8 * 20


def test_what_is_read_in_its_place_is_not_read_line_by_line_up_to_there(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"

    def measure(size: int) -> int:
        path.write_text(SHAPES["ConfigMaps"](size))
        return instructions(lambda: schedcfg("validate", path), re.compile("document/yaml_line"))

    assert _ratio(measure) < _MOST


def test_a_refused_migration_looks_at_its_edits_once(schedcfg: Run, tmp_path: Path) -> None:
    """Not for the place of each finding: both may be thousands."""
    path = tmp_path / "a.yaml"
    path.write_text(SHAPES["repeated keys"](50).replace("/v1\n", "/v1beta2\n"))
    with mock.patch.object(Draft, "edits", new_callable=mock.PropertyMock, return_value=()) as edits:
        result = schedcfg("migrate", "--to", "v1", path)
    assert result.err.count("parallelism") > 20
    assert edits.call_count < 10


def test_a_file_that_no_release_takes_is_migrated_once_in_each_hop(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(SHAPES["repeated keys"](5).replace("/v1\n", "/v1beta2\n"))
    with mock.patch.object(configurations, "migrate", autospec=True, side_effect=configurations.migrate) as migrating:
        assert schedcfg("upgrade", "--from", "1.22", "--to", "1.25", path).status == 1
    assert migrating.call_count == 3


class _Compared(str):
    """A text that counts how often it is compared, which takes as long as it is."""

    __slots__ = ()
    times: ClassVar = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        _Compared.times += 1
        return str.__eq__(self, other)


def test_a_text_is_not_compared_for_each_of_its_documents() -> None:
    """A cache that finds a text by what it says compares it each time, if it was read before from elsewhere."""

    def measure(size: int) -> int:
        _Compared.times = 0
        for _ in range(2):
            read = parse(SHAPES["documents of other kinds"](size))
            read.text = read.source.text = _Compared(read.text)
            assert find_configurations(read, Role.ANY) == ()
            assert directives(read) == []
        return _Compared.times

    assert measure(40) == measure(20)


def test_a_migration_looks_at_few_of_many_comments(schedcfg: Run, tmp_path: Path) -> None:
    """Each takes ten times the memory of its text, and most are only counted."""
    path = tmp_path / "a.yaml"
    path.write_text(f"{ACCEPTED['comments'](300)}parallelism: 3  # schedcfg: ignore[nope] x\n")
    with mock.patch.object(SourceText, "comment", autospec=True, side_effect=SourceText.comment) as looking:
        assert schedcfg("migrate", "--to", "v1", path).status == 0
    assert looking.call_count < 100


def test_a_wrong_name_in_many_comments_is_compared_once(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(FIXABLE["comments to remove"](50))
    with mock.patch.object(names, "nearest", autospec=True, side_effect=names.nearest) as comparing:
        schedcfg("validate", "--diff", "--unsafe-fixes", path)
    assert comparing.call_count < 10


def test_feature_gates_are_searched_once_for_all_remarks(schedcfg: Run, tmp_path: Path) -> None:
    assert _searched(schedcfg, tmp_path / "a.yaml", SHAPES["feature gates"], wrong_feature_gates, "_words") < _MOST


class _Counted(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        _Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_plugins_in_common() -> None:
    def measure(size: int) -> int:
        _Counted.compared = 0
        one, other = ([_Counted(f"P{number}") for number in numbers] for numbers in (range(size), range(size)[::-1]))
        assert len(in_common(one, other)[0]) == size
        return _Counted.compared

    assert _ratio(measure) < _MOST


def test_flags_by_name() -> None:
    def measure(size: int) -> int:
        names = [f"flag{number}" for number in range(size)]
        line = CommandLine("", tuple(CommandLineFlag(_Counted(name), None, (), ()) for name in names))
        _Counted.compared = 0
        assert all(line.get(_Counted(name)) is not None for name in names)
        return _Counted.compared

    assert _ratio(measure) < _MOST


class _Names(frozenset[str]):
    """Names that count how many of them are gone through to leave some out."""

    left_over = 0

    def __sub__(self, other: Any) -> frozenset[str]:
        _Names.left_over += len(self)
        return frozenset(self).difference(other)


def test_plugins_without_args(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    needed = property(lambda profile: _Names(ref.name for at in profile.merged.values() for ref in at.enabled))

    def measure(size: int) -> int:
        path.write_text(ACCEPTED["plugins"](size))
        _Names.left_over = 0
        with mock.patch.object(Profile, "needed", needed):
            schedcfg("validate", path)
        assert _Names.left_over
        return _Names.left_over

    assert _ratio(measure) < _MOST


def test_a_migration_reads_a_document_once_for_all_releases(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"{HEAD}nope: 1\n")
    with mock.patch.object(shapes, "read", autospec=True, side_effect=shapes.read) as reading:
        assert schedcfg("migrate", "--to", "v1", path).status == 1
    assert reading.call_count == 1


def test_configurations_with_feature_gates_are_validated_twice(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"

    def measure(size: int) -> int:
        path.write_text("".join(_WITH_GATES.replace("NAME", f"s{one}") for one in range(size)))
        with mock.patch.object(
            DocumentValidator, "validate", autospec=True, side_effect=DocumentValidator.validate
        ) as validating:
            schedcfg("validate", path)
        return validating.call_count

    assert measure(8) == 16
    assert measure(16) == 32


_WITH_GATES = f"""\
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: NAME, namespace: n}}
data:
  NAME.yaml: |
    {HEAD.strip().replace(chr(10), chr(10) + "    ")}
---
apiVersion: v1
kind: Pod
metadata: {{name: NAME, namespace: n}}
spec:
  containers:
  - name: a
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command: [kube-scheduler, --config=/c/NAME.yaml, --feature-gates=NodeSwap=true]
    volumeMounts: [{{name: c, mountPath: /c}}]
  volumes: [{{name: c, configMap: {{name: NAME}}}}]
"""
