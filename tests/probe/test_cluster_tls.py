"""Certificates on both sides, and servers that are not there."""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from api_server import AUTHORITY, CA_DATA, ApiServer, kubeconfig, running
from loopback import free_port

from schedcfg.probe.cluster import ClusterFailed, node_names
from schedcfg.probe.exchange import Limits

NAMES = ("node-a", "node-b", "node-c.example")
CLIENT = AUTHORITY.issue_cert("jane", organization_name="jane")
CERTIFICATE, KEY = CLIENT.cert_chain_pems[0].bytes(), CLIENT.private_key_pem.bytes()


def data(pem: bytes) -> str:
    return base64.b64encode(pem).decode()


def names(api: ApiServer, folder: Path, user: dict[str, Any] | None = None, **cluster: Any) -> tuple[str, ...]:
    return node_names(kubeconfig(folder, {"server": api.url, **cluster}, user), None, Limits(seconds=5))


def failure(api: ApiServer, folder: Path, **cluster: Any) -> ClusterFailed:
    with pytest.raises(ClusterFailed) as caught:
        names(api, folder, **cluster)
    return caught.value


@pytest.fixture
def certified(api: ApiServer) -> ApiServer:
    """Takes client certificates only."""
    api.accepts = {"jane"}
    return api


def test_a_user_may_have_a_certificate(certified: ApiServer, tmp_path: Path) -> None:
    user = {"client-certificate-data": data(CERTIFICATE), "client-key-data": data(KEY)}
    assert names(certified, tmp_path, user, **{"certificate-authority-data": CA_DATA}) == NAMES


def test_a_certificate_may_stand_in_files(certified: ApiServer, tmp_path: Path) -> None:
    (tmp_path / "jane.crt").write_bytes(CERTIFICATE)
    (tmp_path / "jane.key").write_bytes(KEY)
    user = {"client-certificate": "jane.crt", "client-key": str(tmp_path / "jane.key")}
    assert names(certified, tmp_path, user, **{"certificate-authority-data": CA_DATA}) == NAMES


def test_a_plugin_may_give_a_certificate(certified: ApiServer, tmp_path: Path) -> None:
    given = {"clientCertificateData": CERTIFICATE.decode(), "clientKeyData": KEY.decode()}
    version = "client.authentication.k8s.io/v1"
    answer = json.dumps({"kind": "ExecCredential", "apiVersion": version, "status": given})
    exec_ = {"apiVersion": version, "interactiveMode": "Never", "command": sys.executable}
    user = {"exec": {**exec_, "args": ["-c", f"print({answer!r})"]}}
    assert names(certified, tmp_path, user, **{"certificate-authority-data": CA_DATA}) == NAMES


def test_a_certificate_that_is_none_is_told_of(api: ApiServer, tmp_path: Path) -> None:
    failed = failure(api, tmp_path, **{"certificate-authority-data": data(b"no certificate")})
    assert "cannot be asked: the certificate authority holds no certificate" in str(failed)


def test_an_authority_that_is_not_known_is_told_of(api: ApiServer, tmp_path: Path) -> None:
    other = trustme.CA().cert_pem.bytes()
    failed = failure(api, tmp_path, **{"certificate-authority-data": data(other)})
    assert "the certificate of the server is not trusted" in str(failed)
    assert not api.asked


def test_insecure_takes_any_certificate(api: ApiServer, tmp_path: Path) -> None:
    api.accepts = {""}
    assert names(api, tmp_path, **{"insecure-skip-tls-verify": True}) == NAMES


@pytest.fixture
def elsewhere() -> Iterator[ApiServer]:
    """Has a certificate for another name than its address."""
    api = ApiServer(NAMES)
    api.accepts = {""}
    with running(api, AUTHORITY.issue_cert("kubernetes.default.svc")):
        yield api


def test_a_certificate_for_another_name_is_told_of(elsewhere: ApiServer, tmp_path: Path) -> None:
    failed = failure(elsewhere, tmp_path, **{"certificate-authority-data": CA_DATA})
    assert "the certificate of the server is not for 127.0.0.1" in str(failed)
    assert "`tls-server-name`" in (failed.help or "")


def test_a_certificate_may_be_for_another_name(elsewhere: ApiServer, tmp_path: Path) -> None:
    cluster = {"certificate-authority-data": CA_DATA, "tls-server-name": "kubernetes.default.svc"}
    assert names(elsewhere, tmp_path, **cluster) == NAMES


def test_a_server_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    port = free_port()
    api = ApiServer(())
    api.url = f"https://127.0.0.1:{port}"
    failed = failure(api, tmp_path)
    assert str(failed) == f"the API server {api.url} cannot be asked: 127.0.0.1:{port} refuses connections"
