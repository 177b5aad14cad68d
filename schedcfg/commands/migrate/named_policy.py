"""The legacy Policy that a configuration of v1alpha1 names: what it says is written into the configuration itself.

Upstream: `New` in `pkg/scheduler/scheduler.go`, `createFromConfig` in `pkg/scheduler/factory.go` of 1.18.
"""

from collections.abc import Iterable

from schedcfg import releases
from schedcfg.commands.migrate.context import NamedPolicyText, StepContext
from schedcfg.commands.migrate.policy import Legacy, plugin_config, plugin_sets
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.reading import read
from schedcfg.document.span import Path, follow
from schedcfg.rules.unseen_policy import named_policy
from schedcfg.sources import Text
from schedcfg.sources.configurations import FoundConfiguration
from schedcfg.validation.policy_source import find_policy, read_policy

_SOURCE: Path = ("algorithmSource",)


def names_policy(found: FoundConfiguration) -> bool:
    """Return whether a configuration may name a legacy Policy."""
    return found.document is not None and follow(found.document.data, (*_SOURCE, "policy")) is not None


def policy_named_by(
    found: FoundConfiguration, registry: PluginRegistry, texts: Iterable[Text]
) -> NamedPolicyText | None:
    """Return the legacy Policy that a configuration names; None where it names none, or that is not among some texts.

    Args:
        found: The configuration.
        registry: Which plugins exist.
        texts: The text that it is in, and those beside it.
    """
    if found.document is None or not names_policy(found):
        return None
    release = releases.at(releases.OLDEST)
    named = named_policy(read(found.document, release, registry).decoded)
    text = None if named is None else find_policy(named, texts)
    policy = read_policy(text, release)
    if text is None or policy is None:
        return None
    return NamedPolicyText(text.name, policy, follow(text.data, ("extenders",)))


def write_policy(step: StepContext) -> None:
    """Write the plugins, Args and extenders of the Policy in the place of its name; refuse where it is not known."""
    if step.value((*_SOURCE, "policy")) is None or step.value((*_SOURCE, "provider")) is not None:
        return
    policy = step.plan.policy
    if policy is None:
        message = "the plugins come from a legacy Policy that is not among these files, and later releases read none"
        step.refuse((*_SOURCE, "policy"), message, "Put the Policy beside this file, and run this command again.")
    message = f"the plugins, Args and extenders of the Policy in {policy.name} are written here"
    step.note(NoteKind.CHANGED, "named-policy", message, (*_SOURCE, "policy"))
    removing = f"remove {policy.name}, unless another scheduler reads it: this file says what it said"
    step.note(NoteKind.BY_HAND, "named-policy", removing, (*_SOURCE, "policy"))
    legacy = Legacy(step, policy.policy)
    sets, args = plugin_sets(legacy), list(plugin_config(legacy, step))
    step.draft.remove_leaving_comments(_SOURCE)
    if sets:
        step.draft.set(("plugins",), sets)
    if args:
        step.draft.set(("pluginConfig",), [{"name": one.plugin, "args": one.values} for one in args])
    if policy.extenders:
        step.draft.set(("extenders",), policy.extenders)
