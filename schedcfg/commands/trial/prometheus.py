"""Prometheus in a trial: what it has answered is in a file, and is answered again to the plugins that query it.

The program can reach nobody but the stand-in. So the stand-in takes the place of each Prometheus of the file, and its
address that of Prometheus in the Args of plugins. `probe network-traffic` asks what the plugin asks, and writes such a
file as JSON.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from schedcfg import limits
from schedcfg.commands.trial.extenders import ServerAnswer
from schedcfg.configuration.decode.declared_args import differences
from schedcfg.document.secrets import without_login
from schedcfg.document.span import render
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput, unreadable
from schedcfg.patterns import pattern
from schedcfg.sources import Source
from schedcfg.sources.manifests.pod import Fields, items

if TYPE_CHECKING:
    import re

FOLDER = "/prometheus/"
"""What the paths begin with at which the stand-in answers as a Prometheus does."""

_PATH = pattern(r"/prometheus/(\d{1,6})/api/v1/query")
_ADDRESS = pattern(r"http://127\.0\.0\.1:\d{1,5}(?:/[\w-]{1,100})?/prometheus/(\d{1,6})")
_OK, _NOT_FOUND, _UNPROCESSABLE = 200, 404, 422
_LARGEST = 64 * limits.MEBIBYTE
_WRITTEN_BY = "Write it with `schedcfg probe network-traffic FILE --output json`."
_TEXT = {"type": "string"}
_NODE = {
    "type": "object",
    "required": ["query", "bytes"],
    "properties": {"query": _TEXT, "bytes": {"type": ["integer", "null"]}},
}
_PROFILE = {
    "type": "object",
    "required": ["address", "nodes"],
    "properties": {"address": _TEXT, "nodes": {"type": "array", "items": _NODE}},
}
_REPORT = {
    "type": "object",
    "required": ["profiles"],
    "properties": {"profiles": {"type": "array", "minItems": 1, "items": _PROFILE}},
}
"""What is read of a report, which says more."""


@dataclass(frozen=True)
class RecordedPrometheus:
    """What one Prometheus has answered."""

    address: str  # As the Args of plugins have it, without a login
    source: str  # The file that has it
    values: Mapping[str, int | None]  # By query; None where nothing was found


def recorded_prometheus(path: str | None) -> tuple[RecordedPrometheus, ...]:
    """Return what is in a file that `probe network-traffic` has written; nothing where there is no file.

    Raises:
        UnreadableInput: if it cannot be read, or is another one.
    """
    if path is None:
        return ()
    try:
        found = json.loads(Source(path).read(_LARGEST))
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, str(error)), error.help) from None
    except (ValueError, RecursionError) as error:
        raise _other_file(path, f"it is not JSON: {error}") from None
    for difference in differences(found, _REPORT, ()):
        raise _other_file(path, f"{render(difference.path)}: {difference.message}".removeprefix(": "))
    values: dict[str, dict[str, int | None]] = {}
    for profile in found["profiles"]:
        address = _comparable(profile["address"])
        values.setdefault(address, {}).update((node["query"], node["bytes"]) for node in profile["nodes"])
    return tuple(RecordedPrometheus(address, path, each) for address, each in values.items())


def _other_file(path: str, reason: str) -> UnreadableInput:
    return UnreadableInput(f"{path} has no answers of Prometheus: {printable(reason)}", _WRITTEN_BY)


def _comparable(address: str) -> str:
    return without_login(address).rstrip("/")


def redirected(configuration: Fields, recorded: Sequence[RecordedPrometheus], url: str) -> Fields:
    """Return a configuration in which plugins query the stand-in, and not the Prometheus whose answers are recorded.

    Args:
        configuration: As it is written.
        recorded: Whose answers there are.
        url: That of the stand-in.
    """
    places = {one.address: f"{url}{FOLDER}{index}" for index, one in enumerate(recorded)}

    def replaced(value: Any) -> Any:
        if isinstance(value, str):
            return places.get(_comparable(value), value)
        if isinstance(value, dict):
            return {key: replaced(each) for key, each in value.items()}
        return [replaced(each) for each in value] if isinstance(value, list) else value

    profiles = [
        {**profile, "pluginConfig": replaced(profile["pluginConfig"])} if "pluginConfig" in profile else profile
        for profile, _ in items(configuration.get("profiles"), ())
    ]
    return {**configuration, "profiles": profiles} if profiles else configuration


@dataclass
class _Asked:
    """How often a Prometheus was asked."""

    answered: int = 0
    unanswered: int = 0
    example: str = ""  # The first query that has no answer


class PrometheusStandIn:
    """Answers in the place of each Prometheus whose answers are recorded."""

    def __init__(self, recorded: Sequence[RecordedPrometheus] = ()) -> None:
        self._recorded = recorded
        self._asked = [_Asked() for _ in recorded]

    def respond(self, path: str, form: str) -> ServerAnswer:
        """Return the response to a request.

        Args:
            path: Its path.
            form: What is asked, as forms and addresses have it.
        """
        match = _PATH.fullmatch(path)
        if match is None or int(match[1]) >= len(self._recorded):
            return _error(_NOT_FOUND, "not_found", "only queries of one instant are answered here")
        recorded, asked = self._recorded[int(match[1])], self._asked[int(match[1])]
        sent = parse_qs(form)
        query, time = (sent.get(name, [""])[0] for name in ("query", "time"))
        if query not in recorded.values:
            asked.example = asked.example or query
            asked.unanswered += 1
            return _error(_UNPROCESSABLE, "execution", f"no answer to this query is recorded: {query}")
        asked.answered += 1
        value = recorded.values[query]
        samples = [] if value is None else [{"metric": {}, "value": [_seconds(time), str(value)]}]
        return _answer(_OK, {"status": "success", "data": {"resultType": "vector", "result": samples}})

    def named(self, message: str) -> str:
        """Return what the program says, with the addresses as the configuration has them."""

        def name(match: "re.Match[str]") -> str:
            index = int(match[1])
            return self._recorded[index].address if index < len(self._recorded) else match[0]

        return _ADDRESS.sub(name, message)

    def notes(self) -> Iterator[str]:
        """Yield what was asked."""
        for one, asked in zip(self._recorded, self._asked, strict=True):
            yield f"Prometheus at {one.address} was asked {asked.answered} times for what {one.source} has"
            if asked.unanswered:
                what = f"{asked.unanswered} times for what it has not, first: {printable(asked.example)}"
                yield f"Prometheus at {one.address} was asked {what}"


def _error(status: int, kind: str, message: str) -> ServerAnswer:
    return _answer(status, {"status": "error", "errorType": kind, "error": message})


def _answer(status: int, body: Fields) -> ServerAnswer:
    return ServerAnswer(status, json.dumps(body).encode())


def _seconds(time: str) -> float:
    """Return when a value is of: the time that was requested, as Prometheus has it."""
    try:
        return float(time)
    except ValueError:
        return 0.0
