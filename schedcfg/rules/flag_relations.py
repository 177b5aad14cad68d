"""What stops a scheduler in flags that do not go together, or not with its release or configuration."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import chain

from schedcfg.configuration.effective.command_line import StartedConfiguration, flags_win, start
from schedcfg.configuration.effective.model import Configuration, LeaderElection
from schedcfg.findings import Problem
from schedcfg.patterns import pattern
from schedcfg.releases.flag_types import RELEASE_BEFORE
from schedcfg.releases.flag_values import HTTP2_REQUIRED
from schedcfg.releases.release import Release
from schedcfg.rules.flag_checks import FlagProblem, FlagReader, refusal
from schedcfg.rules.refused import leader_election_lock, leader_election_timing
from schedcfg.sources.manifests.command_line import CommandLineFlag

_EMULATED = pattern(r"(?:\s*kube\s*=)?\s*v?1\.(?P<minor>\d{1,4})(?:\.0*+)?(?!\.?\d).*", re.ASCII | re.DOTALL)
_REPORTED = pattern(r"v1\.(?P<minor>\d{1,4})\.(?P<patch>\d{1,4})(?:[-+][0-9A-Za-z.+-]+)?\Z", re.ASCII)
_CONFIGURATION_LOGGED = 2
_LOGGING_FILE = "configfile"
_ENDS = {"help": "prints its help", "version": "prints its version", "write-config-to": "writes its configuration"}


def related_problems(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield what is wrong with several flags together, or with a flag in this release."""
    yield from chain(*(relation(reader) for relation in _RELATIONS))


def _http2(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield cipher suites without those that HTTP/2 requires: the server does not start."""
    flag, suites = reader.line.get("tls-cipher-suites"), reader.value("tls-cipher-suites")
    if flag is None or not isinstance(suites, tuple) or not suites or not reader.serves:
        return
    if not HTTP2_REQUIRED.isdisjoint(suites) or reader.value("disable-http2-serving") is True:
        return
    if reader.is_known("tls-min-version") and reader.text("tls-min-version") != "VersionTLS13":
        required = " or ".join(f"`{name}`" for name in sorted(HTTP2_REQUIRED))
        yield refusal(flag, f"HTTP/2 needs {required} as well", f"Add {required}, or remove the flag.")


def _hidden_metrics(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield another release than the one before."""
    name, before = "show-hidden-metrics-for-version", f"1.{reader.release.number - 1}"
    flag, value = reader.line.get(name), reader.value(name)
    is_looked_at = flag is not None and reader.release.flags[name].form == RELEASE_BEFORE
    if flag is not None and is_looked_at and value not in {None, "", before}:
        yield refusal(
            flag, f"it takes no other release than the one before, {before}", f"Write `{before}`, or remove it."
        )


def _user_ids(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield headers for user IDs without the usual one."""
    flag, names = reader.line.get("requestheader-uid-headers"), reader.value("requestheader-uid-headers")
    if flag is not None and isinstance(names, tuple) and names and "x-remote-uid" not in map(str.lower, names):
        yield refusal(flag, "`X-Remote-Uid` has to be among them", "Add `X-Remote-Uid`.")


def _insecure_address(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield an address without anything in it, which is none to listen at. Upstream: `ApplyTo`, `insecure_serving.go`.

    Beside a file, that has the address.
    """
    flag, release = reader.line.get("address"), reader.release
    if flag is None or not release.serves_insecure_port or not all(map(reader.is_known, ("address", "port", "config"))):
        return
    is_served = reader.line.get("port") is None or reader.value("port")
    if not reader.text("address") and is_served and not reader.value("config"):
        yield refusal(flag, "kube-scheduler listens at no such address", "Write `--address=0.0.0.0`, or remove it.")


def _policy(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield the switch for a Policy's file where there is none. Upstream: `Validate` in `deprecated.go`."""
    flag = reader.line.get("use-legacy-policy-config")
    is_on = flag is not None and reader.value(flag.name) is True
    if flag is not None and is_on and reader.is_known("policy-config-file") and not reader.text("policy-config-file"):
        yield refusal(flag, "`--policy-config-file` is missing", "Add `--policy-config-file`, or remove it.")


def _ends(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield flags with which the program does something else, and ends."""
    for name, what in _ENDS.items():
        flag, value = reader.line.get(name), reader.value(name)
        if flag is not None and value:
            message = f"with `--{name}`, kube-scheduler {what} and ends: no Pod is scheduled"
            yield FlagProblem(flag, message, "Remove it.")


def _own_version(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield a version to report that is not the program's own, which only what follows the numbers may differ from."""
    release = reader.release
    for flag in reader.line.all("version") if release.reports_any_version else ():
        written = _REPORTED.match(flag.value or "")
        is_own = written and int(written["minor"]) == release.number and release.patch in {None, int(written["patch"])}
        if flag.is_known and (flag.value or "").startswith("v") and not is_own:
            reason = f"kube-scheduler reports no other version than its own, `v{release.name}.…`"
            yield refusal(flag, reason, "Remove it.")


def _curves(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield a curve that is listed twice."""
    flag, curves = reader.line.get("tls-curve-preferences"), reader.value("tls-curve-preferences")
    if flag is not None and isinstance(curves, tuple) and reader.serves and len(set(curves)) < len(curves):
        yield refusal(flag, "a curve is listed twice", "List each once.")


def _emulation(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield releases that cannot be emulated, or be compatible with."""
    release, least = reader.release, reader.release.oldest_emulated
    emulated, flag = release.number, reader.line.get("emulated-version")
    if flag is not None and reader.value("emulated-version") is not None:
        number = emulated_release(reader, "emulated-version")
        if number is None:
            yield refusal(flag, "it takes one release, such as `1.30` or `kube=1.30`", "Write one release.")
            return
        emulated = number
        if not least <= emulated <= release.number:
            limits = f"from 1.{least} to {release.name}"
            yield refusal(
                flag, f"Kubernetes {release.name} emulates releases {limits}", "Write one of them, or remove it."
            )
    compatible = reader.line.get("min-compatibility-version")
    if compatible is not None and reader.value("min-compatibility-version") is not None:
        number = emulated_release(reader, "min-compatibility-version")
        if number is None or not least <= number <= emulated:
            limits = f"from 1.{least} to 1.{emulated}, the release that is emulated"
            yield refusal(compatible, f"it takes one release {limits}", "Write one of them, or remove it.")


def emulated_release(reader: FlagReader, name: str) -> int | None:
    """Return the minor that a flag has for this component, 30 for `kube=1.30`; None where it has none, or several."""
    items = reader.value(name)
    if not isinstance(items, tuple) or not items:
        return reader.release.number if items == () else None
    written = [_EMULATED.fullmatch(item) for item in items]
    return int(written[0]["minor"]) if len(written) == 1 and written[0] is not None else None


_RELATIONS = (_http2, _hidden_metrics, _user_ids, _own_version, _curves, _emulation, _insecure_address, _policy, _ends)


def configured_problems(
    reader: FlagReader, started: StartedConfiguration, configuration: Configuration | None
) -> Iterator[FlagProblem]:
    """Yield what is wrong with the configuration as the flags make it, as far as they do.

    Before the flags of leader election win over a file, they are validated all the same, together with the defaults.

    Args:
        reader: The flags.
        started: What the scheduler uses.
        configuration: The file of `--config`, completed; None where there is no such flag.
    """
    release = reader.release
    wins = flags_win(release)
    if not wins:
        started = start(reader.line, release, None)
    election = started.leader_election
    if election is not None and election.leader_elect:
        yield from _blamed(_of_election(election, release, configuration, wins=wins), started)
    yield from _rates(reader, configuration)


def unseen_problems(reader: FlagReader, started: StartedConfiguration) -> Iterator[FlagProblem]:
    """Yield what is wrong with flags beside a file that is not here: for certain, or unless the file says otherwise.

    Args:
        reader: The flags.
        started: What the scheduler would use beside a file without fields: its flags, else the defaults.
    """
    release, election = reader.release, started.leader_election
    if not flags_win(release):
        # Their own defaults complete them, not the file.
        yield from configured_problems(reader, started, started.configuration)
    elif election is not None and election.leader_elect:
        found = chain(election_problems(election, release.leader_election_locks, release), _unnamed(election))
        for problem in (problem for problem in found if started.unknown.isdisjoint(_fields(problem))):
            for blamed in _blamed([problem], started):
                is_settled = {"leaderElection.leaderElect", *_fields(problem)} <= started.set_by.keys()
                yield blamed if is_settled else _unless_in_file(blamed.flag, problem)


def _unless_in_file(flag: CommandLineFlag, problem: Problem) -> FlagProblem:
    message = (
        f"the scheduler does not start with `{flag.shown}` unless the file of `--config`, which is not here, says "
        f"otherwise: {problem.message}"
    )
    return FlagProblem(flag, message, "Validate both together: copy the file next to this one.", is_settled=False)


def _of_election(
    election: LeaderElection, release: Release, configuration: Configuration | None, *, wins: bool
) -> Iterator[Problem]:
    """Yield what is wrong with leader election: by validation, by what elects, or by both."""
    if configuration is None:
        yield from election_problems(election, (*release.leader_election_locks, *release.unvalidated_locks), release)
    elif wins:
        yield from election_problems(election, release.leader_election_locks, release)
    else:
        yield from leader_election_timing.validated(election)
    if configuration is not None or not wins:
        yield from _unnamed(election)


def election_problems(election: LeaderElection, locks: tuple[str, ...], release: Release) -> Iterator[Problem]:
    """Yield what stops a scheduler that is elected in this way, of a release that starts with some locks."""
    yield from leader_election_timing.problems(election)
    yield from leader_election_lock.problems(election, locks, release)


def _unnamed(election: LeaderElection) -> Iterator[Problem]:
    """Yield what is empty; in a file, the default takes its place. Upstream: `ValidateLeaderElectionConfiguration`."""
    for name, value in (
        ("resourceLock", election.resource_lock),
        ("resourceName", election.resource_name),
        ("resourceNamespace", election.resource_namespace),
    ):
        if not value:
            yield Problem(
                leader_election_lock.ID,
                ("leaderElection", name),
                "it must not be empty",
                "Remove it to use the default.",
            )


def _rates(reader: FlagReader, configuration: Configuration | None) -> Iterator[FlagProblem]:
    """Yield a burst that lets no request pass.

    Upstream: `NewForConfigAndClient` in client-go's `kubernetes/clientset.go`.
    """
    flag, burst = reader.line.get("kube-api-burst"), reader.value("kube-api-burst")
    rate = reader.value("kube-api-qps") if reader.line.get("kube-api-qps") is not None else 50.0
    if flag is None or not isinstance(burst, int) or not isinstance(rate, float):
        return
    # Where flags do not win, they are validated, whether they are used or not.
    is_invalid = burst < 0 and not flags_win(reader.release)
    if is_invalid or (configuration is None and rate > 0 and burst <= 0):
        reason = f"with {rate:g} requests a second, the burst must be more than 0"
        yield refusal(flag, reason, "Remove it to use the default, 100.")


def logged_problems(reader: FlagReader, policy: Configuration, read: str | None) -> Iterator[FlagProblem]:
    """Yield a verbosity with which the scheduler logs what a Policy became, where no API version has all of that.

    Upstream: `LogOrWriteConfig` in `cmd/kube-scheduler/app/options/configfile.go`, `setV` in `klog.go`.

    Args:
        reader: The flags.
        policy: The Policy, completed.
        read: The API version of the file of `--config`, in which it is logged; None where there is no such flag.
    """
    version, flag = read or reader.release.api_versions[-1], _verbose(reader)
    entries = (entry.name for profile in policy.profiles for entry in profile.plugin_config)
    lacking = sorted(reader.release.removed_plugins.get(version, frozenset()).intersection(entries))
    if flag is not None and lacking:
        message = (
            f"with this Policy, kube-scheduler does not start with `{flag.shown}`: it logs its configuration as "
            f"{version}, which lacks the Args that the Policy brings for {' and '.join(f'`{one}`' for one in lacking)}"
        )
        yield FlagProblem(flag, message, "Write `--v=1`, or migrate the Policy: `schedcfg migrate --to v1`.")


def _verbose(reader: FlagReader) -> CommandLineFlag | None:
    """Return the flag by which the configuration is logged; None where it is not, or that is not known."""
    level, modules = reader.value("v"), reader.value("vmodule")
    if isinstance(level, int) and level >= _CONFIGURATION_LOGGED:
        return reader.line.get("v")
    pairs = (item.partition("=")[::2] for item in modules) if isinstance(modules, tuple) else ()
    levels = (int(text) for name, text in pairs if fnmatchcase(_LOGGING_FILE, name))
    return reader.line.get("vmodule") if next(levels, 0) >= _CONFIGURATION_LOGGED else None


_INVOLVED = {"leaderElection.leaseDuration": "renewDeadline", "leaderElection.renewDeadline": "retryPeriod"}
"""Field that is compared with another one → that one, in the same part."""


def _fields(problem: Problem) -> tuple[str, ...]:
    """Return the fields that a problem is between; one where it is about a single one."""
    part, field = map(str, problem.path)
    return tuple(dict.fromkeys((f"{part}.{field}", f"{part}.{_INVOLVED.get(f'{part}.{field}', field)}")))


def _blamed(problems: Iterable[Problem], started: StartedConfiguration) -> Iterator[FlagProblem]:
    """Yield problems at the flags that cause them; what the file has by itself is reported there."""
    for problem in problems:
        flag = next((started.set_by[name] for name in _fields(problem) if name in started.set_by), None)
        if flag is not None:
            yield refusal(flag, problem.message, problem.help or "Remove it.")
