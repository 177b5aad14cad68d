"""What a release makes of a document: read, completed, accepted or not. One answer for everything that asks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from schedcfg import releases
from schedcfg.configuration.decode.configuration import Decoded, nearest_reader
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import Completion, of_configuration
from schedcfg.configuration.reading import ReadDocument, read
from schedcfg.document import Document
from schedcfg.findings import Finding, FindingClass, Problem
from schedcfg.patterns import pattern
from schedcfg.releases import gate_settings
from schedcfg.releases.gate_settings import FeatureGates
from schedcfg.releases.release import Release
from schedcfg.rules import placing
from schedcfg.rules.registry import Subject, run, run_refusing
from schedcfg.sources.configurations import Role
from schedcfg.sources.type_meta import TypeMeta, is_policy, meant_version, read_type_meta


@dataclass(frozen=True, eq=False)
class Completed:
    """What a release makes of a document."""

    document: Document
    release: Release
    registry: PluginRegistry
    problems: Sequence[Problem]  # What it finds; only what can refuse, where no more was requested
    configuration: Configuration | None = None  # Completed; None where nothing could be read
    completion: Completion | None = None  # How other releases would complete it; None where nothing could be read
    decoded: Decoded | None = None  # As read; None for a Policy

    @cached_property
    def is_accepted(self) -> bool:
        """Whether the release starts with it."""
        return all(problem.finding_class is not FindingClass.REFUSED for problem in self.problems)

    @cached_property
    def assumed_plugins(self) -> tuple[str, ...]:
        """The plugins that have to be compiled in for the release to start with it, which nobody has declared."""
        if not self.registry.open or self.configuration is None:
            return ()
        known = self.registry.names(self.release) | {"", "*"}
        return tuple(sorted(frozenset().union(*(one.needed for one in self.configuration.profiles)) - known))

    @property
    def accepted(self) -> Configuration | None:
        """The completed configuration; None where the release does not start with it."""
        return self.configuration if self.is_accepted else None

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be reported about it, with places: of most texts on the way, nobody asks."""
        if self.decoded is None or self.configuration is None:
            return placing.placed_findings(self.problems, self.document)
        subject = Subject(self.configuration, self.decoded, self.registry, self.document)
        return placing.placed_findings([*self.decoded.problems, *run(subject)], self.document)


Rules = Callable[[Subject], Iterator[Problem]]
"""Yields what rules find: `run` all of them, `run_refusing` those that can refuse."""

Reader = Callable[[Document, Release, PluginRegistry], ReadDocument]
"""Returns a document as a release reads it: `read`, or that of `ReadDocuments`, which remembers."""


def complete(
    document: Document, role: Role, release: Release, registry: PluginRegistry, rules: Rules = run_refusing
) -> Completed:
    """Read and complete a document, and run rules over it.

    Args:
        document: The document.
        role: `CONFIG` or `POLICY`.
        release: The release that does it, with feature gates set.
        registry: Which plugins exist.
        rules: What to look for.
    """
    if role is Role.POLICY:
        return complete_policy(document, release, registry)
    return complete_read(read(document, release, registry), document, release, registry, rules)


def complete_read(
    as_read: ReadDocument, document: Document, release: Release, registry: PluginRegistry, rules: Rules = run_refusing
) -> Completed:
    """Run rules over a document that was read.

    Args:
        as_read: The document as the release reads it.
        document: The document.
        release: The release, with feature gates set.
        registry: Which plugins exist.
        rules: What to look for.
    """
    decoded, configuration = as_read
    if configuration is None:
        meta = read_type_meta(document.data)
        problems = [*decoded.problems, *_of_nearest_reader(document, meta, release, registry, decoded)]
        return Completed(document, release, registry, problems, decoded=decoded)
    problems = [*decoded.problems, *rules(Subject(configuration, decoded, registry, document))]
    completion = of_configuration(decoded, registry)
    return Completed(document, release, registry, problems, configuration, completion, decoded)


BY_NEAREST_READER = pattern(r" \(refused by Kubernetes [\d.]+, the (?:first|last) to read `\w+`\)$")
"""What a message ends with where the nearest release that reads a document was asked in place of one that does not."""


def _of_nearest_reader(
    document: Document, meta: TypeMeta, release: Release, registry: PluginRegistry, decoded: Decoded
) -> Iterator[Problem]:
    """Yield what the release nearest to one that does not read a document refuses in it, so that all is known at once.

    What it advises is for itself.
    """
    reader = nearest_reader(meta, release)
    if reader is None:
        return
    known = {(problem.rule, problem.path) for problem in decoded.problems}
    which = "first" if reader.number > release.number else "last"
    for problem in _refusals(document, reader, registry):
        if (problem.rule, problem.path) not in known:
            version = meant_version(meta, release)
            message = f"{problem.message} (refused by Kubernetes {reader.name}, the {which} to read `{version}`)"
            yield problem._replace(message=message)


_REFUSALS: WeakKeyDictionary[Document, dict[tuple[Release, PluginRegistry], tuple[Problem, ...]]] = WeakKeyDictionary()
"""A document → what a release refuses in it: all that do not read it ask the same one, and an upgrade asks many."""


def _refusals(document: Document, release: Release, registry: PluginRegistry) -> tuple[Problem, ...]:
    """Return what a release that reads a document refuses in it."""
    known, key = _REFUSALS.setdefault(document, {}), (release, registry)
    if key not in known:
        problems = complete(document, Role.CONFIG, release, registry).problems
        known[key] = tuple(one for one in problems if one.finding_class is FindingClass.REFUSED)
    return known[key]


def complete_policy(document: Document, release: Release, registry: PluginRegistry) -> Completed:
    """Read and complete a legacy Policy."""
    # Policies are rare: their modules are loaded on demand.
    from schedcfg.configuration.decode.configuration import decode_policy  # noqa: PLC0415
    from schedcfg.configuration.effective.policy import of_policy  # noqa: PLC0415
    from schedcfg.rules.policy_not_allowed import problems  # noqa: PLC0415

    policy, found, moved = decode_policy(document, release)
    if policy is None:
        return Completed(document, release, registry, found)
    completion = of_policy(policy)
    more = map(moved.problem, problems(policy, release))
    return Completed(document, release, registry, [*found, *more], completion.by(release), completion)


_REMEMBERED = 32
"""How many answers are kept: those of a text on its way, and of the text before it."""


class Completer:
    """Answers what a release makes of a document, once for each pair of them.

    A document that is a Policy is completed as one: it is a configuration once it has been migrated.

    Args:
        registry: Which plugins exist beside the in-tree ones.
        feature_gates: What is set in each release that accepts it. Others complete without: a gate comes and goes, and
            releases of several years are asked.
        remembered: How many answers are kept; each keeps its document.
    """

    def __init__(
        self, registry: PluginRegistry, feature_gates: FeatureGates = None, remembered: int = _REMEMBERED
    ) -> None:
        self.registry = registry
        self.feature_gates = feature_gates
        self._remembered = remembered
        self._answers: dict[tuple[Document, Release], Completed] = {}

    def of(self, document: Document, release: Release) -> Completed:
        """Return what a release makes of a document."""
        key = (document, release)
        known = self._answers.pop(key, None)
        # What was asked for last is kept longest. A cache of `functools` would hold this object in a circle.
        self._answers[key] = answer = known or self._complete(document, release)
        if len(self._answers) > self._remembered:
            del self._answers[next(iter(self._answers))]
        return answer

    def takes_gates(self, release: Release) -> bool:
        """Return whether a release starts with the feature gates."""
        problems = gate_settings.own(releases.at(release.name), self.feature_gates).problems
        return all(problem.finding_class is not FindingClass.REFUSED for problem in problems)

    def _complete(self, document: Document, release: Release) -> Completed:
        gated = gate_settings.own(releases.at(release.name), self.feature_gates).release
        return complete(document, role_of(document), gated, self.registry)


def role_of(document: Document) -> Role:
    """Return as what a document is read: a legacy Policy, or a configuration."""
    return Role.POLICY if is_policy(document.data) else Role.CONFIG
