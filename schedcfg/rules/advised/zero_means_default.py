"""Zeros that represent the default."""

from collections.abc import Iterator
from typing import Any

from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "zero-means-default"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield `qps: 0` and `burst: 0`, of which one may believe that they switch the limit off."""
    connection: Any = subject.decoded.shape.client_connection
    if connection is None or (connection.qps != 0 and connection.burst != 0):
        return
    if connection.content_type == "":
        return  # A program wrote all fields, without any intention.
    completed = subject.configuration.client_connection
    for field, written, default in (
        ("qps", connection.qps, f"{completed.qps:g}"),
        ("burst", connection.burst, f"{completed.burst}"),
    ):
        if written == 0:
            yield advice(
                ID,
                ("clientConnection", field),
                f"`{field}: 0` is the same as omitting it: it means {default}",
                "Write a negative `qps` for no limit, or omit both."
                if field == "qps"
                else "Omit it, or write a number.",
                Severity.INFO,
            )


RULE = Rule(
    id=ID,
    title="0 means the default",
    why="Zero is the same as omitting the field: requests to the API server are limited by the default.",
    source="component-base/config/v1alpha1/defaults.go, RecommendedDefaultClientConnectionConfiguration",
    check=check,
    severity=Severity.INFO,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 0
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 100
  burst: 200
""",
)
