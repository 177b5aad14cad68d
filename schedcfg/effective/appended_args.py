"""The Args that defaulting appends to `pluginConfig`."""

from schedcfg.effective.args import default_kind
from schedcfg.effective.model import Configuration, Profile
from schedcfg.effective.world import World


def is_appended(name: str, profile: Profile, config: Configuration, world: World) -> bool:
    """Tell whether `names` lists a plugin, without making the list."""
    if name not in profile.needed or any(entry.name == name for entry in profile.plugin_config):
        return False
    return default_kind(name, config, world) is not None


def names(profile: Profile, config: Configuration, world: World) -> list[str]:
    """List the enabled plugins that have Args and no entry of their own, in the order in which they are appended.

    Upstream: `setDefaults_KubeSchedulerProfile` and `pluginsNames` in each version's `defaults.go`.
    """
    configured = {entry.name for entry in profile.plugin_config}
    return sorted(name for name in profile.needed - configured if default_kind(name, config, world) is not None)
