"""What `schedcfg confirm` found: the answer of the user's own program, beside what schedcfg says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from schedcfg.configuration.effective.view import FileOfConfigurations
from schedcfg.document import Position
from schedcfg.external.confirm.answer import Outcome, Unseen
from schedcfg.findings import DocumentReport


class Agreement(StrEnum):
    """Whether the program and schedcfg agree.

    `AGREES`: both refuse the configuration, or both accept it, complete it to the same and run the same plugins.
    `DISAGREES`: they differ in one of these. `UNKNOWN`: one of both could not know: the program did not come to an
    answer, or shows less without a cluster, or schedcfg had assumed that a plugin is compiled in.
    """

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ProgramError:
    """Why the program does not start.

    Attributes:
        message: Its own words.
        path: What they are about, as upstream writes it; empty where they do not say.
        start: Where that is in the file; None where that is not known.
    """

    message: str
    path: str = ""
    start: Position | None = None


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """A value of the completed configuration that the program and schedcfg complete differently.

    Attributes:
        path: Where it is: `profiles[0].pluginConfig[NodeResourcesFit].args.scoringStrategy.type`.
        program: What the program writes; None where it writes nothing.
        schedcfg: What schedcfg says; None where it says nothing.
    """

    path: str
    program: object
    schedcfg: object


@dataclass(frozen=True, slots=True)
class PluginDifference:
    """An extension point at which the program runs other plugins, or in another order, than schedcfg says.

    Attributes:
        profile: The name of the profile.
        point: The extension point.
        program: The names that the program runs, in order; with their weights where weights count.
        schedcfg: Those that schedcfg says.
    """

    profile: str
    point: str
    program: tuple[str, ...]
    schedcfg: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentConfirmation:
    """One configuration.

    Attributes:
        report: What schedcfg finds in it.
        agreement: Whether both agree.
        outcome: What became of the program's run.
        errors: Why it does not start, or came to no answer.
        differences: What it completes differently.
        plugins: What it runs differently.
        own_args: Args that it completes for plugins whose defaults schedcfg does not know: plugin → Args by profile.
        assumed: Plugins that schedcfg assumed to be compiled in, and that are not.
        unseen: What it could not show.
    """

    report: DocumentReport
    agreement: Agreement
    outcome: Outcome
    errors: tuple[ProgramError, ...] = ()
    differences: tuple[ValueDifference, ...] = ()
    plugins: tuple[PluginDifference, ...] = ()
    own_args: Mapping[str, Any] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    unseen: tuple[Unseen, ...] = ()


@dataclass(frozen=True, slots=True)
class FileConfirmation(FileOfConfigurations[DocumentConfirmation]):
    """What a program answers about the configurations of a file."""
