"""What the real code of twelve releases made of more than seven hundred command lines with feature gates.

Recorded with the flag, the decoder, the defaulting and the validation of each release; `measured` names the patch
release, and `defaults` the gates that it lists. Any other line has either `refused`, the first of what kube-scheduler
complains about, or the gates that are `switched` away from their defaults, what is `warned`, and for a configuration
its default `plugins`, the completed `args` of one `plugin`, and whether validation finds it `valid` (from 1.22 on;
before, it does not look at Args). Where the order of Go's maps decides what is said first, the line is left out.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
import quick_yaml
from recordings import read_feature_gates

from schedcfg import Verdict, plugins, releases, validate
from schedcfg.effective.plugin_sets import default_sets
from schedcfg.options import Options
from schedcfg.plugins.plugin import Context
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.switched import switched

CASES = list(read_feature_gates())
RELEASES = sorted({case["kubernetes"] for case in CASES})

DEFAULTS = {case["kubernetes"]: case["defaults"] for case in CASES if "defaults" in case}
UNCHECKED_ARGS = {"1.18", "1.19", "1.20", "1.21"}

every_release = pytest.mark.parametrize("name", RELEASES)


def cases(name: str, key: str) -> list[dict[str, Any]]:
    found = [case for case in CASES if case["kubernetes"] == name and key in case]
    assert found
    return found


def compact(value: Any) -> Any:
    """Leave out what upstream's encoder leaves out, at any depth."""
    if isinstance(value, dict):
        return {key: compact(inner) for key, inner in value.items() if inner not in (None, "", 0, [])}
    return [compact(inner) for inner in value] if isinstance(value, list) else value


def one_by_one(said: str) -> list[str]:
    """Take apart what 1.31 and later say of several mistakes: `[one, two]`."""
    return re.split(r", (?!but )", said[1:-1]) if said.startswith("[") else [said]


@every_release
def test_refused(name: str) -> None:
    for case in cases(name, "refused"):
        said = {remark.message for remark in settings(tuple(case["gates"]), releases.at(name)).refused}
        assert said.issuperset(one_by_one(case["refused"])), case["gates"]


@every_release
def test_switched_and_warned(name: str) -> None:
    release = releases.at(name)
    # Patch releases differ in some gates; up to 1.21 those that are stable or deprecated are not listed.
    comparable = {
        gate for gate, on in DEFAULTS[name].items() if gate in release.feature_gates and release.enables(gate) is on
    }
    assert len(comparable) > len(DEFAULTS[name]) - 3
    for case in cases(name, "switched"):
        found = settings(tuple(case["gates"]), release)
        assert not found.refused, case["gates"]
        assert sorted(remark.message for remark in found.warned) == case["warned"]
        away = switched(release, found.enabled).gates_set
        assert only(comparable, away) == only(comparable, case["switched"]), case["gates"]


def only(names: set[str], gates: Mapping[str, bool]) -> dict[str, bool]:
    return {gate: on for gate, on in gates.items() if gate in names}


@every_release
def test_default_plugins(name: str) -> None:
    for case in cases(name, "plugins"):
        release = switched(releases.at(name), settings(tuple(case["gates"]), releases.at(name)).enabled)
        version = quick_yaml.load(case["yaml"])["apiVersion"].partition("/")[2]
        found = {
            point: [[ref.name, ref.weight] for ref in refs.enabled]
            for point, refs in default_sets(release, version).items()
            if refs.enabled
        }
        assert found == case["plugins"], case["gates"]


@pytest.mark.parametrize("name", [name for name in RELEASES if name != "1.18"])
def test_completed_args(name: str) -> None:
    for case in cases(name, "args"):
        release = switched(releases.at(name), settings(tuple(case["gates"]), releases.at(name)).enabled)
        data = quick_yaml.load(case["yaml"])
        where = Context(api_version=data["apiVersion"].partition("/")[2], release=release)
        plugin = plugins.find(case["plugin"])
        assert plugin is not None
        assert plugin.args is not None
        written = plugin.args.model.model_validate(data["profiles"][0]["pluginConfig"][0]["args"])
        found = plugin.args.wire(plugin.args.complete(written, where), where)
        shown = {key: value for key, value in found.items() if key not in {"apiVersion", "kind"}}
        assert compact(shown) == compact(case["args"]), case


@pytest.mark.parametrize("name", [name for name in RELEASES if name not in UNCHECKED_ARGS])
def test_verdicts(name: str) -> None:
    for case in cases(name, "valid"):
        report = validate(case["yaml"], name, options=Options(feature_gates=case["gates"]))
        assert report.verdict is (Verdict.ACCEPTED if case["valid"] else Verdict.REFUSED), case
