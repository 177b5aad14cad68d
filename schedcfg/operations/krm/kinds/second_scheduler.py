"""`kind: SecondScheduler`: what runs the configuration beside the cluster's own scheduler."""

from schedcfg.generate import second_scheduler as second
from schedcfg.operations.generating.around import DEFAULT_NAME
from schedcfg.operations.krm.fields import Fields
from schedcfg.operations.krm.kinds.kind import Made


def read(fields: Fields) -> Made:
    """Read `name`, `namespace` (`kube-system`), `image`, `program`, `replicas` (1) and `tlsSecret`."""
    wishes = second.Wishes(
        name=fields.required("name", "my-scheduler"),
        namespace=fields.text("namespace") or "kube-system",
        image=fields.text("image") or None,
        replicas=fields.count("replicas"),
        tls_secret=fields.text("tlsSecret") or None,
        program=fields.text("program") or second.PROGRAM,
    )
    return Made(DEFAULT_NAME, second.maker(wishes))
