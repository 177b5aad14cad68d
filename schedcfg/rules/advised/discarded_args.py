"""Fields of a published plugin's Args that are read and thrown away."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import args
from schedcfg.rules.rule import Rule, Subject, advice

ID = "discarded-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each written field of which nothing is left after conversion."""
    release = subject.configuration.release
    for entry in args.catalog_entries(subject):
        for written_value in args.changed_values(entry, subject):
            if written_value.counts is None and entry.kind is not None:
                yield advice(
                    ID,
                    written_value.path,
                    f"`{written_value.name}` does nothing: {entry.kind.title(release)} reads it and discards it",
                    "Remove it; the next API version refuses it.",
                    remedy=Remedy("Remove it", (RemedyChange(Act.REMOVE, written_value.path),)),
                )


RULE = Rule(
    id=ID,
    title="A field of a plugin's args does nothing",
    why="The API version still has the field, but the plugin no longer uses it.",
    source="apis/config/types.go of scheduler-plugins beside each version's types.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/pull/411",
            "Coscheduling gives up `deniedPGExpirationTimeSeconds`, which `v1beta2` still has",
        ),
    ),
    check=check,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    since="1.22",
    until="1.27",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      queueSort:
        disabled:
          - name: "*"
        enabled:
          - name: Coscheduling
    pluginConfig:
      - name: Coscheduling
        args:
          permitWaitingTimeSeconds: 10
          deniedPGExpirationTimeSeconds: 3
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      queueSort:
        disabled:
          - name: "*"
        enabled:
          - name: Coscheduling
    pluginConfig:
      - name: Coscheduling
        args:
          permitWaitingTimeSeconds: 10
""",
    options=("--catalog", "scheduler-plugins", "--kubernetes", "1.24"),
)
