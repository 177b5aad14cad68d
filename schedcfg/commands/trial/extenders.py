"""Extenders in a trial: called for real where that was requested, through the stand-in, else as if they were not there.

The program can reach nobody but the stand-in, so that this sends on what the program asks of an extender, with the
client that `probe extender` has. An extender is never asked to bind: it would do that in the real cluster.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.configuration.effective.model import Extender
from schedcfg.document.secrets import without_login
from schedcfg.errors import SchedcfgError
from schedcfg.integrations.http_failures import RequestFailed
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import Fields

if TYPE_CHECKING:
    import re

    from schedcfg.integrations.extenders import ExtenderAccess
    from schedcfg.integrations.http import HttpResponse

FOLDER = "/extenders/"
"""What the paths begin with at which the stand-in has extenders."""

_PATH = pattern(r"/extenders/(\d{1,6})/([\w/.%-]{1,300})")
_ADDRESS = pattern(r"http://127\.0\.0\.1:\d{1,5}(?:/[\w-]{1,100})?/extenders/(\d{1,6})")
_BY_STAND_IN = frozenset({"urlprefix", "enablehttps", "tlsconfig", "bindverb"})
_VERBS = frozenset({"filterverb", "prioritizeverb", "preemptverb", "bindverb"})
_BAD_GATEWAY, _NOT_FOUND = 502, 404


class ServerAnswer(NamedTuple):
    """What a server beside the API server responds."""

    status: int
    body: bytes


@dataclass
class ForwardedExtender:
    """An extender that is called."""

    access: "ExtenderAccess"
    calls: Counter[str] = field(default_factory=Counter)  # Verb → how often it was called
    failures: Counter[str] = field(default_factory=Counter)  # Reason → how often a call failed for it

    @property
    def name(self) -> str:
        """Its address, without a login."""
        return without_login(self.access.extender.url_prefix)

    async def call(self, verb: str, body: bytes) -> "HttpResponse | None":
        """Return its response; None where none comes, which is counted."""
        self.calls[verb] += 1
        try:
            return await asyncio.to_thread(self.access.post, verb, body)
        except RequestFailed as error:
            self.failures[f"{verb}: {error}"] += 1
            return None


class ExtenderProxy:
    """The extenders that are called, in the order of the configuration."""

    def __init__(self, extenders: Sequence[Extender] = ()) -> None:
        self.extenders = [ForwardedExtender(_access(extender)) for extender in extenders]

    async def respond(self, path: str, body: bytes) -> ServerAnswer:
        """Return what an extender responds to a request, or that it does not."""
        match = _PATH.fullmatch(path)
        if match is None or int(match[1]) >= len(self.extenders):
            return ServerAnswer(_NOT_FOUND, b"")
        response = await self.extenders[int(match[1])].call(match[2], body)
        return ServerAnswer(_BAD_GATEWAY, b"") if response is None else ServerAnswer(response.status, response.body)

    def named(self, message: str) -> str:
        """Return what the program says, with the addresses of extenders as the configuration has them."""

        def name(match: "re.Match[str]") -> str:
            index = int(match[1])
            return self.extenders[index].name.rstrip("/") if index < len(self.extenders) else match[0]

        return _ADDRESS.sub(name, message)

    def notes(self) -> Iterator[str]:
        """Yield what became of the calls."""
        for its in self.extenders:
            called = ", ".join(f"{verb} {number} times" for verb, number in its.calls.items()) or "never"
            yield f"the extender at {its.name} was called: {called}"
            for reason, number in its.failures.items():
                yield f"the extender at {its.name} failed {number} times: {reason}"


def _access(extender: Extender) -> "ExtenderAccess":
    """Return how an extender is called.

    Raises:
        SchedcfgError: if its TLS settings cannot be used.
    """
    from schedcfg.integrations.extenders import access_to  # noqa: PLC0415 - few trials call extenders

    try:
        return access_to(extender)
    except RequestFailed as error:
        message = f"the extender at {without_login(extender.url_prefix)} cannot be called"
        raise SchedcfgError(message, f"{error}. {error.help}") from None


def called(entries: Sequence[Fields], url: str) -> list[Fields]:
    """Return the entries of extenders that the stand-in answers for.

    Args:
        entries: As they are written.
        url: That of the stand-in.
    """
    return [
        {**_without(entry, _BY_STAND_IN), "urlPrefix": f"{url}{FOLDER}{index}"} for index, entry in enumerate(entries)
    ]


def uncalled(entries: Sequence[Fields]) -> list[Fields]:
    """Return the entries without what they are called for: only the resources count that they manage."""
    return [_without(entry, _VERBS) for entry in entries]


def _without(entry: Fields, names: frozenset[str]) -> Fields:
    return {name: value for name, value in entry.items() if name.lower() not in names}
