"""A real control plane on loopback: etcd and kube-apiserver, which start empty, are emptied between worlds, and end.

Only what decides about objects is run: no controllers, no kubelets. Two admission plugins are off, as what they need is
absent: ServiceAccount (the controller that makes service accounts) and TaintNodesByCondition (the one that takes the
taint of new nodes away again).
"""

import asyncio
import base64
import contextlib
import json
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import aiohttp

ETCD = "go.etcd.io/etcd/server/v3"
"""The main package of etcd. Releases up to 1.29 also work with the etcd 3.4 of Debian."""

_ABSENT_ADMISSION = "ServiceAccount,TaintNodesByCondition"
_READY_WITHIN = 60.0
_EACH_TIME = 0.05
_KEYS_AT_ONCE = 100
"""etcd refuses transactions of more than 128 operations (`--max-txn-ops`)."""

_SERVERS_OWN = (
    "/registry/masterleases/",
    "/registry/leases/",
    "/registry/ranges/",
    "/registry/apiregistration.k8s.io/",
)


class ControlPlaneError(Exception):
    """A server that did not start, or a response that is not understood."""


@dataclass(frozen=True)
class ControlPlanePrograms:
    """The programs of one release.

    Attributes:
        release: The release, `1.29`.
        etcd: The etcd that its API server works with.
        api_server: kube-apiserver.
        scheduler: kube-scheduler.
    """

    release: str
    etcd: Path
    api_server: Path
    scheduler: Path


class ControlPlane:
    """Both servers, as a context: started on entry, ended with their files on exit."""

    def __init__(self, programs: ControlPlanePrograms, gates: Sequence[str] = ()) -> None:
        self._programs = programs
        self._gates = tuple(gates)
        self._stack = contextlib.ExitStack()
        self._etcd = f"http://127.0.0.1:{_free_port()}"
        self._first_keys: frozenset[str] = frozenset()
        self.token = secrets.token_hex(16)
        self.url = f"https://127.0.0.1:{_free_port()}"

    async def __aenter__(self) -> Self:
        """Start both servers and wait until they serve."""
        folder = Path(tempfile.mkdtemp(prefix="control-plane-"))
        self._stack.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            etcd = self._stack.enter_context(_running(self._etcd_command(folder), folder / "etcd.log"))
            await self._ready(f"{self._etcd}/health", etcd, folder / "etcd.log")
            server = self._stack.enter_context(_running(self._server_command(folder), folder / "api-server.log"))
            await self._ready(f"{self.url}/readyz", server, folder / "api-server.log")
            self._first_keys = await self._settled_keys()
        except BaseException:
            self._stack.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End both servers and remove their files."""
        self._stack.close()

    async def clear(self) -> None:
        """Delete what was created since the start, without finalizers, grace periods and the controllers they wait for.

        This bypasses the API server, which learns of it by its own watch of etcd, as if another API server had done it.
        """
        async with aiohttp.ClientSession() as session:
            keys = sorted(await self._keys(session) - self._first_keys)
            for begin in range(0, len(keys), _KEYS_AT_ONCE):
                deleted = [{"requestDeleteRange": {"key": _base64(key)}} for key in keys[begin : begin + _KEYS_AT_ONCE]]
                await self._asked(session, "txn", {"success": deleted})

    async def _settled_keys(self) -> frozenset[str]:
        """Return the keys that the API server has written for itself, once it writes no more of them."""
        async with aiohttp.ClientSession() as session:
            before: frozenset[str] | None = None
            while before != (now := await self._keys(session)):
                before = now
                await asyncio.sleep(0.5)
        return now

    async def _keys(self, session: aiohttp.ClientSession) -> frozenset[str]:
        range_end = _base64("/registry0")  # the first key after all that begin with "/registry/"
        found = await self._asked(
            session, "range", {"key": _base64("/registry/"), "range_end": range_end, "keys_only": True}
        )
        keys = (base64.b64decode(entry["key"]).decode() for entry in found.get("kvs", ()))
        return frozenset(key for key in keys if not key.startswith(_SERVERS_OWN))

    async def _asked(self, session: aiohttp.ClientSession, what: str, request: dict[str, Any]) -> dict[str, Any]:
        """Return what etcd's JSON gateway responds to a request."""
        async with session.post(f"{self._etcd}/v3/kv/{what}", data=json.dumps(request)) as response:
            if response.status != 200:  # noqa: PLR2004 - the status of success
                raise ControlPlaneError(f"etcd: {what}: {response.status} {await response.text()}")
            found: dict[str, Any] = await response.json(content_type=None)
            return found

    async def _ready(self, url: str, process: subprocess.Popen[bytes], log: Path) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        latest = time.monotonic() + _READY_WITHIN
        async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(ssl=False)) as session:
            while time.monotonic() < latest and process.poll() is None:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(url) as response:
                        if response.ok:
                            return
                await asyncio.sleep(_EACH_TIME)
        raise ControlPlaneError(f"{url} is not ready:\n{_end(log)}")

    def _etcd_command(self, folder: Path) -> list[str]:
        peers = f"http://127.0.0.1:{_free_port()}"
        return [
            str(self._programs.etcd),
            f"--data-dir={folder / 'etcd'}",
            f"--listen-client-urls={self._etcd}",
            f"--advertise-client-urls={self._etcd}",
            f"--listen-peer-urls={peers}",
            f"--initial-advertise-peer-urls={peers}",
            f"--initial-cluster=default={peers}",
            "--unsafe-no-fsync",  # what is lost with the machine is not missed
        ]

    def _server_command(self, folder: Path) -> list[str]:
        token, keys = folder / "tokens.csv", _service_account_keys(folder)
        token.write_text(f"{self.token},recorder,recorder,system:masters\n", encoding="utf-8")
        return [
            str(self._programs.api_server),
            f"--etcd-servers={self._etcd}",
            "--bind-address=127.0.0.1",
            f"--secure-port={self.url.rpartition(':')[2]}",
            f"--cert-dir={folder / 'certificates'}",
            f"--token-auth-file={token}",
            "--authorization-mode=AlwaysAllow",
            f"--disable-admission-plugins={_ABSENT_ADMISSION}",
            "--service-cluster-ip-range=10.0.0.0/24",
            "--service-account-issuer=https://recorder.example",
            f"--service-account-key-file={keys}",
            f"--service-account-signing-key-file={keys}",
            "--endpoint-reconciler-type=none",
            "--enable-priority-and-fairness=false",
            "--runtime-config=api/all=true",  # also those that are only served behind a gate
            *(f"--feature-gates={gate}" for gate in self._gates),
        ]


@contextlib.contextmanager
def _running(command: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server in its own process group, and end it."""
    with log.open("wb") as written:
        process = subprocess.Popen(  # noqa: S603 - programs of ours
            command, stdin=subprocess.DEVNULL, stdout=written, stderr=written, start_new_session=True
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _service_account_keys(folder: Path) -> Path:
    """Return a file with a key, which the API server requires even where nobody has a service account."""
    path = folder / "service-account.key"
    subprocess.run(  # noqa: S603 - arguments of ours
        ["openssl", "genrsa", "-out", str(path), "2048"],  # noqa: S607 - the contributor's own
        check=True,
        capture_output=True,
    )
    return path


def _end(log: Path) -> str:
    """Return the last lines of a log."""
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-8:])


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
