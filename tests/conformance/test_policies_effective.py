"""For every accepted legacy Policy: the profile that it turns into, what that runs, and with which Args."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from schedcfg import IN_TREE_ONLY, plugins, releases
from schedcfg.configuration.decode.args import decode_args, shape_for
from schedcfg.configuration.decode.configuration import decode_policy
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import Configuration, PluginRef, Profile
from schedcfg.configuration.effective.policy import resolve_policy
from schedcfg.document import Document, parse
from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.releases.release import Release
from tests.conformance.recordings import read

LAST_AS_BROUGHT = 19
"""Up to 1.19 what was recorded is what the Policy brings; later, what the framework's plugins were built with."""


@cache
def document(text: str) -> Document:
    stream = parse(text)
    return stream.documents[0] if stream.documents else Document.empty(text)


def accepted() -> Iterator[tuple[str, Configuration, Any]]:
    """Yield what each Policy is completed to, and the profile that was recorded of it."""
    for case in read("policies-train", "policy"):
        for name, answer in case.answers.items():
            if answer["outcome"] == "ok":
                release = releases.at(name)
                policy = decode_policy(document(case.text), release).policy
                (profile,) = answer["profiles"]
                yield f"{case.id} {name}", resolve_policy(policy, release), profile


def shown(ref: PluginRef, weight: int) -> dict[str, object]:
    return {"name": ref.name, "weight": weight}


def enabled(profile: Profile) -> dict[str, Any]:
    return {
        point: [shown(ref, ref.weight) for ref in plugin_set.enabled] for point, plugin_set in profile.merged.items()
    }


def running(profile: Profile, release: Release) -> dict[str, Any]:
    def points_of(name: str) -> tuple[str, ...]:
        plugin = IN_TREE_ONLY.known(name, release)
        assert plugin is not None, name
        return plugin.points_at(release.number)

    return {
        point: [shown(ref, (ref.weight or 1) if point == "score" else 0) for ref in refs]
        for point, refs in plugin_sets.running(profile, release, points_of).items()
    }


def built_with(profile: Profile, configuration: Configuration) -> dict[str, Any]:
    """Return the Args with which the framework builds its plugins: brought ones, and defaults of the others."""
    brought = {entry.name: (entry.kind, entry.written) for entry in profile.plugin_config}
    result = {}
    for name in profile.needed:
        plugin = plugins.find(name)
        assert plugin is not None
        kind, written = brought.get(name, (plugin.args, None))
        if kind is None or not (written or kind.is_served(configuration.api_version, configuration.release)):
            continue
        context = written_in(kind, configuration.release)
        completed = kind.complete(written or shape_for(kind, configuration.release)(), context)
        result[name] = kind.wire(completed, context)
    return result


def written_in(kind: ArgsKind, release: Release) -> Context:
    """Choose the newest API version that has these Args: v1beta2 lacks those of some plugins that 1.22 still runs."""
    return Context(
        next(version for version in reversed(release.api_versions) if kind.is_served(version, release)), release
    )


def typed(entry: dict[str, Any], release: Release) -> Shape | None:
    """Read recorded Args; those of 1.18 have Go's own names in places."""
    plugin = plugins.find(entry["name"])
    assert plugin is not None
    assert plugin.args is not None
    context = written_in(plugin.args, release)
    decoded, _ = decode_args(plugin.args, entry["args"], (), context.api_version, release)
    assert not decoded.problems
    return decoded.written


def test_plugin_sets() -> None:
    compared, wrong = 0, []
    for case, configuration, recorded in accepted():
        (profile,) = configuration.profiles
        compared += 1
        if (profile.scheduler_name, enabled(profile)) != (recorded["schedulerName"], recorded["plugins"]):
            wrong.append(case)
    assert compared > 900
    assert wrong == []


def test_running_plugins() -> None:
    compared, wrong = 0, []
    for case, configuration, recorded in accepted():
        compared += 1
        if running(configuration.profiles[0], configuration.release) != recorded["effective_plugins"]:
            wrong.append(case)
    assert compared > 900
    assert wrong == []


def test_brought_args() -> None:
    """Up to 1.19, where the order is random upstream."""
    compared, wrong = 0, []
    for case, configuration, recorded in accepted():
        release = configuration.release
        if release.number > LAST_AS_BROUGHT:
            continue
        compared += 1
        ours = {entry.name: entry.written for entry in configuration.profiles[0].plugin_config}
        theirs = {entry["name"]: typed(entry, release) for entry in recorded["pluginConfig"]}
        if {name: without_type(args) for name, args in ours.items()} != {
            name: without_type(args) for name, args in theirs.items()
        }:
            wrong.append(case)
    assert compared > 300
    assert wrong == []


def without_type(args: Shape | None) -> dict[str, Any]:
    assert args is not None
    return args.model_dump(exclude={"api_version", "kind"}, exclude_none=True)


def test_args_of_built_plugins() -> None:
    """From 1.20 on, where the framework sorts them."""
    compared, wrong = 0, []
    for case, configuration, recorded in accepted():
        if configuration.release.number <= LAST_AS_BROUGHT:
            continue
        compared += 1
        theirs = {entry["name"]: entry["args"] for entry in recorded["pluginConfig"]}
        if built_with(configuration.profiles[0], configuration) != theirs:
            wrong.append(case)
    assert compared > 600
    assert wrong == []
