"""A client for language servers: just enough of the protocol to open a file and ask about it."""

import json
import queue
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE = 120
"""Seconds until a server that says nothing counts as dead; a loaded machine may be slow."""

SETTINGS: dict[str, Any] = {
    "yaml": {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False, "url": ""}}
}


class LanguageServer:
    """A running server, spoken to over its standard input and output."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._diagnostics: dict[str, list[dict[str, Any]]] = {}
        self._last_id = 0
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Self:
        capabilities = {
            "textDocument": {
                "completion": {"completionItem": {"documentationFormat": ["markdown"], "snippetSupport": True}},
                "hover": {"contentFormat": ["markdown"]},
                "publishDiagnostics": {},
            },
            "workspace": {"configuration": True},
        }
        self._ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self._tell("initialized", {})
        self._tell("workspace/didChangeConfiguration", {"settings": SETTINGS})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._listener.join(PATIENCE)
        self._process.communicate()

    def open(self, path: Path) -> list[dict[str, Any]]:
        """Open a file and return what the server finds in it."""
        uri = path.as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": path.read_text(encoding="utf-8")}
        self._tell("textDocument/didOpen", {"textDocument": document})
        while uri not in self._diagnostics:
            self._take()
        return self._diagnostics[uri]

    def hover(self, path: Path, line: int, character: int) -> str:
        """Return the text shown for a place; lines and characters count from 0."""
        found = self._ask("textDocument/hover", _place(path, line, character))
        return str(found["contents"]["value"]) if found else ""

    def completions(self, path: Path, line: int, character: int) -> dict[str, dict[str, Any]]:
        """Return what is offered at a place, by its label."""
        found = self._ask("textDocument/completion", _place(path, line, character))
        return {item["label"]: item for item in (found["items"] if isinstance(found, dict) else found or ())}

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._last_id += 1
        wanted = self._last_id
        self._send({"id": wanted, "method": method, "params": params})
        while True:
            message = self._take()
            if message.get("id") == wanted and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _take(self) -> dict[str, Any]:
        """Return the next message; keep diagnostics, and answer what the server itself asks."""
        message = self._messages.get(timeout=PATIENCE)
        assert message is not None, "the language server has ended"
        if message.get("method") == "textDocument/publishDiagnostics":
            self._diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": _answer(message)})
        return message

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while header := self._process.stdout.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                header = self._process.stdout.readline()
            self._messages.put(json.loads(self._process.stdout.read(length)))
        self._messages.put(None)


def _answer(message: dict[str, Any]) -> Any:
    if message["method"] == "workspace/configuration":
        return [SETTINGS.get(item.get("section", ""), {}) for item in message["params"]["items"]]
    return None


def _place(path: Path, line: int, character: int) -> dict[str, Any]:
    return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}}
