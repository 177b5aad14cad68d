"""An editor as far as the protocol goes: it starts the real server, and reads what that says."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Self

from tests.paths import ROOT
from tests.processes import heed_signals

PATIENCE = 60.0
"""Seconds for an answer, on a machine that does much else."""


class Editor:
    """One editor with its server.

    Args:
        folder: The root of its workspace, in which the server runs.
        arguments: What `schedcfg server` is started with.
        options: What the editor passes on initialization.
        encodings: In what it can count columns; none: it says nothing.
        watches: Whether it can watch files.

    Attributes:
        folder: Where names of texts are: the root, until a test has another folder in it.
    """

    def __init__(
        self, folder: Path, *arguments: str, options: Any = None, encodings: tuple[str, ...] = (), watches: bool = False
    ) -> None:
        self.root = self.folder = folder
        self._server = subprocess.Popen(
            [sys.executable, "-P", "-m", "schedcfg", "server", *arguments],
            cwd=folder,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONFAULTHANDLER": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=heed_signals if os.name == "posix" else None,  # noqa: PLW1509 - it starts no thread
        )
        self._heard: Queue[dict[str, Any] | None] = Queue()
        self.notices: list[dict[str, Any]] = []
        self._number = 0
        self._is_over = False
        self.versions: dict[str, int] = {}
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        capabilities: dict[str, Any] = {
            "workspace": {
                "workspaceEdit": {"documentChanges": True},
                "didChangeWatchedFiles": {"dynamicRegistration": watches},
            }
        }
        if encodings:
            capabilities["general"] = {"positionEncodings": list(encodings)}
        started = {
            "processId": None,
            "rootUri": folder.as_uri(),
            "capabilities": capabilities,
            "initializationOptions": options,
            "workspaceFolders": [{"uri": folder.as_uri(), "name": "folder"}],
        }
        self.capabilities = self.ask("initialize", started)["capabilities"]
        self.tell("initialized", {})

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._server.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed is not None:
            self._server.kill()
        elif self._server.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        status = self._server.wait(PATIENCE)
        self._listener.join(PATIENCE)
        complaint = self._complaint()
        for stream in (self._server.stdin, self._server.stdout, self._server.stderr):
            assert stream is not None
            stream.close()
        assert failed is not None or self._is_over or (status, complaint) == (0, "")

    def ended(self) -> int:
        """Return the status with which the server ends by itself."""
        self._is_over = True
        return self._server.wait(PATIENCE)

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request, and return the result."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request, and return the answer, which may be that it is refused."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        return self.hear(lambda message: message.get("id") == number and "method" not in message)

    def put(self, name: str, text: str) -> str:
        """Open a text, or change it; return its address."""
        uri = name if ":" in name else (self.folder / name).as_uri()
        version = self.versions[uri] = self.versions.get(uri, 0) + 1
        if version == 1:
            document = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
            self.tell("textDocument/didOpen", {"textDocument": document})
        else:
            document = {"uri": uri, "version": version}
            self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        return uri

    def close(self, uri: str) -> None:
        """Close a text."""
        del self.versions[uri]
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def found(self, uri: str) -> list[dict[str, Any]]:
        """Return what is found in the present version of a text, each time that it is said once."""
        version = self.versions[uri]

        def is_it(message: dict[str, Any]) -> bool:
            params = message.get("params") or {}
            is_about = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri
            return is_about and params.get("version") == version

        noticed = next(filter(is_it, self.notices), None)
        if noticed is not None:
            self.notices.remove(noticed)
        diagnostics: list[dict[str, Any]] = (noticed or self.hear(is_it))["params"]["diagnostics"]
        return diagnostics

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask something about a place of a text."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": place, **more})

    def actions(self, uri: str, line: int | None = None, only: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        """Ask what can be done in a line, or everywhere."""
        first, last = (0, 10**6) if line is None else (line, line)
        place = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 10**6}}
        context: dict[str, Any] = {"diagnostics": []}
        context |= {"only": list(only)} if only else {}
        params = {"textDocument": {"uri": uri}, "range": place, "context": context}
        return self.ask("textDocument/codeAction", params) or []

    def hear(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a message; others before it are kept as notices, and requests get an empty answer."""
        while True:
            try:
                message = self._heard.get(timeout=PATIENCE)
            except Empty:
                self._server.send_signal(signal.SIGABRT)
                raise AssertionError(f"the server says nothing: {self._complaint()}") from None
            assert message is not None, f"the server has ended: {self._complaint()}"
            if is_it(message):
                return message
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})
            self.notices.append(message)

    def _complaint(self) -> str:
        assert self._server.stderr is not None
        return self._server.stderr.read().decode()[-4000:]

    def _send(self, message: dict[str, Any]) -> None:
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw))
        self._server.stdin.flush()

    def _listen(self) -> None:
        stream = self._server.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                header = stream.readline()
            self._heard.put(json.loads(stream.read(length)))
        self._heard.put(None)
