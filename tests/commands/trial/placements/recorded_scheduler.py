"""A program that requests what a real kube-scheduler requested, when it did, and notes what it gets.

It is run as a scheduler is, by `python -IS recorded_scheduler.py EXCHANGES NOTES --config=FILE …`. EXCHANGES has a row
of `tools/record/exchanges.py` on each line. A request that changes something waits until the watches have shown what
they had shown the real scheduler by then. NOTES gets a line for each response, and for each event.
"""

import json
import re
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

LONGEST = 10.0
"""Seconds that a request waits for what the real scheduler had seen before it."""

_UID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

OF_EVERY_CLUSTER = frozenset({"namespaces", "services"})
"""What a control plane makes for itself, and no request follows from."""

Json = dict[str, Any]


class RecordedScheduler:
    """The requests, and what the server has shown so far."""

    def __init__(self, server: str, notes: str) -> None:
        self._server = server
        self._notes = Path(notes).open("a", encoding="utf-8")  # noqa: SIM115 - until the program is killed
        self._lock = threading.Condition()
        self._objects: dict[tuple[str, str, str], Json] = {}
        self._signs: dict[tuple[str, str, str], list[Any]] = {}
        self._open = 0

    def play(self, exchanges: list[Json]) -> None:
        """Request all of it, in its order."""
        watches = [one for one in exchanges if one["method"] == "WATCH"]
        begun = 0
        for number, exchange in enumerate(exchanges):
            if exchange["method"] == "WATCH":
                begun += 1
                threading.Thread(target=self._watch, args=(number, exchange["url"]), daemon=True).start()
            else:
                if exchange["method"] != "GET":
                    self._wait_until_open(begun)
                    self._wait_for(_signs_before(watches, exchange["at"]))
                self._request(number, exchange)

    def _request(self, number: int, exchange: Json) -> None:
        body = exchange.get("body")
        if isinstance(body, dict):
            body = self._with_identity(exchange, body)
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": exchange.get("type") or "application/json"}
        request = urllib.request.Request(
            self._server + exchange["url"], data=data, headers=headers, method=exchange["method"]
        )
        try:
            with urllib.request.urlopen(request) as response:
                status, content = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, content = error.code, error.read()
        self._note({"number": number, "status": status, "response": _json(content)})

    def _with_identity(self, exchange: Json, body: Json) -> Json:
        """Return what is sent, with the identity and the version of the object as this server has them."""
        if exchange["method"] != "PUT" and "/binding" not in exchange["url"]:
            return body
        name = exchange["url"].partition("?")[0].removesuffix("/binding").removesuffix("/status").rpartition("/")
        resource = name[0].rpartition("/")[2]
        known = [one for key, one in self._objects.items() if key[0] == resource and key[2] == name[2]]
        if not known:
            return body
        kept = ("uid", "resourceVersion") if exchange["method"] == "PUT" else ("uid",)
        return {**body, "metadata": {**body["metadata"], **{key: known[-1]["metadata"][key] for key in kept}}}

    def _watch(self, number: int, url: str) -> None:
        resource = resource_of(url)
        joined = "&" if "?" in url else "?"
        with urllib.request.urlopen(f"{self._server}{url}{joined}resourceVersion=0&watch=true") as response:
            with self._lock:
                self._open += 1
                self._lock.notify_all()
            for line in response:
                event = json.loads(line)
                self._note({"number": number, "event": event})
                if event["type"] == "BOOKMARK":
                    continue
                key = key_of(resource, event)
                with self._lock:
                    self._objects[key] = event["object"]
                    self._signs.setdefault(key, []).append(sign(event))
                    self._lock.notify_all()

    def _wait_until_open(self, watches: int) -> None:
        """Wait until so many watches are open: one that is late would never show what an object was before the change.

        A scheduler does so, too: `WaitForCacheSync` in `cmd/kube-scheduler/app/server.go`.
        """
        with self._lock:
            self._lock.wait_for(lambda: self._open >= watches, LONGEST)

    def _wait_for(self, signs: dict[tuple[str, str, str], list[Any]]) -> None:
        """Wait until each object has shown, in this order, what it had shown the real scheduler."""
        with self._lock:
            shown = self._lock.wait_for(
                lambda: all(_contains(self._signs.get(key, []), wanted) for key, wanted in signs.items()), LONGEST
            )
            if not shown:
                missing = {
                    "/".join(key): wanted
                    for key, wanted in signs.items()
                    if not _contains(self._signs.get(key, []), wanted)
                }
                self._note({"missing": missing})

    def _note(self, note: Json) -> None:
        with self._lock:
            self._notes.write(json.dumps(note) + "\n")
            self._notes.flush()


def resource_of(url: str) -> str:
    """Return what a URL is about: `pods`."""
    return url.partition("?")[0].rpartition("/")[2]


def key_of(resource: str, event: Json) -> tuple[str, str, str]:
    """Return what an event is about: resource, namespace, and name without random parts."""
    metadata = event["object"]["metadata"]
    return resource, metadata.get("namespace", ""), _UID.sub("UID", metadata["name"])


def sign(event: Json) -> list[Any]:
    """Return what of an event a later request may follow from: that an object is there, bound, gone, or has claims."""
    spec = event["object"].get("spec") or {}
    status = event["object"].get("status") or {}
    bound = bool(spec.get("nodeName")) or bool(spec.get("volumeName")) or bool(spec.get("claimRef"))
    return [event["type"] == "DELETED", bound, bool(status.get("resourceClaimStatuses"))]


def _signs_before(watches: list[Json], at: int) -> dict[tuple[str, str, str], list[Any]]:
    signs: dict[tuple[str, str, str], list[Any]] = {}
    for watch in watches:
        if resource_of(watch["url"]) in OF_EVERY_CLUSTER:
            continue
        for time_, event in watch["events"]:
            if time_ < at and event["type"] != "BOOKMARK":
                known = signs.setdefault(key_of(resource_of(watch["url"]), event), [])
                if not known or known[-1] != sign(event):
                    known.append(sign(event))
    return signs


def _contains(shown: list[Any], wanted: list[Any]) -> bool:
    """Return whether what is wanted is among what was shown, in this order."""
    rest = iter(shown)
    return all(one in rest for one in wanted)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")


def main() -> None:
    """Request all, and stay, as a scheduler does."""
    exchanges, notes, *arguments = sys.argv[1:]
    named = next(one.partition("=")[2] for one in arguments if one.startswith("--config="))
    kubeconfig = json.loads(Path(named).read_text(encoding="utf-8"))["clientConnection"]["kubeconfig"]
    server = json.loads(Path(kubeconfig).read_text(encoding="utf-8"))["clusters"][0]["cluster"]["server"]
    lines = Path(exchanges).read_text(encoding="utf-8").splitlines()
    RecordedScheduler(server, notes).play([json.loads(line) for line in lines])
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main()
