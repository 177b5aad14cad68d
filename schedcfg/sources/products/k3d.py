"""k3d, which runs k3s in containers and hands arguments on to it.

Sources: docs at k3d.io, "Config File"; `--k3s-arg` in cmd/cluster/clusterCreate.go of github.com/k3d-io/k3d: what
follows an `@` selects nodes.
"""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.manifests.pod import items, text
from schedcfg.sources.products import k3s
from schedcfg.sources.products.product import FlagOption, FlagPlace, Marks, Product, ProductDocument

_ARGUMENT = pattern(rf"{k3s.OPTION}[= ][\"']?(?P<flag>[^\"']+)")


def _flags(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags among the arguments of k3s: `arg: --kube-scheduler-arg=name=value`."""
    for item, place in items(data, path):
        match = _ARGUMENT.match(text(item.get("arg")))
        if match is not None:
            yield from flags_in_pairs(match["flag"], (*place, "arg"))


PRODUCT = Product(
    "k3d",
    Marks(flags=(k3s.OPTION,)),
    documents=(
        ProductDocument(
            "k3d.io/",
            ("Simple",),
            flags=(FlagPlace(("options", "k3s", "extraArgs"), _flags),),
            versions=(("image",),),
        ),
    ),
    options=(FlagOption("--k3s-arg", prefix=f"{k3s.OPTION}=", end="@", versions=("--image", "-i")),),
    kubeconfig=k3s.KUBECONFIG,
)
