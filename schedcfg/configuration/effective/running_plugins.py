"""What runs at each extension point of a profile, what was removed there, and where each comes from.

What a configuration needs of the Pod that runs it: names that only cluster DNS knows, plugins, files.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, PIPELINE, running_in
from schedcfg.configuration.effective.provenance import ProvenanceContext, derived
from schedcfg.configuration.effective.registry import IN_TREE_ONLY, PluginRegistry
from schedcfg.configuration.effective.resolve import POLICY
from schedcfg.configuration.effective.view import (
    Origin,
    Plugins,
    Point,
    RemovedPlugin,
    Running,
    RunningPlugin,
    UserChange,
)
from schedcfg.document.span import Path
from schedcfg.document.texts import texts
from schedcfg.patterns import pattern
from schedcfg.plugins.label_syntax import is_dns_label
from schedcfg.releases.release import Release

Lists = dict[str, list[Running]]
"""Point → what runs there."""


def plugins(configuration: Configuration, registry: PluginRegistry) -> Plugins:
    """Return what each profile's framework runs, as the recordings of it do."""
    return {
        profile.scheduler_name: {point: tuple(refs) for point, refs in _lists(profile, configuration, registry).items()}
        for profile in configuration.profiles
    }


def points(profile: Profile, context: ProvenanceContext) -> Iterator[Point]:
    """Yield the points at which something runs or was removed, in the order in which Pods pass them."""
    configuration = context.configuration
    refs = running_in(configuration, profile.index, context.registry)
    defaults = _default_lists(context.completion.of_nothing(configuration.release), context.registry)
    in_others = [
        _default_lists(context.completion.of_nothing(release), context.registry) for release in context.readers
    ]
    for name in PIPELINE:
        here, default = refs.get(name, []), defaults.get(name, [])
        if here or default:
            others = [lists.get(name, []) for lists in in_others]
            yield Point(
                name,
                tuple(_running(name, here, default, others, profile, context)),
                tuple(_removed(name, here, default, profile, context)),
                _gate_off(name, configuration.release),
            )


def _gate_off(point: str, release: Release) -> str | None:
    gate = release.gated_points.get(point)
    return None if gate is None or release.enables(gate) else gate


def unplaced(profile: Profile, context: ProvenanceContext) -> Iterator[RunningPlugin]:
    """Yield the plugins enabled at `multiPoint` of which nothing is known; as scorers they have the written weight."""
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if context.registry.known(ref.name, context.configuration.release) is None and ref.path is not None:
            origin = context.in_file(ref.path)
            yield RunningPlugin(ref.name, ref.weight or 1, None, UserChange.ADDED, True, None, origin)  # noqa: FBT003


def _lists(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> Lists:
    found = running_in(configuration, profile.index, registry)
    return {point: [Running(ref.name, ref.weight_at(point)) for ref in refs] for point, refs in found.items()}


@lru_cache(maxsize=64)
def _default_lists(configuration: Configuration, registry: PluginRegistry) -> Lists:
    """Return what runs by default; such configurations exist once per release, and are compared by identity."""
    return _lists(configuration.profiles[0], configuration, registry)


def _running(
    point: str,
    refs: list[PluginRef],
    default: list[Running],
    others: list[list[Running]],
    profile: Profile,
    context: ProvenanceContext,
) -> Iterator[RunningPlugin]:
    weights = {running.name: running.weight for running in default}
    own = {ref.name for ref in profile.merged.get(point, EMPTY_SET).enabled}
    total = sum(ref.weight_at(point) for ref in refs)
    for ref in refs:
        here = Running(ref.name, ref.weight_at(point))
        yield RunningPlugin(
            name=ref.name,
            weight=here.weight,
            share=here.weight / total if total else None,
            change=_change(ref, here, weights),
            multi_point=ref.name not in own,
            default_weight=weights.get(ref.name),
            origin=_running_origin(ref, here, ref.name in weights, others, context),
        )


def _change(ref: PluginRef, here: Running, weights: dict[str, int]) -> UserChange:
    if ref.name not in weights:
        return UserChange.ADDED
    if weights[ref.name] != here.weight:
        return UserChange.REWEIGHTED
    return UserChange.DEFAULT if ref.path is None else UserChange.NAMED


def _running_origin(
    ref: PluginRef, here: Running, known: bool, others: list[list[Running]], context: ProvenanceContext
) -> Origin:
    if ref.path is not None:
        return context.in_file(ref.path)
    if not known:
        return _without_default(context)
    return context.by_default(everywhere=all(here in other for other in others))


def _removed(
    point: str, refs: list[PluginRef], default: list[Running], profile: Profile, context: ProvenanceContext
) -> Iterator[RemovedPlugin]:
    left = {ref.name for ref in refs}
    for running in default:
        if running.name not in left:
            yield RemovedPlugin(running.name, running.weight, _disabling(running.name, point, profile, context))


def _disabling(name: str, point: str, profile: Profile, context: ProvenanceContext) -> Origin:
    """Find the entry that disables a default plugin at a point."""
    entry = disabling_entry(name, point, profile, context)
    if entry is not None:
        return entry
    section = ("priorities",) if point in {"preScore", "score"} else ("predicates",)
    if context.completion.written_in == POLICY and context.written(section) is not None:
        # A Policy disables nothing: it leaves out.
        return context.in_file(section)
    return _without_default(context)


def disabling_entry(name: str, point: str, profile: Profile, context: ProvenanceContext) -> Origin | None:
    """Return the entry that disables a plugin at a point, by its name or by `*`; None where there is none."""
    for where in (point, MULTI_POINT):
        for ref in profile.written.get(where, EMPTY_SET).disabled:
            if ref.name in {name, "*"} and ref.path is not None:
                return context.in_file(ref.path)
    return None


def _without_default(context: ProvenanceContext) -> Origin:
    """Return the origin of plugins that do not run by default, where no entry of the file names them."""
    if context.completion.written_in == POLICY:
        return context.by_default(everywhere=False)
    return derived("algorithmSource.provider")


_IP = pattern(r"\d{1,3}(\.\d{1,3}){3}\Z")
_HOST_AND_PORT = pattern(r"(?P<host>[a-z0-9][-a-z0-9.]*):\d+(/.*)?\Z")
_NOT_A_NAMESPACE = {
    *("app", "biz", "cloud", "com", "corp", "dev", "edu", "example", "gov", "home", "info", "int", "internal", "io"),
    *("intranet", "lan", "local", "localdomain", "localhost", "mil", "net", "org", "private", "test", "tech", "xyz"),
}
"""Last labels of names outside the cluster; so is any of two letters, as countries have them."""

_TLS_FILES = ("caFile", "certFile", "keyFile")


class Address(NamedTuple):
    """A host that a configuration names."""

    host: str
    path: Path  # Where it is written


class File(NamedTuple):
    """A file that a configuration names."""

    name: str  # As written; a relative one is looked for in the container's working folder
    path: Path  # Where it is written


def addresses(configuration: Configuration) -> Iterator[Address]:
    """Yield the hosts that a configuration names: of extenders, and in out-of-tree Args."""
    for host, path in _hosts(configuration):
        yield Address(host, path)


def cluster_services(configuration: Configuration) -> Iterator[Address]:
    """Yield those hosts that only the cluster's DNS resolves."""
    return (address for address in addresses(configuration) if is_cluster_service(address.host))


def files(configuration: Configuration) -> Iterator[File]:
    """Yield the files that a configuration names: its kubeconfig, and the certificates of extenders."""
    if configuration.client_connection.kubeconfig:
        yield File(configuration.client_connection.kubeconfig, ("clientConnection", "kubeconfig"))
    yield from certificates(configuration)


def certificates(configuration: Configuration) -> Iterator[File]:
    """Yield the certificates and keys of extenders, in the order in which they are named; one may be named twice."""
    for index, extender in enumerate(configuration.extenders):
        for field in _TLS_FILES:
            if name := (extender.tls or {}).get(field):
                yield File(str(name), ("extenders", index, "tlsConfig", field))


def is_loopback(host: str) -> bool:
    """Return whether a host is the requesting machine itself."""
    return host in {"localhost", "::1"} or (_IP.match(host) is not None and host.startswith("127."))


def is_full_service_name(host: str) -> bool:
    """Return whether a host is certainly a Service: other names of that form could be anybody's."""
    labels = host.rstrip(".").split(".")
    return is_cluster_service(host) and len(labels) > 2  # noqa: PLR2004 - name.namespace.svc


def is_cluster_service(host: str) -> bool:
    """Return whether a host is named as Services are: `name`, `name.namespace`, `name.namespace.svc`, and longer forms.

    A name of two labels could be anybody's; it counts unless its last label is known to be no namespace.
    """
    labels = host.rstrip(".").split(".")
    if _IP.match(host) or not all(map(is_dns_label, labels)):
        return False
    if len(labels) == 1:
        return labels != ["localhost"]
    if len(labels) == 2:  # noqa: PLR2004 - name.namespace
        return labels[1] not in _NOT_A_NAMESPACE and len(labels[1]) > 2  # noqa: PLR2004 - see _NOT_A_NAMESPACE
    return labels[2] == "svc" or labels[-2:] == ["cluster", "local"]


def out_of_tree_plugins(configuration: Configuration) -> dict[str, Path]:
    """Map the plugins that profiles run and the stock scheduler lacks to the user's first entry for each."""
    found: dict[str, Path] = {}
    for profile in configuration.profiles:
        for point in profile.merged.values():
            for ref in point.enabled:
                if ref.path is not None and not IN_TREE_ONLY.exists(ref.name, configuration.release):
                    found.setdefault(ref.name, ref.path)
    return found


def _hosts(configuration: Configuration) -> Iterator[tuple[str, Path]]:
    for index, extender in enumerate(configuration.extenders):
        if host := _host(extender.url_prefix):
            yield host, ("extenders", index, "urlPrefix")
    for profile in configuration.profiles:
        for entry in profile.plugin_config:
            if not IN_TREE_ONLY.exists(entry.name, configuration.release):
                for text, path in texts(entry.raw, (*entry.path, "args")):
                    if host := _host(text):
                        yield host, path


def _host(text: str) -> str | None:
    """Return the host of an URL, or of `host:port`; None where a text is neither."""
    if "://" in text:
        try:
            return urlsplit(text).hostname
        except ValueError:
            return None
    match = _HOST_AND_PORT.match(text)
    return match["host"] if match else None
