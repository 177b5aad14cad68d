"""The KubeSchedulerConfiguration of an API version, with plugins' Args, which are chosen by the plugin's name."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from schedcfg import models, plugins, releases
from schedcfg.commands.explain.fields import defaults
from schedcfg.commands.explain.periods import Cell, default_running, name_of_point
from schedcfg.commands.explain.places import ENTRIES, PLUGINS, places
from schedcfg.commands.schema.schema_draft import (
    DIALECT,
    NO,
    JsonSchema,
    SchemaDraft,
    Served,
    Steps,
    description_fields,
    offered,
    release_names,
)
from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.decode.configuration import LENIENT
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.release import GROUP
from schedcfg.sources.type_meta import KIND

_MULTI_POINT = "multiPoint"
ALL = "*"
"""What disables every default plugin."""


def enabled_at(point: str, served: Served) -> JsonSchema:
    """Offer the plugins that can be enabled at an extension point, by its name in files."""
    point = name_of_point(point, served.api_version)
    return _offered(
        plugin for plugin in _known(served) if point == _MULTI_POINT or point in plugin.points_at(served.newest.number)
    )


def disabled_at(point: str, served: Served) -> JsonSchema:
    """Offer the plugins that run at an extension point by default, and `*`, which means all of them."""
    point = name_of_point(point, served.api_version)
    default = default_running(Cell(served.newest.number, served.api_version))
    running = {name for at, refs in default.items() for name, _ in refs if point in {at, _MULTI_POINT}}
    made = _offered(plugin for plugin in plugins.all_plugins() if plugin.name in running)
    made["enum"].insert(0, ALL)
    made["markdownEnumDescriptions"].insert(0, "All default plugins.")
    return made


def _with_args(served: Served) -> JsonSchema:
    """Offer the plugins whose Args are known."""
    return _offered(plugin for plugin in _known(served) if _args_of(plugin, served) is not None)


def _known(served: Served) -> Iterable[plugins.Plugin]:
    """List the plugins that a file may name: in-tree in the newest release that is meant, or published."""
    in_tree = served.newest.plugins - served.newest.removed_plugins.get(served.api_version, frozenset())
    return (plugin for plugin in plugins.all_plugins() if plugin.name in in_tree or not plugin.in_tree)


def _args_of(plugin: plugins.Plugin, served: Served) -> plugins.ArgsKind | None:
    """Return the Args that the newest release reads which reads any; None where no release does."""
    args_kinds = (plugin.args_in(served.api_version, release) for release in reversed(served.releases))
    return next((kind for kind in args_kinds if kind is not None), None)


def _offered(found: Iterable[plugins.Plugin]) -> JsonSchema:
    offered = list(found)
    return {
        "enum": [plugin.name for plugin in offered],
        "markdownEnumDescriptions": [_summary(plugin) for plugin in offered],
    }


def _summary(plugin: plugins.Plugin) -> str:
    return plugin.summary if plugin.in_tree else f"{plugin.summary} Not part of Kubernetes."


Default = Callable[[str, Steps], Any]
"""The default of a field of a plugin's Args, where it is the same everywhere."""

_PREFERRED = "[]PreferredSchedulingTerm"

_UNCHECKED = "NotBuilt"
"""Ends the name of the definition for a plugin that no profile builds."""


class _Described(NamedTuple):
    plugin: plugins.Plugin
    kind: plugins.ArgsKind
    served: Served

    @property
    def is_binding(self) -> bool:
        """Whether the Args are surely those of this code, and read as API kinds: 1.18 forgives a lot."""
        return self.plugin.in_tree and self.served.newest.reads_args_as_kinds

    @property
    def is_checked_when_built(self) -> bool:
        return self.is_binding and self.kind.checked_when_built


def _args_definitions(served: Served, default: Default) -> dict[str, JsonSchema]:
    """Describe the Args of every plugin, by their kind."""
    made: dict[str, JsonSchema] = {}
    for described in _described_args(served):
        draft = SchemaDraft(
            oldest=served.releases[0],
            newest=served.newest,
            api_version=served.api_version,
            is_open=False,
            is_checked=True,
            default=lambda steps, name=described.plugin.name: default(name, steps),  # type: ignore[misc]
            instead={_PREFERRED: _preferred},
        )
        made[described.kind.kind] = _definition(described, draft)
        if described.is_checked_when_built:
            made[described.kind.kind + _UNCHECKED] = _definition(described, draft._replace(is_checked=False))
    return made


def _args_choice(served: Served) -> list[JsonSchema]:
    """Choose the Args by the name beside them; those of other plugins may be anything."""
    return [
        _by_name(described, described.kind.kind)
        for described in _described_args(served)
        if not described.is_checked_when_built
    ]


def _args_choice_when_built(served: Served) -> list[JsonSchema]:
    """Choose, for a whole profile, the Args whose values are looked at only when a profile builds the plugin.

    A profile that may have disabled it is not checked: at all points or at some, that is not counted here.
    """
    return [_when_built(described) for described in _described_args(served) if described.is_checked_when_built]


def _described_args(served: Served) -> Iterator[_Described]:
    for plugin in _known(served):
        kind = _args_of(plugin, served)
        if kind is not None:
            yield _Described(plugin, kind, served)


def _by_name(one: _Described, definition: str) -> JsonSchema:
    return {
        "if": {"properties": {"name": {"const": one.plugin.name}}, "required": ["name"]},
        "then": {"properties": {"args": {"$ref": f"#/definitions/{definition}"}}},
    }


def _when_built(one: _Described) -> JsonSchema:
    disabling = {"properties": {"name": {"enum": [ALL, one.plugin.name]}}, "required": ["name"]}
    no_point = {"properties": {"disabled": {"items": {"not": disabling}}}}
    built, unknown = (_by_name(one, one.kind.kind + ending) for ending in ("", _UNCHECKED))
    return {
        "if": {"properties": {"plugins": {"additionalProperties": no_point}}},
        "then": {"properties": {"pluginConfig": {"items": built}}},
        "else": {"properties": {"pluginConfig": {"items": unknown}}},
    }


def _definition(one: _Described, draft: SchemaDraft) -> JsonSchema:
    made = draft.struct(shape_for(one.kind, one.served.newest))
    made = {**description_fields(f"Arguments of {one.plugin.name}. {one.plugin.summary}"), **made}
    if not one.is_binding:
        return _only_offered(made)
    # Args that name their own type have to name this one; empty counts as not written.
    for name, value in zip(sorted(TYPE_META), (f"{GROUP}/{one.served.api_version}", one.kind.kind), strict=True):
        made["properties"][name]["enum"] = [value, "", None]
    return made


def _preferred(draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe preferred terms; of one without weight, the values are not read (`NewPreferredSchedulingTerms`)."""
    term = draft._replace(is_checked=False).struct(shape, steps)
    if draft.is_checked:
        term["if"] = {"properties": {"weight": {"not": {"enum": [0, None]}}}, "required": ["weight"]}
        term["then"] = {"properties": {"preference": draft.struct(shape, steps)["properties"]["preference"]}}
    return {"type": ["array", "null"], "items": term}


def _only_offered(made: JsonSchema) -> JsonSchema:
    """Keep of a schema what helps to write, and nothing that refuses: other code may have the plugin's name."""
    helpful = {"description", "markdownDescription", "default", "examples"}
    kept = {name: part for name, part in made.items() if name in helpful}
    if "properties" in made:
        kept["properties"] = {name: _only_offered(field) for name, field in made["properties"].items()}
    if "items" in made:
        kept["items"] = _only_offered(made["items"])
    return {**kept, **offered([value for value in made.get("enum", ()) if value], {})}


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
        "definitions": _args_definitions(served, partial(_default_in_args, api_version)),
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
    return _list(draft.struct(shape, steps), _args_choice_when_built(served))


def _plugins(served: Served, draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe the extension points, each with the names of its plugins."""
    made = draft.struct(shape, steps)
    for point in fields_of(shape):
        lists = made["properties"].get(point, {}).get("properties", {})
        for name, offered_at in (("enabled", enabled_at), ("disabled", disabled_at)):
            if name in lists:
                _offer(lists[name]["items"], offered_at(point, served))
    return made


def _entries(served: Served, draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    """Describe `pluginConfig`."""
    entry = draft.struct(shape, steps)
    _offer(entry, _with_args(served))
    return _list(entry, _args_choice(served))


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
