"""Flags of leader election that win over the file, from 1.22 on."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem, Severity
from schedcfg.releases.silenced_flags import election_flags_are_heard
from schedcfg.rules.scene import Configured, Scene, SceneRule, advised
from schedcfg.surroundings.flags import Flag

ID = "overriding-flag"

_FIELDS = {
    "leader-elect": "leaderElect",
    "leader-elect-resource-lock": "resourceLock",
    "leader-elect-resource-name": "resourceName",
    "leader-elect-resource-namespace": "resourceNamespace",
}


def check(scene: Scene) -> Iterator[Problem]:
    """Yield flags that say something else than the file does, where it is written."""
    if scene.running is None or scene.release is None or scene.running.flag("config") is None:
        return
    if scene.configured is None or not election_flags_are_heard(scene.release):
        return
    for name, field in _FIELDS.items():
        flag = scene.running.flag(name)
        if flag is not None and scene.configured.writes("leaderElection", field):
            yield from _problem(scene.configured, flag, field)


def _problem(configured: Configured, flag: Flag, field: str) -> Iterator[Problem]:
    if configured.configuration is None:
        return
    election = configured.configuration.leader_election
    written = {
        "leaderElect": str(election.leader_elect).lower(),
        "resourceLock": election.resource_lock,
        "resourceName": election.resource_name,
        "resourceNamespace": election.resource_namespace,
    }[field]
    said = ("false" if flag.is_off else "true") if field == "leaderElect" else flag.value
    if said != written:
        message = f"`--{flag.name}` wins over the file: {configured.name} says `{field}: {written}`, and {said} counts"
        help_ = "Remove one of both; from Kubernetes 1.22 on the flag counts, before that the file."
        yield advised(ID, flag.path, message, help_, Severity.WARNING)._replace(on_key=flag.on_key)


RULE = SceneRule(
    id=ID,
    title="This flag wins over the file",
    why="Whoever reads the file believes something else than what happens.",
    source="cmd/kube-scheduler/app/options/options.go, ApplyLeaderElectionTo",
    check=check,
)
