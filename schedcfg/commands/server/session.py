"""One editor: what it has open, and when that is looked at.

The loop takes messages; one thread does all work, one thing after the other, so that texts that change meanwhile are
noticed, and answers about an older one are dropped.
"""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.diagnostics import diagnostics
from schedcfg.commands.server.navigation import Navigator
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.status import Status, status
from schedcfg.commands.server.workspace import EditedText, Looked, OpenText, Workspace
from schedcfg.document.texts import printable
from schedcfg.errors import BugGuard, SchedcfgError
from schedcfg.sources import STDIN

Answer = TypeVar("Answer")

STATUS = "schedcfg/status"
"""The notification that says which release a text is validated against, and why."""

_QUICK = 0.05
"""Seconds of work that nobody notices between two keystrokes; texts that take longer wait for a pause."""
_LONGEST_PAUSE = 1.0


@dataclass
class Session:
    """One editor, and what it has open.

    Attributes:
        server: The connection.
        workspace: The texts.
    """

    server: LanguageServer
    workspace: Workspace

    def __post_init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="schedcfg")
        self._pending: dict[str, asyncio.Task[None]] = {}
        self._took: dict[str, float] = {}
        self._shown: dict[str, Status] = {}

    async def work(self, do: Callable[[], Answer]) -> Answer | None:
        """Do something in the thread for work; a bug in it is logged, and answered by nothing."""
        answer, fault = await asyncio.get_running_loop().run_in_executor(self._worker, _guarded, do)
        if fault:
            self.server.window_log_message(types.LogMessageParams(types.MessageType.Error, fault))
        return answer

    async def answer(self, uri: str, ask: Callable[[Looked, TextPositions], Answer]) -> Answer | None:
        """Ask something about a text as it is now; None where it is not open."""
        text = self.workspace.find(uri)
        if text is None:
            return None
        return await self.work(lambda: ask(self.workspace.look(text), self.positions(text)))

    async def about(self, uri: str, ask: Callable[[Analysis, TextPositions], Answer]) -> Answer | None:
        """Ask something about what a text means; half-typed ones, too."""

        def about(looked: Looked, positions: TextPositions) -> Answer:
            return ask(looked.meaning, positions)

        return await self.answer(uri, about)

    async def lead(self, uri: str, ask: Callable[[Navigator], Answer]) -> Answer | None:
        """Ask where something leads from a text."""

        def about(looked: Looked, _: TextPositions) -> Answer:
            return ask(Navigator(looked.text, looked.meaning, self.workspace, self._encoding))

        return await self.answer(uri, about)

    def workspace_edit(self, edits: Mapping[EditedText, Sequence[types.TextEdit]]) -> types.WorkspaceEdit:
        """Return edits of texts, with the versions that they are for, where the editor takes that."""
        if not self._takes_versions:
            return types.WorkspaceEdit({text.uri: list(made) for text, made in edits.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(*text), list(made))
                for text, made in edits.items()
            ]
        )

    @property
    def _takes_versions(self) -> bool:
        workspace = self.server.client_capabilities.workspace
        edits = None if workspace is None else workspace.workspace_edit
        return edits is not None and bool(edits.document_changes)

    @property
    def takes_snippets(self) -> bool:
        """Whether the editor knows texts with places to fill in."""
        document = self.server.client_capabilities.text_document
        item = None if document is None or document.completion is None else document.completion.completion_item
        return item is not None and bool(item.snippet_support)

    def positions(self, text: OpenText) -> TextPositions:
        """Return the positions of a text as this editor counts them."""
        return TextPositions(text.text, self._encoding)

    @property
    def _encoding(self) -> str:
        return self.server.workspace.position_encoding or types.PositionEncodingKind.Utf16

    def put(self, uri: str) -> None:
        """Take a text as the editor has it now, and check it and all others that are open beside it."""
        self._forget_futures()
        document = self.server.workspace.get_text_document(uri)
        self.workspace.put(OpenText(uri, _path(uri), document.version or 0, document.source))
        self.check(uri)
        for text in self.workspace.texts:
            if text.uri != uri and os.path.dirname(text.path) == os.path.dirname(_path(uri)):
                self.check(text.uri)

    def _forget_futures(self) -> None:
        """Forget what pygls 2.1 keeps of each notification: `_execute_handler` in `protocol/json_rpc.py`."""
        kept = self.server.protocol._request_futures  # noqa: SLF001 - there is no other way
        for number in [number for number, future in kept.items() if future.done()]:
            del kept[number]

    def close(self, uri: str) -> None:
        """Forget a text; what was found in it is no longer shown."""
        self.workspace.close(uri)
        self._took.pop(uri, None)
        self._shown.pop(uri, None)
        if task := self._pending.pop(uri, None):
            task.cancel()
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def check_all(self) -> None:
        """Check all texts again, as what is around them has changed."""
        self.workspace.forget()
        for text in self.workspace.texts:
            self.check(text.uri)

    def check(self, uri: str) -> None:
        """Check a text soon: at once where that is quick, else in a pause."""
        if task := self._pending.get(uri):
            task.cancel()
        self._pending[uri] = asyncio.ensure_future(self._check(uri))

    async def _check(self, uri: str) -> None:
        took = self._took.get(uri, 0.0)
        await asyncio.sleep(min(took, _LONGEST_PAUSE) if took > _QUICK else 0)
        text = self.workspace.find(uri)
        if text is None:
            return
        begun = asyncio.get_running_loop().time()
        found = await self.work(lambda: self._found(text))
        self._took[uri] = asyncio.get_running_loop().time() - begun
        # A text that has changed meanwhile is checked by itself.
        if found is not None and self.workspace.find(uri) == text:
            shown, now = found
            self._show_status(now)
            self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, text.version))

    def _found(self, text: OpenText) -> tuple[list[types.Diagnostic], Status] | None:
        if self.workspace.find(text.uri) != text:
            return None
        looked = self.workspace.look(text)
        return diagnostics(looked, self.positions(text)), status(looked, self.workspace.kubernetes)

    def _show_status(self, now: Status) -> None:
        """Show the editor which release a text is validated against, and why, where that has changed."""
        if self._shown.get(now.uri) != now:
            self._shown[now.uri] = now
            self.server.protocol.notify(STATUS, now._asdict())

    def choose(self, kubernetes: str | None) -> None:
        """Validate all texts against a release; None: by their settings. One that is not known is refused in words."""
        try:
            self.workspace.choose(kubernetes)
        except SchedcfgError as error:
            message = " ".join(map(str, (*error.lines, error.help or "")))
            self.server.window_show_message(types.ShowMessageParams(types.MessageType.Error, printable(message)))
        else:
            self.check_all()


def _guarded(do: Callable[[], Answer]) -> tuple[Answer | None, str]:
    """Return what something answers, or what is wrong with it."""
    answer: Answer | None = None
    with BugGuard() as guard:
        answer = do()
    return answer, guard.reason or ""


def _path(uri: str) -> str:
    """Return the path of a text as the command line would name it; `-` where it is no file."""
    path = uris.to_fs_path(uri)
    if path is None or not uri.startswith("file:"):
        return STDIN
    try:
        below = os.path.relpath(path)
    except ValueError:  # On another drive
        return path
    return path if below.startswith(os.pardir) else below
