"""A Policy and the flags that name it: 1.22 is the last release that reads one, and reads a configuration as well.

Both change together: the Policy becomes a configuration in its place, and the flag becomes `--config`. What other
flags say, which have no effect beside `--config`, is written into the configuration.

Upstream: `ApplyTo` of `DeprecatedOptions` in `cmd/kube-scheduler/app/options/deprecated.go` of 1.22.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.commands.generate.carried_flags import FlagValue
from schedcfg.commands.migrate.documents import joined
from schedcfg.commands.migrate.flags_beside import PolicyStart, write_values
from schedcfg.commands.upgrade.changes import Change, HopContext, Job, by_hand, draft_of, edited
from schedcfg.commands.upgrade.configurations import completed, migrate, proof_of, unchanged
from schedcfg.commands.upgrade.flags import POLICY_FLAGS
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler
from schedcfg.commands.upgrade.found import from_finding
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from schedcfg.findings import Verdict
from schedcfg.sources.configurations import FoundConfiguration, Role
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.flag_edits import check_separate, remove_flag, rewrite_flag

_FOLDER = "/etc/kube-scheduler"
"""Where the ConfigMap's keys become files, in a Pod that read it from the API server so far."""


def jobs(state: FolderState, hop: HopContext) -> Iterator[Job]:
    """Yield what makes configurations of Policies, in the hop to the first release that reads none."""
    if not hop.before.policy or hop.after.policy:
        return
    for scheduler in state.schedulers:
        named = [flag for flag in scheduler.running.command_line.flags if flag.name in POLICY_FLAGS]
        if named and hop.concerns(hop.starts.of_scheduler(scheduler).number):
            yield _PolicyJob(scheduler.identity, hop).change


class _Converted(NamedTuple):
    """A Policy that became a configuration."""

    text: str
    proof: str
    carried: tuple[FlagValue, ...]


class _NotEditable(Exception):  # noqa: N818 - an expected outcome, not an error
    """Nothing can be edited: the change says what to do by hand."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change


class _PolicyJob(NamedTuple):
    """A scheduler that is started with a Policy."""

    identity: tuple[str, int, Path]
    hop: HopContext

    def change(self, state: FolderState) -> Change | None:
        """Return the Policy as a configuration, and its scheduler started with it."""
        scheduler = state.scheduler(self.identity)
        flag = None if scheduler is None else scheduler.running.policy_flag
        if scheduler is None or flag is None:
            return None
        try:
            return self._change(state, scheduler, flag)
        except _NotEditable as stopped:
            return stopped.change
        except EditConflict as conflict:
            return self._manual(scheduler, flag, f"{conflict}. {conflict.help or ''}".strip())

    def _change(self, state: FolderState, scheduler: FoundScheduler, flag: CommandLineFlag) -> Change:
        if scheduler.running.flag("config") is not None:
            raise _NotEditable(self._manual(scheduler, flag, _BOTH))
        name, configuration = self._policy(state, scheduler, flag)
        converted = self._converted(state, scheduler, name, configuration)
        state = state.with_texts({name: converted.text})
        again = state.scheduler(self.identity)
        assert again is not None
        manifest = self._with_config(state.texts[self.identity[0]], again, configuration)
        texts = {name: converted.text, self.identity[0]: manifest}
        return Change(When.BEFORE, texts, tuple(self._items(scheduler, flag, name, configuration, converted)))

    def _policy(
        self, state: FolderState, scheduler: FoundScheduler, flag: CommandLineFlag
    ) -> tuple[str, FoundConfiguration]:
        """Find the Policy that is in effect, with the name of its file."""
        linked = scheduler.policy
        for name in sorted(state.planned) if linked is not None else ():
            for configuration in state.configurations(name):
                if linked is not None and linked.place == (name, configuration.key or ""):
                    return name, configuration
        raise _NotEditable(self._manual(scheduler, flag, _MISSING))

    def _converted(
        self, state: FolderState, scheduler: FoundScheduler, name: str, found: FoundConfiguration
    ) -> _Converted:
        """Migrate the Policy, and write into the result what flags say that have no effect beside it."""
        text, proof = state.texts[name], ""
        if found.role is Role.POLICY:
            all_found = state.configurations(name)
            index = next(
                index for index, one in enumerate(all_found) if one.key == found.key and one.role is Role.POLICY
            )
            results = [
                migrate(one, self.hop, None) if at_ == index else unchanged(one) for at_, one in enumerate(all_found)
            ]
            file = joined(name, state.stream(name), Role.ANY, results)
            if file.migrated is None or file.verdict is Verdict.REFUSED:
                refusals = (
                    from_finding(finding, name, When.BEFORE, Action.BY_HAND)
                    for finding in file.documents[index].findings
                )
                raise _NotEditable(Change(When.BEFORE, {}, tuple(refusals)))
            text, proof = file.migrated, proof_of(file.documents[index])
        state = state.with_texts({name: text})
        migrated = next(configuration for configuration in state.configurations(name) if configuration.key == found.key)
        assert migrated.document is not None
        start = PolicyStart.of(scheduler.manifest, scheduler.running)
        values = self._unsaid(start, migrated)
        draft = Draft.of(migrated.document)
        write_values(draft, values, start.kubeconfig)
        return _Converted(edited(text, [draft]), proof, values)

    def _unsaid(self, start: PolicyStart, found: FoundConfiguration) -> tuple[FlagValue, ...]:
        assert found.document is not None
        configuration = completed(found.document, self.hop.before, self.hop.options.registry).accepted
        assert configuration is not None
        values = start.unsaid(configuration, found.document.data)
        for value in values:
            if not value.is_known:
                raise EditConflict(f"{value.shown} is not known", "Write its value in the configuration.", (), 0, 0)
        return tuple(values)

    def _with_config(self, text: str, scheduler: FoundScheduler, found: FoundConfiguration) -> str:
        """Return the manifest with `--config`."""
        running = scheduler.running
        flags = [flag for flag in running.command_line.flags if flag.name in POLICY_FLAGS]
        check_separate(scheduler.running.command_line, flags)
        draft = draft_of(scheduler)
        kept = running.policy_flag
        for flag in reversed(flags):
            if flag is not kept:
                remove_flag(draft, flag)
        assert kept is not None
        if kept.name == "policy-config-file":
            rewrite_flag(draft, kept, "config", kept.value or "")
            return edited(text, [draft])
        if running.is_static or running.is_managed or running.is_partial:
            raise EditConflict("its configuration cannot come from the API server", _ON_NODE, (), 0, 0)
        rewrite_flag(draft, kept, "config", f"{_FOLDER}/{found.key}")
        container, spec = running.container, running.spec.path
        _append(draft, (*container, "volumeMounts"), {"name": _VOLUME, "mountPath": _FOLDER, "readOnly": True})
        _append(draft, (*spec, "volumes"), {"name": _VOLUME, "configMap": {"name": kept.value}})
        return edited(text, [draft])

    def _items(
        self,
        scheduler: FoundScheduler,
        flag: CommandLineFlag,
        name: str,
        found: FoundConfiguration,
        converted: _Converted,
    ) -> Iterator[PlanItem]:
        line = scheduler.line(flag.path)
        assert found.document is not None
        if found.role is Role.POLICY:
            message = f"the Policy becomes a configuration: Kubernetes {self.hop.after.name} reads no Policy"
            place = PlanPlace(name, found.document.line)
            yield PlanItem(When.BEFORE, Action.EDIT, "policy", message, proof=converted.proof, places=(place,))
        carried = ", ".join(value.shown for value in converted.carried)
        message = f"`--{flag.name}` becomes `--config`, together with the Policy"
        help_ = f"Written into the configuration, since they have no effect beside it: {carried}." if carried else None
        places = (PlanPlace(self.identity[0], line),)
        yield PlanItem(When.BEFORE, Action.EDIT, "policy", message, help_, converted.proof, places=places)

    def _manual(self, scheduler: FoundScheduler, flag: CommandLineFlag, help_: str) -> Change:
        after, value = self.hop.after.name, flag.value or ""
        message = f"`--{flag.name}={value}` has to become `--config`: Kubernetes {after} reads no Policy"
        return by_hand("policy", message, help_, self.identity[0], scheduler.line(flag.path), When.BEFORE)


_VOLUME = "scheduler-config"
_BOTH = (
    "The Policy selects the plugins, and the file of `--config` the rest: migrate the Policy with `schedcfg migrate`, "
    "write its `profiles` into that file, and remove the flag."
)
_MISSING = (
    "The Policy is not among these files: put it beside this manifest and run the command again, or migrate it with "
    "`schedcfg migrate --to v1beta2` and start the scheduler with `--config`."
)
_ON_NODE = (
    "Migrate the Policy with `schedcfg migrate --to v1beta2`, copy the result to the nodes, mount it, and start the "
    "scheduler with `--config`."
)


def _append(draft: Draft, path: Path, value: object) -> None:
    current = draft.get(path) if draft.has(path) else None
    draft.insert((*path, len(current) if isinstance(current, list) else 0), value)
