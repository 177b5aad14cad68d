"""What is listed of plugins equals what was read out of each release's code."""

from typing import Any

import pytest

from schedcfg import UnknownTarget, list_plugins, plugins, releases
from tests.commands.explain import reference_facts as shelf_facts
from tests.commands.explain.reference_facts import holding

every_release = pytest.mark.parametrize("release", shelf_facts.RELEASES)
either_report = pytest.mark.parametrize("as_of", [True, False])

_NOT_IN_TREE = {plugin.name for plugin in plugins.all_plugins() if not plugin.in_tree}
_FREE_FORM = "1.18"


def report(release: str, as_of: bool) -> dict[str, dict[str, Any]]:
    return shelf_facts.plugin_report(release if as_of else None)


@every_release
def test_the_registry(release: str) -> None:
    measured = shelf_facts.of(release)["plugins"].keys()
    listed = report(release, as_of=True)
    assert list(listed) == sorted(listed)
    assert listed.keys() - _NOT_IN_TREE == measured
    ever = report(release, as_of=False)
    lives = {name: [{"since": one["since"], "until": one["until"]}] for name, one in ever.items() if one["inTree"]}
    assert {name for name, life in lives.items() if any(holding(life, release, None))} == measured
    assert {name for name, one in ever.items() if not one["inTree"]} == _NOT_IN_TREE == plugins.CATALOGUED


@either_report
@every_release
def test_extension_points(release: str, as_of: bool) -> None:
    for name, known in shelf_facts.of(release)["plugins"].items():
        (here,) = holding(report(release, as_of)[name]["extensionPoints"], release, None)
        assert here["points"] == known["extension_points"], name


@either_report
@every_release
def test_where_plugins_run_by_default(release: str, as_of: bool) -> None:
    for version in releases.at(release).api_versions:
        for name in shelf_facts.of(release)["plugins"]:
            here = list(holding(report(release, as_of)[name]["default"], release, version))
            weights = {one["point"]: one["weight"] for one in here}
            assert len(weights) == len(here)
            assert weights == shelf_facts.default_weights(release, version, name), (version, name)


@either_report
@every_release
def test_default_args(release: str, as_of: bool) -> None:
    for name in shelf_facts.of(release)["plugins"] if release != _FREE_FORM else ():
        args = report(release, as_of)[name]["args"]
        for version in releases.at(release).api_versions:
            measured = shelf_facts.default_args(release, name).get(version)
            served = args is not None and any(holding(args["served"], release, version))
            assert served == (measured is not None), (version, name)
            if served:
                here = [
                    (f["name"], one["value"])
                    for f in args["fields"]
                    for one in holding(f["defaults"], release, version)
                ]
                assert len(dict(here)) == len(here)
                assert dict(here) == measured, (version, name)


@either_report
@every_release
def test_fields_of_args(release: str, as_of: bool) -> None:
    for version in releases.at(release).api_versions if release != _FREE_FORM else ():
        types = shelf_facts.by_version(shelf_facts.of(release)["types"])[version]
        for name, plugin in report(release, as_of).items():
            if not plugin["inTree"] or plugin["args"] is None or f"{name}Args" not in types:
                continue
            known = [f["name"] for f in plugin["args"]["fields"] if any(holding(f["known"], release, version))]
            measured = [field["json"] for field in types[f"{name}Args"] if not field["inline"]]
            assert sorted(known) == sorted(measured), (version, name)


def test_free_form_args_of_1_18() -> None:
    with_args = {
        name
        for name, plugin in shelf_facts.plugin_report("1.18").items()
        if plugin["args"] is not None and plugin["args"]["served"]
    }
    assert with_args == shelf_facts.of("1.18")["unregistered_args"].keys()


def test_periods_are_reported_once_and_as_wide_as_they_are() -> None:
    for name, plugin in shelf_facts.plugin_report(None).items():
        for one in plugin["default"]:
            twins = [other for other in plugin["default"] if {**other, **one} == {**one, **other}]
            assert twins == [one], name
    (life,) = shelf_facts.plugin_report(None)["DefaultBinder"]["default"]
    assert life == {
        "point": "bind",
        "weight": 0,
        "apiVersions": ["v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1"],
        "since": "1.18",
        "until": None,
    }


def test_weights_that_differ_between_api_versions() -> None:
    default = shelf_facts.plugin_report(None)["TaintToleration"]["default"]
    score = [{**one, "apiVersions": one["apiVersions"][-1]} for one in default if one["point"] == "score"]
    assert score == [
        {"point": "score", "weight": 1, "apiVersions": "v1beta2", "since": "1.18", "until": "1.27"},
        {"point": "score", "weight": 3, "apiVersions": "v1", "since": "1.23", "until": None},
    ]


def test_named_plugins_only() -> None:
    shelf = list_plugins(["VolumeZone", "NodeName", "NodeName"], kubernetes="v1.29.3")
    assert [plugin.name for plugin in shelf.plugins] == ["NodeName", "VolumeZone"]
    assert shelf.kubernetes == "1.29"


@pytest.mark.parametrize(
    ("name", "release", "message", "advice"),
    [
        ("NodeAffinty", None, "there is no plugin `NodeAffinty`", "`NodeAffinity`"),
        ("Xyz", None, "there is no plugin `Xyz`", "`schedcfg list plugins`"),
        ("NodeLabel", "1.29", "only into 1.18 to 1.22", "`addedAffinity`"),
        ("GangScheduling", "1.34", "only into 1.35", None),
        ("Peaks", "1.29", "scheduler-plugins has no `Peaks` for Kubernetes 1.29", "which releases have it"),
        ("NodeName", "1.99", "newer than the newest release", releases.NEWEST),
    ],
)
def test_unknown_names(name: str, release: str | None, message: str, advice: str | None) -> None:
    with pytest.raises(UnknownTarget, match=message) as error:
        list_plugins([name], kubernetes=release)
    assert (error.value.help is None) == (advice is None)
    assert advice is None or advice in str(error.value.help)
