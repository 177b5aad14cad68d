"""What is reported for fields is so: types, releases, defaults, and examples that kube-scheduler takes."""

from functools import cache
from typing import Any

import pytest

from schedcfg import Role, catalog, explain, releases
from schedcfg.commands.explain import explanation_text, fields
from schedcfg.commands.explain.places import FieldPlace, places
from schedcfg.document import parse
from schedcfg.models import API_VERSIONS
from schedcfg.plugins import CATALOGUED
from schedcfg.validation.completed import complete
from tests import quick_yaml
from tests.commands.explain import reference_facts as shelf_facts

every_cell = pytest.mark.parametrize(("release", "version"), shelf_facts.served())
every_version = pytest.mark.parametrize("version", API_VERSIONS)

GO_TYPES = {
    "bool": "boolean",
    "meta/v1.Duration": "duration",
    "time.Duration": "int64",
    "[]uint8": "base64",
    "pkg/runtime.Unknown": "any",
    "pkg/runtime.RawExtension": "any",
}
FREE_FORM = "1.18"
"""Its Args are no API kinds; upstream's facts do not list them."""

WITHOUT_EXAMPLE = (
    "VolumeBinding.shape",  # needs a feature gate
    "DynamicResources.bindingTimeout",  # needs feature gates
    "PodTopologySpread.defaultConstraints.labelSelector",  # must be left out
    "NodeAffinity.addedAffinity.preferredDuringSchedulingIgnoredDuringExecution.preference.matchFields",
    "extenders.tlsConfig.caData",  # this and the next two: nothing shorter than a real certificate or key is taken
    "extenders.tlsConfig.certData",
    "extenders.tlsConfig.keyData",
    "NetworkTraffic.ip",  # this and the next two: of another program than the rest
    "NetworkTraffic.deviceName",
    "NetworkTraffic.timeRange",
    "Coscheduling.deniedPGExpirationTimeSeconds",  # this and the next four: of use in old releases only
    "Coscheduling.kubeMaster",
    "Coscheduling.kubeConfigPath",
    "NodeResourceTopologyMatch.kubeconfigpath",
    "NodeResourceTopologyMatch.masteroverride",
    "NodeResourceTopologyMatch.discardReservedNodes",  # makes the cache useless, which the example has
    "TargetLoadPacking.watcherAddress",  # this and the next: makes the metric provider useless
    "LowRiskOverCommitment.watcherAddress",
    "LoadVariationRiskBalancing.metricProvider",  # useless beside a watcher, which the example has
    "TargetLoadPacking.metricProvider.token",  # secrets
    "LowRiskOverCommitment.metricProvider.token",
)
"""Fields of Args that no example shows."""

OWN = catalog("scheduler-plugins")._replace(declared=frozenset({"MyPlugin", "NetworkTraffic"}))


@cache
def shown(version: str) -> dict[str, FieldPlace]:
    return {place.path: place for place in places(version).values()}


def exists(place: FieldPlace, release: str, version: str) -> bool:
    return (releases.at(release).number, version) in place.cells()


def name_of(go_type: str) -> str:
    if go_type in GO_TYPES:
        return GO_TYPES[go_type]
    if go_type.startswith("[]"):
        return f"[]{name_of(go_type[2:])}"
    return name_of(go_type[1:]) if go_type.startswith("*") else go_type.rpartition(".")[2]


def typed_paths(struct: str, types: dict[str, Any], prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for field in types[struct]:
        if field["inline"] and field["goType"] != "meta/v1.TypeMeta":
            found |= typed_paths(field["goType"], types, prefix)
        elif not field["inline"]:
            path = prefix + field["json"]
            found[path] = "string" if field["goKind"].lstrip("*") == "string" else name_of(field["goType"])
            inner = field["goType"].lstrip("[]*")
            found |= typed_paths(inner, types, f"{path}.") if inner in types else {}
    return found


def own_names(found: dict[str, str]) -> dict[str, str]:
    """Give structs the names of the shapes: upstream renamed one after 1.18, and Args have names for themselves."""
    return {path: {"[]Extender": "[]LegacyExtender"}.get(kind, kind) for path, kind in found.items()}


@every_cell
def test_fields_and_types_of_the_configuration(release: str, version: str) -> None:
    types = shelf_facts.by_version(shelf_facts.of(release)["types"])[version]
    wanted = typed_paths("KubeSchedulerConfiguration", types, "")
    told = {
        path: place.field.type_name
        for path, place in shown(version).items()
        if place.plugin is None and exists(place, release, version) and path not in {"apiVersion", "kind"}
    }
    assert told == (own_names(wanted) if release == FREE_FORM else wanted)


@every_cell
def test_fields_and_types_of_args(release: str, version: str) -> None:
    types = shelf_facts.by_version(shelf_facts.of(release)["types"])[version]
    plugins = {place.plugin.name: place.steps for place in shown(version).values() if place.plugin is not None}
    if release == FREE_FORM:
        assert plugins.keys() == shelf_facts.of(release)["unregistered_args"].keys()
        return
    for name, steps in plugins.items():
        root = ".".join(steps[: steps.index(name) + 1])
        told = {
            path: place.field.type_name
            for path, place in shown(version).items()
            if place.plugin is not None and place.plugin.name == name and exists(place, release, version)
        }
        if f"{name}Args" in types:
            wanted = typed_paths(f"{name}Args", types, f"{root}.")
            assert told == {path: renamed(kind, told[path]) for path, kind in wanted.items()}
        else:
            assert not told or name in CATALOGUED


def renamed(kind: str, told: str) -> str:
    """Take the shapes' own names for structs of other groups, which say what they are in these Args."""
    return told if (kind, told) == ("NodeAffinity", "AddedAffinity") else kind


@every_cell
def test_defaults_of_the_configuration(release: str, version: str) -> None:
    wanted = shelf_facts.by_version(shelf_facts.of(release)["defaults"])[version]
    compared = 0
    for path in shown(version):
        measured = value_at(wanted, path)
        told = explain(path, api_version=version, kubernetes=release) if measured is not None else None
        for default in told.defaults if told is not None else ():
            assert default.value == measured, path
            compared += 1
    assert compared > 10


def value_at(data: Any, path: str) -> Any:
    for name in path.split("."):
        data = (data or [None])[0] if isinstance(data, list) else data
        data = data.get(name) if isinstance(data, dict) else None
    return data


@pytest.mark.parametrize(
    ("path", "defaults"),
    [
        ("NodeResourcesFit.scoringStrategy.type", []),
        ("NodeResourcesFit.scoringStrategy.resources.weight", [1]),
        (
            "NodeResourcesFit.scoringStrategy.resources",
            [[{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}]],
        ),
        ("PodTopologySpread.defaultConstraints.maxSkew", []),
        ("extenders.httpTimeout", ["5s"]),
        ("leaderElection.resourceLock", ["endpointsleases", "leases"]),
        ("healthzBindAddress", ["0.0.0.0:10251", ""]),
        ("VolumeBinding.shape", [[{"utilization": 0, "score": 10}, {"utilization": 100, "score": 0}]]),
    ],
)
def test_defaults_where_the_fields_around_are_written(path: str, defaults: list[Any]) -> None:
    assert [default.value for default in explain(path).defaults] == defaults


@every_cell
def test_examples_are_accepted(release: str, version: str) -> None:
    without, seen = set(), set()
    for path, place in shown(version).items():
        if not exists(place, release, version):
            continue
        cell = next(cell for cell in place.cells() if cell == (releases.at(release).number, version))
        example = fields.field_document(place, cell)
        if example is None:
            without.add(path.rpartition("pluginConfig.")[2])
            continue
        text = "\n".join(explanation_text.yaml_block(example))
        assert quick_yaml.load(text) == example
        assert mentions(example, place), path
        if text in seen:
            continue
        seen.add(text)
        (document,) = parse(text).documents
        completed = complete(document, Role.CONFIG, releases.at(release), OWN)
        assert completed.is_accepted, (path, text, completed.problems)
    assert {path for path in without if not path.startswith(WITHOUT_EXAMPLE)} == set()


def mentions(example: Any, place: FieldPlace) -> bool:
    """Tell whether an example shows the field that it is for; of plugin sets it shows the point."""
    if isinstance(example, list):
        return any(mentions(item, place) for item in example)
    if not isinstance(example, dict):
        return False
    if place.field.name in example or "MyPlugin" in str(example):
        return True
    return any(mentions(value, place) for value in example.values())
