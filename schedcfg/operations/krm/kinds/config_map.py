"""`kind: ConfigMap`: the configuration, to be mounted by a scheduler that stands elsewhere."""

from schedcfg.generate.config_map import config_map
from schedcfg.generate.maker import Maker
from schedcfg.operations.generating.around import DEFAULT_NAME
from schedcfg.operations.krm.fields import Fields
from schedcfg.operations.krm.kinds.kind import Made


def read(fields: Fields) -> Made:
    """Read `name`, `namespace` (default: none, whoever applies it chooses) and `key` (`scheduler-config.yaml`)."""
    name, namespace = fields.required("name", "my-scheduler-config"), fields.text("namespace")
    return Made(fields.text("key") or DEFAULT_NAME, Maker(lambda given: config_map(given, name, namespace)))
