"""`ExecCredential`: what a credential plugin writes to its standard output."""

import json

from schedcfg.manifests.fields import Fields, fields, text
from schedcfg.probe.cluster.credentials import Credentials, bearer
from schedcfg.probe.cluster.failure import INSTEAD, ClusterFailed
from schedcfg.probe.cluster.quoting import shown


def read_answer(output: bytes, api_version: str, name: str) -> Credentials:
    """Read what a plugin gave, as `refreshCredsLocked` in client-go's `exec.go` does.

    Args:
        output: All that it wrote; nothing of it is repeated in messages but its type.
        api_version: The one that the kubeconfig names.
        name: How messages call the plugin.

    Raises:
        ClusterFailed: if it is no credential of that version.
    """
    status = _status(output, api_version, name)
    token = text(status.get("token"))
    certificate, key = text(status.get("clientCertificateData")), text(status.get("clientKeyData"))
    if not token and not certificate and not key:
        raise _wrong(name, "gave neither a token nor a certificate and key")
    if bool(certificate) != bool(key):
        raise _wrong(name, f"gave a {'certificate without its key' if certificate else 'key without its certificate'}")
    return Credentials(bearer(token) if token else "", certificate.encode(), key.encode())


def _status(output: bytes, api_version: str, name: str) -> Fields:
    try:
        data = json.loads(output)
    except (ValueError, RecursionError):
        raise _wrong(name, "wrote something that is no ExecCredential in JSON") from None
    answer = fields(data)
    kind, version = text(answer.get("kind")), text(answer.get("apiVersion"))
    if kind != "ExecCredential" or not version:
        raise _wrong(name, "wrote something that is no ExecCredential in JSON")
    if version != api_version:
        said = shown(version)
        raise _wrong(name, f"wrote an ExecCredential of {said}, but the kubeconfig asks for {api_version}")
    return fields(answer.get("status"))


def _wrong(name: str, what: str) -> ClusterFailed:
    return ClusterFailed(f"the credential plugin {name} {what}", f"Run it by itself to see more. {INSTEAD}")
