"""`default`: nothing but a name."""

from schedcfg.generate.profile.plan import Plan
from schedcfg.generate.profile.preset import Options, Preset, promises_nothing


def shape(_plan: Plan, _options: Options) -> None:
    """Change nothing."""


PRESET = Preset(
    name="default",
    summary="What kube-scheduler runs by itself.",
    explanation="The default plugins of the release, under a name of your own. Start here to enable, disable and "
    "re-weight plugins yourself.",
    shape=shape,
    promise=promises_nothing,
)
