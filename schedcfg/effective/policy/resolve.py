"""A decoded legacy Policy completed to the configuration that it stands for."""

from dataclasses import replace

from schedcfg.effective import extenders
from schedcfg.effective.model import Configuration
from schedcfg.effective.policy.arguments import plugin_config
from schedcfg.effective.policy.plugin_sets import plugin_sets
from schedcfg.effective.resolve import defaults
from schedcfg.effective.world import IN_TREE_ONLY
from schedcfg.models.policy import Policy
from schedcfg.releases import policy as tables
from schedcfg.releases.release import Release


def resolve_policy(policy: Policy, release: Release) -> Configuration:
    """Complete a Policy, given with `--policy-config-file` and without `--config`.

    There is one profile, `default-scheduler`, with exactly the plugins that the Policy brings. All the rest is what
    the release gives a configuration that says nothing, in the newest API version that it serves. What no
    release accepts is passed over: entries that stand for no predicate or priority bring nothing.

    Args:
        policy: As decoded.
        release: By whose rules; one that reads a Policy.

    Upstream: `createFromConfig` (from 1.22 on `createFromPolicy`) in `pkg/scheduler/factory.go`.
    """
    nothing = defaults(release.api_versions[-1], release, IN_TREE_ONLY)
    completed = extenders.complete(policy.extenders)
    profile = replace(
        nothing.profiles[0],
        validated={},
        merged=plugin_sets(policy, tables.of(release)),
        plugin_config=plugin_config(policy, completed, release),
    )
    return replace(
        nothing,
        profiles=(profile,),
        extenders=completed,
        has_extenders=policy.extenders is not None,
        provider=None,
        always_check_all_predicates=bool(policy.always_check_all_predicates),
    )
