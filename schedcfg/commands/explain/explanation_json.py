"""Explanations for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from schedcfg.commands.effective.json_report import WeightedPluginJson
from schedcfg.commands.explain.explanation import (
    Explanation,
    ExtensionPoint,
    FieldExplanation,
    FindingExplanation,
    Home,
    Homes,
    PluginExplanation,
    RuleExplanation,
    Subfield,
)
from schedcfg.commands.explain.json_report import (
    SMALLEST,
    DefaultValueJson,
    PeriodJson,
    PluginJson,
    in_full,
)
from schedcfg.commands.explain.rules import OtherFindingJson, RuleJson
from schedcfg.findings import Finding
from schedcfg.output.json_report import FindingJson
from schedcfg.output.json_writer import VERSION, filled


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainJson:
    """What a field, an extension point, a plugin or a rule is.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kind: What was explained, or the places that share the name.
        kubernetes: The release that was requested; null: all known ones.
    """

    version: Literal[1] = VERSION
    kind: str
    kubernetes: str | None


@dataclass(frozen=True, slots=True)
class ExtensionPointJson:
    """The plugins of an extension point.

    Attributes:
        kubernetes: The release in which they run.
        default: Those that run by default, in order.
        others: Others that could be enabled.
    """

    kubernetes: str
    default: tuple[WeightedPluginJson, ...]
    others: tuple[str, ...]

    @classmethod
    def of(cls, point: ExtensionPoint) -> "ExtensionPointJson":
        """Return the plugins of an extension point as they are written."""
        default = tuple(WeightedPluginJson(name, weight) for name, weight in point.default)
        return cls(point.kubernetes, default, point.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldExplanationJson(ExplainJson):
    """One field.

    Attributes:
        kind: What was explained: a field.
        api_version: The API version in which it is explained, short.
        path: From the top, without indices.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        description: Its meaning, in sentences.
        minimum: The smallest number that is taken.
        maximum: The largest number that is taken.
        allowed: What it may be; empty where anything is allowed.
        known: Where the field exists.
        defaults: Its defaults.
        also: Paths of other fields of the same name.
        extension_point: The plugins of an extension point; null for other fields.
        fields: What is below it, as deep as requested.
        example: A small document; null where there is none.
    """

    kind: Literal["field"] = "field"
    api_version: str
    path: str
    type_name: str = field(metadata={"json": "type"})
    description: str
    minimum: int | None = field(metadata={"minimum": SMALLEST})
    maximum: int | None = field(metadata={"minimum": SMALLEST})
    allowed: tuple[str, ...]
    known: tuple[PeriodJson, ...]
    defaults: tuple[DefaultValueJson, ...]
    also: tuple[str, ...]
    extension_point: ExtensionPointJson | None
    fields: tuple[Subfield, ...]
    example: Mapping[str, Any] | None

    @classmethod
    def of(cls, explained: FieldExplanation) -> "FieldExplanationJson":
        """Return the explanation of a field as it is written."""
        return filled(
            cls,
            explained,
            known=tuple(map(PeriodJson.of, explained.known)),
            defaults=tuple(map(DefaultValueJson.of, explained.defaults)),
            extension_point=None if explained.point is None else ExtensionPointJson.of(explained.point),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginExplanationJson(ExplainJson):
    """One plugin.

    Attributes:
        kind: What was explained: a plugin.
        api_version: The API version of the example, short.
        plugin: What is known of it.
        fields: The fields of its Args, as deep as requested.
        example: A small document; null where there is none.
    """

    kind: Literal["plugin"] = "plugin"
    api_version: str | None
    plugin: PluginJson
    fields: tuple[Subfield, ...]
    example: Mapping[str, Any] | None

    @classmethod
    def of(cls, explained: PluginExplanation) -> "PluginExplanationJson":
        """Return the explanation of a plugin as it is written."""
        return cls(
            kubernetes=explained.reference.kubernetes,
            api_version=explained.api_version,
            plugin=PluginJson.of(explained.reference.plugins[0]),
            fields=explained.fields,
            example=explained.example,
        )


@dataclass(frozen=True)
class _InFile:
    """One of several files.

    Attributes:
        file: The file of the example.
    """

    file: str


@dataclass(frozen=True, slots=True)
class ExampleFindingJson(FindingJson, _InFile):
    """One thing that was found in an example."""

    @classmethod
    def in_file(cls, path: str, finding: Finding) -> "ExampleFindingJson":
        """Return a finding as it is written, behind its file."""
        return filled(cls, FindingJson.of(finding), file=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleExplanationJson:
    """One rule.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kind: What was explained: a rule.
        rule: What it is about.
        kubernetes: The release by which the example is validated; null where that is not known.
        findings: What it finds in its bad example.
        elsewhere: What other commands report under the same id.
    """

    version: Literal[1] = VERSION
    kind: Literal["rule"] = "rule"
    rule: RuleJson
    kubernetes: str | None
    findings: tuple[ExampleFindingJson, ...]
    elsewhere: tuple[OtherFindingJson, ...]

    @classmethod
    def of(cls, explained: RuleExplanation) -> "RuleExplanationJson":
        """Return the explanation of a rule as it is written."""
        findings = tuple(ExampleFindingJson.in_file(report.path, one) for report, _, one in explained.findings())
        elsewhere = tuple(map(OtherFindingJson.of, explained.elsewhere))
        rule = RuleJson.of(explained.card)
        return cls(rule=rule, kubernetes=explained.kubernetes, findings=findings, elsewhere=elsewhere)


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingExplanationJson(ExplainJson):
    """An id that is no rule of `validate`.

    Attributes:
        kind: What was explained: what other commands report.
        kubernetes: Null: it is explained for all releases together.
        name: The id.
        elsewhere: What each command reports under it.
    """

    kind: Literal["finding"] = "finding"
    kubernetes: str | None = None
    name: str
    elsewhere: tuple[OtherFindingJson, ...]

    @classmethod
    def of(cls, explained: FindingExplanation) -> "FindingExplanationJson":
        """Return the explanation of an id as it is written."""
        return cls(name=explained.name, elsewhere=tuple(map(OtherFindingJson.of, explained.cards)))


@dataclass(frozen=True, slots=True, kw_only=True)
class HomesJson(ExplainJson):
    """A name that several fields have.

    Attributes:
        kind: What was explained: the places that share the name.
        api_version: The API version in which they are, short.
        name: As requested.
        places: The fields.
    """

    kind: Literal["homes"] = "homes"
    api_version: str
    name: str
    places: tuple[Home, ...]

    @classmethod
    def of(cls, homes: Homes) -> "HomesJson":
        """Return the places that share a name as they are written."""
        return filled(cls, homes)


EXPLANATIONS = (FieldExplanationJson, PluginExplanationJson, RuleExplanationJson, FindingExplanationJson, HomesJson)
"""Of each kind what is written; `ExplainJson` is what they have in common."""


def render(explanation: Explanation) -> str:
    """Return an explanation as one JSON object; `kind` names which of them it is."""
    match explanation:
        case FieldExplanation():
            return in_full(FieldExplanationJson.of(explanation))
        case PluginExplanation():
            return in_full(PluginExplanationJson.of(explanation))
        case RuleExplanation():
            return in_full(RuleExplanationJson.of(explanation))
        case FindingExplanation():
            return in_full(FindingExplanationJson.of(explanation))
        case Homes():
            return in_full(HomesJson.of(explanation))
