"""What a `SchedulerConfig` can have generated: one file per kind, and its line here."""

from collections.abc import Callable

from schedcfg.operations.krm.fields import Fields
from schedcfg.operations.krm.kinds import config_map, second_scheduler
from schedcfg.operations.krm.kinds.kind import Made

KINDS: dict[str, Callable[[Fields], Made]] = {
    "ConfigMap": config_map.read,
    "SecondScheduler": second_scheduler.read,
}
"""Kind → reads what is asked for from the entry's fields, but for `kind` and `configuration`, which all have."""
