"""Args that 1.18 reads free-form, written as their API kinds are from 1.19 on.

1.18 reads them with Go's plain `encoding/json` when it builds the plugin: keys match in any case, and unknown ones are
passed over, `apiVersion` and `kind` among them. Upstream: `framework.DecodeInto` in
`pkg/scheduler/framework/v1alpha1/registry.go` of 1.18.
"""

from schedcfg import plugins
from schedcfg.decode import fields
from schedcfg.decode.args import decode_args
from schedcfg.document.path import Path
from schedcfg.migrations.spelling import respell
from schedcfg.migrations.work import Work, items, mapping
from schedcfg.models.base import Shape
from schedcfg.plugins import ArgsKind
from schedcfg.plugins.plugin import Context
from schedcfg.releases.release import GROUP
from schedcfg.results.migration import NoteKind

_CURVE = "RequestedToCapacityRatioArgs"
"""The one kind whose weights of 0 count as 1 in 1.18, and are refused by 1.19."""


def write_typed(work: Work) -> None:
    """Write Args as their API kinds have them, without what 1.18 never read: it would wake up, or be refused."""
    needed = {profile.path: profile.needed for profile in work.before.profiles}
    for path, entry in reversed(list(work.plugin_configs())):
        plugin = plugins.find(str(entry.get("name")))
        kind = plugin.args if plugin is not None and plugin.in_tree else None
        if plugin is None or kind is None or entry.get("args") is None:
            continue
        begun, told = work.draft.copy(), len(work.notes)
        if kind.legacy_model is not None and isinstance(entry["args"], dict):
            _write(work, (*path, "args"), kind, kind.legacy_model)
        runs = plugin.name in needed[path[:2]]
        if kind.legacy_model is None or (not runs and _is_refused(work, (*path, "args"), kind)):
            work.draft.restore(begun)
            del work.notes[told:]
            message = f"the args of {plugin.name} were never read by 1.18; later releases read them"
            work.note(NoteKind.REMOVED, "unread-args", message, path)
            work.draft.remove_leaving_comments(path)


def _is_refused(work: Work, path: Path, kind: ArgsKind) -> bool:
    """Tell whether Args are wrong, which nobody noticed as long as their plugin did not run."""
    args, _ = decode_args(kind, work.draft.get(path), path, work.target, work.release)
    if args.written is None or args.problems:
        return True
    context = Context(work.target, work.release)
    return any(kind.check(kind.complete(args.written, context), context))


def _write(work: Work, path: Path, kind: ArgsKind, legacy: type[Shape]) -> None:
    """Spell Args as their kind is spelled, and take out what only the new kind knows."""
    before = work.draft.text
    respell(work, path, kind.model)
    known = {*fields.names(legacy), "apiVersion", "kind"}
    for name in reversed(list(mapping(work.draft.get(path)))):
        if name not in known:
            work.draft.remove_leaving_comments((*path, name))
    for name, right in (("apiVersion", f"{GROUP}/{work.target}"), ("kind", kind.kind)):
        if work.draft.has((*path, name)) and work.draft.get((*path, name)) != right:
            work.draft.replace((*path, name), right)
    if kind.kind == _CURVE:
        _write_weights(work, (*path, "resources"))
    if work.draft.text != before:
        message = f"the args are spelled as their kind `{kind.kind}` is, without what 1.18 never read"
        work.note(NoteKind.CHANGED, "typed-args", message, path)


def _write_weights(work: Work, path: Path) -> None:
    for index, resource in enumerate(items(work.value(path))):
        if isinstance(resource, dict) and not resource.get("weight"):
            work.draft.set((*path, index, "weight"), 1)
