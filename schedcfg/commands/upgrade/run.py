"""One run of `schedcfg upgrade`: the plan on standard output, and the files of a hop written."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cli.cluster_options import ClusterOptions
from schedcfg.cli.exit_status import ExitCode, exit_status
from schedcfg.cli.options import Output
from schedcfg.cli.outputs import on_stdout, write_rendered
from schedcfg.cli.reporting import (
    conclude,
    resume_garbage_collection,
    watched_tally,
    write_stderr,
    write_summary,
    write_unreadable,
)
from schedcfg.commands.upgrade.plan import Route, plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import Action, EditedFile, UpgradePlan, When, WrittenHop
from schedcfg.document.texts import printable
from schedcfg.errors import BugGuard, UnknownTarget
from schedcfg.output import Renderer
from schedcfg.output.summary import counted
from schedcfg.sources import SearchTally
from schedcfg.sources.writing import put_back
from schedcfg.validation.options import Options


class UpgradeRun(NamedTuple):
    """A plan, and what was looked at for it."""

    plan: UpgradePlan
    moment: When
    tally: SearchTally
    options: Options
    step: str = ""  # The hop as it was requested; empty where a whole way was

    @classmethod
    def of(  # noqa: PLR0913 - one for each option
        cls,
        paths: Iterable[str],
        options: Options,
        before: str | None,
        after: str | None,
        step: str | None,
        moment: str,
        *,
        skip_others: bool,
    ) -> "UpgradeRun":
        """Read files, and plan their upgrade.

        Raises:
            UnknownTarget: if a release is not known, or the way leads back.
        """
        way = _step(step) if step is not None else route(before or "", after or "")
        options, tally = replace(options, kubernetes=None, skip_others=skip_others), watched_tally()
        resume_garbage_collection()
        paths = tuple(paths)
        made = replace(plan(read_files(paths, options, tally), way, options, tally.watch), paths=paths)
        return cls(made, When(moment), tally, options, step or "")

    @classmethod
    def of_cluster(
        cls, cluster: ClusterOptions, options: Options, before: str | None, after: str | None, step: str | None
    ) -> "UpgradeRun":
        """Read a cluster, and plan the upgrade of what runs there.

        Raises:
            ServerUnavailable: if kubectl is not there, or the API server does not answer.
            UnknownTarget: if a release is not known, or the way leads back.
        """
        from schedcfg.commands.upgrade.cluster import cluster_route, plan_cluster

        options, tally = replace(options, kubernetes=None), SearchTally()
        reading = cluster.read(tally)
        way = cluster_route(reading, before, after) if step is None else _step(step)
        resume_garbage_collection()
        made = plan_cluster(reading, way, options, cluster.context)
        tally.looked_at, tally.found = len(reading.objects), len(made.schedulers) + len(made.unseen)
        tally.unreadable = len(reading.unseen)
        return cls(made, When.WITH, tally, options)

    def show(self, outputs: tuple[Output, ...], *, write: bool, verbose: bool) -> ExitCode:
        """Write the plan and, if requested, the files of its hop; return the exit status."""
        shown, failed = self._written() if write else (self.plan, [])
        for path, reason in self.plan.unread:
            write_unreadable(path, reason)
        has_content = self.plan.schedulers or self.plan.unseen
        if on_stdout(outputs) not in {"text", "markdown"} or has_content:
            write_rendered(outputs, _renderers(shown, verbose=verbose))
        write_stderr(f"schedcfg: {printable(line)}\n" for line in failed)
        if shown.written is not None:
            write_stderr([f"{counted(len(shown.written.files), 'file')} written\n"])
        code = exit_status(failed=failed or self.plan.unread, refused=self._is_left(write=write))
        code = conclude(self.tally, self.options, code)
        left = shown.to_do
        write_summary(on_stdout(outputs), str(left) if left.edits or left.steps else "")
        return code

    def _written(self) -> tuple[UpgradePlan, list[str]]:
        """Write the files of the plan's only hop; return it with what was done, and why files were not written."""
        reasons = {file.path: self._write(file, text) for file, text in self._texts()}
        files = tuple(path for path, reason in reasons.items() if reason is None)
        done = WrittenHop(self.step, self.moment, files, tuple(path for path in reasons if path not in files))
        return self.plan.after(done), [reason for reason in reasons.values() if reason is not None]

    def _write(self, file: EditedFile, text: str) -> str | None:
        """Write a file; return the reason if it cannot be written."""
        reason = None
        with BugGuard() as guard:
            before, after = (each.encode(file.encoding) for each in (file.before, text))
            reason = put_back(file.path, before, after, self.plan.paths)
        reason = guard.reason or reason
        return None if reason is None else f"{file.path} cannot be written: {reason}"

    def _texts(self) -> list[tuple[EditedFile, str]]:
        """Return what is to be written of the plan's only hop."""
        is_early = self.moment is When.BEFORE
        wanted = ((file, file.halfway if is_early else file.after) for file in self.plan.hops[0].files)
        return [(file, text) for file, text in wanted if text != file.before]

    def _is_left(self, *, write: bool) -> bool:
        """Return whether something is to be done before the control plane is upgraded, or with it."""
        hops = (item for hop in self.plan.hops for item in hop.items if item.when is not When.AFTER)
        left = {Action.BY_HAND} if write else {Action.BY_HAND, Action.EDIT}
        return any(item.action in left for item in (*self.plan.today, *hops))


def _renderers(plan: UpgradePlan, *, verbose: bool) -> dict[str, Renderer]:
    from schedcfg.commands.upgrade import json_report, text
    from schedcfg.output import load

    return {
        "text": lambda colored: text.render(plan, colored=colored, verbose=verbose),
        "markdown": lambda colored: text.render_markdown(plan),  # noqa: ARG005 - it has no colors
        "json": lambda colored: json_report.render(plan),  # noqa: ARG005 - the signature is shared
        # Only a page needs templates.
        "html": lambda colored: load("schedcfg.commands.upgrade.html_report")(plan),  # noqa: ARG005 - likewise
    }


def _step(step: str) -> Route:
    """Return the way of a single hop.

    Raises:
        UnknownTarget: if the release is not known, or the one before it is not.
    """
    target = releases.at(step)
    if target.name == releases.OLDEST:
        raise UnknownTarget(
            f"nothing is known of the release before {target.name}", "Choose the hop to a newer release with --step."
        )
    return route(f"1.{target.number - 1}", step)
