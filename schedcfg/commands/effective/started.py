"""Schedulers as manifests start them: their configurations with the flags applied, or without a file the default."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.command_line import (
    PLUGIN_FLAGS,
    StartedConfiguration,
    agrees_with,
    flags_without_effect,
    start,
)
from schedcfg.configuration.effective.policy import with_policy, without_plugins
from schedcfg.configuration.effective.provenance import PolicyOrigin, ProvenanceContext
from schedcfg.configuration.effective.resolve import of_nothing
from schedcfg.configuration.effective.view import AppliedFlag, DocumentView, FileView, Origin, OriginKind
from schedcfg.document import Document
from schedcfg.findings import DocumentReport, Finding, FindingClass, Verdict
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.deployment import DeploymentContext, Runner
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.embedded import owner_of
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.manifests import findings_of
from schedcfg.validation.policy_source import of_policy, read_policy


@dataclass(frozen=True)
class StartedScheduler:
    """A scheduler that a manifest runs."""

    manifest: LocatedManifest
    context: DeploymentContext
    running: RunningScheduler

    def applied(self, started: StartedConfiguration) -> tuple[AppliedFlag, ...]:
        """Return the flags that set fields."""
        return tuple(AppliedFlag(name, flag.shown, self._line(flag)) for name, flag in started.set_by.items())

    def _line(self, flag: CommandLineFlag) -> int | None:
        """Return the line of a flag; None for one that kubeadm adds."""
        return self.manifest.line(flag.path) if flag in self.running.command_line.flags else None

    def notes(self, started: StartedConfiguration) -> Iterator[str]:
        """Yield what is not known of the configuration that it uses."""
        if self.running.product is None and started.unknown:
            yield f"flags give values that are not known here to {', '.join(sorted(started.unknown))}"
        if self.running.product is not None:
            yield f"{self.running.product.name} starts it with more flags than these, which may set other fields"
        release, policy = started.configuration.release, self.running.policy_flag
        silent = () if self.running.flag("config") is None else flags_without_effect(release)
        # Without a file, the Policy is shown, or that it is not here.
        for name in PLUGIN_FLAGS if self.running.flag("config") is not None or policy is None else ():
            if self.running.flag(name) is not None and name in release.flags and name not in silent:
                yield f"`--{name}` chooses other plugins than those that are shown"

    @cached_property
    def refusals(self) -> tuple[Finding, ...]:
        """What in its manifest keeps it from starting: with it, nothing is used."""
        found = findings_of(self.manifest, self.context)
        return tuple(finding for finding in found if finding.finding_class is FindingClass.REFUSED)

    def view(
        self,
        report: DocumentReport,
        configured: ProvenanceContext,
        started: StartedConfiguration,
        source: str = "",
    ) -> DocumentView:
        """Return the configuration that it uses.

        Args:
            report: The report on the document that is shown.
            configured: The configuration without flags, or nothing, and where its values come from.
            started: The configuration with flags.
            source: The file of the configuration, where that is another than the manifest's.
        """
        applied = self.applied(started)
        origins = {flag.name: self._origin(flag, has_lines_of_other=bool(source)) for flag in applied}
        view = build_view(replace(configured, configuration=started.configuration, flags=origins))
        of_policy = () if configured.policy is None else (configured.policy.note,)
        return DocumentView(report, view, source, applied, (*of_policy, *self.notes(started)))

    def _origin(self, flag: AppliedFlag, *, has_lines_of_other: bool) -> Origin:
        if flag.line is None:
            return Origin(OriginKind.FILE, f"{flag.flag} of kubeadm")
        if has_lines_of_other:
            return Origin(OriginKind.FILE, f"{flag.flag}, {self.manifest.file}:{flag.line}")
        return Origin(OriginKind.FILE, flag.flag, flag.line)

    def report(self, validator: DocumentValidator) -> DocumentReport:
        """Return a report on its manifest in which nothing is found, and no configuration is written."""
        release = self.context.release
        is_runner = validator.release is None and self.running.kubernetes is not None and self.context.release_known
        return DocumentReport(
            number=self.manifest.host.index,
            line=self.manifest.line(self.running.path),
            api_version="",
            kind="",
            kubernetes=None if release is None else release.name,
            verdict=Verdict.ACCEPTED,
            runner=self.manifest.place(self.running.kubernetes_path) if is_runner else None,
            owner=owner_of(self.manifest.manifest),
        )


def with_schedulers(
    file: FileView, configured: Sequence[ProvenanceContext | None], here: FileInContext, validator: DocumentValidator
) -> FileView:
    """Return a file with its configurations as its own schedulers start them, and with all its other schedulers.

    Args:
        file: The file, with its configurations as they are by themselves.
        configured: Where the values of each of them come from; None where it is refused.
        here: The file, and what is around it.
        validator: Validates the configurations of other files.
    """
    shown: list[DocumentView] = []
    for document, without_flags in zip(file.documents, configured, strict=True):
        shown += _as_started(document, without_flags, here)
    own = (_scheduler(*pair) for pair in here.folder.contexts_of(here.text))
    others = (_other(scheduler, here, validator) for scheduler in own if scheduler is not None)
    shown += (other for other in others if other is not None)
    if not shown:
        return file
    shown.sort(key=lambda document: document.report.number)
    is_refused = any(document.report.verdict is Verdict.REFUSED for document in shown)
    verdict = Verdict.REFUSED if is_refused else Verdict.ACCEPTED
    return replace(file, verdict=verdict, documents=tuple(shown), reason=None)


def unseen(here: FileInContext) -> str | None:
    """Return that a scheduler of a file is started with a configuration that is not there; None where none is."""
    for manifest, context in here.folder.contexts_of(here.text):
        running = context.running
        flag = None if running is None else running.flag("config")
        if running is not None and flag is not None and here.folder.named.configuration_of(manifest, running) is None:
            return (
                f"its scheduler starts with {flag.shown}, a file that is not beside it. Name the file of the "
                "configuration instead, or copy it beside the manifest."
            )
    return None


def _scheduler(manifest: LocatedManifest, context: DeploymentContext) -> StartedScheduler | None:
    return None if context.running is None else StartedScheduler(manifest, context, context.running)


def _as_started(
    document: DocumentView, configured: ProvenanceContext | None, here: FileInContext
) -> list[DocumentView]:
    """Return a configuration once for each way in which schedulers of its file start it.

    Where none does, it is as it is by itself, with notes about those of other files.
    """
    ways: dict[tuple[tuple[str, str], ...], tuple[StartedScheduler, StartedConfiguration]] = {}
    notes: list[str] = []
    for within, manifest, context in here.folder.started_with(here.text):
        scheduler = _scheduler(manifest, context)
        if configured is None or scheduler is None or context.started is None or within != document.report.within:
            continue
        release = configured.configuration.release
        started = start(context.command_line(release), release, configured.configuration)
        if manifest.file == here.text.name and scheduler.refusals:
            notes.append(f"{owner_of(manifest.manifest)} does not start with it: `schedcfg validate` shows why")
        elif manifest.file == here.text.name:
            way = tuple((name, flag.shown) for name, flag in started.set_by.items())
            ways.setdefault(way, (scheduler, started))
        else:
            notes += _overriding(scheduler, started, configured)
    if configured is None or not ways:
        return [replace(document, notes=(*document.notes, *notes))]
    shown = [(its, its.view(document.report, configured, started)) for its, started in ways.values()]
    if len(shown) == 1:
        return [shown[0][1]]
    return [
        replace(view, notes=(f"as started by {owner_of(its.manifest.manifest)}", *view.notes)) for its, view in shown
    ]


def _overriding(
    scheduler: StartedScheduler, started: StartedConfiguration, configured: ProvenanceContext
) -> Iterator[str]:
    """Yield that a manifest has flags of which the values are others than those of the configuration."""
    configuration = configured.configuration
    differing = [
        f"{name} by {flag.shown}"
        for name, flag in started.set_by.items()
        if not agrees_with(flag, configuration, configuration.release)
    ]
    if differing:
        name = scheduler.manifest.file
        yield f"{name} overrides {', '.join(differing)}; `schedcfg effective {name}` shows that"


def _other(scheduler: StartedScheduler, here: FileInContext, validator: DocumentValidator) -> DocumentView | None:
    """Return what a scheduler uses that is started with another file, or none; None where that is not known."""
    release, running, report = scheduler.context.release, scheduler.running, scheduler.report(validator)
    # What a product adds is not known, but no `--config`: where it passes one, that is known.
    if release is None or not (running.product or (running.settles("config") and not running.is_partial)):
        return None
    named = here.folder.named.configuration_of(scheduler.manifest, running)
    if running.flag("config") is not None and (named is None or named.place[0] == here.text.name):
        return None
    if scheduler.refusals:
        return DocumentView(replace(report, verdict=Verdict.REFUSED, findings=scheduler.refusals), None)
    if named is None:
        started = start(scheduler.context.command_line(release), release, None)
        nothing = of_nothing(release.api_versions[-1], validator.registry)
        started, policy = _by_policy(scheduler, started, release, here)
        configured = ProvenanceContext(
            Document.empty(""), started.configuration, validator.registry, nothing, policy=policy
        )
        return scheduler.view(report, configured, started)
    validated = validated_of(named, scheduler, here, validator)
    if validated is None:
        return None
    report = replace(report, api_version=validated.report.api_version, kind=validated.report.kind)
    by_file = validated.provenance(validated.registry)
    if by_file is None:
        refusals = tuple(_refusals(named, scheduler, validated))
        return DocumentView(replace(report, verdict=Verdict.REFUSED, findings=refusals), None)
    started = start(scheduler.context.command_line(release), release, by_file.configuration)
    return scheduler.view(report, by_file, started, named.file)


def _by_policy(
    scheduler: StartedScheduler, started: StartedConfiguration, release: Release, here: FileInContext
) -> tuple[StartedConfiguration, PolicyOrigin | None]:
    """Return what a scheduler uses with the Policy that its flags name, and that; without one, as it is and None."""
    flag = scheduler.running.policy_flag
    if flag is None or not release.policy or not release.takes_flag(flag.name):
        return started, None
    found = here.folder.named.policy_of(scheduler.manifest, scheduler.running)
    policy, plain = read_policy(found, release), started.configuration
    configuration = without_plugins(plain) if policy is None else with_policy(plain, policy)
    name = f"`{flag.shown}`" if found is None else found.name
    return replace(started, configuration=configuration), PolicyOrigin(name, plain, is_seen=policy is not None)


def validated_of(
    named: ConfigurationText, scheduler: StartedScheduler, here: FileInContext, validator: DocumentValidator
) -> ValidatedDocument | None:
    """Validate a configuration of another file by the scheduler that is started with it; None where it is none."""
    release, its_image = scheduler.context.release, scheduler.running.image
    assert release is not None
    runner = Runner(release, "", None if its_image is None else its_image.catalog)
    stream = next((other.stream for other in here.folder.texts if other.name == named.place[0]), None)
    found = () if stream is None else find_configurations(stream, Role.ANY)
    its = next((one for one in found if one.within == named.within and one.role is Role.CONFIG), None)
    return None if its is None else of_policy(validator.run_by(runner).validate(its), here.folder.texts)


def _refusals(named: ConfigurationText, scheduler: StartedScheduler, validated: ValidatedDocument) -> Iterator[Finding]:
    """Yield what keeps a scheduler from starting with a configuration of another file, at the flag that names it."""
    flag, manifest = scheduler.running.flag("config"), scheduler.manifest
    assert flag is not None
    span = manifest.span or manifest.document.locate(flag.value_path).value
    for finding in validated.report.findings:
        if finding.finding_class is FindingClass.REFUSED:
            message = f"{named.name}, line {finding.start.line}: {finding.message}"
            yield replace(finding, message=message, fix=None).moved_to(span)
