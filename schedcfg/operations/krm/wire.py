"""Results as the list holds them."""

from collections.abc import Iterable, Mapping

from schedcfg.results.krm import Resource, Result

_WRAPPED = ("config.kubernetes.io/v1alpha1", "config.kubernetes.io/v1beta1")
"""API versions of functions that wrote results as items of an object (kustomize, `kyaml/fn/framework`: `Result`)."""


def results(found: Iterable[Result], api_version: object) -> object:
    """Give results as plain data, as a list of this API version has them."""
    items = [_result(one) for one in found]
    return {"name": "schedcfg", "items": items} if api_version in _WRAPPED else items


def _result(one: Result) -> dict[str, object]:
    """Write one as kustomize's `kyaml/fn/framework/result.go` reads it: tags are text."""
    shown: dict[str, object] = {"message": one.message, "severity": one.severity.value}
    if one.resource is not None:
        shown["resourceRef"] = _reference(one.resource)
    if one.field:
        shown["field"] = {"path": one.field}
    if one.resource is not None and one.resource.file:
        shown["file"] = _file(one.resource)
    if one.tags:
        shown["tags"] = dict(one.tags)
    return shown


def _reference(resource: Resource) -> Mapping[str, str]:
    reference = {"apiVersion": resource.api_version, "kind": resource.kind, "name": resource.name}
    return {**reference, "namespace": resource.namespace} if resource.namespace else reference


def _file(resource: Resource) -> dict[str, object]:
    file: dict[str, object] = {"path": resource.file}
    return file if resource.place is None else {**file, "index": resource.place}
