"""The configuration of the function: a `SchedulerConfig`, or a ConfigMap in its place, with what is wrong about it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from schedcfg.cli.krm.fields import Fields
from schedcfg.cli.krm.kinds import GenerationRequest, read_request
from schedcfg.cli.krm.results import wrong
from schedcfg.configuration.effective.registry import catalog, chosen
from schedcfg.errors import UnknownTarget, WrongFeatureGates
from schedcfg.findings import Problem
from schedcfg.releases import chosen_gates
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.target import target

API_VERSION = "schedcfg.io/v1alpha1"
KIND = "SchedulerConfig"


class FunctionConfig(NamedTuple):
    """What is requested."""

    options: Options = DEFAULT
    migrate_to: str = ""  # The API version to migrate them to; empty: they are only validated
    wanted: tuple[GenerationRequest, ...] = ()
    # What is wrong with the configuration of the function; then nothing should be done
    problems: tuple[Problem, ...] = ()


def is_scheduler_config(data: object) -> bool:
    """Check whether an object is a `SchedulerConfig`, of whatever version."""
    if not isinstance(data, dict) or data.get("kind") != KIND:
        return False
    return str(data.get("apiVersion")).partition("/")[0] == API_VERSION.partition("/")[0]


def read(data: Mapping[str, object], base: FunctionConfig) -> FunctionConfig:
    """Read the configuration of a function, or a `SchedulerConfig` among the items.

    Args:
        data: The object.
        base: What holds where it does not state otherwise.
    """
    problems: list[Problem] = []
    if is_scheduler_config(data):
        if data["apiVersion"] != API_VERSION:
            message = f"`{data['apiVersion']}` is not a version of `{KIND}`"
            problems.append(wrong("unknown-version", ("apiVersion",), message, f"Write `{API_VERSION}`."))
        fields = Fields(data.get("spec"), ("spec",), problems)
        wanted = tuple(found for one in fields.each("generate") if (found := read_request(one)) is not None)
        config = _settings(fields, base)._replace(wanted=wanted)
    elif data.get("kind") == "ConfigMap":
        config = _settings(Fields(data.get("data"), ("data",), problems), base)
    else:
        problems.append(_not_ours(data.get("kind")))
        config = base
    return config._replace(problems=tuple(problems))


def _settings(fields: Fields, base: FunctionConfig) -> FunctionConfig:
    kubernetes, to = fields.text("kubernetes", "1.30"), fields.text("migrateTo", "v1")
    plugins, catalogs, only = fields.names("plugins"), _catalogs(fields), fields.flag("inTreeOnly")
    gates = tuple(sorted(fields.names("featureGates")))
    fields.finish()
    for name in (name for name, values in (("plugins", plugins), ("catalogs", catalogs)) if values and only):
        fields.refuse(name, f"`{name}` and `inTreeOnly` exclude each other", "Omit one of them.")
    options = base.options.by(kubernetes or None)
    if plugins or catalogs or only:
        options = replace(options, registry=chosen(plugins, catalogs))
    if gates:
        options = replace(options, feature_gates=(",".join(gates),))
    config = FunctionConfig(options, to or base.migrate_to)
    _check(fields, config)
    return config


def _catalogs(fields: Fields) -> tuple[str, ...]:
    """Read `catalogs`, as `--catalog` takes them."""
    names = tuple(sorted(fields.names("catalogs")))
    try:
        catalog(*names)
    except UnknownTarget as error:
        fields.refuse("catalogs", str(error), error.help)
        return ()
    return names


def _check(fields: Fields, config: FunctionConfig) -> None:
    """Refuse a release or API version that is not known, or that do not fit."""
    key = "kubernetes"
    try:
        chosen_gates.target(config.options.kubernetes, None)
        key = "featureGates"
        chosen_gates.target(config.options.kubernetes, config.options.feature_gates)
        key = "migrateTo"
        if config.migrate_to:
            target(config.migrate_to, config.options.kubernetes)
    except (UnknownTarget, WrongFeatureGates) as error:
        fields.refuse(key, str(error), error.help)


def _not_ours(kind: object) -> Problem:
    return wrong(
        "unknown-kind",
        ("kind",),
        f"the configuration of the function is of kind `{kind}`",
        f'Use a `{KIND}` (apiVersion: {API_VERSION}), or a ConfigMap with `data: {{kubernetes: "1.29"}}`.',
    )
