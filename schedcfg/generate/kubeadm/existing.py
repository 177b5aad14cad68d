"""The scheduler's part of a ClusterConfiguration that is there: what stays of it beside a configuration."""

from collections.abc import Iterator

from schedcfg.document import parse
from schedcfg.errors import EditConflict
from schedcfg.findings import Problem
from schedcfg.generate.carried_flags import SilencedFlags, copy_remark, removed_remarks
from schedcfg.generate.checks import obstacle
from schedcfg.generate.generation import AcceptedConfig
from schedcfg.generate.kubeadm.plan import KubeadmOptions
from schedcfg.generate.target import Data
from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.command_line import CommandLine
from schedcfg.sources.manifests.kubeadm import KubeadmScheduler
from schedcfg.sources.manifests.pod import fields, items
from schedcfg.sources.manifests.running import CLUSTERS_OWN


def find_scheduler(text: str) -> KubeadmScheduler | None:
    """Find the scheduler's part of a ClusterConfiguration; None where a text has none."""
    found = (kubeadm.scheduler(fields(document.data), ()) for document in parse(text).documents)
    return next((scheduler for scheduler in found if scheduler is not None), None)


def flags_of(config: AcceptedConfig, options: KubeadmOptions) -> SilencedFlags | None:
    """Return the flags of the existing scheduler, by its own release where that is written; None where it is new."""
    scheduler = options.existing
    if scheduler is None:
        return None
    return SilencedFlags.of(CommandLine(CLUSTERS_OWN, scheduler.flags), scheduler.kubernetes, config)


def run_config(config: AcceptedConfig, options: KubeadmOptions) -> AcceptedConfig:
    """Return the configuration that is to run: with the values of flags, if that was requested.

    Raises:
        EditConflict: where that cannot be written.
    """
    flags = flags_of(config, options)
    return flags.carried() if flags is not None and options.carry_flags else config


def flag_problems(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[Problem]:
    """Yield what flags of the existing scheduler say, and would be lost."""
    flags = flags_of(config, options)
    if flags is None:
        return
    try:
        flags = flags_of(run_config(config, options), options)
    except EditConflict as conflict:
        yield obstacle("lost-flag", conflict.path, str(conflict), conflict.help or "")
    else:
        assert flags is not None
        yield from flags.problems()


def kept_args(config: AcceptedConfig, options: KubeadmOptions) -> dict[str, str]:
    """Map the `extraArgs` that stay to their values."""
    flags = flags_of(config, options)
    if flags is None or options.existing is None:
        return {}
    return {flag.name: flag.value or "" for flag in options.existing.flags if flags.stays(flag)}


def kept_volumes(options: KubeadmOptions, mounted: set[str]) -> list[Data]:
    """List the `extraVolumes` that stay: those of other files than are mounted anyway."""
    if options.existing is None:
        return []
    written = items(options.existing.data.get("extraVolumes"), ())
    return [dict(volume) for volume, _ in written if volume.get("mountPath") not in mounted]


def flag_remarks(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[str]:
    """Yield what became of the existing scheduler's flags, a sentence each."""
    flags = flags_of(config, options)
    if flags is None or options.existing is None:
        return
    if options.carry_flags and (unsaid := flags.unsaid()):
        yield copy_remark(config.name, unsaid)
    yield from removed_remarks(f"{flag.name}: {flag.value}" for flag in options.existing.flags if not flags.stays(flag))
