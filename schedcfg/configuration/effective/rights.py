"""What a configuration needs of the API server: the rights of the service account that runs it."""

from collections.abc import Iterable, Iterator

from schedcfg.configuration.effective.model import Configuration, Profile
from schedcfg.findings import Severity
from schedcfg.plugins import find
from schedcfg.plugins.scheduler_plugins import controller
from schedcfg.releases.informers import SPREADING, Resource
from schedcfg.releases.release import Release
from schedcfg.releases.rights import Right, scheduler_rights


def stock_rights(configuration: Configuration, release: Release) -> Iterator[Right]:
    """Yield what a configuration needs of the code of Kubernetes, leader election apart, which flags may set.

    Args:
        configuration: Completed.
        release: With the feature gates that are set.
    """
    profiles = configuration.profiles
    plugins = {name for profile in profiles for name in profile.needed if not _reads_nothing(name, profile)}
    return scheduler_rights(release, plugins)


def _reads_nothing(name: str, profile: Profile) -> bool:
    """Return whether a plugin only spreads Pods with their own constraints."""
    entry = profile.args_entry(name)
    raw = None if entry is None else entry.raw
    if name not in SPREADING or not isinstance(raw, dict):
        return False
    return raw.get("defaultingType") == "List" and not raw.get("defaultConstraints")


def plugin_rights(names: Iterable[str], release: Release) -> Iterator[Right]:
    """Yield what plugins that the stock scheduler lacks need in a release, as far as that is known, each once."""
    needed: dict[tuple[Resource, tuple[str, ...]], list[str]] = {}
    for name in sorted(names):
        known = find(name)
        for access in () if known is None else known.access_in(release):
            needed.setdefault((Resource(access.group, access.resource), access.verbs), []).append(name)
    for (resource, verbs), those in sorted(needed.items()):
        named = " and ".join(f"`{name}`" for name in those)
        effect = f"{named} {'does' if len(those) == 1 else 'do'} not work"
        yield Right(verbs, resource, effect, Severity.WARNING)


def controller_rights(kubernetes: int) -> Iterator[Right]:
    """Yield what the controller of scheduler-plugins needs.

    Args:
        kubernetes: The minor of the release that it is made for.
    """
    for access in controller.ACCESS:
        if access.first <= kubernetes <= access.last:
            effect = "PodGroups and ElasticQuotas do not show what becomes of them"
            yield Right(access.verbs, Resource(access.group, access.resource), effect, Severity.WARNING)


def are_rights_known(plugin: str) -> bool:
    """Return whether it is known what a plugin that the stock scheduler lacks needs."""
    known = find(plugin)
    return known is not None and known.access is not None
