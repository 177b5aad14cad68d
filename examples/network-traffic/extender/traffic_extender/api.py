"""What kube-scheduler and its extenders send each other, named as in k8s.io/kube-scheduler/extender/v1/types.go."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple


class BadRequest(Exception):  # noqa: N818 - HTTP's own name
    """A body is no `ExtenderArgs`."""


class ExtenderArgs(NamedTuple):
    """A Pod, and the nodes that are left for it.

    Attributes:
        pod: `namespace/name`, for the log.
        names: The nodes' names, in the order in which they came.
        nodes: The nodes themselves, in the same order; None where only names came (`nodeCacheCapable: true`).
    """

    pod: str
    names: list[str]
    nodes: list[dict[str, Any]] | None


def read_args(body: bytes) -> ExtenderArgs:
    """Read the body of a request for filter or prioritise; raises BadRequest."""
    try:
        args = json.loads(body)
        metadata = args["Pod"]["metadata"]
        pod = f"{metadata.get('namespace', 'default')}/{metadata['name']}"
        if args.get("NodeNames") is not None:
            return ExtenderArgs(pod, [str(name) for name in args["NodeNames"]], None)
        # kube-scheduler writes an empty list as null.
        nodes = args["Nodes"]["items"] or []
        return ExtenderArgs(pod, [str(node["metadata"]["name"]) for node in nodes], nodes)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadRequest(f"no ExtenderArgs with Pod and NodeNames or Nodes: {error!r}") from error


def filter_result(args: ExtenderArgs, failed: Mapping[str, str]) -> dict[str, object]:
    """Write an `ExtenderFilterResult`: nodes as they came, without those that failed."""
    if args.nodes is None:
        return {"NodeNames": [name for name in args.names if name not in failed], "FailedNodes": failed}
    passed = [node for name, node in zip(args.names, args.nodes, strict=True) if name not in failed]
    return {"Nodes": {"items": passed}, "FailedNodes": failed}


def filter_error(message: str) -> dict[str, object]:
    """Write an `ExtenderFilterResult` that says why there is none."""
    return {"Error": message}


def host_priority_list(scores: Mapping[str, int]) -> list[dict[str, object]]:
    """Write a `HostPriorityList`."""
    return [{"Host": name, "Score": score} for name, score in scores.items()]
