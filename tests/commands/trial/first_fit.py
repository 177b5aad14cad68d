"""A program that behaves like a kube-scheduler towards an API server, and puts each Pod onto the first node with room.

Tests run it in the place of the real one: it needs nothing but Python. `MOOD` in its environment would not reach it, so
that what it is to do wrong is in its configuration, as `percentageOfNodesToScore`: see `_MOODS`. One that repeats says
of a Pod without a node all that it knows.
"""

import ctypes
import http.client
import json
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_WATCHED = (
    "/api/v1/nodes",
    "/api/v1/namespaces",
    "/apis/storage.k8s.io/v1/storageclasses",
    "/api/v1/pods",
)
_DEFAULT = "default-scheduler"
_MOOD = "percentageOfNodesToScore"
_MOODS = {91: "hangs", 92: "exits", 93: "floods", 94: "asks", 95: "is deaf", 96: "repeats", 97: "crashes"}


class Connection:
    """Requests to the API server that a kubeconfig names."""

    def __init__(self, kubeconfig: str) -> None:
        server = json.loads(Path(kubeconfig).read_text(encoding="utf-8"))["clusters"][0]["cluster"]["server"]
        parts = urllib.parse.urlsplit(server)
        assert parts.hostname is not None
        self._host, self._port, self._prefix = parts.hostname, parts.port, parts.path

    def open(self, method: str, path: str, body: Any = None, type_: str = "application/json") -> Any:
        """Return the response to a request, not read yet."""
        connection = http.client.HTTPConnection(self._host, self._port)
        content = None if body is None else json.dumps(body)
        connection.request(method, self._prefix + path, content, {"Content-Type": type_})
        return connection.getresponse()

    def ask(self, method: str, path: str, body: Any = None, type_: str = "application/json") -> Any:
        """Return what a response says."""
        return json.loads(self.open(method, path, body, type_).read())


def watch(connection: Connection, path: str, seen: dict[str, Any], ready: threading.Condition) -> None:
    """Keep objects as they are on the server."""
    listed = connection.ask("GET", path)
    with ready:
        seen[path] = {item["metadata"]["name"]: item for item in listed.get("items", ())}
        ready.notify_all()
    version = listed.get("metadata", {}).get("resourceVersion", "")
    response = connection.open("GET", f"{path}?watch=true&resourceVersion={version}")
    while line := response.readline():
        event = json.loads(line)
        name = event["object"]["metadata"]["name"]
        with ready:
            if event["type"] == "DELETED":
                seen[path].pop(name, None)
            else:
                seen[path][name] = event["object"]
            ready.notify_all()


def cpu_of(quantity: str) -> int:
    """Return thousandths of a CPU."""
    return int(quantity.removesuffix("m")) if quantity.endswith("m") else int(quantity) * 1000


def request_of(pod: Any) -> int:
    """Return what the containers of a Pod request."""
    containers = pod["spec"]["containers"]
    return sum(cpu_of(one.get("resources", {}).get("requests", {}).get("cpu", "0")) for one in containers)


def node_for(pod: Any, nodes: Any, pods: Any) -> str | None:
    """Return the first node with room; None where there is none."""
    for name, node in nodes.items():
        used = sum(request_of(one) for one in pods.values() if one["spec"].get("nodeName") == name)
        if used + request_of(pod) <= cpu_of(node["status"]["allocatable"]["cpu"]):
            return str(name)
    return None


def allowed(pod: Any, nodes: Any, extenders: list[Any]) -> Any:
    """Return the nodes that extenders leave, asked as a kube-scheduler asks them."""
    for extender in extenders:
        verb = extender.get("filterVerb")
        parts = urllib.parse.urlsplit(extender["urlPrefix"])
        if not verb or parts.hostname is None:
            continue
        connection = http.client.HTTPConnection(parts.hostname, parts.port)
        connection.request("POST", f"{parts.path}/{verb}", json.dumps({"Pod": pod, "NodeNames": sorted(nodes)}))
        response = connection.getresponse()
        # As kube-scheduler does where an extender fails that may not be ignored: the Pod gets no node.
        answer = json.loads(response.read()) if response.status == http.client.OK else {}
        nodes = {name: node for name, node in nodes.items() if name in answer.get("NodeNames", ())}
    return nodes


def by_traffic(nodes: Any, configuration: dict[str, Any]) -> Any:
    """Return the nodes, the quietest first: Prometheus is asked as NetworkTraffic asks it. Else names decide."""
    args = [one["args"] for profile in configuration.get("profiles", ()) for one in profile.get("pluginConfig", ())]
    measured: dict[str, float] = {}
    for name in sorted(nodes):
        measured[name] = 0
        for one in (one for one in args if "prometheusAddress" in one):
            query = f'sum_over_time(node_network_receive_bytes_total{{kubernetes_node="{name}",device="eth0"}}[1m0s])'
            parts = urllib.parse.urlsplit(one["prometheusAddress"])
            connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
            form = urllib.parse.urlencode({"query": query, "time": "4102444801.25"})
            connection.request("POST", f"{parts.path}/api/v1/query", form)
            response = json.loads(connection.getresponse().read())
            if response["status"] == "error":
                raise ValueError(f"querying {one['prometheusAddress']}: {response['error']}")
            ((_, value),) = [sample["value"] for sample in response["data"]["result"]]
            measured[name] += float(value)
    return {name: nodes[name] for name in sorted(measured, key=lambda name: (measured[name], name))}


def log_scores(pod: Any, nodes: Any) -> None:
    """Log a score for each node, as a kube-scheduler does at verbosity 10."""
    name = f"{pod['metadata']['namespace']}/{pod['metadata']['name']}"
    for score, node in enumerate(sorted(nodes), 1):
        begin = "I0101 00:00:00.000000       1 schedule_one.go:1] "
        sys.stderr.write(f'{begin}"Plugin scored node for pod" pod="{name}" plugin="P" node="{node}" score={score}\n')
        sys.stderr.write(f'{begin}"Calculated node\'s final score for pod" pod="{name}" node="{node}" score={score}\n')
    sys.stderr.flush()


def place(connection: Connection, pod: Any, node: str | None, message: str) -> None:
    """Write what was decided, with a message where no node was found."""
    name, namespace = pod["metadata"]["name"], pod["metadata"]["namespace"]
    url = f"/api/v1/namespaces/{namespace}/pods/{name}"
    if node is None:
        condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
        status = {"conditions": [{**condition, "message": message}]}
        connection.ask("PATCH", f"{url}/status", {"status": status}, "application/strategic-merge-patch+json")
    else:
        target = {"kind": "Node", "name": node}
        connection.ask("POST", f"{url}/binding", {"metadata": {"name": name}, "target": target})


def texts(data: Any) -> Iterator[str]:
    """Yield all texts in some data, without what they are called."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from texts(inner)


def schedule(
    connection: Connection, seen: dict[str, Any], changed: threading.Condition, configuration: dict[str, Any]
) -> None:
    """Place Pods, one after another, for as long as the program runs."""
    done: set[str] = set()
    profiles = {one.get("schedulerName", _DEFAULT) for one in configuration.get("profiles", [{}])}
    while True:
        with changed:
            pending = [
                pod
                for pod in seen["/api/v1/pods"].values()
                if not pod["spec"].get("nodeName")
                and pod["metadata"]["uid"] not in done
                and pod["spec"].get("schedulerName") in profiles
            ]
            if not pending:
                changed.wait()
                continue
            pod = pending[0]
            nodes = allowed(pod, seen["/api/v1/nodes"], configuration.get("extenders", []))
            if any(argument.startswith("--vmodule=") and "=10" in argument for argument in sys.argv):
                log_scores(pod, nodes)
            failure = ""
            try:
                node = node_for(pod, by_traffic(nodes, configuration), seen["/api/v1/pods"])
            except ValueError as error:
                node, failure = None, str(error)
            if node is not None:
                pod["spec"]["nodeName"] = node
        done.add(pod["metadata"]["uid"])
        repeats = _MOODS.get(configuration.get(_MOOD, 0)) == "repeats"
        said = " ".join(texts([configuration, pod, nodes])) if repeats else failure or "no room."
        place(connection, pod, node, f"0 nodes are available: {said}")


def misbehave(mood: str, connection: Connection) -> None:
    """Do what no scheduler should do."""
    if mood == "exits":
        sys.exit('E0101 00:00:00.000000       1 run.go:74] "command failed" err="no such plugin: Nowhere"')
    while mood == "floods":
        sys.stderr.write("I0101 00:00:00.000000       1 noise.go:1] the same again\n" * 1000)
    if mood == "crashes":
        ctypes.string_at(0)
    if mood == "asks":
        connection.ask("GET", "/apis/example.com/v1/gadgets")
    time.sleep(3600)


def main(arguments: list[str]) -> None:
    """Run as `kube-scheduler --config FILE`."""
    flags = dict(argument.removeprefix("--").split("=", 1) for argument in arguments if "=" in argument)
    if "--version" in arguments:
        print("Kubernetes v1.33.3")
        return
    configuration = json.loads(Path(flags["config"]).read_text(encoding="utf-8")) if "config" in flags else {}
    connection = Connection(flags.get("kubeconfig") or configuration["clientConnection"]["kubeconfig"])
    mood = _MOODS.get(configuration.get(_MOOD, 0))
    if mood not in {None, "is deaf", "repeats"}:
        misbehave(str(mood), connection)
    seen: dict[str, Any] = {}
    changed = threading.Condition()
    for path in _WATCHED:
        threading.Thread(target=watch, args=(connection, path, seen, changed), daemon=True).start()
    with changed:
        changed.wait_for(lambda: len(seen) == len(_WATCHED))
    if mood == "is deaf":
        time.sleep(3600)
    schedule(connection, seen, changed, configuration)


if __name__ == "__main__":
    main(sys.argv[1:])
