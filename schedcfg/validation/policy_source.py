"""A configuration of v1alpha1 with the legacy Policy that it names: plugins, their Args and extenders are from there.

Upstream: `New` in `pkg/scheduler/scheduler.go`, `createFromConfig` in `pkg/scheduler/factory.go` of 1.18.
"""

from collections.abc import Iterable
from pathlib import PurePosixPath

from schedcfg import releases
from schedcfg.configuration.decode.configuration import decode_policy
from schedcfg.configuration.effective.policy import with_policy, without_plugins
from schedcfg.configuration.effective.provenance import PolicyOrigin
from schedcfg.configuration.effective.registry import OPEN
from schedcfg.models.policy import Policy
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.unseen_policy import NamedPolicy, named_policy, unseen
from schedcfg.sources import Text
from schedcfg.sources.configurations import FoundConfiguration
from schedcfg.sources.manifests.named_configurations import POLICY_KEY, NamedConfigurations
from schedcfg.sources.manifests.pod import may_be_same
from schedcfg.sources.manifests.reading import ConfigurationText, configurations, manifests_in
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.document import ValidatedDocument


def find_policy(named: NamedPolicy, texts: Iterable[Text]) -> ConfigurationText | None:
    """Return the Policy of a name among some texts; None where it is not there."""
    texts = tuple(texts)
    mounted = _mounted(named.file, texts) if named.file else None
    named_so = (one for one in configurations(texts) if one.is_policy and _is_named(named, one))
    return mounted or next(named_so, None)


def _mounted(path: str, texts: tuple[Text, ...]) -> ConfigurationText | None:
    """Return the Policy that a scheduler with a configuration has at a path; None where none has one there."""
    manifests = tuple(manifests_in(texts))
    named = NamedConfigurations(texts, manifests)
    schedulers = ((one, running) for one in manifests for running in one.running if running.flag("config") is not None)
    found = (named.policy_at(path, one, running) for one, running in schedulers)
    return next((one for one in found if one is not None), None)


def _is_named(named: NamedPolicy, one: ConfigurationText) -> bool:
    if named.file:
        return one.file == PurePosixPath(named.file).name and not one.config_map
    is_its_key = (one.config_map, one.key) == (named.config_map, POLICY_KEY)
    return is_its_key and may_be_same(one.namespace, named.namespace)


def reader_of_policy(found: FoundConfiguration, here: FileInContext) -> Release | None:
    """Return the release that reads a Policy, as the configuration that names it is of its version; None if none does.

    Args:
        found: The Policy.
        here: The text that it is in, and the files around it.
    """
    oldest = releases.at(releases.OLDEST)
    if found.within in here.folder.policies_of_unknown_releases(here.text):
        return oldest
    for one in here.folder.named.configurations:
        newest = releases.newest_serving(read_type_meta(one.data).version or "")
        if newest != oldest.name or not one.stream.documents:
            continue
        named = named_policy(here.folder.known.read(one.stream.documents[0], oldest, OPEN).decoded)
        policy = None if named is None else find_policy(named, here.folder.texts)
        if policy is not None and (policy.place[0], policy.within) == (here.text.name, found.within):
            return oldest
    return None


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
