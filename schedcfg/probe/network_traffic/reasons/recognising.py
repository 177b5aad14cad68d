"""What it is that answers, where it does not answer as Prometheus does."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from schedcfg.document.texts import without_login
from schedcfg.probe.exchange import Answer, ExchangeFailed
from schedcfg.probe.exchange.quoting import one_line
from schedcfg.probe.prometheus import Prometheus
from schedcfg.probe.prometheus.reply import parse

_OK = 200
_FOLLOWED = 3
"""Redirects of the front page that are tried as paths: Prometheus' own page is at the end of two or three."""
_CHECK = "Check host and port; Prometheus' own port is 9090, and its node exporters' is 9100."


class Recognised(NamedTuple):
    """What was found out about a server.

    Attributes:
        words: What it seems to be.
        help: What to do about it.
    """

    words: str
    help: str


def recognise(prometheus: Prometheus) -> Recognised:
    """Ask a server what it is: by its state, its version, and where its front page leads."""
    version = _version(prometheus)
    if version is not None:
        return Recognised(
            f"yet it says that it is Prometheus {version}",
            "Something between may answer in its place for this path or for POST: look at the proxy's settings.",
        )
    for prefix in _prefixes(prometheus):
        address = _below(prometheus.address, prefix)
        if _is_ready(prometheus._replace(address=address)):
            where = f"below {prefix}" if prefix else "without the path"
            return Recognised(f"Prometheus answers {where}", f"Write {without_login(address)} as the address.")
    name = _server(prometheus)
    what = f"the server calls itself {name}" if name else "nothing tells what it is"
    return Recognised(what, f"{_CHECK} If Prometheus runs below a path (`--web.external-url`), append that.")


def _get(prometheus: Prometheus, path: str) -> Answer | None:
    try:
        return prometheus.get(path)
    except ExchangeFailed:
        return None


def _version(prometheus: Prometheus) -> str | None:
    answer = _get(prometheus, "/api/v1/status/buildinfo")
    found = parse(answer.body) if answer is not None and answer.status == _OK else None
    data = found.get("data") if isinstance(found, dict) else None
    version = data.get("version") if isinstance(data, dict) else None
    return one_line(version)[:40] if isinstance(version, str) else None


def _prefixes(prometheus: Prometheus) -> Iterator[str]:
    """Guess where Prometheus is: at the address without its path, where the front page leads, and at a usual place."""
    own = urlsplit(prometheus.address).path.rstrip("/")
    if own:
        yield ""
    answer = _get(prometheus._replace(address=_below(prometheus.address, "")), "/")
    led = () if answer is None else (answer.headers.get("location", ""), *answer.redirects)
    paths = [urlsplit(where).path.rstrip("/").removesuffix("/graph").removesuffix("/query") for where in led]
    for prefix in dict.fromkeys([*paths[:_FOLLOWED], "/prometheus"]):
        if prefix not in {"", own} and one_line(prefix) == prefix:
            yield prefix


def _below(address: str, prefix: str) -> str:
    parts = urlsplit(address)
    return parts._replace(path=prefix).geturl()


def _is_ready(prometheus: Prometheus) -> bool:
    answer = _get(prometheus, "/-/ready")
    return answer is not None and answer.status == _OK and b"Prometheus" in answer.body[:200]


def _server(prometheus: Prometheus) -> str:
    answer = _get(prometheus, "/")
    return one_line(answer.headers.get("server", ""))[:40] if answer is not None else ""
