"""A catalog of plugins outside of Kubernetes, linked with the program as the catalog's own main function links it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from schedcfg import releases
from schedcfg.configuration.effective.plugin_sets import PIPELINE
from schedcfg.document import parse
from schedcfg.releases.release import GROUP
from tools.record import answers
from tools.record.answers import Agreement, Recording, Row
from tools.record.module import KUBERNETES, Build, BuildError, Module, build, download, newest_patch
from tools.record.program import Answer, Program

MODULES = {"scheduler-plugins": "sigs.k8s.io/scheduler-plugins"}
"""The modules of the catalogs that can be recorded."""

RECORDINGS = {"scheduler-plugins": "sp-train"}
"""The recordings of `tests/conformance/` whose cases use a catalog."""

MAIN = "cmd/scheduler/main.go"

_IMPORT = re.compile(r'^\s*(?:\w+ )?"[^"]+"')
_OPTION = re.compile(r"^\s*app\.WithPlugin\(.*\),$", re.MULTILINE)
_CONSTANT = re.compile(r'^\s*(?:const )?\w+ +(\w+) += +"(\w+)"', re.MULTILINE)
_POINTER = re.compile(r"\(0x[0-9a-f]{6,}\)")

_REGISTERED = """package main

import (
	"github.com/sirupsen/logrus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"

{imports}
)

func init() {{
	catalogModule = "{module}"
	catalog = []app.Option{{
{options}
	}}
	customResources = []metav1.APIResource{{
{resources}
	}}
	logrus.AddHook(ending{{}})
}}

// ending tells why a library would end the process.
type ending struct{{}}

func (ending) Levels() []logrus.Level {{ return []logrus.Level{{logrus.FatalLevel}} }}

func (ending) Fire(entry *logrus.Entry) error {{ panic("FATAL (process exits 1): " + entry.Message) }}
"""


@dataclass(frozen=True)
class Catalog:
    """A catalog's own release, and how it names the recording.

    Attributes:
        name: `scheduler-plugins`.
        module: Its module.
    """

    name: str
    module: Module

    @property
    def kubernetes(self) -> str:
        """The patch release of Kubernetes that it was released with."""
        return self.module.requires[KUBERNETES]


def find(wanted: str, release: str) -> Catalog:
    """Return a catalog's release for a release of Kubernetes.

    Args:
        wanted: Its name, with `@v0.31.8` behind it where the newest is not meant.
        release: The release of Kubernetes: `1.31`.
    """
    name, _, version = wanted.partition("@")
    if name not in MODULES:
        raise BuildError(f"no catalog of modules is named {name}: {', '.join(MODULES)}")
    path = MODULES[name]
    version = version or newest_patch(release.replace("1.", "0.", 1), path)
    return Catalog(name, download(path, version))


def build_with(catalog: Catalog, version: str) -> Build:
    """Return the program linked with a patch release of Kubernetes and a catalog."""
    return build(version, catalog.module, registration(catalog.module))


def registration(module: Module) -> str:
    """Return the file of Go that gives the program the plugins that a catalog's own main function gives the command."""
    main = (module.source / MAIN).read_text(encoding="utf-8")
    imports = [line for line in main.splitlines() if _IMPORT.match(line) and f'"{module.path}/' in line]
    return _REGISTERED.format(
        imports="\n".join(imports),
        module=module.path,
        options="\n".join(_OPTION.findall(main)),
        resources="\n".join(dict.fromkeys(_resources(module.source))),
    )


def _resources(source: Path) -> Iterator[str]:
    """Yield the custom resources that a catalog's manifests define, as Go writes them."""
    for path in sorted(source.rglob("manifests/**/*.yaml")):
        text = path.read_text(encoding="utf-8")
        if "kind: CustomResourceDefinition" not in text:
            continue
        for document in parse(text).documents:
            if isinstance(document.data, dict) and document.data.get("kind") == "CustomResourceDefinition":
                yield from map(_resource, _versions(document.data["spec"]))


def _versions(spec: Row) -> Iterator[Row]:
    for version in spec["versions"]:
        yield {
            "Name": spec["names"]["plural"],
            "Namespaced": spec["scope"] == "Namespaced",
            "Group": spec["group"],
            "Version": version["name"],
            "Kind": spec["names"]["kind"],
        }


def _resource(fields: Row) -> str:
    values = ", ".join(f"{name}: {json.dumps(value)}" for name, value in fields.items())
    return f'\t\t{{{values}, Verbs: []string{{"get", "list", "watch"}}}},'


def facts(made: Build, catalog: Catalog) -> Row:
    """Return what a catalog's plugins are, in the form of `tests/facts/scheduler-plugins`."""
    found: Row = Program(made.executable).tables("catalog")
    return {
        **found,
        "enums": enums(catalog.module.source),
        "kubernetes": made.version,
        "minimal_decode_errors": {
            version: answers.IN_SCHEME.sub('in scheme "scheme"', message)
            for version, message in found["minimal_decode_errors"].items()
            if version in _once_served() or version in found["served_versions"]
        },
        f"{catalog.name.replace('-', '_')}_version": catalog.module.version,
    }


def _once_served() -> set[str]:
    return {f"{GROUP}/{version}" for release in releases.all_releases() for version in release.api_versions}


def enums(source: Path) -> dict[str, list[str]]:
    """Return the values of each type of strings that a catalog's Args have."""
    found: dict[str, list[str]] = {}
    for path in sorted(source.glob("**/apis/config/types.go")):
        for name, value in _CONSTANT.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(value)
    return found


def comparable(found: Row) -> Row:
    """Return facts without the names of what they were measured with: a commit, a tag, the place of a scheme."""
    places = {
        version: answers.IN_SCHEME.sub("", message) for version, message in found["minimal_decode_errors"].items()
    }
    named = tuple(name.replace("-", "_") for name in MODULES)
    kept = {key: value for key, value in found.items() if key != "kubernetes" and not key.startswith(named)}
    return {**kept, "minimal_decode_errors": places}


def verdicts(made: Build, recording: Recording, in_tree: frozenset[str]) -> dict[str, Row]:
    """Return the verdicts of all cases of a recording."""
    texts = recording.cases()
    return {name: entry(answer, texts[name], in_tree) for name, answer in Program(made.executable).answers(texts)}


def entry(answer: Answer, text: str, in_tree: frozenset[str]) -> Row:
    """Return the verdict as a catalog's recording has it.

    Args:
        answer: What the program answered.
        text: The case.
        in_tree: The plugins of Kubernetes itself, of which other recordings tell.
    """
    if "catalog" not in answer:
        return answers.entry(answer, text)
    asked, outcome = answer["catalog"], answer["outcome"]
    if outcome != "validation" and "refused" in asked:
        answer = {**answer, "outcome": "args", "errors": asked["refused"]}
    found = answers.entry(answer, text)
    for one in found.get("errors", ()):
        one["message"] = _POINTER.sub("<ptr>", one["message"])
    if outcome != "validation" and "unused" in asked:
        found["unused_args_errors"] = asked["unused"]
    defaulted = _defaulted(asked["defaulted"], in_tree)
    if defaulted:
        found["defaulted_args"] = defaulted
    if found["outcome"] == "ok":
        found["runs"] = _running(answer["plugins"], in_tree)
    return found


def compare(recording: Recording, release: str, verdicts: Mapping[str, Row]) -> Agreement:
    """Return how far verdicts agree with those that a recording has for a release; errors have no order."""
    recorded = recording.entries(release)
    differing = {name: _difference(one, verdicts[name]) for name, one in recorded.items()}
    completed = sum("defaulted_args" in one for one in recorded.values())
    return Agreement(len(recorded), completed, {name: what for name, what in differing.items() if what})


def _difference(recorded: Row, found: Row) -> str:
    what = answers.difference(recorded, found)
    if what or _by_text(recorded) != _by_text(found):
        return what or "unused_args_errors"
    return next((key for key in ("defaulted_args", "runs") if recorded.get(key) != found.get(key)), "")


def _by_text(row: Row) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in row.get("unused_args_errors", ()))


def _defaulted(configuration: Row, in_tree: frozenset[str]) -> dict[str, Row]:
    """Return the Args of each profile's plugins after defaulting; of several entries for one the first."""
    found: dict[str, Row] = {}
    for profile in configuration.get("profiles") or ():
        for one in profile.get("pluginConfig") or ():
            if one["name"] not in in_tree:
                found.setdefault(profile.get("schedulerName", ""), {}).setdefault(one["name"], one.get("args"))
    return found


def _running(plugins: Row, in_tree: frozenset[str]) -> dict[str, dict[str, list[str]]]:
    """Return the points at which each plugin runs, in the order in which a Pod passes them."""
    found: dict[str, dict[str, list[str]]] = {}
    for profile, points in plugins.items():
        for point in PIPELINE:
            for one in points.get(point, ()):
                if one["name"] not in in_tree:
                    found.setdefault(profile, {}).setdefault(one["name"], []).append(point)
    return found
