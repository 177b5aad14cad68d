"""A part of a kubeconfig, read with the types that client-go gives its fields.

Upstream: `tools/clientcmd/api/v1/types.go` in client-go.
"""

import binascii
import os
from collections.abc import Iterator

from schedcfg.errors import UnreadableInput
from schedcfg.manifests.fields import Fields, fields
from schedcfg.probe.cluster.files import content
from schedcfg.probe.exchange.quoting import one_line


class Entry:
    """A mapping; what is wrong in it is noted, and counts as not written.

    Args:
        name: How messages call it.
        data: What is written.
        folder: Where the kubeconfig is; relative paths start there.
        problems: Where to note what is wrong.
    """

    def __init__(self, name: str, data: object, folder: str, problems: list[str]) -> None:
        self.name = name
        self.folder = folder
        self.problems = problems
        if not isinstance(data, dict | None):
            self.note("is not a mapping of keys to values")
        self.data: Fields = fields(data)

    def note(self, problem: str) -> None:
        """Note a problem, once; it continues the sentence that the entry's name begins."""
        sentence = one_line(f"{self.name} {problem}")
        if sentence not in self.problems:
            self.problems.append(sentence)

    def text(self, key: str) -> str:
        """Give a text; empty where there is none."""
        value = self.data.get(key)
        if not isinstance(value, str | None):
            self.note(f"has a `{key}` that is not a text: put it in quotes")
        return value if isinstance(value, str) else ""

    def flag(self, key: str) -> bool:
        """Give a `true` or `false`; False where there is neither."""
        value = self.data.get(key)
        if not isinstance(value, bool | None):
            self.note(f"has a `{key}` that is neither true nor false")
        return value is True

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of texts."""
        value = self.data.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.note(f"has `{key}` that are not a list of texts: put each of them in quotes")
            return ()
        return tuple(value)

    def inside(self, key: str, name: str = "") -> "Entry | None":
        """Give the mapping under a key, by the name of this one or of its own; None where nothing is written."""
        value = self.data.get(key)
        return None if value is None else Entry(name or self.name, value, self.folder, self.problems)

    def each(self, key: str, name: str) -> Iterator["Entry"]:
        """Yield the mappings of a list, by a name that stands for each."""
        value = self.data.get(key)
        if not isinstance(value, list | None):
            self.note(f"has `{key}` that are not a list")
        for item in value if isinstance(value, list) else ():
            yield Entry(name, item, self.folder, self.problems)

    def path(self, key: str) -> str:
        """Give a path, made absolute; empty where there is none. `~` is a name as any other."""
        written = self.text(key)
        return os.path.normpath(os.path.join(self.folder, written)) if written else ""  # noqa: PTH118 - strings

    def pem(self, key: str) -> bytes:
        """Give what a file holds, or `…-data` in base64; both at once are refused as `clientcmd` does."""
        written, file = self.text(f"{key}-data"), self.path(key)
        if written and file:
            self.note(f"has both `{key}` and `{key}-data`: delete one")
        if written:
            return self._decoded(f"{key}-data", written)
        return self.read(key) if file else b""

    def read(self, key: str) -> bytes:
        """Read the file that a key names; empty where it cannot be read, which is noted."""
        try:
            return content(self.path(key))
        except UnreadableInput as error:
            self.note(f"names a `{key}` that cannot be read: {error}")
            return b""

    def _decoded(self, key: str, written: str) -> bytes:
        try:
            # Go's decoder passes over line ends as well, and over nothing else.
            raw = written.replace("\r", "").replace("\n", "").encode("ascii")
            return binascii.a2b_base64(raw, strict_mode=True)
        except ValueError:
            self.note(f"has `{key}` that is not base64")
            return b""
