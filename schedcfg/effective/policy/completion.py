"""A legacy Policy as any release that reads one would complete it."""

from functools import lru_cache

from schedcfg import releases
from schedcfg.effective.completion import POLICY, Completion
from schedcfg.effective.model import Configuration
from schedcfg.effective.policy.resolve import resolve_policy
from schedcfg.models.policy import Policy
from schedcfg.releases.release import Release


def of_policy(policy: Policy) -> Completion:
    """Tell how a Policy is completed."""
    return Completion(
        POLICY,
        tuple(release.name for release in releases.all_releases() if release.policy),
        lambda release: resolve_policy(policy, release),
        _empty_policy,
    )


@lru_cache(maxsize=16)
def _empty_policy(release: Release) -> Configuration:
    return resolve_policy(Policy.model_validate({}), release)
