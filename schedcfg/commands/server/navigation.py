"""From a name to where it is defined or named, in this text or a file beside it; and another name for all of them."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from lsprotocol import types
from pygls import uris

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.beside import Location
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.references import definitions_at, references_at
from schedcfg.commands.server.renaming import renamable_range_at, renaming_at
from schedcfg.commands.server.workspace import EditedText, OpenText, Workspace
from schedcfg.document import decode_text
from schedcfg.errors import UnreadableInput
from schedcfg.sources import Source


class NotRenamed(Exception):  # noqa: N818 - what happened
    """A name cannot be given."""


class Navigator:
    """Leads from one text to others.

    Args:
        text: The text that is asked about.
        analysis: What is known of it.
        workspace: The texts that are open.
        encoding: What columns are counted in.
    """

    def __init__(self, text: OpenText, analysis: Analysis, workspace: Workspace, encoding: str) -> None:
        self._text, self._analysis, self._encoding = text, analysis, encoding
        self._open = {one.path: one for one in workspace.texts}
        self._positions = {text.path: TextPositions(text.text, encoding)}

    def definitions(self, place: types.Position) -> list[types.Location]:
        """Return where that is defined which is named at a place."""
        return self._locations(definitions_at(self._analysis, self._offset(place)))

    def references(self, place: types.Position, *, with_definitions: bool) -> list[types.Location]:
        """Return where that is named which is at a place.

        Args:
            place: The place.
            with_definitions: Whether its definitions are listed, too.
        """
        offset = self._offset(place)
        found = references_at(self._analysis, offset)
        return self._locations((*definitions_at(self._analysis, offset), *found) if with_definitions else found)

    def renamed_range(self, place: types.Position) -> types.Range | None:
        """Return the name at a place that can be renamed; None where there is none."""
        found = renamable_range_at(self._analysis, self._offset(place))
        return None if found is None else self._positions[self._text.path].range(*found)

    def renamed(self, place: types.Position, new_name: str) -> Mapping[EditedText, list[types.TextEdit]]:
        """Return the edits that give the scheduler at a place another name, in each file.

        Raises:
            NotRenamed: if it cannot have that name, or there is nothing to rename.
        """
        renaming = renaming_at(self._analysis, self._offset(place), new_name)
        if renaming is None:
            raise NotRenamed("only the name of a scheduler can be changed here: schedulerName of a profile or a Pod")
        if renaming.refusal:
            raise NotRenamed(renaming.refusal)
        found = ((path, self._positions_in(path), edits) for path, edits in renaming.edits.items())
        return {
            self._edited(path): positions.text_edits(edits) for path, positions, edits in found if positions is not None
        }

    def _offset(self, place: types.Position) -> int:
        return self._positions[self._text.path].offset(place)

    def _locations(self, found: Iterable[Location]) -> list[types.Location]:
        pairs = ((one, self._positions_in(one.path)) for one in dict.fromkeys(found))
        return [
            types.Location(self._edited(one.path).uri, positions.range(one.start, one.end))
            for one, positions in pairs
            if positions is not None
        ]

    def _positions_in(self, path: str) -> TextPositions | None:
        """Return the positions of a file, as it is open or saved; None where it can no longer be read."""
        if path not in self._positions:
            opened = self._open.get(path)
            with suppress(UnreadableInput):
                text = decode_text(Source(path).read()) if opened is None else opened.text
                self._positions[path] = TextPositions(text, self._encoding)
        return self._positions.get(path)

    def _edited(self, path: str) -> EditedText:
        opened = self._text if path == self._text.path else self._open.get(path)
        if opened is not None:
            return opened.edited
        return EditedText(uris.from_fs_path(os.path.abspath(path)) or path, None)
