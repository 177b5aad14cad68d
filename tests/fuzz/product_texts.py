"""Files of products, and folders in which they are beside a scheduler, as the project's own cases have them."""

import json
from collections.abc import Iterator
from random import Random

from schedcfg import releases
from tests.commands.test.mutations.cases import OURS, THEIRS
from tests.rules.case_files import all_cases, unmarked
from tests.sources.manifests.test_places_of_flags import PLACES
from tests.sources.manifests.test_products import BY_FIELD, BY_PRODUCT
from tests.sources.test_terraform import VALUES, plan

OWN = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: batch
  plugins: {score: {enabled: [{name: NodeResourcesFit, weight: 5}]}}
"""
"""A configuration of a second scheduler."""

_SECRETS = {
    "variables": {"db_password": {"value": "hush"}, "region": {"value": "eu"}},
    "planned_values": {"outputs": {"kubeconfig": {"sensitive": True, "value": "token: hush"}}},
}
"""What plans of Terraform have beside resources."""


def folders() -> Iterator[str]:
    """Yield folders as texts in which a line names each file: the cases of all rules, and more than one of them."""
    cases = [_folder({name: unmarked(text) for name, text in case.texts.items()}) for case in all_cases()]
    yield from cases
    yield from (_folder({place.file: _flagged(place.text)}) for place in PLACES.values())
    yield from (_folder({"cluster.yaml": _flagged(text)}) for text in (*BY_PRODUCT.values(), *BY_FIELD.values()))
    yield from (_folder({"plan.json": text}) for text in plans())
    random = Random("folders")
    for _ in range(200):
        one, other = random.sample(cases, 2)
        yield f"{one}\n{other.replace('# file: ', '# file: other/')}"
    for text in plans():
        yield f"{random.choice(cases)}\n{_folder({'terraform/plan.json': text})}"
    for folder in (OURS, THEIRS):
        paths = sorted(path for path in folder.iterdir() if path.is_file())
        for _ in range(10):
            yield _folder({path.name: path.read_text(encoding="utf-8") for path in random.sample(paths, 4)})


def plans() -> Iterator[str]:
    """Yield what `terraform show -json` prints of a plan: one of each resource, and of several."""
    for address in VALUES:
        yield plan(address)
        yield json.dumps({**json.loads(plan(address)), **_SECRETS}, indent=1)
    yield plan(*list(VALUES)[:3])


def tests() -> Iterator[str]:
    """Yield files of tests: the examples, and those that are mutated to see that a change is noticed."""
    for folder in (OURS, THEIRS, THEIRS / "since-1.37", THEIRS.parent):
        yield from (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.schedtest.yaml")))
    yield from (path.read_text(encoding="utf-8") for path in sorted(THEIRS.parent.glob("*/*.schedtest.yaml")))
    yield _EVERYTHING
    yield _EVERYTHING.replace("expect:", "x:")


_EVERYTHING = """\
apiVersion: schedcfg.io/v1alpha1
kind: SchedulerTest
configuration: default
nodes: ["3:cpu=8,memory=32Gi,zone=a/b", "1:cpu=8,memory=32Gi,label.gpu=true,name=gpu"]
runs: 2
tests:
- name: everything   # a comment
  pods: ["6:cpu=500m,memory=1Gi,name=web,label.app=web", "2:cpu=64,name=large"]
  runs: 1
  expect:
  - pods: web
    placed: all
    perNode: {most: 2}
    skew: {by: node, most: 1}
    apart: node
  - pods: {app: web}
    on: {gpu: "true"}
    notOn: [node-0, node-1]
    together: topology.kubernetes.io/zone
    nodesUsed: {least: 1, most: 3}
    nodesFree: 1
    evicted: none
    score: {plugin: NodeResourcesFit, node: node-0, least: 5}
  - pods: large
    pending: {plugin: NodeResourcesFit, reason: Insufficient cpu}
- name: nothing yet
  nodes: ["1:cpu=1,memory=1Gi"]
  pods: ["1:cpu=1"]
"""
"""A file of tests in which each expectation is."""


def _folder(texts: dict[str, str]) -> str:
    return "".join(f"# file: {name}\n{text}{'' if text.endswith(chr(10)) else chr(10)}" for name, text in texts.items())


def _flagged(text: str) -> str:
    random = Random(text)
    flag = random.choice(sorted(releases.at(releases.NEWEST).flags))
    return text.replace("FLAG", flag).replace("VALUE", random.choice(("true", "0.0.0.0", "a=b", "20s")))
