"""`kind: ConfigMap`: the configuration, to be mounted by a scheduler that stands elsewhere."""

from schedcfg.generate.config_map import config_map
from schedcfg.operations.krm.fields import Fields
from schedcfg.operations.krm.kinds.kind import Made

_KEY = "scheduler-config.yaml"


def read(fields: Fields) -> Made:
    """Read `name`, `namespace` (default: none, whoever applies it chooses) and `key` (`scheduler-config.yaml`)."""
    name, namespace = fields.required("name", "my-scheduler-config"), fields.text("namespace")
    return Made(
        file_name=fields.text("key") or _KEY,
        generator=lambda given: config_map(given, name, namespace),
        check=lambda _given: (),
    )
