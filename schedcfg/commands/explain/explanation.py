"""What is reported about one field, one plugin, one rule, or a name that has several homes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from schedcfg.cards import FindingCard, RuleCard
from schedcfg.commands.explain.facts import Period, PluginReference
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix


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
        kubernetes: The release.
        default: The plugins that run there by default, in order, with their weights; 0 where no weight counts.
        others: In-tree plugins that implement it, but do not run there by default.
    """

    kubernetes: str
    default: tuple[tuple[str, int], ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldExplanation:
    """One field of the configuration, or of a plugin's Args.

    Attributes:
        path: From the top, without indices; `KubeSchedulerConfiguration` for the whole.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        api_version: The API version in which it is explained: `v1beta3`.
        kubernetes: The requested release; None: all.
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

    path: str
    type_name: str
    api_version: str
    kubernetes: str | None
    description: str
    minimum: int | None
    maximum: int | None
    allowed: tuple[str, ...]
    known: tuple[Period[None], ...]
    here: tuple[Period[None], ...]
    defaults: tuple[Period[Any], ...]
    also: tuple[str, ...]
    point: ExtensionPoint | None
    fields: tuple[Subfield, ...]
    example: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class PluginExplanation:
    """One plugin.

    Attributes:
        reference: What is known of it.
        api_version: The API version of the example; None where no API version that was requested has its Args.
        fields: The fields of its Args, to the requested depth.
        example: A small document with its Args; None where it has none.
    """

    reference: PluginReference
    api_version: str | None
    fields: tuple[Subfield, ...]
    example: Mapping[str, Any] | None


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


@dataclass(frozen=True, slots=True)
class Homes:
    """A name that several fields have.

    Attributes:
        name: As requested.
        api_version: The API version in which they are.
        kubernetes: The requested release; None: all.
        places: The fields.
    """

    name: str
    api_version: str
    kubernetes: str | None
    places: tuple[Home, ...]


@dataclass(frozen=True, slots=True)
class RuleExplanation:
    """One rule.

    Attributes:
        card: Its own description.
        example_reports: The reports of `validate` on its bad example, file by file; empty where it was not validated.
        elsewhere: What other commands report under the same id.
    """

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
    def fix(self) -> Fix | None:
        """The fix that is offered for the example; None where there is none."""
        fixes = (finding.fix for _, _, finding in self.findings())
        return next((fix for fix in fixes if fix is not None and fix.edits), None)

    @property
    def kubernetes(self) -> str | None:
        """The release that the example is validated against; None where that is not shown."""
        return next((document.kubernetes for _, document, _ in self.findings()), None)


@dataclass(frozen=True, slots=True)
class FindingExplanation:
    """An id that is no rule of `validate`: what other commands report under it.

    Attributes:
        name: The id.
        cards: Their own descriptions, at least one.
    """

    name: str
    cards: tuple[FindingCard, ...]


Explanation: TypeAlias = FieldExplanation | PluginExplanation | RuleExplanation | FindingExplanation | Homes
"""What `explain` returns."""
