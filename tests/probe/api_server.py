"""A server on loopback that lists nodes as kube-apiserver does, and kubeconfigs that lead to it."""

import base64
import contextlib
import json
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import loopback
import trustme

TOKEN = "s3cret-token"
AUTHORITY = trustme.CA()
CA_DATA = base64.b64encode(AUTHORITY.cert_pem.bytes()).decode()


class Asked(NamedTuple):
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]


class Reply(NamedTuple):
    status: int
    body: bytes
    type: str = "application/json"


def status(code: int, reason: str, message: str) -> Reply:
    """Make the object in which the API server says no; upstream: `apimachinery/pkg/apis/meta/v1/types.go`."""
    content = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}
    return Reply(code, json.dumps({**content, "message": message, "reason": reason, "code": code}).encode())


class ApiServer:
    """What it is asked is kept in `asked`; `answer` may be replaced by what answers otherwise."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.accepts: set[str] = {f"Bearer {TOKEN}"}
        self.prefix = ""
        self.asked: list[Asked] = []
        self.answer: Callable[[Asked], Reply] = self.list
        self.url = ""

    def list(self, asked: Asked) -> Reply:
        if asked.path != f"{self.prefix}/api/v1/nodes":
            return Reply(404, b"404 page not found\n", "text/plain")
        if asked.headers.get("authorization", "") not in self.accepts:
            return status(401, "Unauthorized", "Unauthorized")
        start, size = int(asked.query.get("continue", ["0"])[0]), int(asked.query["limit"][0])
        as_metadata = "as=PartialObjectMetadataList" in asked.headers["accept"].split(",")[0]
        metadata: dict[str, Any] = {"resourceVersion": "1"}
        if start + size < len(self.names):
            metadata["continue"] = str(start + size)
        page = {
            "kind": "PartialObjectMetadataList" if as_metadata else "NodeList",
            "metadata": metadata,
            "items": [{"metadata": {"name": name}} for name in self.names[start : start + size]],
        }
        return Reply(200, json.dumps(page).encode())


def _handler(api: ApiServer) -> type[loopback.Handler]:
    class Handler(loopback.Handler):
        protocol_version = "HTTP/1.1"
        timeout = 5

        def answer(self) -> None:
            parts = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            if isinstance(self.connection, ssl.SSLSocket) and (shown := self.connection.getpeercert()):
                subject: Any = shown["subject"]
                headers["authorization"] = str(dict(pair for (pair,) in subject).get("organizationName", ""))
            asked = Asked(parts.path, parse_qs(parts.query), headers)
            api.asked.append(asked)
            reply = api.answer(asked)
            self.say(reply.status, {"Content-Type": reply.type}, reply.body)

    return Handler


@contextlib.contextmanager
def running(api: ApiServer, certificate: trustme.LeafCert | None = None) -> Iterator[ApiServer]:
    """Serve on a free port until the end, with TLS where there is a certificate for it."""
    settings = None
    if certificate is not None:
        settings = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(settings)
        AUTHORITY.configure_trust(settings)
        settings.verify_mode = ssl.CERT_OPTIONAL
    with loopback.served(_handler(api), settings) as api.url:
        yield api


def kubeconfig(folder: Path, cluster: dict[str, Any], user: dict[str, Any] | None = None, **more: Any) -> str:
    """Write a kubeconfig with one context; fields of the file itself may be replaced."""
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "contexts": [{"name": "here", "context": {"cluster": "home", "user": "me"}}],
        "clusters": [{"name": "home", "cluster": cluster}],
        "users": [{"name": "me", "user": user or {}}],
        **more,
    }
    path = folder / "kubeconfig"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)
