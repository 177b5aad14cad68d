"""What an editor notifies of and asks, and who answers: the language server protocol over standard input and output."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

import schedcfg
from schedcfg import releases
from schedcfg.commands.server import answers
from schedcfg.commands.server.actions import FIX_ALL, REWRITE, Actions
from schedcfg.commands.server.navigation import Navigator, NotRenamed
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.session import Session
from schedcfg.commands.server.workspace import Looked, OptionsFor, Workspace

RELEASES, CHOOSE_RELEASE = "schedcfg.releases", "schedcfg.setRelease"
"""Commands of the editor: the releases that are known, and to validate against one of them."""

_WATCHED = ("**/*.{yaml,yml,json,conf,cfg,service,toml}",)


class AnsweringProtocol(LanguageServerProtocol):
    """The protocol of pygls, which also responds to requests whose parameters do not fit: the editor waits for it."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message of the editor.

        Raises:
            JsonRpcException: if it is none.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if {"id", "method"} <= data.keys():
                self._send_response(data["id"], error=JsonRpcInvalidParams(str(error)).to_response_error())
            raise


def make(options_for: OptionsFor) -> LanguageServer:
    """Return the language server.

    Args:
        options_for: Makes the options of a file.
    """
    # Its messages have texts of the files in them, and an editor need not read standard error.
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False
    # Whole texts: a server that applies changes by itself counts lines as Python does, at U+2028 too.
    server = LanguageServer(
        "schedcfg", schedcfg.__version__, types.TextDocumentSyncKind.Full, protocol_cls=AnsweringProtocol
    )
    session = Session(server, Workspace(options_for))
    for name, take in _NOTIFIED.items():
        server.feature(name)(partial(take, session))
    for name, (answer, options) in _ASKED.items():
        server.feature(name, options)(partial(answer, session))
    server.command(RELEASES)(_list_releases)

    @server.command(CHOOSE_RELEASE)
    def choose_release(kubernetes: Any = None) -> None:
        _take_settings(session, {"kubernetes": kubernetes})

    return server


def _initialize(session: Session, params: types.InitializeParams) -> None:
    _take_settings(session, params.initialization_options)


async def _initialized(session: Session, _: types.InitializedParams) -> None:
    """Ask to be notified of files that change."""
    workspace = session.server.client_capabilities.workspace
    watching = None if workspace is None else workspace.did_change_watched_files
    if watching is not None and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        watch = types.Registration("schedcfg", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await session.server.client_register_capability_async(types.RegistrationParams([watch]))


def _did_change(session: Session, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams) -> None:
    session.put(params.text_document.uri)


def _did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    session.close(params.text_document.uri)


def _files_changed(session: Session, _: object) -> None:
    session.check_all()


def _did_change_configuration(session: Session, params: types.DidChangeConfigurationParams) -> None:
    """Take the settings for this server; what has none of them, as some editors send at the start, changes nothing."""
    own = params.settings.get("schedcfg") if isinstance(params.settings, dict) else None
    if isinstance(own, dict) and "kubernetes" in own:
        _take_settings(session, own)


def _take_settings(session: Session, settings: object) -> None:
    """Take the editor's own settings: `kubernetes`."""
    chosen = settings.get("kubernetes") if isinstance(settings, dict) else None
    session.choose(chosen if isinstance(chosen, str) and chosen else None)


_NOTIFIED: Mapping[str, Callable[..., Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.TEXT_DOCUMENT_DID_OPEN: _did_change,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_SAVE: _files_changed,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _files_changed,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _did_change_configuration,
}
"""Notification of the editor → who takes it."""


async def _code_action(session: Session, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    def ask(looked: Looked, positions: TextPositions) -> list[types.CodeAction]:
        actions = Actions(looked, positions, session.workspace_edit)
        return actions.within(params.range, params.context)

    return await session.answer(params.text_document.uri, ask)


async def _hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    return await session.about(params.text_document.uri, partial(answers.hover, place=params.position))


async def _completion(session: Session, params: types.CompletionParams) -> list[types.CompletionItem] | None:
    ask = partial(answers.completions, place=params.position, takes_snippets=session.takes_snippets)
    return await session.about(params.text_document.uri, ask)


async def _inlay_hint(session: Session, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    return await session.about(params.text_document.uri, partial(answers.inlay_hints, within=params.range))


async def _symbols(session: Session, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
    return await session.about(params.text_document.uri, answers.symbols)


async def _folding(session: Session, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    return await session.about(params.text_document.uri, answers.folding_ranges)


async def _definition(session: Session, params: types.DefinitionParams) -> list[types.Location] | None:
    return await session.lead(params.text_document.uri, lambda leader: leader.definitions(params.position))


async def _references(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    def lead(leader: Navigator) -> list[types.Location]:
        return leader.references(params.position, with_definitions=params.context.include_declaration)

    return await session.lead(params.text_document.uri, lead)


async def _prepare_rename(session: Session, params: types.PrepareRenameParams) -> types.Range | None:
    return await session.lead(params.text_document.uri, lambda leader: leader.renamed_range(params.position))


async def _rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    def lead(leader: Navigator) -> types.WorkspaceEdit | NotRenamed:
        try:
            return session.workspace_edit(leader.renamed(params.position, params.new_name))
        except NotRenamed as error:
            return error

    made = await session.lead(params.text_document.uri, lead)
    if isinstance(made, NotRenamed):
        raise JsonRpcInvalidParams(str(made))
    return made


_ASKED: Mapping[str, tuple[Callable[..., Any], Any]] = {
    types.TEXT_DOCUMENT_CODE_ACTION: (
        _code_action,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL, REWRITE]),
    ),
    types.TEXT_DOCUMENT_HOVER: (_hover, None),
    types.TEXT_DOCUMENT_COMPLETION: (_completion, types.CompletionOptions(trigger_characters=[" ", ":", "-"])),
    types.TEXT_DOCUMENT_INLAY_HINT: (_inlay_hint, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (_symbols, None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: (_folding, None),
    types.TEXT_DOCUMENT_DEFINITION: (_definition, None),
    types.TEXT_DOCUMENT_REFERENCES: (_references, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (_prepare_rename, None),
    types.TEXT_DOCUMENT_RENAME: (_rename, types.RenameOptions(prepare_provider=True)),
}
"""What the editor asks → who answers, and what else the editor needs to know about it."""


def _list_releases() -> list[str]:
    return list(reversed(releases.names()))
