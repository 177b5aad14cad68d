"""Reading, completing and checking the Args of one plugin."""

from typing import Any

from schedcfg import plugins, releases
from schedcfg.document.span import render
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem
from schedcfg.releases.default_plugins import with_feature_gates


def args_of(plugin: str) -> ArgsKind:
    found = plugins.find(plugin)
    assert found is not None
    assert found.args is not None
    return found.args


def context(release: str, api_version: str, *gates: str) -> Context:
    """Make the context of a release, with some feature gates switched on."""
    return Context(
        api_version=api_version, release=with_feature_gates(releases.at(release), dict.fromkeys(gates, True))
    )


def written(plugin: str, data: dict[str, Any], where: Context) -> dict[str, Any]:
    """Read Args, complete them, and write them as JSON without their type."""
    kind = args_of(plugin)
    result = kind.wire(kind.complete(kind.model.model_validate(data), where), where)
    assert result.pop("kind") == kind.kind
    assert result.pop("apiVersion") == f"kubescheduler.config.k8s.io/{where.api_version}"
    return result


def problems(plugin: str, data: dict[str, Any], where: Context) -> list[ArgsProblem]:
    """Read Args, complete them, and list what is wrong with them."""
    kind = args_of(plugin)
    model = kind.legacy_model if where.release.number == 18 else kind.model
    assert model is not None
    return list(kind.check(kind.complete(model.model_validate(data), where), where))


def paths(plugin: str, data: dict[str, Any], where: Context) -> list[str]:
    return [render(problem.path) for problem in problems(plugin, data, where)]
