"""`SchedulerTest`: a file of tests that say where Pods go.

It is a kind of ours, not of Kubernetes. Short forms (`placed: all`, `on: node-0`, `expect: {…}` for a single
expectation) are made long before they are read; see `schedcfg.configuration.decode.scheduler_test`, and for their
JSON Schema `schedcfg.commands.schema.scheduler_test_schema`.
"""

from typing import Annotated, Final, TypeAlias

from pydantic import Field

from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.models.base import Int32, OneOf, Range, Shape

SUFFIXES: Final = (".schedtest.yaml", ".schedtest.yml", ".schedtest.json")
"""How files of tests end."""

ALL, NONE = "all", "none"
DEFAULT_CONFIGURATION = "default"
NODE_DOMAIN = "node"
"""Means the node itself in the place of a label by which nodes are grouped."""


class NumberRange(Shape):
    """A number, or the least and the most that it may be."""

    exactly: Annotated[Int32 | None, Range(0)] = Field(default=None, description="The number itself.")
    least: Annotated[Int32 | None, Range(0)] = Field(default=None, description="The least that it may be.")
    most: Annotated[Int32 | None, Range(0)] = Field(default=None, description="The most that it may be.")
    is_all: bool | None = Field(
        default=None, alias=ALL, description="Whether it has to be all that are selected.", examples=[True]
    )


Number: TypeAlias = NumberRange | None
"""A number of Pods or nodes: `3`, `all`, `none`, or `{least: 1, most: 3}`."""


class PendingPods(NumberRange):
    """How many Pods stay Pending, all where no number is written, and why."""

    plugin: str | None = Field(
        default=None, description="The plugin that refuses them on at least one node.", examples=["NodeResourcesFit"]
    )
    reason: str | None = Field(
        default=None,
        description="What the scheduler says of them, or a part of that.",
        examples=["Insufficient memory"],
    )


class PodSelector(Shape):
    """Which Pods an expectation is about: those with a name, or with labels."""

    name: str | None = Field(
        default=None,
        description="The name of a Pod or of its workload, with its namespace (`shop/web`) where others have the same; "
        "of sketched Pods what their names begin with.",
        examples=["web", "shop/web-0"],
    )
    labels: dict[str, str] | None = Field(
        default=None, description="Labels that they have, all of them.", examples=[{"app": "web"}]
    )


class NodeSelector(Shape):
    """Some nodes: those with labels, or with names."""

    names: list[str | None] | None = Field(default=None, description="Their names.", examples=[["node-0"]])
    labels: dict[str, str] | None = Field(
        default=None, description="Labels that they have, all of them.", examples=[{"gpu": "true"}]
    )


Nodes: TypeAlias = NodeSelector | None
"""Some nodes: `{gpu: "true"}`, `node-0`, or `[node-0, node-1]`."""


class Skew(Shape):
    """How evenly Pods are spread."""

    by: str | None = Field(
        default=None,
        description=f"The label of nodes by whose values is counted, or `{NODE_DOMAIN}` for each node.",
        examples=["topology.kubernetes.io/zone"],
    )
    most: Annotated[Int32 | None, Range(0)] = Field(
        default=None, description="How many more Pods one value may have than another one, at most."
    )


class PluginScore(NumberRange):
    """The score that Pods get on a node, weighted, as the scheduler adds it up."""

    plugin: str | None = Field(
        default=None,
        description="The plugin; without one, it is the sum of all plugins.",
        examples=["NodeResourcesFit"],
    )
    node: str | None = Field(default=None, description="The node.", examples=["node-0"])


class Expectation(Shape):
    """What has to become of some Pods. Everything that is written has to hold."""

    pods: PodSelector | None = Field(
        default=None,
        description="Labels of the Pods, or the name of one or of a workload. Default: all Pods of the test.",
        examples=[{"app": "web"}, "web-0"],
    )
    placed: Number = Field(default=None, description="How many of them get a node.", examples=[ALL, 3])
    pending: PendingPods | None = Field(
        default=None,
        description="How many of them no node takes, and why.",
        examples=[ALL, {"plugin": "NodeResourcesFit", "reason": "Insufficient memory"}],
    )
    on: Nodes = Field(
        default=None,
        description="Each of them is on a node with these labels, or with one of these names.",
        examples=[{"gpu": "true"}],
    )
    not_on: Nodes = Field(
        default=None,
        description="None of them is on a node with these labels, or with one of these names.",
        examples=[{"gpu": "true"}],
    )
    together: str | None = Field(
        default=None,
        description=f"All of them are on nodes with the same value of this label, or on one `{NODE_DOMAIN}`.",
        examples=[NODE_DOMAIN, "topology.kubernetes.io/zone"],
    )
    apart: str | None = Field(
        default=None,
        description=f"No two of them are on nodes with the same value of this label, or on one `{NODE_DOMAIN}`.",
        examples=[NODE_DOMAIN],
    )
    per_node: Number = Field(
        default=None, description="How many of them each node has that has any.", examples=[{"most": 1}]
    )
    nodes_used: Number = Field(default=None, description="On how many nodes they are.", examples=[1])
    nodes_free: Number = Field(
        default=None,
        description="How many nodes have no Pod that could be elsewhere, whatever the selected Pods are.",
        examples=[{"least": 2}],
    )
    skew: Skew | None = Field(
        default=None,
        description="How evenly they are spread.",
        examples=[{"by": "topology.kubernetes.io/zone", "most": 1}],
    )
    evicted: Number = Field(
        default=None,
        description="How many Pods have to leave their node; of the selected ones, or without `pods` of all.",
        examples=[NONE, 2],
    )
    score: PluginScore | None = Field(
        default=None,
        description="The score that each of them gets on a node.",
        examples=[{"plugin": "NodeResourcesFit", "node": "node-0", "least": 50}],
    )


class TestCase(Shape):
    """Pods that come, and what has to become of them."""

    name: str | None = Field(
        default=None, description="What the test shows, in a few words.", examples=["small batch Pods share a node"]
    )
    pods: list[str | None] | None = Field(
        default=None,
        description="The Pods that come: files with Pods or workloads, or sketches, as `schedcfg try --pods`.",
        examples=[["web.yaml"], ["12:cpu=500m,memory=1Gi"]],
    )
    nodes: list[str | None] | None = Field(
        default=None,
        description="Nodes in the place of those of the file, as `schedcfg try --nodes`.",
        examples=[["3:cpu=8,memory=32Gi"]],
    )
    objects: list[str | None] | None = Field(
        default=None, description="Further files with what is there before.", examples=[["running.yaml"]]
    )
    prometheus: str | None = Field(
        default=None,
        description="What Prometheus answers plugins, in the place of what it answers in the file.",
        examples=["busy.json"],
    )
    runs: Annotated[Int32 | None, Range(1, 1000)] = Field(
        default=None, description="How often it is run; what holds in some runs only is flaky. Default: as the file."
    )
    expect: list[Expectation | None] | None = Field(
        default=None, description="What has to hold: an expectation, or several."
    )


class SchedulerTest(Shape):
    """Tests that say where a scheduler puts Pods. `schedcfg test` runs them with your own kube-scheduler.

    Paths are relative to the folder of the file.
    """

    api_version: Annotated[str | None, OneOf((OWN_VERSION,))] = Field(default=None, description="The version.")
    kind: Annotated[str | None, OneOf((TEST_KIND,))] = Field(default=None, description="The kind.")
    configuration: str | None = Field(
        default=None,
        description="The configuration, or a manifest that starts a scheduler with one; `default`: none.",
        examples=["scheduler.yaml", DEFAULT_CONFIGURATION],
    )
    nodes: list[str | None] | None = Field(
        default=None,
        description="The nodes: files, or sketches, as `schedcfg try --nodes`.",
        examples=[["6:cpu=8,memory=32Gi,zone=a/b/c", "gpu-nodes.yaml"]],
    )
    objects: list[str | None] | None = Field(
        default=None,
        description="Files with what is there before: classes, claims, budgets, Pods that run.",
        examples=[["priorities.yaml"]],
    )
    prometheus: str | None = Field(
        default=None,
        description="What Prometheus answers plugins: the file that `schedcfg probe network-traffic … --output json` "
        "writes, as `schedcfg try --prometheus`.",
        examples=["traffic.json"],
    )
    runs: Annotated[Int32 | None, Range(1, 1000)] = Field(
        default=None, description="How often each test is run; what holds in some runs only is flaky. Default: 1."
    )
    tests: list[TestCase | None] | None = Field(default=None, description="The tests.")
