"""Reports of an earlier run, by all that they follow from: content, options, and the code that made them.

What follows from more than that is not kept: the report on a manifest, which depends on what is around it.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib.util import find_spec
from operator import attrgetter
from typing import Any

import schedcfg
from schedcfg.errors import UnwritableOutput
from schedcfg.findings import FileReport
from schedcfg.rules.context_cache import ContextCache, FileInContext
from schedcfg.sources import STDIN
from schedcfg.validation.cache import stored_report
from schedcfg.validation.cache.folder import cache_folder
from schedcfg.validation.cache.store import Store
from schedcfg.validation.options import Options

Validate = Callable[..., FileReport]
"""Validates bytes; see `validate_bytes`."""


class CachedReports:
    """Validates bytes, unless an earlier run did so.

    Args:
        validate: Does so.
        options: Those of the run.
        contexts: What is around files.

    Raises:
        UnwritableOutput: if there can be no cache.
    """

    def __init__(self, validate: Validate, options: Options, contexts: ContextCache) -> None:
        # What code of others does, and what may take too long, is not known from here.
        if any(plugin.args is not None or plugin.args_schema is not None for plugin in options.registry.own):
            raise UnwritableOutput("reports that follow from packages or JSON Schemas of plugins are not kept")
        self._validate = validate
        self._contexts = _NoticedContexts(contexts)
        self._run = _canonical((_code(), _limits()))
        self._decided_by: tuple[object, ...] = ()
        self._scope = b""
        self._worked = 0.0
        self._store = Store(cache_folder())

    def __call__(self, raw: bytes, options: Options, *, path: str) -> FileReport:
        """Return the report on a file's bytes."""
        key = hashlib.blake2b(raw, digest_size=16, key=self._scope_of(options, path)).digest()
        known = self._store.get(key)
        if known is not None:
            report = stored_report.read(known, path, raw)
            if report is not None:
                return report
        self._contexts.were_used, begun = False, time.process_time()
        report = self._validate(raw, options, path=path, contexts=self._contexts)
        self._worked += time.process_time() - begun
        if not self._contexts.were_used:
            self._store.put(key, stored_report.written(report))
        return report

    def _scope_of(self, options: Options, path: str) -> bytes:
        """Return the digest of all that decides, beside its bytes, what is found in a file."""
        decided_by = (*_deciding(options), path == STDIN)
        # Nearly always the same as for the file before.
        if decided_by != self._decided_by:
            written = self._run + _canonical(decided_by)
            self._scope = hashlib.blake2b(written.encode("utf-8", "surrogatepass")).digest()
            self._decided_by = decided_by
        return self._scope

    def worked(self) -> float:
        """Return the seconds that it took to validate what no earlier run did."""
        return self._worked

    def close(self) -> None:
        """Write what is to be kept."""
        self._store.close()


class _NoticedContexts(ContextCache):
    """Contexts that know whether something was looked at around a file."""

    def __init__(self, contexts: ContextCache) -> None:
        self._contexts = contexts
        self.were_used = False

    def file(self, *arguments: Any) -> FileInContext:
        """Return a file in its folder; see `ContextCache`."""
        self.were_used = True
        return self._contexts.file(*arguments)

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        """Return the same in another process."""
        return _NoticedContexts, (self._contexts,)


OF_THE_SEARCH = frozenset({"exclude", "per_path", "require", "skip_others", "suffixes"})
"""The options that decide which files are looked at, and by which options each; every other one is part of the key."""

_deciding = attrgetter(*(field.name for field in fields(Options) if field.name not in OF_THE_SEARCH))


_LIBRARIES = ("pydantic", "pydantic_core", "yaml", "jsonschema", "referencing")
"""What takes part in validating files."""


def _code() -> tuple[object, ...]:
    """Return what changes with the code: of this package each file's size and time, of others the folders they are in.

    An installer changes such a folder with every package, as it adds or removes a folder there.
    """
    places = sorted({_folder_of(name) for name in _LIBRARIES})
    changed = [(place, os.stat(place).st_mtime_ns) for place in places if place]  # noqa: PTH116 - strings in; so below
    return schedcfg.__version__, sys.version, changed, sorted(_files(os.path.dirname(schedcfg.__file__)))  # noqa: PTH120


def _limits() -> list[tuple[str, str]]:
    """Return what the environment changes: limits, up to which there is a report at all."""
    return sorted((name, value) for name, value in os.environ.items() if name.startswith("SCHEDCFG_MAX_"))


def _folder_of(library: str) -> str:
    """Return the folder that a library is installed in; empty where it is not."""
    found = find_spec(library)
    return os.path.dirname(os.path.dirname(found.origin)) if found is not None and found.origin else ""  # noqa: PTH120


def _files(folder: str) -> list[tuple[str, int, int]]:
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name == "__pycache__":
                continue
            if entry.is_dir():
                found += _files(entry.path)
            else:
                status = entry.stat()
                found.append((entry.path, status.st_size, status.st_mtime_ns))
    return found


def _canonical(value: Any) -> str:
    """Write a value so that equal values are the same text in every process, and others are not."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return repr(value)
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{_canonical(key)}:{_canonical(one)}' for key, one in value.items())}}}"
    if isinstance(value, AbstractSet):
        return f"<{','.join(sorted(map(_canonical, value)))}>"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({','.join(map(_canonical, value))})"
    if is_dataclass(value):
        named = (f"{field.name}={_canonical(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({','.join(named)})"
    raise UnwritableOutput(f"reports that follow from a {type(value).__name__} are not kept")
