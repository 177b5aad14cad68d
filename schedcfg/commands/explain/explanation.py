"""What is reported about one field, one plugin, one rule, or a name that has several homes.

Its JSON is version 1: a contract; extend it, do not rename.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from schedcfg.cards import FindingCard, RuleCard
from schedcfg.commands.explain.facts import Bound, Period, PeriodOf, PluginFacts, PluginReference
from schedcfg.configuration.effective.view import Running
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix
from schedcfg.output.json_writer import VERSION, filled


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationHead:
    """What a field, an extension point, a plugin or a rule is.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kind: What was explained, or the places that share the name.
        kubernetes: The release that was requested; None: all known ones.
    """

    version: Literal[1] = VERSION
    kind: str
    kubernetes: str | None


@dataclass(frozen=True, slots=True)
class Subfield:
    """A field below the one that is explained.

    Attributes:
        name: As files write it.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        description: Its meaning, in sentences.
        fields: What is below it, as deep as requested.
    """

    name: str
    type_name: str = field(metadata={"json": "type"})
    description: str
    fields: "tuple[Subfield, ...]"


@dataclass(frozen=True, slots=True)
class ExtensionPoint:
    """The plugins of an extension point in one release.

    Attributes:
        kubernetes: The release in which they run.
        default: The plugins that run there by default, in order.
        others: In-tree plugins that implement it, but do not run there by default.
    """

    kubernetes: str
    default: tuple[Running, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldExplanation(ExplanationHead):
    """One field of the configuration, or of a plugin's Args.

    Attributes:
        kind: What was explained: a field.
        api_version: The API version in which it is explained: `v1beta3`.
        path: From the top, without indices; `KubeSchedulerConfiguration` for the whole.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        description: Its meaning, in sentences.
        minimum: The smallest number that is taken; None where nothing is declared.
        maximum: The largest one; None where nothing is declared.
        allowed: The texts that it may be; empty where any is allowed.
        known: Where it exists, in all API versions.
        here: Where it exists among what was asked about.
        defaults: Its default values; empty where none can be computed: the description has them.
        also: Paths of other fields of the same name.
        point: The plugins of an extension point; None for other fields.
        fields: What is below it, as deep as requested.
        example: A small document with the field; None where there is none.
    """

    kind: Literal["field"] = "field"
    api_version: str
    path: str
    type_name: str = field(metadata={"json": "type"})
    description: str
    minimum: Bound
    maximum: Bound
    allowed: tuple[str, ...]
    known: tuple[Period, ...]
    here: tuple[Period, ...] = field(metadata={"json": None})
    defaults: tuple[PeriodOf[Any], ...]
    also: tuple[str, ...]
    point: ExtensionPoint | None = field(metadata={"json": "extensionPoint"})
    fields: tuple[Subfield, ...]
    example: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginExplanation(ExplanationHead):
    """One plugin.

    Attributes:
        kind: What was explained: a plugin.
        reference: What is known of it.
        api_version: The API version of the example; None where no API version that was requested has its Args.
        fields: The fields of its Args, to the requested depth.
        example: A small document with its Args; None where it has none.
    """

    __json__ = ("version", "kind", "kubernetes", "api_version", "plugin", "fields", "example")

    kind: Literal["plugin"] = "plugin"
    reference: PluginReference
    api_version: str | None = None
    fields: tuple[Subfield, ...] = ()
    example: Mapping[str, Any] | None = None

    @property
    def plugin(self) -> PluginFacts:
        """What is known of it."""
        return self.reference.plugins[0]


@dataclass(frozen=True, slots=True)
class Home:
    """One place with a field of the name that was requested.

    Attributes:
        path: From the top, without indices.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        description: Its meaning, in sentences.
    """

    path: str
    type_name: str = field(metadata={"json": "type"})
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Homes(ExplanationHead):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleFinding(Finding):
    """One thing that was found in an example.

    Attributes:
        file: The file of the example.
    """

    __json__ = ("file", *Finding.__json__)

    file: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleExplanation:
    """One rule.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kind: What was explained: a rule.
        card: What it is about.
        example_reports: The reports of `validate` on its bad example, file by file; empty where it was not validated.
        elsewhere: What other commands report under the same id.
    """

    __json__ = ("version", "kind", "card as rule", "kubernetes", "example_findings as findings", "elsewhere")

    version: Literal[1] = VERSION
    kind: Literal["rule"] = "rule"
    card: RuleCard
    example_reports: tuple[FileReport, ...] = ()
    elsewhere: tuple[FindingCard, ...] = ()

    def findings(self) -> Iterator[tuple[FileReport, DocumentReport, Finding]]:
        """Yield what the rule itself finds in its example."""
        for report in self.example_reports:
            for document in report.documents:
                for finding in document.findings:
                    if finding.rule == self.card.id:
                        yield report, document, finding

    @property
    def example_findings(self) -> tuple[ExampleFinding, ...]:
        """What it finds in its bad example."""
        return tuple(filled(ExampleFinding, finding, file=report.path) for report, _, finding in self.findings())

    @property
    def fix(self) -> Fix | None:
        """The fix that is offered for the example; None where there is none."""
        return next(filter(None, (finding.offered_fix for _, _, finding in self.findings())), None)

    @property
    def kubernetes(self) -> str | None:
        """The release that the example is validated against; None where that is not known."""
        return next((document.kubernetes for _, document, _ in self.findings()), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingExplanation(ExplanationHead):
    """An id that is no rule of `validate`: what other commands report under it.

    Attributes:
        kind: What was explained: what other commands report.
        kubernetes: Always None: it is explained for all releases together.
        name: The id.
        elsewhere: What each command reports under it, at least one.
    """

    kind: Literal["finding"] = "finding"
    kubernetes: str | None = None
    name: str
    elsewhere: tuple[FindingCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetExplanation(ExplanationHead):
    """A kind of profile that can be generated.

    Attributes:
        kind: What was explained: a preset.
        kubernetes: Always None: it is explained for all releases together.
        name: Its name: `bin-packing`.
        summary: What it does, one short sentence.
        description: When to use it and what it does not do, a few sentences.
        command: What generates it.
    """

    kind: Literal["preset"] = "preset"
    kubernetes: str | None = None
    name: str
    summary: str
    description: str
    command: str


Explanation: TypeAlias = (
    FieldExplanation | PluginExplanation | RuleExplanation | FindingExplanation | Homes | PresetExplanation
)
"""What `explain` returns."""
