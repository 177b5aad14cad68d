"""The KubeSchedulerConfiguration of an API version."""

from functools import partial
from typing import Any

from schedcfg import models, releases
from schedcfg.configuration.decode.configuration import LENIENT
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.releases.release import GROUP
from schedcfg.show.reference.fields import defaults
from schedcfg.show.reference.places import ENTRIES, PLUGINS, places
from schedcfg.show.schemas import args
from schedcfg.show.schemas.draft import DIALECT, NO, JsonSchema, SchemaDraft, Steps, description_fields
from schedcfg.show.schemas.served import Served, release_names
from schedcfg.sources.type_meta import KIND


def constant(api_version: str, steps: Steps) -> Any:
    """Return a field's default; None where it has none, or where it depends on the release.

    Args:
        api_version: Short: `v1beta3`.
        steps: Where the field is, without indices; a plugin's name leads to its Args.
    """
    place = places(api_version).get(steps)
    if place is None:
        return None
    table = defaults(place)
    values = [table.get(cell) for cell in place.cells() if cell.api_version == api_version]
    return values[0] if values and all(value == values[0] for value in values) else None


_PROFILES = "[]KubeSchedulerProfile"


def schema(api_version: str) -> JsonSchema:
    """Describe the files of an API version, by its short name: `v1beta3`."""
    served = Served.of(api_version)
    shape = models.shape_of(api_version)
    draft = _draft(served)
    made = draft.struct(shape)
    made["properties"] |= _type_meta(served)
    _leader_election(made["properties"]["leaderElection"])
    return {
        "$schema": DIALECT,
        "$id": f"urn:schedcfg:schema:{api_version}",
        "$comment": f"Written by `schedcfg schema {api_version}`, for {release_names(served.releases)}.",
        "title": f"{KIND}, {GROUP}/{api_version}",
        **description_fields(shape.__doc__ or ""),
        **made,
        "type": "object",
        # The forgiving reader of v1alpha1 takes these two keys in any case.
        "required": [] if draft.is_open else ["apiVersion", "kind"],
        "definitions": args.definitions(served, partial(_default_in_args, api_version)),
    }


def _draft(served: Served) -> SchemaDraft:
    return SchemaDraft(
        oldest=served.releases[0],
        newest=served.newest,
        api_version=served.api_version,
        is_open=served.api_version == LENIENT,
        is_checked=True,
        default=partial(constant, served.api_version),
        instead={
            PLUGINS: partial(_plugins, served),
            ENTRIES: partial(_entries, served),
            _PROFILES: partial(_profiles, served),
        },
    )


def _leader_election(made: JsonSchema) -> None:
    """Let the lock be anything where no leader is elected: it is not created then."""
    lock = made["properties"]["resourceLock"]
    values = lock.pop("enum")
    made["if"] = {"properties": {"leaderElect": {"enum": [False, *NO]}}, "required": ["leaderElect"]}
    made["else"] = {"properties": {"resourceLock": {"enum": values}}}


def _profiles(served: Served, draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe the profiles."""
    return _list(draft.struct(shape, steps), args.choice_when_built(served))


def _plugins(served: Served, draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe the extension points, each with the names of its plugins."""
    made = draft.struct(shape, steps)
    for point in fields_of(shape):
        lists = made["properties"].get(point, {}).get("properties", {})
        for name, offered in (("enabled", args.enabled_at), ("disabled", args.disabled_at)):
            if name in lists:
                _offer(lists[name]["items"], offered(point, served))
    return made


def _entries(served: Served, draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe `pluginConfig`."""
    entry = draft.struct(shape, steps)
    _offer(entry, args.with_args(served))
    return _list(entry, args.choice(served))


def _list(items: JsonSchema, conditions: list[JsonSchema]) -> JsonSchema:
    return {"type": ["array", "null"], "items": {**items, "allOf": conditions} if conditions else items}


def _offer(entry: JsonSchema, names: JsonSchema) -> None:
    """Offer names for an entry, without forbidding others."""
    name = entry["properties"]["name"]
    if names["enum"]:
        name.pop("examples", None)
        name["anyOf"] = [names, {"type": name.pop("type")}]


def _default_in_args(api_version: str, plugin: str, inside: Steps) -> object:
    entries = next(place.steps for place in places(api_version).values() if place.field.type_name == ENTRIES)
    return constant(api_version, (*entries, plugin, *inside))


def _type_meta(served: Served) -> dict[str, JsonSchema]:
    """Fix the type that the file declares."""
    text = f"The API version of this file, read by {release_names(served.releases)}."
    if served.newest.name != releases.NEWEST:
        # No `deprecationMessage`: to some editors that is an error, and older releases read the file well.
        text += " Later releases refuse it; `schedcfg migrate` rewrites the file."
    return {
        "apiVersion": {**description_fields(text), "const": f"{GROUP}/{served.api_version}"},
        "kind": {**description_fields("The kind of this file."), "const": KIND},
    }
