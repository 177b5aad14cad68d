"""Profiles without a name of their own."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "profile-name"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile whose schedulerName is missing, empty or taken."""
    first: dict[str, int] = {}
    for profile in subject.configuration.profiles:
        name = profile.scheduler_name
        place = (*profile.path, "schedulerName")
        path = place if profile.path else ("profiles", 0, *place)  # v1alpha1 is validated as one profile
        if not name:
            yield Problem(
                ID,
                path,
                "this profile has no `schedulerName`",
                "Add one: only a single profile without the field gets `default-scheduler`.",
                place=place,
            )
        elif name in first:
            taken = f'"{name}" is already the name of profiles[{first[name]}]'
            yield Problem(ID, path, taken, "Pods select a profile by this name; give each profile its own.")
        first[name] = profile.index


RULE = Rule(
    id=ID,
    title="A profile has no name, or that of another profile",
    why="Pods select a profile by name, so validation requires each profile to have its own.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateKubeSchedulerProfile",
    check=check,
    bad=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
  - schedulerName: default-scheduler
    percentageOfNodesToScore: 100
"""),
    good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
  - schedulerName: all-nodes
    percentageOfNodesToScore: 100
"""),
)
