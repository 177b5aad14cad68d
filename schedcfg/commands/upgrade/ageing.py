"""Lists of plugins that age: what the newer release of a hop runs by default, and a profile with a list does not."""

from collections.abc import Iterator

from schedcfg.commands.upgrade.changes import HopContext
from schedcfg.commands.upgrade.configurations import completed, gates_of
from schedcfg.commands.upgrade.folder import FolderState
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.configuration.effective.model import Configuration, Profile
from schedcfg.document.texts import listing
from schedcfg.releases.release import Release
from schedcfg.rules.manifests import ageing_list

_ALL = "*"
_REPORTED = frozenset({"SchedulingGates"})
"""What a rule of its own reports in the same hop: `lost-scheduling-gates`."""

_MOST_LISTED = 3


def left_out(now: FolderState, hop: HopContext) -> Iterator[PlanItem]:
    """Yield the configurations whose profiles do not get what the newer release of a hop adds to its defaults.

    Args:
        now: The folder after the hop.
        hop: The hop.
    """
    for name in sorted(now.planned):
        for found in now.configurations(name):
            if found.document is None or not hop.concerns(hop.starts.of_configuration(name, found).number):
                continue
            gates = gates_of(now, name, found)
            configuration = completed(found.document, hop.after, hop.options.registry, gates).accepted
            if configuration is not None:
                place = PlanPlace(name, found.document.line)
                yield from _items(configuration, hop, place)


def _items(configuration: Configuration, hop: HopContext, place: PlanPlace) -> Iterator[PlanItem]:
    added = _default_names(configuration.release, configuration.api_version) - _default_names(
        hop.before, configuration.api_version
    )
    for profile in configuration.profiles:
        missing = sorted(added - profile.needed - _disabled(profile) - _REPORTED)
        if missing:
            names = listing([f"`{one}`" for one in missing], _MOST_LISTED)
            message = (
                f"profile {profile.label} lists its plugins, and so does not get {names}, which {hop.after.name} adds "
                "to its defaults"
            )
            help_ = "Add it to the list, unless no Pod needs it." if len(missing) == 1 else "Add what Pods need."
            yield PlanItem(When.WITH, Action.NOTE, ageing_list.ID, message, help_, places=(place,))


def _default_names(release: Release, api_version: str) -> frozenset[str]:
    """Return all plugins that a release runs by default, at any point; by its newest version where it lacks one."""
    version = api_version if api_version in release.api_versions else release.api_versions[-1]
    return frozenset(name for plugins in release.default_plugins[version].values() for name, _ in plugins)


def _disabled(profile: Profile) -> frozenset[str]:
    """Return the plugins that a profile disables by name: these are left out on purpose."""
    return frozenset(ref.name for at in profile.written.values() for ref in at.disabled) - {_ALL}
