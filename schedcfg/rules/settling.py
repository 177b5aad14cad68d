"""What is around a configuration, and how a rule shows that this settles what it found."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.document.span import Arrangement
from schedcfg.findings import Finding

if TYPE_CHECKING:
    from schedcfg.rules.deployment import DeploymentContext
    from schedcfg.sources.configurations import FoundConfiguration


class ConfigurationContext(NamedTuple):
    """A configuration, and what is around it."""

    found: "FoundConfiguration"  # Where it is, and what it is part of
    file: str = ""  # Its file, as schedulers name theirs
    schedulers: "Sequence[DeploymentContext]" = ()  # Those that are started with it, as far as they were looked for
    is_generated_for: bool = False  # Whether files are generated around it, which start its scheduler
    is_with_folder: bool = False  # Whether the other files of its folder are validated in the same run

    @property
    def arrangement(self) -> Arrangement | None:
        """Where its fields are in the document of a product; None where it is a document of its own."""
        return None if self.found.document is None else self.found.document.arrangement


class Settlement(NamedTuple):
    """What settles a finding."""

    reason: str  # A clause that names what settles it: a file, an object, a product
    instead: Finding | None = None  # What is reported in its place; None: nothing


def by_schedulers(
    context: ConfigurationContext,
    decide: "Callable[[DeploymentContext], bool | None]",
    *,
    reporting: str,
    refuting: str,
) -> Settlement | None:
    """Return what settles advice that a scheduler proves right, so that a rule about manifests reports it, or wrong.

    None where no scheduler proves anything, or one in another file proves it right, about which nothing may be reported
    in this run: then both files show it.

    Args:
        context: The configuration.
        decide: Returns whether a scheduler proves the advice right; None: it does neither.
        reporting: The rule about manifests.
        refuting: What a scheduler does that proves it wrong, after its name.
    """
    decided = [(one, is_right) for one in context.schedulers if (is_right := decide(one)) is not None]
    here = [(one, is_right) for one, is_right in decided if context.is_with_folder or one.file == context.file]
    for scheduler, is_right in here:
        if is_right:
            return Settlement(f"`{reporting}` reports it of {scheduler.described}")
    if here or (decided and not any(is_right for _, is_right in decided)):
        return Settlement(f"{(here or decided)[0][0].described} {refuting}")
    return None
