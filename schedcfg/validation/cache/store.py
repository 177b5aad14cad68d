"""Texts by key in a file, which several runs may use at once: SQLite, of the standard library.

Nothing here may fail a run: what cannot be read is not there, and what cannot be written is not kept.
"""

import contextlib
import hashlib
import os
import sqlite3
import sys
import time

_FILE = "reports-1.sqlite"
"""The number changes with the tables."""

_DAY = 86_400
_AT_ONCE = 512
"""Texts that are written together."""

_PATIENCE = 2.0
"""Seconds that another run may take to write."""

_LONGEST = 262_144
_MOST = 100_000
_LARGEST = 256 * 1024 * 1024
"""Characters of a text, number of texts, and bytes of the file; above, the texts that were used least lately go."""

_OF_THE_PARENT: list[object] = []
"""Connections of the process that this one is a copy of: closing them here would end locks there."""


def _digest(key: bytes, text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=key).digest()


class Store:
    """Texts by key.

    Args:
        folder: Where the file is.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file = os.path.join(folder, _FILE)  # noqa: PTH118 - strings in, strings out; so below
        self._today = int(time.time()) // _DAY
        self._process = 0
        self._database: sqlite3.Connection | None = None
        self._texts: dict[bytes, str] = {}
        self._used: list[bytes] = []
        self._has_written = False

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Return a store of the other process: connections cannot be sent."""
        return Store, (self._folder,)

    def get(self, key: bytes) -> str | None:
        """Return the text of a key; None where there is none, or where it is not what was put."""
        self._begin()
        if self._database is None:
            return None
        try:
            if not self._database.in_transaction:
                # Up to the next time that something is written: else each text takes and releases a lock.
                self._database.execute("BEGIN")
            row = self._database.execute("SELECT text, digest, day FROM texts WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        if row is None or not isinstance(row[0], str) or row[1] != _digest(key, row[0]):
            return None
        if row[2] != self._today:
            self._used.append(key)
        return row[0]

    def put(self, key: bytes, text: str) -> None:
        """Keep a text, sooner or later."""
        self._begin()
        if len(text) <= _LONGEST:
            self._texts[key] = text
        if len(self._texts) >= _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write what was put, and what was used."""
        self._begin()
        texts, self._texts, used, self._used = self._texts, {}, self._used, []
        if self._database is None or not (texts or used):
            return
        rows = [(key, text, _digest(key, text), self._today) for key, text in texts.items()]
        try:
            if self._database.in_transaction:
                self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?)", rows)
            self._database.executemany("UPDATE texts SET day = ? WHERE key = ?", [(self._today, key) for key in used])
            self._database.execute("COMMIT")
            self._has_written = True
        except (sqlite3.Error, UnicodeEncodeError) as error:
            self._give_up(error)

    def close(self) -> None:
        """Write the rest, and remove what is too much."""
        self.write()
        if self._database is None:
            return
        try:
            if self._has_written:
                self._shrink(self._database)
            self._database.close()
        except sqlite3.Error as error:
            self._give_up(error)
        self._database = None

    @staticmethod
    def _shrink(database: sqlite3.Connection) -> None:
        [number], [pages], [size] = (
            database.execute(query).fetchone()
            for query in ("SELECT COUNT(*) FROM texts", "PRAGMA page_count", "PRAGMA page_size")
        )
        unwanted = max(number - _MOST, number // 2 if pages * size > _LARGEST else 0)
        if unwanted > 0:
            # A tenth more, so that not every run has to.
            query = "DELETE FROM texts WHERE key IN (SELECT key FROM texts ORDER BY day LIMIT ?)"
            database.execute(query, (unwanted + _MOST // 10,))

    def _begin(self) -> None:
        """Open the file, once in each process: those of `--jobs` are copies of the first."""
        if self._process == os.getpid():
            return
        if self._process:
            _OF_THE_PARENT.append(self._database)
            self._texts, self._used, self._database = {}, [], None
        self._process = os.getpid()
        _when_a_copy_ends(self)
        try:
            self._database = self._opened()
        except sqlite3.Error as error:
            self._give_up(error)

    def _opened(self) -> sqlite3.Connection:
        if not os.path.exists(self._file):  # noqa: PTH110
            # For nobody else, whatever the mask is.
            with contextlib.suppress(OSError):
                os.close(os.open(self._file, os.O_CREAT | os.O_WRONLY, 0o600))
        database = sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA auto_vacuum = FULL")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute("PRAGMA trusted_schema = OFF")
            database.execute(
                "CREATE TABLE IF NOT EXISTS texts "
                "(key BLOB PRIMARY KEY, text TEXT, digest BLOB, day INTEGER) WITHOUT ROWID"
            )
        except BaseException:
            database.close()
            raise
        return database

    def _give_up(self, error: Exception) -> None:
        """Do without the file for the rest of this process; remove one that is none of SQLite's, or is broken."""
        database, self._database = self._database, None
        if database is not None:
            with contextlib.suppress(sqlite3.Error):
                database.close()
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    os.remove(self._file + suffix)  # noqa: PTH107


def _when_a_copy_ends(store: Store) -> None:
    """Have a process of `--jobs` write the rest when it ends."""
    processes = sys.modules.get("multiprocessing")
    if processes is not None and processes.parent_process() is not None:
        from multiprocessing.util import Finalize  # noqa: PLC0415 - as it is one of several, it has this

        Finalize(None, store.write, exitpriority=1)
