"""The Args that defaulting appends to `pluginConfig`."""

from schedcfg.effective.model import Configuration, Profile
from schedcfg.effective.world import World


def names(profile: Profile, config: Configuration, world: World) -> list[str]:
    """List the enabled plugins that have Args and no entry of their own, in the order in which they are appended.

    Upstream: `setDefaults_KubeSchedulerProfile` and `pluginsNames` in each version's `defaults.go`.
    """
    configured = {entry.name for entry in profile.plugin_config}
    return sorted(name for name in profile.needed - configured if _has_args(name, config, world))


def _has_args(name: str, config: Configuration, world: World) -> bool:
    plugin = world.known(name, config.release)
    return plugin is not None and plugin.args is not None and plugin.args.is_served(config.api_version, config.release)
