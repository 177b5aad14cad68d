"""What may be written: one module per API version, and one for the legacy Policy.

A version's module lists the fields of its structs in the order of the API and writes out those that are its own;
what several versions have in common is in `fields`, and structs that do not differ at all in `shared` and `extenders`.
A module is imported when its shape is needed, and built when something is first read with it.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from schedcfg.errors import UnknownTarget, near_or

if TYPE_CHECKING:
    # At run time this package must stay light: a caller that only needs the names needs no pydantic.
    from schedcfg.models.base import Shape

OWN_VERSION = "schedcfg.io/v1alpha1"
"""The API version of the kinds that are of schedcfg, not of Kubernetes."""
TEST_KIND = "SchedulerTest"
"""The kind of a file of tests that say where Pods go; its shape is in `scheduler_test`."""

API_VERSIONS = ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1")
"""The API versions that some release since 1.18 serves, oldest first."""


@cache
def shape_of(api_version: str) -> "type[Shape]":
    """Return the shape of a KubeSchedulerConfiguration of an API version, by its short name: `v1beta3`.

    Raises:
        UnknownTarget: there is no such API version.
    """
    if api_version not in API_VERSIONS:
        raise UnknownTarget(
            f"unknown API version `{api_version}`",
            near_or(api_version, API_VERSIONS, f"Known versions: {', '.join(API_VERSIONS)}."),
        )
    shape: type[Shape] = import_module(f"schedcfg.models.{api_version}").KubeSchedulerConfiguration
    return shape


def policy_shape() -> "type[Shape]":
    """Return the shape of the legacy Policy, which 1.18 to 1.22 read."""
    shape: type[Shape] = import_module("schedcfg.models.policy").Policy
    return shape
