"""What was seen of a cluster: the same for all commands that read one."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulerLease:
    """The lease of a scheduler.

    Attributes:
        namespace: Its namespace.
        name: Its name.
        holder: Who holds it; null: nobody.
    """

    namespace: str
    name: str
    holder: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedScheduler:
    """A scheduler name that Pods request.

    Attributes:
        name: The `schedulerName`.
        pods: How many Pods request it.
    """

    name: str
    pods: int = field(metadata={"minimum": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterSummary:
    """What was seen of a cluster.

    Attributes:
        version: That of the API server: `v1.33.3`.
        leases: Those of schedulers.
        scheduler_names: What Pods request in place of the default scheduler.
        undecided: Rules by which nothing is reported, as not everything was read.
    """

    version: str
    leases: tuple[SchedulerLease, ...]
    scheduler_names: tuple[RequestedScheduler, ...]
    undecided: tuple[str, ...]
