"""`default`: nothing but a name."""

from schedcfg.commands.generate.profile_plan import Preset, PresetOptions, ProfilePlan, promises_nothing


def shape(_plan: ProfilePlan, _options: PresetOptions) -> None:
    """Change nothing."""


PRESET = Preset(
    name="default",
    summary="The default plugins.",
    explanation="The default plugins of the release, under a name of your choice. Start here to enable, disable and "
    "re-weight plugins yourself.",
    shape=shape,
    promise=promises_nothing,
)
