"""Configurations to generate for, validated as the command line validates them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from schedcfg import IN_TREE_ONLY, releases
from schedcfg.commands.generate.generation import AcceptedConfig, Generation, generate_around
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.registry import OPEN
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.configuration.effective.written import written
from schedcfg.document import parse
from schedcfg.sources.type_meta import read_type_meta

IMAGE = "registry.example.com/my-scheduler:v1.34.1"


@cache
def completed(text: str, kubernetes: str) -> Configuration:
    release = releases.at(kubernetes)
    document = parse(text).documents[0]
    decoded = decode(document, read_type_meta(document.data), release, lambda name: OPEN.known(name, release))
    return resolve(decoded, OPEN)


def view(text: str, kubernetes: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give what the release would write, and what runs at each point of each profile."""
    configuration = completed(text, kubernetes)
    return written(configuration, IN_TREE_ONLY), dict(plugins(configuration, IN_TREE_ONLY))


def files(name: str, text: str, kubernetes: str, chosen_options: TargetOptions) -> Mapping[str, str]:
    """Make a target's files, whatever it thinks of the configuration."""
    given = AcceptedConfig("given.yaml", text, completed(text, kubernetes))
    return {file.path: file.text for file in find_target(name).files(given, chosen_options)}


def generated(
    name: str, text: str, kubernetes: str = "1.34", chosen_options: TargetOptions | None = None
) -> Generation:
    """Generate as the command line does."""
    maker = find_target(name).maker(chosen_options or TargetOptions())
    return generate_around(text, maker, kubernetes, name="given.yaml")


def rules(generation: Generation) -> dict[str, str]:
    """Name the rules of what was found, each with its weight."""
    assert generation.report is not None
    return {finding.rule: str(finding.severity) for finding in generation.report.documents[0].findings}
