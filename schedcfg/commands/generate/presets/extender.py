"""`extender`: an HTTP service that takes part in scheduling."""

from collections.abc import Iterator
from typing import Any

from schedcfg.commands.generate.profile_plan import Commented, GeneratedProfile, Preset, PresetOptions, ProfilePlan
from schedcfg.document.span import Path
from schedcfg.errors import WrongRequest

_VERBS = {
    "filter_verb": "filterVerb",
    "prioritize_verb": "prioritizeVerb",
    "preempt_verb": "preemptVerb",
    "bind_verb": "bindVerb",
}
"""Option → field."""

_SECONDS = 5


def shape(plan: ProfilePlan, options: PresetOptions) -> None:
    """Leave the plugins alone, and bring an extender along."""
    if not options.extender_url:
        raise WrongRequest(
            "the URL of the extender is missing", "Set it: --extender-url http://127.0.0.1:8888/scheduler."
        )
    verbs = {field: verb for option, field in _VERBS.items() if (verb := getattr(options, option))}
    if not verbs:
        flags = ", ".join(f"--{option.replace('_', '-')}" for option in _VERBS)
        raise WrongRequest("an extender without verbs is never called", f"Add a verb: {flags}.")
    if options.extender_weight is not None and "prioritizeVerb" not in verbs:
        raise WrongRequest(
            "an extender that does not prioritize nodes needs no weight", "Add --prioritize-verb, or omit it."
        )
    data = {"urlPrefix": options.extender_url, **verbs, **_timeout(plan, options), **_manners(options, verbs)}
    plan.extenders.append(Commented(data, dict(_comments(options))))


def _timeout(plan: ProfilePlan, options: PresetOptions) -> dict[str, Any]:
    """Return how long a call may take; the alpha versions want nanoseconds."""
    seconds = _SECONDS if options.extender_timeout is None else options.extender_timeout
    if seconds < 1:
        raise WrongRequest(f"an extender cannot respond within {seconds} seconds", "Use 1 or more.")
    return {"httpTimeout": seconds * 10**9 if plan.context.api_version == "v1alpha2" else f"{seconds}s"}


def _manners(options: PresetOptions, verbs: dict[str, str]) -> dict[str, Any]:
    """Return how much it counts, for which pods, and what happens without it."""
    fields: dict[str, Any] = {"ignorable": options.ignorable}
    if options.node_cache_capable:
        fields["nodeCacheCapable"] = True
    if "prioritizeVerb" in verbs:
        fields["weight"] = options.extender_weight or 1
    if options.managed_resource:
        fields["managedResources"] = [{"name": name} for name in sorted(set(options.managed_resource))]
    return fields


def _comments(options: PresetOptions) -> Iterator[tuple[Path, str]]:
    yield (
        (),
        "It is called for Pods of all profiles."
        if not options.managed_resource
        else ("It is called for Pods of all profiles, if they request one of its resources."),
    )
    yield (
        ("ignorable",),
        "While it does not respond, Pods are scheduled without it."
        if options.ignorable
        else "While it does not respond, the Pods it is called for are not scheduled.",
    )

    if options.node_cache_capable:
        yield ("nodeCacheCapable",), "It receives and returns the names of nodes."


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """The file has the extender."""
    urls = {extender.url_prefix for extender in outcome.configuration.extenders}
    for extender in outcome.plan.extenders:
        if extender.data["urlPrefix"] not in urls:
            yield f"the extender at {extender.data['urlPrefix']} would not be called"


PRESET = Preset(
    name="extender",
    summary="The default plugins and an HTTP extender.",
    explanation="For logic that cannot be compiled into the scheduler. An extender serves all profiles of its "
    "file, costs a call for each Pod, and, unless it is ignorable, stops scheduling while it does "
    "not respond.",
    shape=shape,
    promise=promise,
    options=frozenset(
        {
            *_VERBS,
            "extender_url",
            "extender_weight",
            "extender_timeout",
            "ignorable",
            "node_cache_capable",
            "managed_resource",
        }
    ),
)
