"""v1alpha2 ↔ v1beta1: read by 1.18 and by 1.19 on, by no release together; strict extenders, Args with types.

Upstream: `types.go` of both in `k8s.io/kube-scheduler/config`; `pkg/scheduler/apis/config/v1beta1/defaults.go` of 1.19.
"""

from schedcfg.commands.migrate import legacy_args
from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.commands.migrate.step_edits import plugin_entries
from schedcfg.configuration.effective.args import of_plugins
from schedcfg.configuration.effective.behavior import BINDING, PREEMPTION, RENAMED_PLUGINS, UNRESERVE, lists
from schedcfg.document.span import Path

_USUAL_TIMEOUT = 600


def up(step: StepContext) -> None:
    """Write top-level fields as plugins, and write extenders and Args as a strict reader requires them."""
    legacy_args.modernize(step)
    _rename_plugins(step, RENAMED_PLUGINS)
    for path, _ in list(step.profiles()):
        _merge_unreserve(step, path)
    legacy_args.write_typed(step)
    _disable_preemption(step)
    _move_bind_timeout(step)


def _rename_plugins(step: StepContext, names: dict[str, str]) -> None:
    """Return plugins the name that the target's release has for them, everywhere."""
    for path, profile in list(step.profiles()):
        configured = enumerate(items(profile.get("pluginConfig")))
        named: list[tuple[Path, object]] = [
            *(((*path, "pluginConfig", index), mapping(one).get("name")) for index, one in configured),
            *plugin_entries(path, profile),
        ]
        for entry, name in named:
            if name in names:
                new = names[str(name)]
                step.note(NoteKind.CHANGED, "renamed-plugin", f"`{name}` is called `{new}`", entry)
                step.draft.replace((*entry, "name"), new)


def _merge_unreserve(step: StepContext, path: Path) -> None:
    """Put the plugins of `unreserve` to `reserve`, unless they are there already."""
    old, new = (*path, "plugins", UNRESERVE), (*path, "plugins", "reserve")
    if not step.draft.has(old):
        return
    message = "`unreserve` is part of `reserve` since v1beta1: a plugin there also releases what it reserved"
    step.note(NoteKind.CHANGED, "unreserve", message, old)
    if not mapping(step.value(new)):
        if step.draft.has(new):
            step.draft.remove_leaving_comments(new)
        step.draft.rename(old, "reserve")
        return
    for which in ("enabled", "disabled"):
        known = {mapping(one).get("name") for one in items(step.value((*new, which)))}
        for index, one in reversed(list(enumerate(items(step.value((*old, which)))))):
            if mapping(one).get("name") not in known:
                count = len(items(step.value((*new, which))))
                step.move((*old, which, index), (*new, which, count))
    step.draft.remove_leaving_comments(old)


def _disable_preemption(step: StepContext) -> None:
    path: Path = ("disablePreemption",)
    if not step.draft.has(path):
        return
    message = f"preemption is the plugin {PREEMPTION} at `postFilter` since 1.19"
    step.note(NoteKind.CHANGED, "preemption", message, path)
    if step.before.disable_preemption:
        for profile in _profile_paths(step):
            step.append((*profile, "plugins", "postFilter", "disabled"), {"name": PREEMPTION})
    step.draft.remove_leaving_comments(path)


def _move_bind_timeout(step: StepContext) -> None:
    path = ("bindTimeoutSeconds",)
    if not step.draft.has(path):
        return
    message = f"the timeout for binding volumes is in the args of {BINDING} since 1.19"
    step.note(NoteKind.CHANGED, "bind-timeout", message, path)
    seconds = step.before.bind_timeout_seconds
    if seconds == _USUAL_TIMEOUT:
        step.draft.remove_leaving_comments(path)
        return
    first, *others = _profile_paths(step)
    entry = step.append((*first, "pluginConfig"), {"name": BINDING, "args": {}})
    step.move(path, (*entry, "args", path[0]))
    for profile in others:
        step.append((*profile, "pluginConfig"), {"name": BINDING, "args": {path[0]: seconds}})


def _profile_paths(step: StepContext) -> list[Path]:
    """List where the profiles are; where there is none, one is made."""
    if not items(mapping(step.draft.data).get("profiles")):
        step.draft.set(("profiles", 0), {"schedulerName": step.before.profiles[0].scheduler_name})
    return [("profiles", index) for index in range(len(items(step.value(("profiles",)))))]


def down(step: StepContext) -> None:
    """Write at the top what v1beta1 has as plugins, and write extenders as the legacy reader wants them."""
    legacy_args.make_legacy(step)
    _rename_plugins(step, {new: old for old, new in RENAMED_PLUGINS.items()})
    _write_unreserve(step)
    _lift_bind_timeout(step)
    _lift_preemption(step)


def _write_unreserve(step: StepContext) -> None:
    """Name the user's own plugins of `reserve` at `unreserve` as well: 1.18 asks them there to give back."""
    for path, profile in list(step.profiles()):
        own = items(mapping(mapping(profile.get("plugins")).get("reserve")).get("enabled"))
        if own:
            where = (*path, "plugins", "reserve")
            step.note(NoteKind.CHANGED, "unreserve", "`reserve` and `unreserve` are two points in v1alpha2", where)
        for one in own:
            step.append((*path, "plugins", UNRESERVE, "enabled"), {"name": mapping(one).get("name")})


def _lift_bind_timeout(step: StepContext) -> None:
    """Put the time for binding volumes to the top, if all profiles agree on it."""
    found = [path for path, entry in step.plugin_configs() if entry.get("name") == BINDING]
    seconds = {
        args.values(step.before.context).get("bindTimeoutSeconds")  # type: ignore[attr-defined]
        for profile in step.before.profiles
        for args in of_plugins(profile, step.before, step.plan.registry)
        if args.name == BINDING
    }
    if not found or len(seconds) != 1:
        return
    message = f"the timeout for binding volumes is at the top level in v1alpha2, not in the args of {BINDING}"
    step.note(NoteKind.CHANGED, "bind-timeout", message, found[0])
    for path in reversed(found):
        step.draft.remove_leaving_comments(path)
    step.draft.set(("bindTimeoutSeconds",), seconds.pop())


def _lift_preemption(step: StepContext) -> None:
    """Turn preemption off at the top where no profile has its plugin."""
    running = [
        lists(profile, step.before, step.plan.registry).get("postFilter", []) for profile in step.before.profiles
    ]
    if not any(running):
        message = "preemption is disabled at the top level in v1alpha2, which has no `postFilter`"
        step.note(NoteKind.CHANGED, "preemption", message, ("profiles",))
        step.draft.set(("disablePreemption",), True)  # noqa: FBT003 - it is the value
    if all([ref.name for ref in refs] in ([], [PREEMPTION]) for refs in running):
        for path, profile in reversed(list(step.profiles())):
            if "postFilter" in mapping(profile.get("plugins")):
                step.draft.remove_leaving_comments((*path, "plugins", "postFilter"))
