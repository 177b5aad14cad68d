"""A configuration of v1alpha1 with the legacy Policy that it names: plugins, their Args and extenders are from there.

Upstream: `New` in `pkg/scheduler/scheduler.go`, `createFromConfig` in `pkg/scheduler/factory.go` of 1.18.
"""

from collections.abc import Iterable
from pathlib import PurePosixPath

from schedcfg.configuration.decode.configuration import decode_policy
from schedcfg.configuration.effective.policy import with_policy, without_plugins
from schedcfg.configuration.effective.provenance import PolicyOrigin
from schedcfg.models.policy import Policy
from schedcfg.releases.release import Release
from schedcfg.rules.unseen_policy import NamedPolicy, named_policy, unseen
from schedcfg.sources import Text
from schedcfg.sources.manifests.named_configurations import POLICY_KEY
from schedcfg.sources.manifests.pod import may_be_same
from schedcfg.sources.manifests.reading import ConfigurationText, configurations
from schedcfg.validation.document import ValidatedDocument


def find_policy(named: NamedPolicy, texts: Iterable[Text]) -> ConfigurationText | None:
    """Return the Policy of a name among some texts; None where it is not there."""
    return next((one for one in configurations(tuple(texts)) if one.is_policy and _is_named(named, one)), None)


def _is_named(named: NamedPolicy, one: ConfigurationText) -> bool:
    if named.file:
        return one.file == PurePosixPath(named.file).name and not one.config_map
    is_its_key = (one.config_map, one.key) == (named.config_map, POLICY_KEY)
    return is_its_key and may_be_same(one.namespace, named.namespace)


def read_policy(found: ConfigurationText | None, release: Release) -> Policy | None:
    """Return a Policy as a release reads it; None where there is none, or the release cannot."""
    if found is None or not found.stream.documents:
        return None
    policy: Policy | None = decode_policy(found.stream.documents[0], release).policy
    return policy


def of_policy(validated: ValidatedDocument, texts: Iterable[Text]) -> ValidatedDocument:
    """Return a configuration with what its Policy says; where that is not among some texts, without any plugin.

    Args:
        validated: The configuration.
        texts: The text that it is in, and those beside it.
    """
    named, plain, completion = named_policy(validated.decoded), validated.configuration, validated.completion
    if named is None or plain is None or completion is None:
        return validated
    found = find_policy(named, texts)
    policy = read_policy(found, plain.release)
    is_seen = found is not None and policy is not None
    configuration = without_plugins(plain) if policy is None else with_policy(plain, policy)
    result = validated._replace(
        configuration=configuration,
        # No other release reads it.
        completion=completion._replace(by=lambda _: configuration),
        policy=PolicyOrigin(str(named) if found is None else found.name, plain, is_seen),
    )
    return result if is_seen else result.with_problems([unseen(named)])
