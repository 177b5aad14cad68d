"""Explanations for people."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from schedcfg.commands.explain.explanation import (
    Explanation,
    ExtensionPoint,
    FieldExplanation,
    FindingExplanation,
    Homes,
    PluginExplanation,
    PresetExplanation,
    RuleExplanation,
    Subfield,
)
from schedcfg.commands.explain.plugins import plugin_block
from schedcfg.commands.explain.releases_text import where
from schedcfg.commands.explain.rules import finding_block, rule_block
from schedcfg.output.tables import wrapped_table
from schedcfg.output.terminal import BOLD, Paint, labeled, painter, paragraph
from schedcfg.output.values import value
from schedcfg.patterns import pattern

_PLAIN = pattern(r"[A-Za-z/][A-Za-z0-9 _./-]*(?::[A-Za-z0-9/_.-]+)*|\d+(?:\.\d+)?(?:ms|[smh])")
"""Texts that need no quotes; anything else gets them."""

_YAML_WORDS = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
"""Texts that YAML would read as something else."""


def yaml_block(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a mapping, without line breaks."""
    for key, item in data.items():
        yield from _entry(key, item)


def _entry(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield f"{key}:"
        yield from (f"  {line}" for line in yaml_block(value))
    elif isinstance(value, list) and value:
        yield f"{key}:"
        for item in value:
            first, *rest = list(yaml_block(item)) if isinstance(item, Mapping) else [yaml_scalar(item)]
            yield f"  - {first}"
            yield from (f"    {line}" for line in rest)
    else:
        yield f"{key}: {yaml_scalar(value)}"


def yaml_scalar(value: Any) -> str:
    """Write a single value on one line, in quotes where YAML would read it as something else."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _YAML_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


_LABEL = 9
"""How wide the labels of a field's facts are."""


def render(explanation: Explanation, *, colored: bool) -> Iterator[str]:
    """Yield what is known: a field's facts, subfields, example; the block of anything else; a name's homes."""
    paint = painter(colored=colored)
    if isinstance(explanation, FieldExplanation):
        yield from _field(explanation, paint)
    elif isinstance(explanation, PluginExplanation):
        yield from _plugin(explanation, paint)
    elif isinstance(explanation, RuleExplanation):
        yield from rule_block(explanation, paint)
    elif isinstance(explanation, FindingExplanation):
        yield from finding_block(explanation, paint)
    elif isinstance(explanation, PresetExplanation):
        yield from _preset(explanation, paint)
    else:
        yield from _homes(explanation, paint)


def _field(field: FieldExplanation, paint: Paint) -> Iterator[str]:
    as_of = f" of Kubernetes {field.kubernetes}" if field.kubernetes else ""
    yield f"{paint(BOLD, field.path)}  {field.type_name}, in {field.api_version}{as_of}\n\n"
    yield paragraph(field.description, 2)
    yield "\n"
    for label, text in _facts(field):
        yield labeled(label.ljust(_LABEL), text, 2, paint)
    if field.point is not None:
        yield from _point(field.point, paint)
    yield from _below(field.fields, paint)
    yield from _example(field, paint)


def _facts(field: FieldExplanation) -> Iterator[tuple[str, str]]:
    if field.allowed:
        yield "allowed", ", ".join(field.allowed)
    if field.minimum is not None or field.maximum is not None:
        yield "range", _range(field.minimum, field.maximum)
    for default in field.defaults:
        always = (default.period,) == field.here
        yield "default", value(default.value) + ("" if always else f"  ({where(default)})")
    for known in field.known:
        yield "known", where(known)
    for path in field.also:
        yield "see also", path


def _range(minimum: int | None, maximum: int | None) -> str:
    if maximum is None:
        return f"{minimum} or more"
    return f"{maximum} or less" if minimum is None else f"{minimum} to {maximum}"


def _point(point: ExtensionPoint, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, 'Plugins')} in Kubernetes {point.kubernetes}\n"
    default = " ".join(f"{name}={weight}" if weight else name for name, weight in point.default)
    yield labeled("run by default, in this order", default or "none", 2, paint)
    if point.others:
        yield labeled("can also run here            ", " ".join(point.others), 2, paint)


def _below(fields: tuple[Subfield, ...], paint: Paint) -> Iterator[str]:
    """Yield the subfields: with their meaning, or as a tree where several levels were requested."""
    if not fields:
        return
    yield f"\n{paint(BOLD, 'Fields')}\n"
    if any(field.fields for field in fields):
        yield from _tree(fields, 1, paint)
        return
    rows = [(f"  {field.name}", field.type_name, field.description) for field in fields]
    yield from wrapped_table((), (50, 32), rows, paint)


def _tree(fields: Iterable[Subfield], depth: int, paint: Paint) -> Iterator[str]:
    for field in fields:
        yield f"{'  ' * depth}{paint(BOLD, field.name)}  {field.type_name}\n"
        yield from _tree(field.fields, depth + 1, paint)


def _example(explanation: FieldExplanation | PluginExplanation, paint: Paint) -> Iterator[str]:
    if explanation.example is not None:
        yield f"\n{paint(BOLD, 'Example')}\n"
        yield from (f"  {line}\n" for line in yaml_block(explanation.example))


def _plugin(explanation: PluginExplanation, paint: Paint) -> Iterator[str]:
    yield from plugin_block(explanation.plugin, explanation.reference, paint)
    if any(field.fields for field in explanation.fields):
        yield from _below(explanation.fields, paint)
    yield from _example(explanation, paint)


def _preset(preset: PresetExplanation, paint: Paint) -> Iterator[str]:
    yield f"{paint(BOLD, preset.name)}  a preset of `schedcfg generate profile`\n\n"
    yield paragraph(preset.summary, 2)
    yield paragraph(preset.description, 2)
    yield f"\nGenerate it: `{preset.command}`.\n"


def _homes(homes: Homes, paint: Paint) -> Iterator[str]:
    as_of = f" of Kubernetes {homes.kubernetes}" if homes.kubernetes else ""
    yield f"{paint(BOLD, homes.name)} is the name of several fields in {homes.api_version}{as_of}:\n"
    for home in homes.places:
        yield f"\n  {paint(BOLD, home.path)}  {home.type_name}\n"
        yield paragraph(home.description, 6)
    yield f"\nExplain one of them, e.g. `schedcfg explain {homes.places[0].path}`.\n"
