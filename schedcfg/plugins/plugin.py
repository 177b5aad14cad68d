"""What is known of one scheduler plugin, and of its Args."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from schedcfg.document.path import Path
from schedcfg.releases.release import Release


@dataclass(frozen=True, slots=True)
class ArgsProblem:
    """One thing that the plugin's Args may not say.

    Attributes:
        path: Where, relative to `args`; `()` is the whole of it.
        message: What is wrong, with the value found and what is allowed.
        help: What to do, where the message does not already say it.
    """

    path: Path
    message: str
    help: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """By whose rules Args are completed and checked.

    Attributes:
        api_version: The document's version, short: `v1beta3`.
        release: The Kubernetes release.
    """

    api_version: str
    release: Release


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgsKind:
    """The Args of one plugin: shape, defaults, checks.

    Attributes:
        kind: The API kind, e.g. `InterPodAffinityArgs`.
        model: The shape; fields that came later carry `Since`.
        served: API version → first release in which it registers the kind. An API version that is
            not here takes any content for this plugin unchecked (upstream: `runtime.Unknown`).
        complete: Fills in what was not written and returns a new model.
        check: Yields what the release refuses in completed Args, wherever it looks
            (configuration validation or the plugin's constructor).
        checked_when_built: True for the plugin whose Args only its constructor checks, in every release
            (upstream: `NodeResourcesFit`); others are so up to 1.21 and validated from 1.22 on.
    """

    kind: str
    model: type[BaseModel]
    served: Mapping[str, str]
    complete: Callable[[BaseModel, Context], BaseModel]
    check: Callable[[BaseModel, Context], Iterator[ArgsProblem]]
    checked_when_built: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """One scheduler plugin.

    Attributes:
        name: As configuration files write it.
        summary: What it does, one sentence.
        extension_points: Release → the points it implements from that release on, in the framework's order.
        args: Its Args, or None where it takes none.
        in_tree: Whether it is compiled into the stock kube-scheduler (of some release).
        source: Where upstream defines it.
    """

    name: str
    summary: str
    extension_points: Mapping[str, tuple[str, ...]]
    args: ArgsKind | None = None
    in_tree: bool = True
    source: str
