"""What a `SchedulerConfig` asks for: the manifests, and how they get into the list."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.cli.krm import results
from schedcfg.cli.krm.config import FunctionConfig
from schedcfg.cli.krm.items import HandledText, HeldConfiguration, migrated
from schedcfg.cli.krm.kinds import GenerationRequest
from schedcfg.cli.krm.resources import ResourceRef, resource_ref
from schedcfg.cli.krm.results import Result
from schedcfg.document import Path, parse, render
from schedcfg.document.edit import Draft
from schedcfg.document.edit.safety import same
from schedcfg.findings import Severity
from schedcfg.generate.generation import GeneratedFile, generate_around
from schedcfg.sources.configurations import Role
from schedcfg.sources.embedded import manifests

_NOT_APPLIED = "kustomize.config.k8s.io/"
"""API group of what kustomize reads itself, such as a Kustomization: it is no item."""


class Generated(NamedTuple):
    """What was made."""

    manifests: tuple[dict[str, object], ...]  # Plain data, in order
    results: tuple[Result, ...]


def generate(wanted: GenerationRequest, resource: ResourceRef, config: FunctionConfig) -> Generated:
    """Make one thing; nothing where its configuration is refused.

    Args:
        wanted: What to make.
        resource: The `SchedulerConfig` that requests it.
        config: How configurations are validated, and what they are to be migrated to.
    """
    one = HeldConfiguration(wanted.field, wanted.configuration, Role.CONFIG)
    outcome = migrated(one, resource, config) if config.migrate_to else HandledText(one.text)
    made, options = wanted.made, config.options
    generation = generate_around(outcome.text, made.maker, name=made.file_name, options=options)
    found = list(outcome.results)
    if generation.report is not None:
        found += results.file(generation.report, resource, wanted.field)
    field = render(wanted.field[:-1])
    found += [Result(Severity.INFO, remark, resource, field, (("rule", "remark"),)) for remark in generation.remarks]
    manifests = tuple(manifest for file in generation.files for manifest in _manifests(file))
    return Generated(manifests, tuple(found))


def _manifests(file: GeneratedFile) -> Iterator[dict[str, object]]:
    for document in parse(file.text).documents:
        data = document.data
        if isinstance(data, dict) and not str(data.get("apiVersion")).startswith(_NOT_APPLIED):
            yield data


_KEPT = ("metadata",)
"""What others that process an item add: annotations with its file, labels of all that is deployed."""


def put_generated(draft: Draft, wanted: dict[str, object]) -> None:
    """Put a manifest into the list.

    An item with the same API version, kind, namespace and name becomes the manifest by the fewest edits; its metadata
    keeps what the manifest does not have.

    Raises:
        EditConflict: where the item cannot be changed, or has comments inside of what is rewritten.
    """
    identity = resource_ref(wanted).identity
    for existing in manifests(draft.data):
        if existing.path and resource_ref(existing.data, existing.kind).identity == identity:
            _bring(draft, existing.path, wanted, ())
            return
    items = draft.get(("items",)) if draft.has(("items",)) else None
    draft.insert(("items", len(items) if isinstance(items, list) else 0), wanted)


def _bring(draft: Draft, item: Path, wanted: object, within: Path) -> None:
    """Change the value at a path of an item to the wanted one."""
    path = (*item, *within)
    existing = draft.get(path)
    if same(existing, wanted):
        return
    if not isinstance(existing, dict) or not isinstance(wanted, dict):
        draft.replace(path, wanted)
        return
    if within[:1] != _KEPT:
        for key in [key for key in existing if key not in wanted]:
            draft.remove((*path, key))
    for key, value in wanted.items():
        if key in existing:
            _bring(draft, item, value, (*within, key))
        else:
            draft.insert((*path, key), value)
