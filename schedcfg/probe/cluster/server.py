"""Which server to ask, and how it is trusted."""

import base64
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from schedcfg.document.secret_names import without_login
from schedcfg.manifests.fields import Fields
from schedcfg.probe.cluster.entry import Entry
from schedcfg.probe.exchange import Trust

_CONFIG_FOR_PLUGINS = "client.authentication.k8s.io/exec"
"""The cluster's extension that credential plugins are given."""


class Server(NamedTuple):
    """An API server.

    Attributes:
        url: Where it is, with its path, which has no slash at the end.
        trust: How it is trusted.
        for_plugins: What credential plugins may be told of it, as `spec.cluster` of an `ExecCredential`.
    """

    url: str
    trust: Trust
    for_plugins: Fields

    @property
    def is_secure(self) -> bool:
        """Whether it speaks TLS: client-go shows its credentials to no other."""
        return self.url.startswith("https:")

    @property
    def shown(self) -> str:
        """Its address for messages."""
        return without_login(self.url)


def read_server(cluster: Entry) -> Server:
    """Read a cluster of a kubeconfig; what is wrong is noted in it."""
    url = _url(cluster)
    authorities, insecure = cluster.pem("certificate-authority"), cluster.flag("insecure-skip-tls-verify")
    if authorities and insecure and url.startswith("https:"):
        cluster.note("has both `insecure-skip-tls-verify` and a certificate authority: delete one")
    if cluster.text("proxy-url"):
        cluster.note("has a `proxy-url`, but only the server itself is asked: reach it directly, or use `--node`")
    trust = Trust(insecure, cluster.text("tls-server-name"), authorities)
    return Server(url, trust, _for_plugins(cluster, url, trust))


def _url(cluster: Entry) -> str:
    """Complete an address as `DefaultServerURL` does: `HOST:PORT` alone is asked without TLS.

    Upstream: `rest/url_utils.go` in client-go.
    """
    written = cluster.text("server")
    if not written:
        if not cluster.problems:
            cluster.note("has no `server`")
        return ""
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"}:
        cluster.note("has a `server` that is no address: write https://HOST:PORT")
        return ""
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def _for_plugins(cluster: Entry, url: str, trust: Trust) -> Fields:
    """Give what client-go's `ConfigToExecCluster` gives, in `rest/exec.go`; what is empty is left out there as well."""
    config: object = None
    for extension in cluster.each("extensions", f"an extension of {cluster.name}"):
        if extension.text("name") == _CONFIG_FOR_PLUGINS:
            config = extension.data.get("extension")
    optional: Fields = {
        "tls-server-name": trust.server_name,
        "insecure-skip-tls-verify": trust.insecure,
        "certificate-authority-data": base64.b64encode(trust.ca).decode("ascii"),
        "disable-compression": cluster.flag("disable-compression"),
    }
    return {"server": url, **{key: value for key, value in optional.items() if value}, "config": config}
