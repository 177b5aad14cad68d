"""What folders have elsewhere than in the working tree: before a change, in a commit, in the index."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from schedcfg import limits
from schedcfg.integrations.compared_files import ChangedFile
from schedcfg.integrations.git import CommittedFile, Repository
from schedcfg.sources import Text, patches_in, texts_in
from schedcfg.sources.folder import has_suffix
from schedcfg.sources.neighboring import MOST_NEIGHBORS, PATCHES, patches_of, texts_of


def folder_of(path: str) -> str:
    """Return the whole path of the folder of a file."""
    return os.path.dirname(os.path.abspath(path))


class FoldersBefore:
    """What folders had before a change: what they have, with the files that differ as they were."""

    def __init__(self, changed: Sequence[ChangedFile], suffixes: tuple[str, ...]) -> None:
        self._suffixes = suffixes
        self._changed: dict[str, dict[str, bytes | None]] = defaultdict(dict)
        # Where a file moved to the place of one that moved on, that one was there.
        for path, content in (
            *((file.path, None if file.old_path else file.before) for file in changed),
            *((file.old_path, file.before) for file in changed if file.old_path),
        ):
            self._changed[folder_of(path)][os.path.basename(path)] = content

    def texts(self, folder: str) -> Iterator[Text]:
        """Yield the texts that a folder had."""
        changed = self._changed.get(folder, {})
        return _replaced(texts_in(folder, self._suffixes), changed, texts_of(_there(changed), folder))

    def patches(self, folder: str) -> Iterator[Text]:
        """Yield kubeadm's patches of the scheduler that a folder had."""
        patches = os.path.join(folder, PATCHES)
        changed = self._changed.get(patches, {})
        return _replaced(patches_in(folder), changed, patches_of(_there(changed), patches))


class CommittedFolders:
    """What folders have in a commit, or in the next one."""

    def __init__(self, repository: Repository, files: Iterable[CommittedFile], suffixes: tuple[str, ...]) -> None:
        self._repository = repository
        self._blobs: dict[str, dict[str, str]] = defaultdict(dict)
        for file in files:
            folder, name = os.path.split(os.path.join(repository.root, file.path))
            if has_suffix(name, suffixes) and not name.startswith(".") and (file.size or 0) <= limits.FILE.value:
                self._blobs[folder][name] = file.blob

    def texts(self, folder: str) -> Iterator[Text]:
        """Yield the texts of a folder."""
        return texts_of(self._contents(folder), folder)

    def patches(self, folder: str) -> Iterator[Text]:
        """Yield kubeadm's patches of the scheduler for a folder."""
        patches = os.path.join(folder, PATCHES)
        return patches_of(self._contents(patches), patches)

    def _contents(self, folder: str) -> Iterator[tuple[str, bytes]]:
        blobs = self._blobs.get(os.path.realpath(folder), {})
        if len(blobs) <= MOST_NEIGHBORS:
            contents = self._repository.contents(blobs.values())
            yield from ((name, contents[blob]) for name, blob in sorted(blobs.items()) if blob in contents)


def _there(changed: Mapping[str, bytes | None]) -> Iterator[tuple[str, bytes]]:
    return ((name, raw) for name, raw in changed.items() if raw is not None and not name.startswith("."))


def _replaced(now: Iterable[Text], changed: Mapping[str, object], before: Iterable[Text]) -> Iterator[Text]:
    kept = (text for text in now if text.name not in changed)
    yield from sorted((*kept, *before), key=lambda text: text.name)
