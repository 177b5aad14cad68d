"""How kube-scheduler connects to an extender (`makeTransport`; client-go's `TLSConfigFor`).

And what comes of it when a call fails: for Pods, and so for how much a finding weighs. An error keeps Pods from being
scheduled or bound, or ends kube-scheduler. Where Pods are scheduled without the extender, be it that it is `ignorable`
or that scores are dropped, it is a warning.
"""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.probe.extender.findings import ExtenderFinding, sentence
from schedcfg.commands.probe.extender.results import ExtenderVerb
from schedcfg.commands.probe.findings import FindingKind, ProbeFinding
from schedcfg.commands.probe.http import Trust, tls_context
from schedcfg.commands.probe.request import FailureKind, RequestFailed
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Severity
from schedcfg.releases.release import Release

_LARGEST = 1024 * 1024
"""Bytes of a certificate or key; no real one has as many."""

_EMPTY_FILE = b"\n"
"""A certificate that is not there is none; one in an empty file is a wrong one."""


def connection(extender: Extender) -> tuple[Trust | None, tuple[ProbeFinding, ...]]:
    """Return how kube-scheduler connects, with the contents of the files that `tlsConfig` names, or what is wrong.

    Without TLS settings no client can be built, so that no request is sent.
    """
    tls: Mapping[str, object] = {name: value for name, value in (extender.tls or {}).items() if value}
    has_ca = "caFile" in tls or "caData" in tls
    insecure = bool(tls.get("insecure")) or (extender.enable_https and not has_ca)
    has_certificate = ("certFile" in tls or "certData" in tls) and ("keyFile" in tls or "keyData" in tls)
    if not (insecure or has_ca or has_certificate or "serverName" in tls):
        # Half a client certificate alone counts for nothing, and its file is never opened.
        return Trust(), ()
    read: dict[str, bytes] = {}
    unreadable: list[ProbeFinding] = []
    for part in ("ca", "cert", "key"):
        try:
            read[part] = _content(tls, part)
        except OSError as error:
            unreadable.append(_unreadable(part, str(tls[f"{part}File"]), error))
    if unreadable:
        return None, tuple(unreadable)
    trust = Trust(
        insecure=insecure,
        server_name=str(tls.get("serverName", "")),
        ca=read["ca"],
        certificate=(read["cert"] or _EMPTY_FILE) if has_certificate else b"",
        key=(read["key"] or _EMPTY_FILE) if has_certificate else b"",
    )
    try:
        tls_context(trust)
    except RequestFailed as error:
        # `NewHTTPExtender` gets no further.
        message = f"{sentence(str(error))}: kube-scheduler does not start with this `tlsConfig`"
        return None, (FailureKind.WRONG_TLS_SETTINGS.finding(message, error.help),)
    return trust, ()


def _content(tls: Mapping[str, object], part: str) -> bytes:
    """Return a certificate or key: one in the configuration takes precedence over its file.

    Raises:
        OSError: if its file cannot be read.
    """
    if f"{part}Data" in tls:
        return base64.b64decode(str(tls[f"{part}Data"]))
    name = tls.get(f"{part}File")
    if name is None:
        return b""
    path = Path(str(name))
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(f"{path} is not a file")  # it might never end
    with path.open("rb") as file:
        return file.read(_LARGEST)


def _unreadable(part: str, name: str, error: OSError) -> ProbeFinding:
    why = (error.strerror or str(error)).lower()
    doing = "read" if isinstance(error, IsADirectoryError) else "open"
    return ExtenderFinding.FILE.finding(
        f"`{part}File: {name}` cannot be read on this machine: {why}. Therefore the extender could not be called; if "
        "kube-scheduler cannot read the file either, it does not start",
        "Run the probe where the scheduler runs, or copy the file to the same path here.",
        upstream=f"{doing} {name}: {why}",
    )


class Consequence(NamedTuple):
    """How much a failure weighs, and what comes of it, a clause to be put behind a semicolon."""

    severity: Severity
    outcome: str


_COMES_OF = {
    ExtenderVerb.FILTER: (
        "every Pod for which kube-scheduler calls it stays Pending",
        "schedules Pods as if it let every node through",
    ),
    ExtenderVerb.PREEMPT: (
        "preemption fails, so no room is made for the Pods for which it is called",
        "preempts Pods as if it had no objection",
    ),
    ExtenderVerb.BIND: (
        "no Pod that it should bind starts: each goes back to the queue and is tried again",
        "binds the Pod in another way",
    ),
}
"""Verb → what comes of its failure, and what where that is ignored."""


_NANO = 1_000_000_000
_LONGEST = 60.0
"""Seconds to wait where no bound is given, and kube-scheduler would wait longer, or forever."""


@dataclass(frozen=True, slots=True)
class ExtenderAccess:
    """How an extender is asked."""

    extender: Extender
    trust: Trust
    release: Release
    seconds: float | None  # A bound on each call besides `httpTimeout`; None where there is none

    @property
    def timeout(self) -> float | None:
        """The extender's `httpTimeout` in seconds; None where kube-scheduler waits forever."""
        return self.extender.http_timeout / _NANO if self.extender.http_timeout > 0 else None

    @property
    def limit(self) -> float:
        """How long to wait for an answer, in seconds."""
        longest = _LONGEST if self.seconds is None else self.seconds
        return longest if self.timeout is None else min(longest, self.timeout)

    def consequence(self, verb: ExtenderVerb) -> Consequence:
        """Return what comes of a call that fails."""
        release = self.release
        if verb is ExtenderVerb.PRIORITIZE:
            log = "only logs at level 5" if release.logs_failing_scores else "does not log"
            outcome = f"kube-scheduler ignores its scores, which it {log}, and Pods are scheduled without them"
            return Consequence(Severity.WARNING, outcome)
        failed, ignored = _COMES_OF[verb]
        if not self.extender.ignorable:
            return Consequence(Severity.ERROR, failed)
        if verb is ExtenderVerb.BIND and not release.skips_failing_binders:
            first = releases.first(lambda one: one.skips_failing_binders)
            outcome = f"{failed}; `ignorable` does not prevent that before {first.name}"
            return Consequence(Severity.ERROR, outcome)
        return Consequence(Severity.WARNING, f"kube-scheduler skips it (`ignorable`) and {ignored}")

    def failure(
        self,
        kind: FindingKind,
        verb: ExtenderVerb,
        message: str,
        help: str | None = None,  # noqa: A002
        upstream: str = "",
        nodes: Iterable[str] = (),
    ) -> ProbeFinding:
        """Return the finding that a call fails: it weighs as much, and ends with, what comes of that."""
        severity, outcome = self.consequence(verb)
        return kind.finding(f"{message}; {outcome}", help, upstream, nodes, severity=severity)
