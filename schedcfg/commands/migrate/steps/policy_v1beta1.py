"""Policy → v1beta1, both read by 1.19 to 1.22: predicates and priorities become the plugins of one profile.

There is no way back. Upstream: `createFromConfig` (since 1.22 `createFromPolicy`) in `pkg/scheduler/factory.go`.
"""

from collections.abc import Iterator, Mapping

from schedcfg.commands.migrate import legacy_args, policy
from schedcfg.commands.migrate.context import StepContext, mapping
from schedcfg.commands.migrate.policy import SECTIONS, BroughtArgs, Legacy, Written, plugin_config, plugin_sets
from schedcfg.configuration.decode.configuration import decode_policy
from schedcfg.document.span import Path
from schedcfg.releases.release import GROUP
from schedcfg.sources.type_meta import KIND, spelling

_PROFILE: Path = ("profiles", 0)
_PLUGINS = "plugins"
_CONFIG = "pluginConfig"


def up(step: StepContext) -> None:
    """Write a profile in the place of the sections that it represents; extenders stay where they are."""
    written = decode_policy(step.draft.document, step.release).policy
    assert written is not None, "the release accepts it"
    legacy = Legacy(step, written)
    sets, args = plugin_sets(legacy), list(plugin_config(legacy, step))
    policy.add_notes(step, legacy, sets, args)
    removed = [key for key in _keys(step) if key in SECTIONS]
    comments = policy.moved_comments(step.draft, removed, _places(legacy, sets, args))
    legacy_args.modernize(step)
    _write_type(step)
    _write_profile(step, removed, _profile(sets, args))
    for section in removed:
        _remove(step, section)
    policy.restore_comments(step.draft, comments)


def _keys(step: StepContext) -> list[str]:
    """List the keys at the top, in the order of the text."""
    return list(mapping(step.draft.data))


def _write_type(step: StepContext) -> None:
    """Write what the document is now; a Policy may leave its kind out."""
    for key, value in (("apiVersion", f"{GROUP}/{step.target}"), ("kind", KIND)):
        written = spelling(mapping(step.draft.data), key)
        if written != key:
            step.draft.rename((written,), key)
        if not step.draft.has((key,)) and key == "kind":
            step.draft.insert_after(("apiVersion",), key, value)
        else:
            step.draft.set((key,), value)


def _profile(sets: Written, args: list[BroughtArgs]) -> dict[str, object]:
    profile: dict[str, object] = {"schedulerName": "default-scheduler"}
    if sets:
        profile[_PLUGINS] = sets
    if args:
        profile[_CONFIG] = [{"name": one.plugin, "args": one.values} for one in args]
    return profile


def _write_profile(step: StepContext, removed: list[str], profile: dict[str, object]) -> None:
    """Put the profile where the first of the sections was; behind the type where there was none."""
    keys = _keys(step)
    before = removed[:1] or sorted(("apiVersion", "kind"), key=keys.index)[-1:]
    step.draft.insert_after((before[0],), "profiles", [profile])


def _remove(step: StepContext, section: str) -> None:
    """Take a section out; in brackets no comment could be put elsewhere, so that they stay."""
    if step.draft.text[step.draft.document.locate(()).value.start.offset] == "{":
        step.draft.remove_leaving_comments((section,))
    else:
        step.draft.remove((section,))


def _places(legacy: Legacy, sets: Written, args: list[BroughtArgs]) -> Mapping[Path, Path]:
    """Map the entries of the Policy to the first thing that they turned into."""
    found: dict[Path, Path] = {}
    for path, brings in legacy.brought():
        plugins = {(point, plugin) for point, names in brings.items() for plugin in names}
        first = next(_entries(plugins, sets, args), None)
        if first is not None:
            found[path] = first
    found |= {one.path: (*_PROFILE, _CONFIG, index) for index, one in enumerate(args) if len(one.path) == 1}
    return found


def _entries(brought: set[tuple[str, str]], sets: Written, args: list[BroughtArgs]) -> Iterator[Path]:
    """Yield where plugins are enabled, then where they get Args."""
    for point, written in sets.items():
        for index, entry in enumerate(written.get("enabled", ())):
            if (point, entry["name"]) in brought:
                yield (*_PROFILE, _PLUGINS, point, "enabled", index)
    for index, one in enumerate(args):
        if one.plugin in {plugin for _, plugin in brought}:
            yield (*_PROFILE, _CONFIG, index)
