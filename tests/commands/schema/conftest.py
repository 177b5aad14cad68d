"""An editor's language server, installed once and started once."""

from collections.abc import Iterator

import pytest

from tests.commands.schema.language_server import LanguageServer
from tests.npm_packages import installed

PACKAGE = "yaml-language-server"
VERSION = "1.24.0"
"""Pinned: what it says is compared. The last one before 2.0 runs on the Node.js of Debian, too."""


@pytest.fixture(scope="session")
def language_server(pytestconfig: pytest.Config) -> Iterator[LanguageServer]:
    """Start the server that VS Code, Neovim and others use for YAML."""
    main = installed(pytestconfig, PACKAGE, VERSION) / "bin" / PACKAGE
    with LanguageServer(["node", str(main), "--stdio"]) as server:
        yield server
