"""Who asks: what a user of a kubeconfig shows the API server.

Upstream: `getUserIdentificationPartialConfig` and `validateAuthInfo` in `tools/clientcmd`, and
`transport/{config,round_trippers,token_source}.go`, all in client-go.
"""

import base64
import re
from typing import NamedTuple

from schedcfg.probe.cluster.entry import Entry
from schedcfg.probe.cluster.failure import ClusterFailed

_IN_HEADERS = re.compile(r"[\x20-\x7e]+")
_REMOVED_PROVIDERS = {"azure": "kubelogin", "gcp": "gke-gcloud-auth-plugin"}
"""Provider that client-go had before 1.26 → the credential plugin that took its place."""


class Credentials(NamedTuple):
    """What is shown.

    Attributes:
        authorization: The header of that name; empty: none is sent.
        certificate: A client's certificate, PEM; empty: none is shown.
        key: Its key, PEM.
    """

    authorization: str = ""
    certificate: bytes = b""
    key: bytes = b""


def bearer(token: str) -> str:
    """Make a header of a token.

    Raises:
        ClusterFailed: if it holds what no header can; the message does not.
    """
    if not _IN_HEADERS.fullmatch(token):
        raise ClusterFailed(
            "the token for the API server holds a line break or another character that HTTP cannot carry",
            "Get a new one; where it comes from the kubeconfig, look for a line break within `token`.",
        )
    return f"Bearer {token}"


def read_credentials(user: Entry) -> Credentials:
    """Read what a kubeconfig itself says; what is wrong is noted. A credential plugin is not read here."""
    certificate, key = user.pem("client-certificate"), user.pem("client-key")
    if certificate and not key:
        user.note("has a `client-certificate` but no `client-key`")
    _refuse_provider(user)
    if any(user.data.get(field) for field in ("as", "as-uid", "as-groups", "as-user-extra")):
        user.note("asks in the name of another (`as`), which is not done here: choose a user who may list nodes")
    token, name, password = _token(user), user.text("username"), user.text("password")
    if (token or user.text("tokenFile")) and (name or password):
        user.note("has both a token and a `username`: delete one")
    if token:
        return Credentials(_noted_bearer(user, token), certificate, key)
    return Credentials(_basic(name, password) if name else "", certificate, key)


def _token(user: Entry) -> str:
    """Give the token; that of `tokenFile` wins where it can be read, as client-go reads it for each request."""
    written = user.text("token")
    if not user.text("tokenFile"):
        return written
    noted = len(user.problems)
    read = user.read("tokenFile").decode("utf-8", "replace").strip()
    if written:
        del user.problems[noted:]
    elif not read and len(user.problems) == noted:
        user.note("names a `tokenFile` that is empty")
    return read or written


def _noted_bearer(user: Entry, token: str) -> str:
    try:
        return bearer(token)
    except ClusterFailed:
        user.note("has a token with a line break or another character that HTTP cannot carry")
        return ""


def _basic(name: str, password: str) -> str:
    return f"Basic {base64.b64encode(f'{name}:{password}'.encode()).decode('ascii')}"


def _refuse_provider(user: Entry) -> None:
    provider = user.inside("auth-provider")
    if provider is None:
        return
    name = provider.text("name")
    if name in _REMOVED_PROVIDERS:
        plugin = _REMOVED_PROVIDERS[name]
        user.note(f"uses the auth-provider `{name}`, gone since client-go 1.26: use the plugin {plugin} (`exec`)")
    else:
        user.note(f"uses the auth-provider `{name}`, which is not followed here: use a plugin (`exec`), or `--node`")
