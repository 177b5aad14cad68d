"""Flags that a product sets itself, and takes from nobody."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "managed-flag"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the flags that the product refuses."""
    running = context.running
    if running is None or running.product is None:
        return
    product = running.product
    for flag in running.command_line.flags:
        # Its own `--config` is among them, and is at no flag's place.
        if flag.name in product.own_flags and flag.path != running.container:
            message = f"{product.name} sets `--{flag.name}` itself, and creates no scheduler Pod with it here"
            help_ = "Remove it."
            if flag.name == "config":
                help_ = "Remove it, and write the fields of that file in `config`, next to `extraArgs`."
            yield advice(ID, flag.path, message, help_, Severity.ERROR)._replace(on_key=flag.on_key)


RULE = Rule(
    id=ID,
    title="The product sets this flag itself",
    why="Talos fails with `extra arg … is not allowed`, and does not create the scheduler's Pod.",
    source="siderolabs/talos, internal/app/machined/pkg/controllers/k8s/control_plane_static_pod.go, manageScheduler",
    evidence=(Citation("https://github.com/siderolabs/talos/issues/9091", '`extra arg "config" is not allowed`'),),
    check=check,
    severity=Severity.ERROR,
)
