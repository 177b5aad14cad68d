"""Write `object_fields.json` of `schedcfg/commands/trial/api`: which fields objects have, and of which types.

    python -m tools.object_fields v1.37.1 v1.36.3 v1.35.4 v1.34.2 v1.33.13 v1.32.9 v1.31.13 v1.29.14 v1.27.16

It is upstream's own description of its API, which each release has at `api/openapi-spec/swagger.json`: that of the
newest release, and of kinds and versions that it no longer has, that of the last one which does.
"""

import json
import sys
from functools import reduce
from pathlib import Path
from typing import Any

from schedcfg.commands.trial.api.kinds import BUILT_IN
from schedcfg.commands.trial.api.object_fields import CHANGING, FILE
from schedcfg.sources.manifests.pod import TEMPLATES
from tools.record.module import KUBERNETES, download

_PREFIX = "#/definitions/"
_ANY = "any"
_SPECIAL = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": "quantity",
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "int-or-string",
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": _ANY,
    "io.k8s.apimachinery.pkg.runtime.RawExtension": _ANY,
}
_NOT_TAKEN = {"Event", "Lease", "ConfigMap", "VolumeAttachment"}


class Described:
    """The types that are needed, as they are found."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions
        self.types: dict[str, dict[str, Any]] = {}

    def name(self, definition: str) -> str:
        """Return the name of a type, and describe it."""
        short = definition.removeprefix("io.k8s.").replace("apimachinery.pkg.apis.", "").replace("api.", "")
        if short not in self.types:
            self.types[short] = {}
            properties = self._definitions[definition].get("properties", {})
            self.types[short] = {key: self._type(value) for key, value in sorted(properties.items())}
        return short

    def _type(self, described: dict[str, Any]) -> str:
        """Return a type: of a list behind `[`, of a mapping's values behind `{`."""
        if "$ref" in described:
            return self._referenced(described["$ref"].removeprefix(_PREFIX))
        kind = described.get("type")
        if kind == "array":
            return f"[{self._type(described['items'])}"
        if kind == "object":
            inner = described.get("additionalProperties")
            return f"{{{_ANY if inner is None else self._type(inner)}"
        return str(kind or _ANY)

    def _referenced(self, definition: str) -> str:
        if definition in _SPECIAL:
            return _SPECIAL[definition]
        whole = self._definitions[definition]
        is_struct = "properties" in whole or whole.get("type") == "object"
        return self.name(definition) if is_struct else self._type(whole)


def described(swagger: dict[str, Any]) -> dict[str, Any]:
    """Return the kinds that a trial takes, and the types that they are made of."""
    wanted = {(one.group, one.kind) for one in BUILT_IN if one.kind not in _NOT_TAKEN}
    wanted |= {(group, kind) for kind in TEMPLATES for group in ("", "apps", "batch")}
    found = Described(swagger["definitions"])
    kinds = {}
    for definition, whole in sorted(swagger["definitions"].items()):
        for one in whole.get("x-kubernetes-group-version-kind", ()):
            if (one["group"], one["kind"]) in wanted and not one["kind"].endswith("List"):
                api_version = "/".join(filter(None, (one["group"], one["version"])))
                kinds[f"{api_version} {one['kind']}"] = found.name(definition)
    return {"kinds": kinds, "types": found.types}


def together(newer: dict[str, Any], older: dict[str, Any]) -> dict[str, Any]:
    """Return a description with the versions of changing groups that only an older release has, and their types."""
    changing = {name: type_ for name, type_ in older["kinds"].items() if name.partition("/")[0] in CHANGING}
    return {"kinds": {**changing, **newer["kinds"]}, "types": {**_reached(changing, older["types"]), **newer["types"]}}


def _reached(kinds: dict[str, str], types: dict[str, Any]) -> dict[str, Any]:
    """Return the types that some kinds are made of."""
    reached: dict[str, Any] = {}
    left = list(kinds.values())
    while left:
        name = left.pop().lstrip("[{")
        if name in types and name not in reached:
            reached[name] = types[name]
            left += types[name].values()
    return reached


def main() -> None:
    """Write the file."""
    modules = [download(KUBERNETES, version) for version in sys.argv[1:]]
    texts = (Path(one.source, "api/openapi-spec/swagger.json").read_text(encoding="utf-8") for one in modules)
    found = reduce(together, (described(json.loads(text)) for text in texts))
    table = {"source": modules[0].version, **{key: dict(sorted(found[key].items())) for key in ("kinds", "types")}}
    lines = json.dumps(table, separators=(",", ":")).replace("},", "},\n")
    Path(FILE).write_text(f"{lines}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
