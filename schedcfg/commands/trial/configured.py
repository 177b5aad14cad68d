"""The configuration that is tried: a file, or what a manifest starts a scheduler with; and what is left out of it.

Where the program runs, how it is elected, and to whom it talks is ours in a trial. What decides where Pods go is taken
as it is written: the document itself, and the flags that count.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.commands.confirm.scheduler import gate_flags
from schedcfg.commands.effective.started import StartedScheduler, validated_of
from schedcfg.commands.trial.request import CONFIG
from schedcfg.configuration.effective.model import Extender
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document import parse_bytes
from schedcfg.errors import UnreadableInput, unreadable
from schedcfg.findings import FileReport, Verdict
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import ContextCache, FileInContext
from schedcfg.sources import Source
from schedcfg.sources.embedded import owner_of
from schedcfg.sources.manifests.command_line import CommandLine
from schedcfg.sources.manifests.pod import Fields, fields
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import surroundings, validate_stream
from schedcfg.validation.validated_file import ValidatedFile

DEFAULT = "default"
"""Names the configuration of a scheduler that is given none."""

_DECIDING = frozenset(
    {
        "algorithm-provider",
        "emulated-version",
        "feature-gates",
        "hard-pod-affinity-symmetric-weight",
        "min-compatibility-version",
        "pod-max-in-unschedulable-pods-duration",
        "scheduler-name",
    }
)
"""Flags that decide where Pods go; all others are about servers, certificates, logs and leases."""

_SERVERS = ("healthzBindAddress", "metricsBindAddress")
_LOOPBACK = "127.0.0.1:10251"
"""Where v1beta1 and older serve without TLS: port 0 is refused, and an empty address means all interfaces."""
_POLICY = "--policy-config-file"
_POLICY_KIND = "Policy"


class TriedConfiguration(NamedTuple):
    """What a scheduler is started with in a trial."""

    name: str  # As the user named it
    report: FileReport | None = None  # What is found in the file; None where there is none
    data: Fields | None = None  # The document; None where the scheduler is given none
    flags: tuple[str, ...] = ()
    profiles: frozenset[str] = frozenset({DEFAULT_SCHEDULER})  # The names that Pods may request
    extenders: tuple[Extender, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether the scheduler would not start with it."""
        return self.report is not None and self.report.verdict is not Verdict.ACCEPTED

    @property
    def is_policy(self) -> bool:
        """Whether it is a legacy Policy."""
        return self.data is not None and "profiles" not in self.data and self.data.get("kind") == _POLICY_KIND

    @property
    def file_flag(self) -> str:
        """The flag that names its file."""
        return _POLICY if self.is_policy else CONFIG


def default_configuration(options: Options) -> TriedConfiguration:
    """Return what a scheduler does that is given no configuration."""
    return TriedConfiguration(DEFAULT, flags=gate_flags(options.feature_gates))


def read_configuration(path: str, options: Options) -> TriedConfiguration:
    """Return the configuration in a file, or that of the scheduler which a manifest in it runs.

    Args:
        path: The file; `-` for standard input.
        options: How it is validated: by the release of the program.

    Raises:
        UnreadableInput: if it cannot be read, or holds none.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    source = Source(path, stdin_filename=options.stdin_filename)
    try:
        raw = source.read()
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(source.name, str(error)), error.help) from None
    options = options.at(source.name)
    stream = parse_bytes(raw)
    contexts = ContextCache(options.suffixes)
    validated = validate_stream(stream, options, source.name, contexts)
    report = quiet(validated.report, stream, options.selection).named_in_commands()
    if validated.validator is None or report.verdict is Verdict.REFUSED:
        return TriedConfiguration(source.name, report)
    here = validated.here or surroundings(stream, source.name, validated.validator, contexts)
    its_flags = gate_flags(options.feature_gates)
    every = list(_every(validated, here, validated.validator))
    if not every:
        reason = "it holds no scheduler configuration, and no manifest that runs a scheduler"
        raise UnreadableInput(f"{source.name} cannot be tried: {reason}", "Name the file that `--config` names.")
    first = every[0]
    return first._replace(name=source.name, flags=(*first.flags, *its_flags), notes=tuple(_notes(every)))


def _notes(every: list[TriedConfiguration]) -> Iterator[str]:
    first = every[0]
    yield from first.notes
    if len(every) > 1:
        yield f"the file holds {len(every)} configurations; the first is tried"


def _every(
    validated: ValidatedFile, here: FileInContext | None, validator: DocumentValidator
) -> Iterator[TriedConfiguration]:
    """Yield the configurations of a file with the flags of what starts them, then what its other schedulers use."""
    for document in validated.documents:
        yield _of_document(document, _starting(document, here))
    for manifest, context in () if here is None else here.folder.contexts_of(here.text):
        if context.running is not None and here is not None:
            scheduler = StartedScheduler(manifest, context, context.running)
            named = here.folder.named.configuration_of(manifest, context.running)
            if named is None and context.running.flag("config") is None:
                yield _without_file(scheduler)
            elif named is not None and named.place[0] != here.text.name:
                its = validated_of(named, scheduler, here, validator)
                if its is not None:
                    yield _of_document(its, scheduler)


def _starting(document: ValidatedDocument, here: FileInContext | None) -> StartedScheduler | None:
    """Return what starts a configuration; None where no manifest shows it."""
    for within, manifest, context in () if here is None else here.folder.started_with(here.text):
        if within == document.report.within and context.running is not None:
            return StartedScheduler(manifest, context, context.running)
    return None


def _of_document(document: ValidatedDocument, scheduler: StartedScheduler | None) -> TriedConfiguration:
    configuration = document.configuration
    assert configuration is not None
    assert document.document is not None
    tried = TriedConfiguration(
        "",
        document.file_report("", ""),
        fields(document.document.data),
        profiles=frozenset(profile.scheduler_name for profile in configuration.profiles),
        extenders=configuration.extenders,
    )
    return tried if scheduler is None else _with_flags(tried, scheduler, configuration.release)


def _without_file(scheduler: StartedScheduler) -> TriedConfiguration:
    release = scheduler.context.release
    tried = TriedConfiguration("")
    if release is None:
        return tried
    line = scheduler.context.command_line(release)
    name = line.get("scheduler-name")
    profiles = frozenset({name.value or DEFAULT_SCHEDULER}) if name is not None else tried.profiles
    return _with_flags(tried._replace(profiles=profiles), scheduler, release)


def _with_flags(tried: TriedConfiguration, scheduler: StartedScheduler, release: Release) -> TriedConfiguration:
    """Add the flags of what starts a scheduler that decide where Pods go."""
    flags = tuple(_deciding(scheduler.context.command_line(release), release))
    if not flags:
        return tried
    owner = owner_of(scheduler.manifest.manifest)
    return tried._replace(flags=flags, notes=(*tried.notes, f"with {' '.join(flags)} of {owner}"))


def _deciding(line: CommandLine, release: Release) -> Iterator[str]:
    for flag in line.flags:
        if flag.name in _DECIDING and flag.name in release.flags and flag.is_known:
            yield flag.shown


def given(tried: TriedConfiguration, release: Release) -> Fields | None:
    """Return the document as the scheduler gets it: without an election, and with no server that others could reach.

    Args:
        tried: The configuration.
        release: The release that reads it.
    """
    if tried.data is None:
        return None
    data = copy.deepcopy(tried.data)
    if tried.is_policy:
        return data
    for name in (*_SERVERS, "leaderElection"):
        data.pop(name, None)
    data["leaderElection"] = {"leaderElect": False}
    if release.serves_insecure_port and _reads_addresses(data):
        data |= dict.fromkeys(_SERVERS, _LOOPBACK)
    return data


def _reads_addresses(data: Mapping[str, object]) -> bool:
    return str(data.get("apiVersion", "")).endswith(("v1alpha1", "v1alpha2", "v1beta1"))


def given_flags(tried: TriedConfiguration, release: Release) -> tuple[str, ...]:
    """Return the flags that the scheduler gets: without a configuration, one opens no port without TLS."""
    is_by_flags = tried.data is None or tried.is_policy
    return (*tried.flags, "--port=0") if is_by_flags and release.serves_insecure_port else tried.flags
