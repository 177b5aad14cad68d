r"""What kube-scheduler writes about itself: lines of klog, and messages without a prefix in old releases.

Upstream: `k8s.io/klog/v2` (`E1122 10:00:00.000000 1 run.go:72] "command failed" err="…"`); up to 1.22 `Fprintf` of the
error in `cmd/kube-scheduler/app/server.go`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.patterns import pattern

_PREFIX = pattern(r"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [^\s\]]+\] ?")
_FAILED = pattern(r'"command failed" err=(.*)', re.DOTALL)
_QUOTED = pattern(r'"(?:[^"\\]|\\.)*"')
_PLUGINS = pattern(r'"the scheduler starts to work with those plugins" Plugins=')
_CRASH = pattern(r"^(?:panic|fatal error): .*", re.MULTILINE)
_BY_COBRA = pattern(r"\AError: (?P<message>.*?)(?=\nUsage:|\Z)", re.DOTALL)
_OF_GO = pattern(r"\\(?:x([0-9a-f]{2})|([av]))")
_NAMED = {"a": "\a", "v": "\v"}

FIELD = pattern(
    r"(?:(?<=^)|(?<=\[)|(?<=, ))(?P<path>[A-Za-z]\w*(?:\[[^\]]*\]|\.[\w/-]+)*): "
    r"(?:Invalid value|Required value|Unsupported value|Duplicate value|Forbidden|Not found|Internal error|Too \w+)"
)
"""How an error of validation begins."""

_MOST = 64 * 1024
"""Characters of messages that are looked at: old releases repeat the whole configuration before what is wrong."""


def errors(messages: str) -> tuple[str, ...]:
    """Return why the program does not start, each error by itself; none where it does not say."""
    crash = _CRASH.search(messages)
    if crash is not None:
        return (crash[0],)
    entries = list(_entries(messages))
    failed = [found[1] for entry in entries if (found := _FAILED.search(entry)) is not None]
    said = [_unquoted(one) for one in failed] or ["\n".join(_bare(messages)).strip()]
    return tuple(error for one in said if one for error in _separate(one[-_MOST:]))


def plugins(messages: str) -> tuple[Mapping[str, Any], ...]:
    """Return the lists of plugins that were logged, one for each profile, in their order."""
    found = []
    for match in _PLUGINS.finditer(messages):
        try:
            listed, _ = json.JSONDecoder().raw_decode(messages, match.end())
        except ValueError:
            return ()
        if isinstance(listed, dict):
            found.append(listed)
    return tuple(found)


def _entries(messages: str) -> Iterator[str]:
    """Yield the entries of the log, with the lines that belong to them."""
    entry: list[str] = []
    for line in messages.splitlines():
        match = _PREFIX.match(line)
        if match is not None:
            if entry:
                yield "\n".join(entry)
            entry = [line[match.end() :]]
        elif entry:
            entry.append(line)
    if entry:
        yield "\n".join(entry)


def _bare(messages: str) -> Iterator[str]:
    """Yield the lines that are no part of the log: those without a prefix, and not indented behind one that has one."""
    is_log = False
    for line in messages.splitlines():
        if _PREFIX.match(line):
            is_log = True
        elif not (is_log and line[:1] in {"\t", " "}):
            is_log = False
            yield line


def _unquoted(written: str) -> str:
    """Return a text that klog wrote: quoted, or in lines of its own between `<` and `>`."""
    if written.startswith("<\n"):
        lines = written[2:].split("\n")
        return "\n".join(line.removeprefix("\t") for line in lines if line.strip() != ">")
    quoted = _QUOTED.match(written)
    if quoted is None:
        return written.strip()
    plain = _OF_GO.sub(lambda match: f"\\u00{match[1]}" if match[1] else json.dumps(_NAMED[match[2]])[1:-1], quoted[0])
    try:
        return str(json.loads(plain))
    except ValueError:
        return quoted[0][1:-1]


def _separate(message: str) -> Iterator[str]:
    """Yield the errors of a message one by one: validation lists several in brackets, with commas between them."""
    by_cobra = _BY_COBRA.match(message)
    whole = (by_cobra["message"] if by_cobra else message).strip()
    starts = [match.start() for match in FIELD.finditer(whole)]
    if not starts or starts[0] > 1:
        yield whole
        return
    listed = whole.startswith("[")
    for start, end in zip(starts, [*starts[1:], len(whole)], strict=True):
        one = whole[start:end]
        yield one.removesuffix("]") if listed and end == len(whole) else one.removesuffix(", ")
