"""Texts in which people write configurations and flags besides manifests, and what other programs make of those."""

import json
from collections.abc import Iterator, Sequence
from random import Random

from schedcfg import releases
from tests.recorded_cluster import RECORDED as CLUSTER
from tests.sources.manifests.test_places_of_flags import PLACES
from tests.sources.manifests.test_places_of_flags import POD as POD_WITH_FLAG

from .mutations import ODD, WORDS

RENDERED = CLUSTER.parents[1] / "rendering" / "recorded"

CHART = RENDERED.parent / "chart"

_VALUES = (
    "true",
    "false",
    "20s",
    "5",
    "0.0.0.0",
    "/etc/kubernetes/scheduler.conf",
    "a=b",
    "GangScheduling=true",
    "x,y",
)


def flags(random: Random) -> list[tuple[str, str]]:
    """Return some flags of a release, with values that fit, or do not."""
    known = sorted(releases.at(random.choice(releases.names())).flags)
    values = (random.choice(_VALUES), random.choice(_VALUES), random.choice(ODD), random.choice(WORDS))
    return [(random.choice(known), random.choice(values)) for _ in range(random.choice((1, 2, 5, 12)))]


def texts_with_flags(count: int) -> Iterator[str]:
    """Yield texts of every place where flags are written, and static Pods with many of them."""
    random = Random("flags")
    for place in PLACES.values():
        for _ in range(2):
            name, value = flags(random)[0]
            yield place.text.replace("FLAG", name).replace("VALUE", value)
    for _ in range(count):
        lines = (f"        - {json.dumps(f'--{name}={value}')}\n" for name, value in flags(random))
        yield POD_WITH_FLAG.replace("        - --FLAG=VALUE\n", "".join(lines))


def _indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


_AROUND = (
    "# A guide\n\n1. Write:\n\n   ```yaml\nTEXT3   ```\n\nand start it.\n",
    "# A guide\n\n~~~ {.yaml title=x}\nTEXT~~~\n\n```sh\nkube-scheduler --config=scheduler.yaml --v=4\n```\n",
    "#!/bin/sh\nset -e\ncat > scheduler.yaml <<EOF\nTEXTEOF\nexec kube-scheduler --config scheduler.yaml\n",
    "#!/bin/bash\ncat <<-'END' | sudo tee /etc/kubernetes/scheduler.yaml\nTEXTEND\ncat <<EOF\n$(hostname)\nEOF\n",
    "Run:\n\n```bash\nkubectl apply -f - <<'EOF'\nTEXTEOF\n```\n",
    "#cloud-config\nwrite_files:\n- path: /etc/kubernetes/scheduler.yaml\n  content: |\nTEXT4runcmd:\n- [a, b]\n",
    "#cloud-config\nruncmd:\n- |\n  cat > x <<EOF\nTEXT2  EOF\n  kube-scheduler --config=x\n",
    "- ansible.builtin.copy:\n    dest: /etc/x\n    content: |\nTEXT6",
)
"""What is around a configuration; `TEXT4` is the configuration, indented by four."""


def scripts(texts: Sequence[str], count: int) -> Iterator[str]:
    """Yield Markdown, scripts, units and cloud-init, with configurations and flags in them.

    Args:
        texts: Configurations and manifests.
        count: How many have one of these.
    """
    yield from (place.text for place in PLACES.values() if not place.file.endswith((".yaml", ".yml")))
    random = Random("scripts")
    for _ in range(count):
        around, text = random.choice(_AROUND), random.choice(texts)
        for by in (2, 3, 4, 6):
            around = around.replace(f"TEXT{by}", _indented(text, by))
        yield around.replace("TEXT", _indented(text, 0))


def renderings(texts: Sequence[str]) -> Iterator[str]:
    """Yield what helm and kustomize make of charts and overlays."""
    yield from (path.read_text(encoding="utf-8") for path in sorted(RENDERED.glob("*.yaml")))
    sources = (
        "batch/templates/deployment.yaml",
        "batch/charts/second/templates/config.yaml",
        "../../x",
        "other/y.yaml",
    )
    for number, text in enumerate(texts):
        yield f"---\n# Source: {sources[number % 4]}\n{text}"


def cluster_answers() -> Iterator[str]:
    """Yield what kubectl answers when the objects of a cluster are read."""
    yield from (path.read_text(encoding="utf-8") for path in sorted(CLUSTER.iterdir()))
