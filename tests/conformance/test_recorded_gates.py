"""What the real code of each release made of command lines with feature gates.

Recorded by `python -m tools.record`; `measured` names the patch release, and `defaults` the gates that it
lists. Any other line has either `refused`, what kube-scheduler complains about, or the gates that are `switched` away
from their defaults, what is `warned`, and for a configuration its `outcome`; where that is `ok`, what is `written` and
which plugins are `running`. Each gate that changes any of these is there switched and not switched, on configurations
that show it. Releases before 1.22, which the program is not linked with, have instead the default `plugins` and the
completed `args` of one `plugin`.
Where the order of Go's maps decides what is said first, the line is left out.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from schedcfg import IN_TREE_ONLY, Verdict, plugins, releases, validate
from schedcfg.configuration.effective.plugin_sets import default_sets
from schedcfg.configuration.effective.written import written
from schedcfg.plugins.context import Context
from schedcfg.releases.default_plugins import GATED_PLUGINS, with_feature_gates
from schedcfg.releases.gate_settings import settings
from schedcfg.validation.options import Options
from tests import quick_yaml
from tests.conformance.completions import completed, running
from tests.conformance.recordings import read_feature_gates

CASES = list(read_feature_gates())
RELEASES = [name for name in releases.names() if any(case["kubernetes"] == name for case in CASES)]

DEFAULTS = {case["kubernetes"]: case["defaults"] for case in CASES if "defaults" in case}
every_release = pytest.mark.parametrize("name", RELEASES)


def each_with(key: str) -> pytest.MarkDecorator:
    """Try each release of which some line has a key."""
    having = {case["kubernetes"] for case in CASES if key in case}
    return pytest.mark.parametrize("name", [name for name in RELEASES if name in having])


def cases(name: str, key: str) -> list[dict[str, Any]]:
    found = [case for case in CASES if case["kubernetes"] == name and key in case]
    assert found
    return found


def compact(value: Any) -> Any:
    """Leave out what upstream's encoder leaves out, at any depth."""
    if isinstance(value, dict):
        return {key: compact(inner) for key, inner in value.items() if inner not in (None, "", 0, [])}
    return [compact(inner) for inner in value] if isinstance(value, list) else value


_LOGGED_WITH_KEYS = re.compile(r'"Warning: setting (\w+) feature gate. (.*)" featureGate="(\w+)" value=(\w+)')
"""How 1.36 and later log the warning."""


def sentence(warning: str) -> str:
    return _LOGGED_WITH_KEYS.sub(r"Setting \1 feature gate \3=\4. \2", warning)


def one_by_one(said: str) -> list[str]:
    """Take apart what 1.31 and later say of several mistakes: `[one, two]`."""
    return re.split(r", (?!but |feature is locked )", said[1:-1]) if said.startswith("[") else [said]


@every_release
def test_refused(name: str) -> None:
    for case in cases(name, "refused"):
        said = {remark.message for remark in settings(tuple(case["gates"]), releases.at(name)).refused}
        assert said.issuperset(one_by_one(case["refused"])), case["gates"]


OTHER_STAGE = {"1.27": {"EventedPLEG"}}
"""Gates that had another stage in the recorded patch release: this one is beta up to 1.27.9, and alpha again since."""


@every_release
def test_switched_and_warned(name: str) -> None:
    release = releases.at(name)
    # Patch releases differ in some gates; up to 1.21 those that are stable or deprecated are not listed.
    comparable = {
        gate
        for gate, on in DEFAULTS[name].items()
        if gate in release.feature_gates and release.enables(gate) is on and gate not in OTHER_STAGE.get(name, ())
    }
    assert len(comparable) > len(DEFAULTS[name]) - 3
    for case in cases(name, "switched"):
        found = settings(tuple(case["gates"]), release)
        assert not found.refused, case["gates"]
        warned = {sentence(warning) for warning in case["warned"]}
        assert {remark.message for remark in found.warned} == warned, case["gates"]
        away = with_feature_gates(release, found.enabled).gates_set
        assert only(comparable, away) == only(comparable, case["switched"]), case["gates"]


def only(names: set[str], gates: Mapping[str, bool]) -> dict[str, bool]:
    return {gate: on for gate, on in gates.items() if gate in names}


@each_with("plugins")
def test_default_plugins(name: str) -> None:
    for case in cases(name, "plugins"):
        release = with_feature_gates(releases.at(name), settings(tuple(case["gates"]), releases.at(name)).enabled)
        version = quick_yaml.load(case["yaml"])["apiVersion"].partition("/")[2]
        found = {
            point: [[ref.name, ref.weight] for ref in refs.enabled]
            for point, refs in default_sets(release, version).items()
            if refs.enabled
        }
        assert found == case["plugins"], case["gates"]


@each_with("args")
def test_completed_args(name: str) -> None:
    for case in cases(name, "args"):
        release = with_feature_gates(releases.at(name), settings(tuple(case["gates"]), releases.at(name)).enabled)
        data = quick_yaml.load(case["yaml"])
        where = Context(api_version=data["apiVersion"].partition("/")[2], release=release)
        plugin = plugins.find(case["plugin"])
        assert plugin is not None
        assert plugin.args is not None
        args = plugin.args.model.model_validate(data["profiles"][0]["pluginConfig"][0]["args"])
        found = plugin.args.wire(plugin.args.complete(args, where), where)
        shown = {key: value for key, value in found.items() if key not in {"apiVersion", "kind"}}
        assert compact(shown) == compact(case["args"]), case


@each_with("outcome")
def test_verdicts(name: str) -> None:
    wrong = []
    for case in cases(name, "outcome"):
        report = validate(case["yaml"], name, options=Options(registry=IN_TREE_ONLY, feature_gates=case["gates"]))
        if report.verdict is not (Verdict.ACCEPTED if case["outcome"] == "ok" else Verdict.REFUSED):
            wrong.append((case["gates"], case["yaml"], case["outcome"]))
    assert wrong == []


@each_with("written")
def test_completed_configurations(name: str) -> None:
    wrong = []
    for case in cases(name, "written"):
        release = with_feature_gates(releases.at(name), settings(tuple(case["gates"]), releases.at(name)).enabled)
        configuration = completed(case["yaml"], release)
        if written(configuration, IN_TREE_ONLY) != case["written"]:
            wrong.append((case["gates"], case["yaml"], "configuration"))
        if running(configuration) != case["running"]:
            wrong.append((case["gates"], case["yaml"], "plugins"))
    assert wrong == []


@each_with("written")
def test_gates_show_what_they_change(name: str) -> None:
    """Each gate that `schedcfg` knows to change the default plugins is recorded switched and not switched."""
    release = releases.at(name)
    changing = {
        plugin.gate
        for plugin in GATED_PLUGINS
        for gate in [release.feature_gates.get(plugin.gate)]
        if gate
        and not gate.locked
        and release.number >= plugin.since
        and plugin.places.keys() & set(release.api_versions)
    }
    shown = {gate for case in cases(name, "written") for gate in case["switched"]}
    assert changing <= shown
