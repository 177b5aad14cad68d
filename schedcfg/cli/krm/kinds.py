"""What a `SchedulerConfig` can ask to have generated, by kind."""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg.cli.krm.fields import Fields
from schedcfg.document import Path
from schedcfg.generate import second_scheduler as second
from schedcfg.generate.generation import DEFAULT_NAME, Maker
from schedcfg.generate.target import config_map


class KindMaker(NamedTuple):
    """How something is made around a configuration; as for the commands of `schedcfg generate`."""

    file_name: str
    maker: Maker  # Makes files; every manifest in them becomes an item


def read_config_map(fields: Fields) -> KindMaker:
    """Read `name`, `namespace` (default: none, whoever applies it chooses) and `key` (`scheduler-config.yaml`)."""
    name, namespace = fields.required("name", "my-scheduler-config"), fields.text("namespace")
    return KindMaker(fields.text("key") or DEFAULT_NAME, Maker(lambda config: config_map(config, name, namespace)))


def read_second_scheduler(fields: Fields) -> KindMaker:
    """Read `name`, `namespace` (`kube-system`), `image`, `program`, `replicas` (1) and `tlsSecret`."""
    options = second.SecondSchedulerOptions(
        name=fields.required("name", "my-scheduler"),
        namespace=fields.text("namespace") or "kube-system",
        image=fields.text("image") or None,
        replicas=fields.count("replicas"),
        tls_secret=fields.text("tlsSecret") or None,
        program=fields.text("program") or second.PROGRAM,
    )
    return KindMaker(DEFAULT_NAME, second.maker(options))


KINDS: dict[str, Callable[[Fields], KindMaker]] = {
    "ConfigMap": read_config_map,
    "SecondScheduler": read_second_scheduler,
}
"""Kind → reads what is requested from the entry's fields, but for `kind` and `configuration`, which all have."""


class GenerationRequest(NamedTuple):
    """One thing to generate."""

    field: Path  # Where the text of the configuration is in the `SchedulerConfig`
    configuration: str
    made: KindMaker


def read_request(fields: Fields) -> GenerationRequest | None:
    """Read an entry; None where its kind is not known."""
    kind = fields.required("kind", "ConfigMap")
    if kind not in KINDS:
        if kind:
            known = ", ".join(f"`{name}`" for name in KINDS)
            fields.refuse("kind", f"nothing of kind `{kind}` can be generated", f"Known kinds: {known}.")
        return None
    made = KINDS[kind](fields)
    configuration = fields.required("configuration", "| …")
    fields.finish()
    return GenerationRequest((*fields.path, "configuration"), configuration, made)
