"""The flags of a scheduler in a hop: what the newer release does not take goes, or is written another way."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.upgrade.changes import Change, HopContext, Job, by_hand, draft_of, edited
from schedcfg.commands.upgrade.configurations import bridge, lock_help, lock_reason
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.configuration.effective.command_line import flags_without_effect
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from schedcfg.releases import gate_flag
from schedcfg.releases.gate_settings import settings, together
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.flag_edits import check_separate, remove_flag, rewrite_flag
from schedcfg.sources.manifests.running import RunningScheduler

POLICY_FLAGS = frozenset(
    {"policy-config-file", "policy-configmap", "policy-configmap-namespace", "use-legacy-policy-config"}
)
"""Flags that go together with the Policy that they name."""

_RENAMED = {
    "lock-object-name": "leader-elect-resource-name",
    "lock-object-namespace": "leader-elect-resource-namespace",
}
"""Flag → the one that says the same, and takes precedence over it. Upstream: `ApplyDeprecated`, then
`ApplyLeaderElectionTo` in `cmd/kube-scheduler/app/options/options.go`."""

_INSECURE = frozenset({"address", "port"})

_IN_FILE = {
    "algorithm-provider": "the profiles",
    "hard-pod-affinity-symmetric-weight": "`hardPodAffinityWeight` in the Args of InterPodAffinity",
    "scheduler-name": "`profiles[].schedulerName`",
}
"""Flag → where a configuration says it. Upstream: `cmd/kube-scheduler/app/options/deprecated.go` up to 1.21."""


_OVERRULED = frozenset({"algorithm-provider", "hard-pod-affinity-symmetric-weight"})
"""Flags that have no effect beside a Policy. Upstream: `createFromConfig` in `pkg/scheduler/factory.go` up to 1.21."""


class Fate(NamedTuple):
    """What becomes of a flag."""

    when: When
    message: str
    value: str | None = None  # Its new value; None: it goes, or is renamed
    name: str = ""  # Its new name; empty: it keeps its own, or goes
    help: str | None = None  # What to do about it; None where the message says it
    proof: str = ""  # Why nothing changes by it; empty where something does
    is_manual: bool = False


def jobs(state: FolderState, hop: HopContext) -> Iterator[Job]:
    """Yield what makes the flags of each scheduler fit for a hop."""
    for scheduler in state.schedulers:
        if hop.concerns(hop.starts.of_scheduler(scheduler).number):
            for name in dict.fromkeys(flag.name for flag in scheduler.running.command_line.flags):
                yield _FlagJob(scheduler.identity, name, hop).change


class _FlagJob(NamedTuple):
    """The flags of one name, of one scheduler."""

    identity: tuple[str, int, Path]
    name: str
    hop: HopContext

    def change(self, state: FolderState) -> Change | None:
        """Return what becomes of them; None where they stay."""
        scheduler = state.scheduler(self.identity)
        flags = [] if scheduler is None else scheduler.running.command_line.all(self.name)
        fate = None if scheduler is None or not flags else fate_of(scheduler, flags, self.hop)
        if fate is None or scheduler is None:
            return None
        file, line = self.identity[0], scheduler.line(flags[-1].path)
        if not fate.is_manual:
            try:
                text = _text(state.texts[file], scheduler, flags, fate)
            except EditConflict as conflict:
                fate = fate._replace(help=fate.help or f"{conflict}. {conflict.help or ''}".strip())
            else:
                return Change(fate.when, {file: text}, (self._item(fate, PlanPlace(file, line)),))
        return by_hand(self._id, fate.message, fate.help, file, line, fate.when)

    @property
    def _id(self) -> str:
        return "feature-gates" if self.name == "feature-gates" else "flag"

    def _item(self, fate: Fate, place: PlanPlace) -> PlanItem:
        return PlanItem(fate.when, Action.EDIT, self._id, fate.message, fate.help, fate.proof, places=(place,))


def fate_of(scheduler: FoundScheduler, flags: Sequence[CommandLineFlag], hop: HopContext) -> Fate | None:
    """Return what becomes of the flags of one name in a hop; None where they stay.

    Args:
        scheduler: The scheduler.
        flags: The flags, all of one name.
        hop: The hop.
    """
    flag = flags[-1]
    if flag.name == "feature-gates":
        return _gates(flags, hop)
    if flag.name == "leader-elect-resource-lock" and flag.value and flag.is_known:
        return _lock(flag.value, hop)
    if flag.name == "port" and hop.before.serves_insecure_port and not hop.after.serves_insecure_port:
        return _open_port(scheduler.running, flag, hop)
    if hop.after.takes_flag(flag.name) or not hop.before.takes_flag(flag.name) or flag.name in POLICY_FLAGS:
        return None
    return _dropped(scheduler.running, flag, hop)


def _dropped(running: RunningScheduler, flag: CommandLineFlag, hop: HopContext) -> Fate:
    """Return what becomes of a flag that the newer release does not have."""
    shown, before, after = f"`{flag.shown}`", hop.before.name, hop.after.name
    gone = f"{shown} is removed: Kubernetes {after} does not know it"
    if flag.name in _INSECURE and hop.before.ignores_flag(flag.name):
        return Fate(When.BEFORE, gone, proof=f"{before} ignores it: it serves nothing without TLS")
    field = flags_without_effect(hop.before).get(flag.name)
    if running.flag("config") is not None and field is not None:
        return Fate(When.BEFORE, gone, proof=f"{before} ignores it beside `--config`: `{field}` of the file is used")
    renamed = _RENAMED.get(flag.name)
    if renamed is not None:
        if running.flag(renamed) is not None:
            return Fate(When.BEFORE, gone, proof=f"`--{renamed}` takes precedence over it")
        return Fate(When.BEFORE, f"{shown} becomes `--{renamed}`", name=renamed, proof="both mean the same")
    if flag.name in _OVERRULED and running.policy_flag is not None:
        return Fate(When.BEFORE, gone, proof=f"{before} ignores it: the Policy selects the plugins and their Args")
    return _to_file(flag, hop) if flag.name in _IN_FILE else _without_successor(running, flag, gone, hop)


def _without_successor(running: RunningScheduler, flag: CommandLineFlag, gone: str, hop: HopContext) -> Fate:
    """Return what becomes of a flag that nothing replaces."""
    to_stderr = running.flag("logtostderr")
    if flag.name in _OF_LOG_FILES:
        if to_stderr is None or not to_stderr.is_off:
            proof = "it has no effect: without `--logtostderr=false`, nothing is written to files"
            return Fate(When.BEFORE, gone, proof=proof)
    elif flag.is_known and _is_default_value(flag, hop.before):
        return Fate(When.BEFORE, gone, proof="its value is the default")
    return Fate(When.WITH, f"{gone}, and nothing replaces it", help=_WITHOUT.get(flag.name, _LOOKS))


_OF_LOG_FILES = frozenset(
    {"alsologtostderr", "log-dir", "log-file", "log-file-max-size", "logtostderr", "one-output", "skip-log-headers"}
) | {"stderrthreshold"}
"""Flags of klog that say which files get lines of the log. Upstream: `InitFlags` in `klog.go` of k8s.io/klog/v2."""
_LOOKS = "Log lines look different or go elsewhere: check what reads them."
_TO_FILE = (
    "The program logs to standard error only: let `kube-log-runner` write a file, or the log collector of the node."
)
_WITHOUT = {
    **dict.fromkeys(_OF_LOG_FILES, _TO_FILE),
    "experimental-logging-sanitization": "Secrets in lines of the log are not hidden any more: keep `--v` below 4.",
}
"""Flag → what to know where it was needed."""


def _to_file(flag: CommandLineFlag, hop: HopContext) -> Fate:
    """Return what becomes of a flag that only a configuration can replace."""
    where = _IN_FILE[flag.name]
    defaults = {"algorithm-provider": "DefaultProvider", "scheduler-name": "default-scheduler"}
    value = defaults.get(flag.name) or "1"
    if flag.is_known and flag.value == value:
        message = f"`{flag.shown}` is removed: Kubernetes {hop.after.name} does not know it"
        return Fate(When.BEFORE, message, proof="its value is the default")
    return Fate(
        When.BEFORE,
        f"`{flag.shown}` has to move into a configuration: Kubernetes {hop.after.name} does not know it",
        help=f"Start the scheduler with `--config`, and write the value in {where}; `schedcfg generate static-pod "
        "--from MANIFEST --carry-flags` does so for a static Pod.",
        is_manual=True,
    )


def _open_port(running: RunningScheduler, flag: CommandLineFlag, hop: HopContext) -> Fate | None:
    """Return what becomes of a port without TLS, which the newer release refuses unless it is 0."""
    if flag.port == 0:
        return None
    after = hop.after.name
    message = f"`{flag.shown}` is removed: Kubernetes {after} serves only over TLS, and accepts no port but 0"
    help_ = f"Change probes and scrapers to HTTPS at port {running.secure_port or 10259} before."
    if not flag.is_known:
        return Fate(When.WITH, message, help=help_, is_manual=True)
    return Fate(When.WITH, message, help=help_)


def _lock(lock: str, hop: HopContext) -> Fate | None:
    after = bridge(lock, hop.after)
    if after is None or lock not in hop.before.leader_election_locks:
        return None
    when = When.BEFORE if after in hop.before.leader_election_locks else When.WITH
    message = f"`--leader-elect-resource-lock={after}`: {lock_reason(after, hop)}"
    return Fate(when, message, value=after, help=lock_help(after))


def _gates(flags: Sequence[CommandLineFlag], hop: HopContext) -> Fate | None:
    """Return what becomes of feature gates that the newer release does not have, or does not let anyone change."""
    values = tuple(flag.value or "" for flag in flags)
    before, after = releases.at(hop.before.name), releases.at(hop.after.name)
    if not all(flag.is_known for flag in flags) or settings(values, before).refused:
        return None
    if not settings(values, after).refused:
        return None
    maps, _ = gate_flag.read(values, before)
    named = {name: on for gates in maps for name, on in gates.items()}
    kept = {name: on for name, on in named.items() if not settings((_gates_text({name: on}),), after).refused}
    gone = {name: on for name, on in named.items() if name not in kept}
    if not gone or settings((_gates_text(kept),), after).refused:
        return Fate(When.WITH, _gates_message(values, after), is_manual=True)
    changed = [name for name, on in gone.items() if _state_after(name, after, on=on) is not on]
    same = all(_is_default(name, before, on=on) for name, on in gone.items())
    listed = ", ".join(f"`{name}={str(on).lower()}`" for name, on in gone.items())
    verb, them = ("is removed", "it") if len(gone) == 1 else ("are removed", "them")
    message = f"{listed} in `--feature-gates` {verb}: Kubernetes {after.name} does not start with {them}"
    if changed:
        switched = ", ".join(f"`{name}={str(gone[name]).lower()}`" for name in changed)
        advice = [remark.help for remark in settings(values, after).refused if remark.help]
        help_ = " ".join([f"Kubernetes {after.name} does the opposite of {switched}.", *dict.fromkeys(advice)])
        return Fate(When.WITH, message, _gates_text(kept), help=help_)
    proof = f"{before.name} does so by default" if same else f"{after.name} does so without it"
    return Fate(When.BEFORE if same else When.WITH, message, _gates_text(kept), proof=proof)


def _gates_message(values: tuple[str, ...], after: Release) -> str:
    remark = together(settings(values, after).refused)
    return f"Kubernetes {after.name} does not start with `--feature-gates={','.join(values)}`: {remark.message}"


def _gates_text(gates: dict[str, bool]) -> str:
    return ",".join(f"{name}={str(on).lower()}" for name, on in gates.items())


def _state_after(name: str, after: Release, *, on: bool) -> bool:
    """Return whether what a gate switches is on in a release that does not take the value: where it went, it is.

    A gate that never became stable took its feature with it: then it is off.
    """
    gate = after.feature_gates.get(name)
    if gate is not None:
        return gate.default
    last = next(
        (
            release
            for release in reversed(releases.all_releases())
            if release.number < after.number and name in release.feature_gates
        ),
        None,
    )
    return on if last is None else last.feature_gates[name].stage == "GA" or last.feature_gates[name].default


def _is_default(name: str, before: Release, *, on: bool) -> bool:
    return name in before.feature_gates and before.feature_gates[name].default is on


def _is_default_value(flag: CommandLineFlag, before: Release) -> bool:
    known = before.flags.get(flag.name)
    return known is not None and _normal(flag.value or "true") == _normal(known.default)


def _normal(value: str) -> str:
    return value.strip("[]\"'").lower()


def _text(text: str, scheduler: FoundScheduler, flags: Sequence[CommandLineFlag], fate: Fate) -> str:
    """Return the text of a manifest in which the last of the flags is as it is to be, and the others are gone.

    Raises:
        EditConflict: where that is not safe.
    """
    check_separate(scheduler.running.command_line, flags)
    draft = draft_of(scheduler)
    *earlier, last = flags
    is_kept = fate.value or fate.name
    for flag in reversed([*earlier, *([] if is_kept else [last])]):
        remove_flag(draft, flag)
    if is_kept:
        rewrite_flag(draft, last, fate.name or last.name, fate.value if fate.value is not None else last.value or "")
    return edited(text, [draft])
