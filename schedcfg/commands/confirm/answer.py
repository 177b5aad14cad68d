"""What a scheduler answers to a configuration: whether it starts, what it completes it to, which plugins run.

What kube-scheduler writes about itself: lines of klog, and messages without a prefix in old releases.

Upstream: `k8s.io/klog/v2` (`E1122 10:00:00.000000 1 run.go:72] "command failed" err="…"`); up to 1.22 `Fprintf` of the
error in `cmd/kube-scheduler/app/server.go`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from schedcfg.commands.confirm.scheduler import OfflineRun, Request, Scheduler, run
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.document import decode_text, parse
from schedcfg.document.span import follow
from schedcfg.errors import UnreadableInput
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
    failed = [match[1] for entry in entries if (match := _FAILED.search(entry)) is not None]
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


Running: TypeAlias = Mapping[str, tuple[tuple[str, int], ...]]
"""Extension point → the plugins that run there, in order, with their weights."""


class Outcome(StrEnum):
    """What became of a run.

    `STARTS`: the program takes the configuration. `REFUSES`: it does not start with it. `UNDECIDED`: something other
    than the configuration kept it from an answer.
    """

    STARTS = "starts"
    REFUSES = "refuses"
    UNDECIDED = "undecided"


class Unseen(StrEnum):
    """What a program cannot show without a cluster.

    `ELECTION`: how it checks the leader election, which old releases only do when they have seen the cluster.
    `PLUGINS`: the plugins that run, which releases list since 1.30. `CONFIGURATION`: what it completes a Policy to,
    which no release can write in full.
    """

    CONFIGURATION = "configuration"
    ELECTION = "leader-election"
    PLUGINS = "plugins"


@dataclass(frozen=True)
class Answer:
    """What a scheduler answers."""

    outcome: Outcome
    messages: tuple[str, ...] = ()  # Why it does not start, or what kept it from an answer
    written: Mapping[str, Any] | None = None  # The completed configuration; None where it does not start
    # What runs by profile, in their order; None where the program does not list it
    running: tuple[Running, ...] | None = None
    unseen: tuple[Unseen, ...] = ()  # What it could not show
    kubeconfig: str = ""

    @property
    def is_port_taken(self) -> bool:
        """Whether it does not start because it cannot listen at a port."""
        return any(_PORT_TAKEN.search(message) for message in self.messages)


_ELSEWHERE = pattern(
    r"no such file or directory|permission denied|error loading config file|failed to find any PEM data"
    r"|cannot assign requested address|Bad file number|Capabilities insufficient"
)
"""What is about the machine, not the configuration; WebAssembly says the last two of files that are not its own."""

_PORT_TAKEN = pattern(r"address already in use|failed to create listener")
"""Likewise, unless nothing else can have taken the port: two addresses of the configuration then do."""

_ELECTION_BEGINS = pattern(rb"attempting to acquire leader lease", re.IGNORECASE)
_ASKS_CLUSTER = pattern(rb"failed to (?:list|watch)\b|attempting to acquire leader lease", re.IGNORECASE)
_ELECTION_REFUSED = "leader elector"
_POINTS_APART = "MultiPoint"


def ask(scheduler: Scheduler, request: Request) -> Answer:
    """Run a scheduler with a configuration, and return its answer.

    Raises:
        NoScheduler: if it cannot be run.
    """
    if request.flag != _CONFIG:
        return _ask_about_policy(scheduler, request)
    ran = run(scheduler, request)
    answer = _interrupted(ran, scheduler) or _refusal(ran, scheduler) if ran.ended.status != 0 else completed(ran)
    answer = replace(answer, kubeconfig=ran.kubeconfig)
    has_election = answer.written is not None and follow(answer.written, _LEADER_ELECT) is True
    return _with_election(scheduler, request, answer) if has_election else answer


def _ask_about_policy(scheduler: Scheduler, request: Request) -> Answer:
    """Return whether a scheduler takes a Policy: then it waits for the cluster."""
    ran = run(scheduler, request._replace(writes=False), _ASKS_CLUSTER)
    if _ASKS_CLUSTER.search(ran.ended.messages):
        return Answer(Outcome.STARTS, unseen=(Unseen.CONFIGURATION,))
    return _interrupted(ran, scheduler) or _refusal(ran, scheduler)


def completed(ran: OfflineRun) -> Answer:
    """Return the answer of a run that ended well: what was completed, or that nothing was written."""
    written = _written_configuration(ran)
    if written is None:
        return Answer(Outcome.UNDECIDED, ("it exits without an error, and writes no completed configuration",))
    running = _running(ran, written)
    return Answer(Outcome.STARTS, (), written, running, () if running is not None else (Unseen.PLUGINS,))


_LEADER_ELECT = ("leaderElection", "leaderElect")
_CONFIG = "--config"


def _interrupted(ran: OfflineRun, scheduler: Scheduler) -> Answer | None:
    if ran.ended.is_cut:
        return Answer(Outcome.UNDECIDED, ("it writes more messages than are read",))
    if ran.ended.status is None:
        return Answer(Outcome.UNDECIDED, (f"it does not exit within {scheduler.seconds:g} s",))
    if ran.ended.status < 0 and _CRASH.search(ran.messages) is None:
        return Answer(Outcome.UNDECIDED, (f"it {ran.ended.how}",))
    return None


def _refusal(ran: OfflineRun, scheduler: Scheduler) -> Answer:
    found = errors(ran.messages)
    if not found:
        found = (f"it exits with status {ran.ended.status}, without a message",)
        return Answer(Outcome.UNDECIDED, found)
    alone = found[0] if len(found) == 1 else ""
    is_elsewhere = _ELSEWHERE.search(alone) or (not scheduler.is_isolated and _PORT_TAKEN.search(alone))
    return Answer(Outcome.UNDECIDED if is_elsewhere else Outcome.REFUSES, found)


def _written_configuration(ran: OfflineRun) -> Mapping[str, Any] | None:
    """Read the completed configuration, with no kubeconfig of ours in it."""
    if ran.written is None:
        return None
    try:
        stream = parse(decode_text(ran.written))
    except UnreadableInput:
        return None
    data = stream.documents[0].data if stream.documents and stream.error is None else None
    profiles = data.get("profiles", []) if isinstance(data, dict) else 0
    is_completed = profiles is None or (isinstance(profiles, list) and all(map(_is_completed, profiles)))
    return data if isinstance(data, dict) and is_completed else None


def _is_completed(profile: object) -> bool:
    """Return whether a profile is written as kube-scheduler does: any program may be run in its place."""
    if not isinstance(profile, dict) or not isinstance(profile.get("schedulerName"), str):
        return False
    plugins = profile.get("plugins", {})
    return isinstance(plugins, dict) and all(
        isinstance(at, dict) and _is_list_of(at.get("enabled"), name=str, weight=int) for at in plugins.values()
    )


def _is_list_of(items: object, **types: type) -> bool:
    """Return whether all items have such keys, if they have them; the first key is required."""
    required = next(iter(types))
    return items is None or (
        isinstance(items, list)
        and all(
            isinstance(one, dict)
            and required in one
            and all(isinstance(one[key], of) for key, of in types.items() if key in one)
            for one in items
        )
    )


def _running(ran: OfflineRun, written: Mapping[str, Any]) -> tuple[Running, ...] | None:
    """Return what runs by profile, in the order in which the profiles are built."""
    found = plugins(ran.messages)
    are_lists = all(
        _is_list_of(at.get("Enabled"), Name=str, Weight=int)
        for listed in found
        for at in listed.values()
        if isinstance(at, dict)
    )
    if len(found) != len(written.get("profiles") or ()) or not are_lists:
        return None
    return tuple(map(_points, found))


def _points(listed: Mapping[str, Any]) -> Running:
    running = {}
    for name, at in listed.items():
        point = name[:1].lower() + name[1:]
        enabled = at.get("Enabled") if isinstance(at, dict) and name != _POINTS_APART else None
        if enabled:
            running[point] = tuple((one["Name"], one.get("Weight", 0) if point in WEIGHTED else 0) for one in enabled)
    return running


def _with_election(scheduler: Scheduler, request: Request, answer: Answer) -> Answer:
    """Add how the program checks the leader election: by a second run, with that part of what it has written.

    It would wait for the cluster first; `delayCacheUntilActive`, since 1.27, makes it begin with the election.
    """
    assert answer.written is not None
    part = {name: answer.written.get(name) for name in ("apiVersion", "kind", "leaderElection")}
    config = json.dumps({**part, "delayCacheUntilActive": True}).encode()
    wanted = Request(lambda _kubeconfig: config, more=request.more, writes=False)
    ran = run(scheduler, wanted, _ELECTION_BEGINS)
    if _ELECTION_BEGINS.search(ran.ended.messages):
        return answer
    found: Sequence[str] = () if ran.ended.status in {None, 0} else errors(ran.messages)
    if any(_ELECTION_REFUSED in message for message in found):
        return Answer(Outcome.REFUSES, tuple(found), kubeconfig=ran.kubeconfig)
    return replace(answer, unseen=(*answer.unseen, Unseen.ELECTION))
