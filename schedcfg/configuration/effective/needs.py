"""What a configuration needs of the Pod that runs it: names that only cluster DNS knows, plugins, files."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.document.span import Path
from schedcfg.document.texts import texts
from schedcfg.patterns import pattern
from schedcfg.plugins.label_syntax import is_dns_label

_IP = pattern(r"\d{1,3}(\.\d{1,3}){3}\Z")
_HOST_AND_PORT = pattern(r"(?P<host>[a-z0-9][-a-z0-9.]*):\d+(/.*)?\Z")
_NOT_A_NAMESPACE = {
    *("app", "biz", "cloud", "com", "corp", "dev", "edu", "example", "gov", "home", "info", "int", "internal", "io"),
    *("intranet", "lan", "local", "localdomain", "localhost", "mil", "net", "org", "private", "test", "tech", "xyz"),
}
"""Last labels of names outside the cluster; so is any of two letters, as countries have them."""

_OF_CONTROL_PLANE = pattern(
    r"/(etc/kubernetes|system/secrets/kubernetes|var/(lib|snap))/(.*/)?(kube-|kubecfg-kube-)?scheduler"
    r"(\.(conf|config|kubeconfig|yaml)|(-kubeconfig)?/kubeconfig)\Z"
)
"""Where products have the kubeconfig of the default scheduler, also in folders that their users choose."""

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


def is_of_control_plane(kubeconfig: str) -> bool:
    """Return whether a kubeconfig is at a path where installers put that of the default scheduler, on its node."""
    return _OF_CONTROL_PLANE.match(kubeconfig) is not None


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
