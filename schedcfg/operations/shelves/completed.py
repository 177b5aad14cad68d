"""What each release fills in where a configuration says nothing: plugins that run, Args, fields."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from schedcfg.decode import decode, read_type_meta
from schedcfg.decode.args import shape_for
from schedcfg.document import parse
from schedcfg.effective import IN_TREE_ONLY, Configuration, resolve
from schedcfg.effective.build_view import plugins
from schedcfg.effective.view import Running
from schedcfg.effective.written import extender, top_level
from schedcfg.operations.shelves.periods import Cell
from schedcfg.plugins.plugin import ArgsKind, Context
from schedcfg.releases.release import GROUP

_WITHOUT_PROFILES = "v1alpha1"
"""1.18 writes it as v1alpha2, in which some fields have other names and places."""

_OLD_NAMES = {"resourceName": "lockObjectName", "resourceNamespace": "lockObjectNamespace"}

_ALPHAS = ("v1alpha1", "v1alpha2")
"""Their extenders are the legacy ones (v1alpha1: in the Policy), in which nothing is completed."""


@lru_cache(maxsize=256)
def configuration(cell: Cell) -> Configuration:
    """Complete a configuration that names only its type, and one extender."""
    text = f"apiVersion: {GROUP}/{cell.api_version}\nkind: KubeSchedulerConfiguration\n"
    extender = "" if cell.api_version in _ALPHAS else "extenders: [{}]\n"
    document = parse(text + extender).documents[0]
    release = cell.release
    decoded = decode(document, read_type_meta(document.data), release, lambda name: IN_TREE_ONLY.known(name, release))
    return resolve(decoded, IN_TREE_ONLY)


@lru_cache(maxsize=256)
def running(cell: Cell) -> Mapping[str, tuple[Running, ...]]:
    """List the plugins that run by default: extension point → plugins in order; weight 0 where none counts."""
    (found,) = plugins(configuration(cell), IN_TREE_ONLY).values()
    return found


def args(kind: ArgsKind, cell: Cell, written: Mapping[str, Any]) -> dict[str, Any]:
    """Complete Args in an API version that reads them; without `apiVersion` and `kind`."""
    context = Context(cell.api_version, cell.release)
    return kind.values(kind.complete(shape_for(kind, cell.release).model_validate(written), context), context)


def fields(cell: Cell) -> dict[str, Any]:
    """Return the configuration's own fields as completed; those that are not in it say their default in words."""
    config = configuration(cell)
    body = top_level(config)
    profiles = [{"schedulerName": profile.scheduler_name} for profile in config.profiles]
    if cell.api_version == _WITHOUT_PROFILES:
        return {**body, **profiles[0], "leaderElection": _named_as_of_old(body["leaderElection"])}
    return {**body, "profiles": profiles, "extenders": [extender(one) for one in config.extenders]}


def _named_as_of_old(election: Any) -> dict[str, Any]:
    return {_OLD_NAMES.get(name, name): value for name, value in election.items()}
