"""A first file of tests: of what a folder holds, of a cluster's nodes, or of a trial."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from schedcfg.commands.trial.inputs.given_cluster import is_waiting
from schedcfg.commands.trial.inputs.given_objects import GivenFiles, GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_index import kind_of
from schedcfg.commands.trial.inputs.sketch import is_sketch
from schedcfg.commands.trial.inputs.workloads import KINDS
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.document.yaml_writer import write
from schedcfg.errors import UnwritableOutput, WrongRequest
from schedcfg.integrations.cluster_reading import kubectl
from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.models.scheduler_test import DEFAULT_CONFIGURATION, SUFFIXES
from schedcfg.sources.manifests.pod import at
from schedcfg.sources.replace import create
from schedcfg.sources.source import STDIN
from schedcfg.sources.type_meta import read_type_meta

NAME = f"scheduling{SUFFIXES[0]}"
"""What a first file is called where no other name is given."""

_SKETCH = "3:cpu=8,memory=32Gi,zone=a/b/c"
_NODE = ("", "Node")
_MOST_TESTS = 20
_PRUNED = (("metadata", "managedFields"), ("metadata", "annotations"), ("status", "images"), ("status", "volumesInUse"))
"""What a scheduler does not look at in a node, and what is most of it."""


class NewTests(NamedTuple):
    """What a new file of tests says; paths are those of the working folder."""

    configuration: str = DEFAULT_CONFIGURATION
    nodes: tuple[str, ...] = ()
    tests: Mapping[str, tuple[str, ...]] = {}  # Name → the Pods that come
    comments: Mapping[Path, str] = {}
    prometheus: str | None = None  # The file with what it answers

    def text(self, path: str) -> str:
        """Return the text of a file at a path: tests that expect nothing yet."""
        data: dict[str, Any] = {"apiVersion": OWN_VERSION, "kind": TEST_KIND}
        data["configuration"] = _from(path, self.configuration)
        data["nodes"] = [_from(path, value) for value in self.nodes]
        if self.prometheus is not None:
            data["prometheus"] = _from(path, self.prometheus)
        data["tests"] = [
            {"name": name, "pods": [_from(path, value) for value in pods]} for name, pods in self.tests.items()
        ]
        return write(data, self.comments)

    def create(self, path: str) -> None:
        """Write the file.

        Raises:
            WrongRequest: if it cannot be a file of tests.
            UnwritableOutput: if there is one already, or it cannot be written.
        """
        self.check(path)
        _create(path, self.text(path))

    def check(self, path: str) -> None:
        """Check whether these can be the tests of a file.

        Raises:
            WrongRequest: if files of tests are not called so, or a file cannot be named in it.
        """
        if not path.endswith(SUFFIXES):
            raise WrongRequest(f"{path} is no name of a file of tests", f"Its name has to end in {SUFFIXES[0]}.")
        pods = (value for some in self.tests.values() for value in some)
        if STDIN in (self.configuration, *self.nodes, self.prometheus, *pods):
            raise WrongRequest("standard input cannot be named in a file of tests", "Name files.")


def _create(path: str, text: str) -> None:
    """Write a new file.

    Raises:
        UnwritableOutput: if there is one already, or it cannot be written.
    """
    try:
        create(path, text.encode())
    except UnwritableOutput as error:
        raise error.of(path) from None


def _from(path: str, value: str) -> str:
    """Return a path of the working folder as the file of tests names it; a sketch as it is."""
    if value == DEFAULT_CONFIGURATION or is_sketch(value) or os.path.isabs(value):
        return value
    return os.path.relpath(value, os.path.dirname(path) or os.curdir)


def begin(folder: str, path: str, *, cluster: bool, context: str | None) -> None:
    """Write a first file of tests.

    Args:
        folder: What is tested: its configuration and workloads, and its nodes.
        path: The file.
        cluster: Whether the nodes are those of a cluster.
        context: The context of kubectl; None: its current one.

    Raises:
        WrongRequest: if no file of the folder holds a workload.
        KubectlFailed: if the nodes cannot be listed.
        UnwritableOutput: if there is such a file already, or it cannot be written.
    """
    tests = of_folder(folder)
    if os.path.lexists(path):
        raise UnwritableOutput(f"{printable(path)} is there already", "Add tests to it, or remove it.")
    (with_nodes_of_cluster(tests, path, context) if cluster else tests).create(path)


class _Holding(NamedTuple):
    """What a file holds."""

    path: str
    has_configuration: bool
    workloads: tuple[str, ...]  # Kind and name
    has_nodes: bool


def of_folder(folder: str) -> NewTests:
    """Return tests of what a folder holds: a test for each file with workloads, on its nodes.

    Raises:
        WrongRequest: if no file holds a workload.
    """
    found = _holdings(folder)
    configurations = [one.path for one in found if one.has_configuration]
    nodes = tuple(one.path for one in found if one.has_nodes)
    workloads = [one for one in found if one.workloads]
    if not workloads:
        advice = "Name the folder with your Deployments, Jobs or Pods, or use `schedcfg try … --save`."
        raise WrongRequest(f"{printable(folder)} has no file with Pods or workloads", advice)
    comments: dict[Path, str] = {}
    if len(configurations) > 1:
        others = ", ".join(printable(os.path.relpath(path, folder)) for path in configurations[1:])
        comments["configuration",] = f"There are others: {others}"
    if not nodes:
        comments["nodes",] = "A sketch: write your own nodes, or name a file with those of `kubectl get nodes -o yaml`"
    return NewTests(
        configuration=next(iter(configurations), DEFAULT_CONFIGURATION),
        nodes=nodes or (_SKETCH,),
        tests={_test_name(one): (one.path,) for one in workloads[:_MOST_TESTS]},
        comments=comments,
    )


def _test_name(holding: _Holding) -> str:
    return f"where the Pods of {', '.join(holding.workloads[:3])} go"


def _holdings(folder: str) -> list[_Holding]:
    """Return the files of a folder that hold objects of Kubernetes."""
    objects: dict[str, list[GivenObject]] = {}
    for given in GivenFiles(InputNotes()).objects(folder):
        objects.setdefault(os.path.normpath(given.source), []).append(given)
    return [_holding(path, found) for path, found in objects.items()]


def _holding(path: str, objects: Sequence[GivenObject]) -> _Holding:
    coming = [given for given in objects if kind_of(given) in KINDS or is_waiting(given)]
    return _Holding(
        path,
        any(read_type_meta(given.data).is_configuration for given in objects),
        tuple(f"{given.kind} {at(given.data, 'metadata', 'name')}" for given in coming),
        any(kind_of(given) == _NODE for given in objects),
    )


def with_nodes_of_cluster(tests: NewTests, path: str, context: str | None) -> NewTests:
    """Return tests on the nodes of a cluster, which are written beside a file of tests.

    Args:
        tests: The tests.
        path: The file of tests.
        context: The context of kubectl; None: its current one.

    Raises:
        KubectlFailed: if they cannot be listed.
        UnwritableOutput: if there is such a file already, or it cannot be written.
    """
    items = [_pruned(one) for one in kubectl(context).objects("nodes")]
    target = os.path.join(os.path.dirname(path), "nodes.json")
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=1) + "\n"
    _create(target, text)
    comments = {place: text for place, text in tests.comments.items() if place != ("nodes",)}
    return tests._replace(nodes=(target,), comments=comments)


def _pruned(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return a node without what no scheduler looks at."""
    pruned = dict(node)
    for part, key in _PRUNED:
        if isinstance(pruned.get(part), dict):
            pruned[part] = {name: value for name, value in pruned[part].items() if name != key}
    return pruned


def of_trial(configuration: str, nodes: Sequence[str], pods: Sequence[str], prometheus: str | None) -> NewTests:
    """Return the test that a trial is: the same configuration, nodes, Pods and answers of Prometheus."""
    return NewTests(
        configuration=configuration,
        nodes=tuple(nodes),
        tests={f"where {', '.join(pods)} go": tuple(pods)},
        prometheus=prometheus,
    )
