"""Facts: what the program says and what the source says, put together and compared."""

import json
from pathlib import Path

from tests.recorded_facts import facts as recorded
from tools.record import facts
from tools.record.module import Build


def test_recorded_facts_are_those_of_the_project(build: Build) -> None:
    """Whatever the replayed program has of 1.37 is in `tests/facts/1.37.json` in the same form."""
    found, known = facts.record(build), recorded("1.37")
    assert found["kubernetes"] == known["kubernetes"]
    assert found["decodable"] == known["decodable"]
    assert found["flags"] == [flag for flag in known["flags"] if flag["name"] in {"config", "feature-gates"}]
    for name, gate in found["feature_gates"].items():
        wanted = known["feature_gates"][name]
        assert {**gate, "scheduler": None} == {**wanted, "scheduler": None}
    for name, plugin in found["plugins"].items():
        assert plugin == known["plugins"][name]
    for version, structs in found["types"].items():
        for name, fields in structs.items():
            assert fields == known["types"][version][name]


def test_the_scheme_is_named_as_official_binaries_name_it(build: Build) -> None:
    message = facts.record(build)["minimal_decode_errors"]["kubescheduler.config.k8s.io/v1beta3"]
    assert message.endswith('in scheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:3"')


def test_gates_that_the_scheduler_uses_are_found_in_its_source(tmp_path: Path) -> None:
    files = {
        "pkg/scheduler/a.go": "if feature.DefaultFeatureGate.Enabled(features.One) {",
        "pkg/scheduler/a_test.go": "features.OnlyTested",
        "pkg/scheduler/testing/b.go": "features.OnlyForTests",
        "cmd/kube-scheduler/app/server.go": "zpagesfeatures.Two, kubefeatures.Three",
        "pkg/kubelet/c.go": "features.OfAnother",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert facts.used_gates(tmp_path) == {"One", "Two", "Three"}


def test_differences_name_the_place(tmp_path: Path) -> None:
    facts.write(tmp_path / "1.38.json", {"b": {"c": [1]}, "a": "ä"})
    assert (tmp_path / "1.38.json").read_text(encoding="utf-8") == '{"a":"ä","b":{"c":[1]}}'
    read = facts.read(tmp_path / "1.38.json")
    assert list(facts.differences(read, {"b": {"c": [2], "d": 1}})) == [
        "a: only recorded",
        "b.c: recorded [1], found [2]",
        "b.d: only found",
    ]
    (long,) = facts.differences({"a": "x" * 1000}, {"a": 1})
    assert len(long) < 300
    assert json.dumps("x" * 1000) not in long


def test_of_a_later_patch_what_differs_is_kept_beside(tmp_path: Path) -> None:
    home = facts.Home(tmp_path / "data", tmp_path)
    flags = [{"name": "v", "default": "0"}, {"name": "port", "default": "10251"}]
    home.write("1.22", {"kubernetes": "v1.22.3", "flags": flags, "decodable": ["v1"], "types": {}})
    home.write_beside("1.22", {"kubernetes": "v1.22.17", "flags": flags[::-1], "decodable": ["v1"], "types": {}})
    assert facts.read(home.tables / "1.22.17.json") == {"kubernetes": "v1.22.17"}
    changed = [flags[0], {"name": "port", "default": "0"}]
    home.write_beside("1.22", {"kubernetes": "v1.22.17", "flags": changed, "decodable": ["v1"], "types": {}})
    assert facts.read(home.tables / "1.22.17.json") == {"flags": changed, "kubernetes": "v1.22.17"}
    assert home.read("1.22")["kubernetes"] == "v1.22.3"
