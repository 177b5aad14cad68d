"""The release that a scheduler runs, as manifests write it: the tag of its image, or a version of Kubernetes."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.changes.upgrade.changes import Change, HopContext, Job, by_hand, draft_of, edited
from schedcfg.changes.upgrade.folder import FolderState
from schedcfg.changes.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.document.span import Path, follow
from schedcfg.errors import EditConflict
from schedcfg.generate.static_pod.fix import retagged
from schedcfg.generate.static_pod.layout import version_of
from schedcfg.patterns import pattern
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.sources.manifests.kubeadm import release
from schedcfg.sources.manifests.pod import image
from schedcfg.sources.manifests.running import RunningScheduler

ID = "release"
"""Of items about the release that a manifest names."""

_PLAIN = pattern(r"v?1\.\d+\.\d+")
_PLUGINS_IMAGE = "scheduler-plugins/kube-scheduler"


def jobs(state: FolderState, hop: HopContext) -> Iterator[Job]:
    """Yield what makes each scheduler one of the newer release."""
    for scheduler in state.schedulers:
        if hop.concerns(hop.starts.of_scheduler(scheduler).number):
            yield _VersionJob(scheduler.identity, hop).change


class _VersionJob(NamedTuple):
    """The release of one scheduler."""

    identity: tuple[str, int, Path]
    hop: HopContext

    def change(self, state: FolderState) -> Change | None:
        """Return how it becomes one of the newer release; None where it is, or nothing here decides."""
        scheduler = state.scheduler(self.identity)
        if scheduler is None or scheduler.running.kubernetes == self.hop.after.name:
            return None
        running, file = scheduler.running, self.identity[0]
        path, line = running.kubernetes_path, scheduler.line(running.kubernetes_path or running.container)
        written = follow(scheduler.manifest.document.data, path) if path else None
        if not isinstance(written, str) or not written:
            return None if running.is_partial or running.is_managed else self._unknown(running, file, line)
        wanted = self._wanted(running, written)
        if wanted is None:
            return self._unknown(running, file, line, written)
        try:
            draft = draft_of(scheduler)
            draft.replace(path, wanted)
            text = edited(state.texts[file], [draft])
        except EditConflict as conflict:
            return by_hand(ID, f"`{written}` becomes `{wanted}`", conflict.help, file, line)
        return Change(When.WITH, {file: text}, (self._item(written, wanted, PlanPlace(file, line)),))

    def _wanted(self, running: RunningScheduler, written: str) -> str | None:
        """Return what is to be written; None where only the user can know it."""
        version = version_of(self.hop.after, self.hop.version)
        if running.image is not None and running.image.name == written and running.image.tag:
            its = running.image
            if not its.is_stock or "@" in written or not _PLAIN.fullmatch(its.tag):
                return None
            return retagged(its, version)
        if running.image is None and release(written) == self.hop.before.name and _PLAIN.fullmatch(written):
            return str(version) if written.startswith("v") else str(version).removeprefix("v")
        return None

    def _item(self, written: str, wanted: str, place: PlanPlace) -> PlanItem:
        return PlanItem(When.WITH, Action.EDIT, ID, f"`{written}` becomes `{wanted}`", places=(place,))

    def _unknown(self, running: RunningScheduler, file: str, line: int, written: str = "") -> Change:
        """Return that someone has to choose the image, or build it."""
        after = self.hop.after
        its = image(written)
        if its.repository.endswith(_PLUGINS_IMAGE):
            has_one = SCHEDULER_PLUGINS.has(after.number)
            help_ = (
                f"Use the image of scheduler-plugins for Kubernetes {after.name}: `v0.{after.number}.N`."
                if has_one
                else f"No release of scheduler-plugins for {after.name} is known here: look for one, or build it."
            )
        elif running.image is None:
            help_ = f"Write the version in which the product has Kubernetes {after.name}."
        elif its.is_named_like_stock or its.is_stock:
            help_ = f"Write the image of Kubernetes {after.name}, and its digest, where there is one."
        else:
            help_ = f"Build it with `k8s.io/kubernetes` of {after.name}, then write its image here."
        named = f"`{written}`" if written else f"the image of {running.described}"
        return by_hand(ID, f"{named} becomes one of Kubernetes {after.name}", help_, file, line)
