"""What SchemaStore's catalog would have of us: editors with it then know our schemas without any setting.

Upstream: SchemaStore/schemastore, CONTRIBUTING.md ("About `catalog.json`") and src/schemas/json/schema-catalog.json.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schedcfg.commands.schema.editor_schemas import EDITOR_SCHEMAS, SETTINGS
from schedcfg.commands.schema.schema_draft import DIALECT
from schedcfg.models import API_VERSIONS, TEST_KIND
from schedcfg.models.scheduler_test import SUFFIXES
from schedcfg.output.links import REPOSITORY
from schedcfg.releases.release import GROUP
from schedcfg.sources.type_meta import KIND
from schedcfg.validation.settings.discovery import OWN

FOLDER = Path("editors") / "schemastore"
_ANY_VERSION = f"{KIND.lower()}.json"

FILE_NAMES = tuple(
    f"{stem}.{suffix}"
    for stem in (
        "kube-scheduler-config",
        "kube-scheduler-configuration",
        "kubescheduler-config",  # of kubespray: roles/kubernetes/control-plane/tasks/kubeadm-setup.yml
        "kubeschedulerconfiguration",
    )
    for suffix in ("yaml", "yml", "json")
)
"""Names that only configurations have. Most are called `scheduler-config.yaml`, but so are ConfigMaps and settings of
other programs: in an editor that takes a file for something else, what it is gets no help any more
(redhat-developer/yaml-language-server#1298)."""

_RAW = REPOSITORY.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/main"


def catalog() -> dict[str, Any]:
    """Return the catalog's entries, in the form of a catalog of its own."""
    return {
        "$schema": "https://www.schemastore.org/schema-catalog.json",
        "version": 1,
        "schemas": [
            {
                "name": KIND,
                "description": "Configuration of kube-scheduler, the scheduler of Kubernetes",
                "fileMatch": list(FILE_NAMES),
                "url": f"{_RAW}/{FOLDER.as_posix()}/{_ANY_VERSION}",
                "versions": {version: f"{_RAW}/schemas/{EDITOR_SCHEMAS[version].file}" for version in API_VERSIONS},
            },
            {
                "name": "schedcfg",
                "description": "Settings of schedcfg, which checks kube-scheduler configurations",
                "fileMatch": list(OWN),
                "url": f"{_RAW}/schemas/{EDITOR_SCHEMAS[SETTINGS].file}",
            },
            {
                "name": TEST_KIND,
                "description": "Tests of schedcfg that say where kube-scheduler puts Pods",
                "fileMatch": [f"*{suffix}" for suffix in SUFFIXES],
                "url": f"{_RAW}/schemas/{EDITOR_SCHEMAS[TEST_KIND].file}",
            },
        ],
    }


def any_version() -> dict[str, Any]:
    """Return the schema of a file with such a name: that of its `apiVersion`, and none for other kinds."""
    return {
        "$schema": DIALECT,
        "$comment": "Written by `python -m tools.update_docs`.",
        "title": KIND,
        "description": "The schema of the API version that the file names; files of other kinds are left alone.",
        "type": "object",
        "allOf": [
            {
                "if": {
                    "required": ["apiVersion", "kind"],
                    "properties": {"apiVersion": {"const": f"{GROUP}/{version}"}, "kind": {"const": KIND}},
                },
                "then": {"$ref": f"../../schemas/{EDITOR_SCHEMAS[version].file}"},
            }
            for version in API_VERSIONS
        ],
    }


def files(root: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the files and what is in them."""
    yield root / FOLDER / "catalog.json", catalog()
    yield root / FOLDER / _ANY_VERSION, any_version()
