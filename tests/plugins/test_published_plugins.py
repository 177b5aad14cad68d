"""The catalogs say what was measured of the real programs: plugins, points, kinds, fields, defaults."""

import json
from functools import cache
from typing import Any

import pytest

from schedcfg import UnknownTarget, catalog, releases
from schedcfg.configuration.decode.fields import of_args
from schedcfg.models.base import Shape, shape_in
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS, CatalogRelease, catalog_release
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind
from tests.paths import TESTS
from tests.recorded_facts import RELEASES

FACTS = TESTS / "facts" / "scheduler-plugins"
FORK = "1.19nt"
MEASURED = sorted((path.stem for path in FACTS.glob("*.json")), key=lambda name: int(name[2:4]))
GROUP = "kubescheduler.config.k8s.io/"
every_release = pytest.mark.parametrize("release", MEASURED)


@cache
def facts(release: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FACTS / f"{release}.json").read_text(encoding="utf-8"))
    return found


def chosen(release: str) -> tuple[CatalogRelease, releases.Release]:
    name = "network-traffic" if release == FORK else "scheduler-plugins"
    return catalog_release(name), releases.at(release.removesuffix("nt"))


def kinds(release: str) -> dict[tuple[str, str], tuple[ArgsKind, dict[str, Any]]]:
    """Pair (API version, kind) with what is said of it here, and with what was measured."""
    one, validating = chosen(release)
    found = {}
    for group_version, measured in facts(release)["group_versions"].items():
        for kind, known in measured.items():
            plugin = one.plugin(kind.removesuffix("Args"), validating)
            assert plugin is not None
            assert plugin.args is not None
            found[group_version.removeprefix(GROUP), kind] = (plugin.args, known)
    return found


def test_all_releases_are_measured() -> None:
    published = [name for name in RELEASES if SCHEDULER_PLUGINS.has(releases.at(name).number)]
    assert [name for name in MEASURED if name != FORK] == [name for name in published if name != "1.18"]


@every_release
def test_plugins_and_points(release: str) -> None:
    one, validating = chosen(release)
    assert one.names(validating) == set(facts(release)["plugins"])
    for name, known in facts(release)["plugins"].items():
        plugin = one.plugin(name, validating)
        assert plugin is not None
        assert list(plugin.points_at(validating.number)) == known["extension_points"], name


@every_release
def test_kinds(release: str) -> None:
    one, validating = chosen(release)
    served = set()
    for name in one.names(validating):
        plugin = one.plugin(name, validating)
        kind = plugin.args if plugin is not None else None
        for version in validating.api_versions if kind is not None else ():
            if kind.is_served(version, validating) or kind.is_unconverted(version, validating):
                served.add((version, kind.kind))
    assert served == set(kinds(release))


def names(shape: type[Shape], kind: ArgsKind, version: str, validating: releases.Release, prefix: str = "") -> set[str]:
    reader, found = of_args(kind, version, validating), set()
    for attribute, info in shape.model_fields.items():
        name = info.alias or attribute
        if reader.gap(info) is None and name not in {"apiVersion", "kind"}:
            found.add(prefix + name)
            inner = shape_in(info.annotation)
            if inner is not None:
                found |= names(inner, kind, version, validating, f"{prefix}{name}.")
    return found


def measured_names(go_type: str, types: dict[str, Any], prefix: str = "") -> set[str]:
    found = set()
    for field in types[go_type]:
        inner = field["goType"].rpartition("]")[2].lstrip("*")
        if field["inline"]:
            found |= measured_names(inner, types, prefix) if inner in types else set()
            continue
        found.add(prefix + field["json"])
        if inner in types:
            found |= measured_names(inner, types, f"{prefix}{field['json']}.")
    return found


@every_release
def test_fields(release: str) -> None:
    _, validating = chosen(release)
    for (version, kind), (ours, known) in kinds(release).items():
        assert names(ours.model, ours, version, validating) == measured_names(kind, known["types"]), (version, kind)


@every_release
def test_defaults(release: str) -> None:
    _, validating = chosen(release)
    compared = 0
    for (version, kind), (ours, known) in kinds(release).items():
        if "roundtrip" in known:
            compared += 1
            context = Context(version, validating)
            assert ours.wire(ours.complete(ours.model(), context), context) == known["roundtrip"], (version, kind)
    assert compared


@every_release
def test_default_args_that_are_refused(release: str) -> None:
    _, validating = chosen(release)
    for (version, kind), (ours, known) in kinds(release).items():
        context = Context(version, validating)
        refused = list(ours.check(ours.complete(ours.model(), context), context))
        assert bool(refused) == bool(known.get("default_args_check")), (version, kind)


@pytest.mark.parametrize(
    ("written", "pinned"),
    [
        ("scheduler-plugins", None),
        ("scheduler-plugins@0.30", "1.30"),
        ("scheduler-plugins@v0.30.12", "1.30"),
        ("scheduler-plugins@1.30", "1.30"),
        ("network-traffic@0.19", "1.19"),
    ],
)
def test_a_release_can_be_chosen(written: str, pinned: str | None) -> None:
    found = catalog_release(written).pinned
    assert (found and found.name) == pinned


@pytest.mark.parametrize(
    "written",
    [
        "",
        "schedulerplugins",
        "scheduler-plugins@",
        "scheduler-plugins@0.17",
        "scheduler-plugins@x",
        "network-traffic@0.20",
    ],
)
def test_others_are_refused(written: str) -> None:
    with pytest.raises(UnknownTarget):
        catalog_release(written)


def test_a_chosen_release_counts_whichever_release_validates() -> None:
    validating = releases.at("1.29")
    plain, pinned = catalog("scheduler-plugins"), catalog("scheduler-plugins@0.34")
    assert not plain.exists("Peaks", validating)
    assert pinned.exists("Peaks", validating)
    plugin = pinned.known("Coscheduling", validating)
    assert plugin is not None
    assert plugin.args is not None
    assert plugin is pinned.known("Coscheduling", validating)
    context = Context("v1", validating)
    completed = plugin.args.complete(plugin.args.model(), context)
    assert plugin.args.values(completed, context)["podGroupRejectPercentage"] == 10
    assert list(plugin.args.check(plugin.args.model.model_validate({"permitWaitingTimeSeconds": -1}), context))
    assert of_args(plugin.args, "v1", validating).name == "v1 of scheduler-plugins 0.34"


def test_a_catalog_without_a_release_for_the_one_that_validates_has_no_plugins() -> None:
    assert catalog("network-traffic").names(releases.at("1.29")) == releases.at("1.29").plugins
    assert "NetworkTraffic" in catalog("network-traffic@0.19").names(releases.at("1.29"))
