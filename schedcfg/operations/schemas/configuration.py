"""The KubeSchedulerConfiguration of an API version."""

from functools import partial

from schedcfg import models, releases
from schedcfg.decode.configuration import LENIENT
from schedcfg.decode.type_meta import KIND
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.operations.explaining.places import ENTRIES, PLUGINS, places
from schedcfg.operations.schemas import args, plugin_names
from schedcfg.operations.schemas.defaults import constant
from schedcfg.operations.schemas.draft import DIALECT, Draft, JsonSchema, Steps
from schedcfg.operations.schemas.served import Served, spoken
from schedcfg.operations.schemas.words import said
from schedcfg.releases.release import GROUP

_PROFILES = "[]KubeSchedulerProfile"

_WEIGHED = ("score", "enabled")
"""The one list whose weights all count."""


def schema(api_version: str) -> JsonSchema:
    """Describe the files of an API version, by its short name: `v1beta3`."""
    served = Served.of(api_version)
    shape = models.shape_of(api_version)
    draft = _draft(served)
    inner = draft._replace(
        instead={PLUGINS: partial(_plugins, draft, served), ENTRIES: partial(_entries, draft, served)}
    )
    top = inner._replace(instead={**inner.instead, _PROFILES: partial(_profiles, inner, served)})
    made = top.struct(shape)
    made["properties"] |= _type_meta(served)
    _leader_election(made["properties"]["leaderElection"])
    return {
        "$schema": DIALECT,
        "$comment": f"Written by `schedcfg schema {api_version}`, for {spoken(served.releases)}.",
        "title": f"{KIND}, {GROUP}/{api_version}",
        **said(shape.__doc__ or ""),
        **made,
        "type": "object",
        # The forgiving reader of v1alpha1 takes these two keys in any case.
        "required": [] if draft.is_open else ["apiVersion", "kind"],
        "definitions": args.definitions(served, partial(_default_in_args, api_version)),
    }


def _draft(served: Served) -> Draft:
    return Draft(
        first=served.releases[0].number,
        last=served.newest.number,
        is_open=served.api_version == LENIENT,
        is_checked=True,
        default=partial(constant, served.api_version),
        instead={},
    )


def _leader_election(made: JsonSchema) -> None:
    """Let the lock be anything where no leader is elected: nobody makes one then."""
    lock = made["properties"]["resourceLock"]
    values = lock.pop("enum")
    made["if"] = {"properties": {"leaderElect": {"const": False}}, "required": ["leaderElect"]}
    made["else"] = {"properties": {"resourceLock": {"enum": values}}}


def _profiles(draft: Draft, served: Served, shape: type[Shape], steps: Steps) -> JsonSchema:
    return {"type": ["array", "null"], "items": {**draft.struct(shape, steps), "allOf": args.choice_when_built(served)}}


def _plugins(draft: Draft, served: Served, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe the extension points, each with the names of its plugins."""
    made = draft.struct(shape, steps)
    for point in fields_of(shape):
        lists = made["properties"].get(point, {}).get("properties", {})
        for name, offered in (("enabled", plugin_names.enabled_at), ("disabled", plugin_names.disabled_at)):
            if name in lists:
                entry = lists[name]["items"]
                _offer(entry, offered(point, served))
                if (point, name) != _WEIGHED:
                    # The weight is not looked at, or only if the plugin scores.
                    entry["properties"]["weight"].pop("minimum")
    return made


def _entries(draft: Draft, served: Served, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe `pluginConfig`."""
    entry = draft.struct(shape, steps)
    _offer(entry, plugin_names.with_args(served))
    return {"type": ["array", "null"], "items": {**entry, "allOf": args.choice(served)}}


def _offer(entry: JsonSchema, names: JsonSchema) -> None:
    """Offer names for an entry, without forbidding others."""
    name = entry["properties"]["name"]
    name["anyOf"] = [names, {"type": name.pop("type")}]


def _default_in_args(api_version: str, plugin: str, inside: Steps) -> object:
    entries = next(place.steps for place in places(api_version).values() if place.field.type_name == ENTRIES)
    return constant(api_version, (*entries, plugin, *inside))


def _type_meta(served: Served) -> dict[str, JsonSchema]:
    """Fix what the file says it is; warn where current releases no longer read it."""
    version = {
        **said(f"The API version of this file, read by {spoken(served.releases)}."),
        "const": f"{GROUP}/{served.api_version}",
    }
    if served.newest.name != releases.NEWEST:
        version["deprecationMessage"] = (
            f"{spoken(served.releases)} read {served.api_version}, later releases refuse it; "
            f"schedcfg migrate rewrites the file."
        )
    return {"apiVersion": version, "kind": {**said("The kind of this file."), "const": KIND}}
