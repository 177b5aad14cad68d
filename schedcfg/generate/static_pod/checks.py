"""What keeps a configuration from being run in a static Pod."""

from collections.abc import Iterator

from schedcfg.diagnostics import FindingClass, Problem
from schedcfg.generate.given import Given


def problems(given: Given) -> Iterator[Problem]:
    """Yield what would keep the scheduler from working, as errors."""
    if not given.configuration.client_connection.kubeconfig:
        yield Problem(
            "missing-kubeconfig",
            ("clientConnection", "kubeconfig"),
            "a static Pod has no service account, and `--kubeconfig` is ignored beside `--config`: without "
            "`clientConnection.kubeconfig` the scheduler finds no API server",
            "Add `clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}`.",
            finding_class=FindingClass.ADVISED,
        )
