"""A whole configuration from intent."""

from collections.abc import Sequence

from schedcfg.generate import promised
from schedcfg.generate.profile import composing
from schedcfg.generate.profile.composing import Request
from schedcfg.generate.profile.preset import Options
from schedcfg.generate.profile.settings import Settings
from schedcfg.generate.release_target import Target
from schedcfg.generate.results import Generation

FILE = "scheduler-config.yaml"
"""The name of the generated file."""


def generate_configuration(
    requests: Sequence[Request],
    target: Target | None = None,
    options: Options | None = None,
    settings: Settings | None = None,
) -> Generation:
    """Make a configuration of one or more profiles, and judge it.

    Args:
        requests: The profiles, at least one, in the order in which they will stand.
        target: For which release and API version; None: the newest.
        options: What presets are told.
        settings: What stands beside the profiles.

    Returns:
        The file, or none where the release would refuse it or a profile would not do what its preset says.

    Raises:
        UnknownTarget: if the release or the API version is not known, or they do not fit.
        WrongFeatureGates: if the release does not start with the feature gates.
        WrongRequest: if something that is asked for means nothing, or contradicts something else.
    """
    settings = settings or Settings()
    ground = (target or Target()).ground(promised.world(requests), settings.kubeconfig)
    planned = composing.plan(requests, options or Options(), ground)
    return promised.generation(FILE, FILE, composing.file(planned, settings, ground), planned, ground)
