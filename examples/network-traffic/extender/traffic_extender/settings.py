"""What can be set: on the command line, or by variables such as `TRAFFIC_DEVICE`."""

import argparse
import os
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from yarl import URL


class Settings(NamedTuple):
    """Everything that can be set.

    Attributes:
        prometheus: Where Prometheus answers; may hold a login.
        device: The network interface of the nodes.
        time_range: Over which the rate is taken, as Prometheus writes it: at least four scrape intervals.
        node_label: The label of the counter that holds the node's name; empty: `nodename` of `node_uname_info` is it.
        limit: Bytes per second above which a node is filtered out; None: no node is.
        cache: For how many seconds an answer of Prometheus, or its failure, is used again.
        timeout: For how many seconds Prometheus is waited for: well below kube-scheduler's `httpTimeout`.
        host: The address to listen on.
        port: The port to listen on; 0: any free one.
    """

    prometheus: URL
    device: str
    time_range: str
    node_label: str
    limit: float | None
    cache: float
    timeout: float
    host: str
    port: int


def settings_from(arguments: Sequence[str] | None = None) -> Settings:
    """Read arguments, by default those of the process; a wrong one ends it with status 2."""
    parser = argparse.ArgumentParser(prog="traffic_extender", description=__doc__)

    def setting(name: str, default: str, kind: Callable[[str], object], help_: str) -> None:
        variable = "TRAFFIC_" + name.upper().replace("-", "_")
        value = os.environ.get(variable, default)
        parser.add_argument(f"--{name}", default=value, type=kind, help=f"{help_} [{variable}; {default or 'none'}]")

    setting("prometheus", "http://127.0.0.1:9090", _url, "where Prometheus answers")
    setting("device", "eth0", str, "network interface of the nodes")
    setting("time-range", "1m", _time_range, "over which the rate is taken, at least four scrape intervals")
    setting("node-label", "", _label, "label of the counter with the node's name, if not node_uname_info has it")
    setting("limit", "", _limit, "bytes per second above which a node is filtered out")
    setting("cache", "5", _seconds, "seconds for which an answer is used again")
    setting("timeout", "1", _seconds, "seconds to wait for Prometheus, well below httpTimeout")
    setting("host", "127.0.0.1", str, "address to listen on")
    setting("port", "8888", int, "port to listen on")
    return Settings(**vars(parser.parse_args(arguments)))


def _url(text: str) -> URL:
    try:
        url = URL(text)
    except ValueError:
        url = URL()
    if url.scheme not in {"http", "https"} or not url.host:
        # The text is not repeated, here as below: an address can hold a password.
        raise argparse.ArgumentTypeError("not an URL that begins with http:// or https://")
    return url


def _time_range(text: str) -> str:
    return _matching(text, r"[1-9]\d*[smhd]", "a time range as Prometheus writes it, such as 90s or 3m")


def _label(text: str) -> str:
    return _matching(text, r"([a-zA-Z_]\w*)?", "the name of a label")


def _limit(text: str) -> float | None:
    return _seconds(text) if text else None


def _seconds(text: str) -> float:
    return float(_matching(text, r"\d+(\.\d+)?", "a number that is not negative"))


def _matching(text: str, pattern: str, kind: str) -> str:
    if not re.fullmatch(pattern, text, re.ASCII):
        raise argparse.ArgumentTypeError(f"not {kind}")
    return text
