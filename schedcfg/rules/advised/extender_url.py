"""URLs of extenders at which no service can be reached: the scheduler starts without checking them."""

import re
from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang.net import has_bad_escape, is_ip
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.rule import Rule, Subject, advice

ID = "extender-url"

_URL = pattern(r"(?P<scheme>[a-zA-Z][a-zA-Z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<rest>.*)\Z", re.DOTALL)
_HOST = pattern(r"(?>(?:.*@)?)(\[[^\]\s]+\]|[^\s:\[\]<>\"]+)(:0*+(?P<port>\d*+))?\Z")
"""A host with its port, as `url.Parse` of Go takes it; without a host there is nothing to connect to."""
_IN_BRACKETS = pattern(r"[^/?#]*//([^/?#]*@)?\[(?P<host>[^\]/]+)\]")
_HIGHEST_PORT = 65535
_TLS_PORTS = frozenset({443, 6443})
"""Where programs, such as the API server, take HTTPS only."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each URL to which no request can be sent, and verbs that make another one of it than is meant."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        if not extender.verbs or placeholder(extender.url_prefix):
            continue
        path: Path = ("extenders", index, "urlPrefix")
        reason, remedy = _objection(extender.url_prefix, path)
        if reason is None:
            yield from _brackets(extender.url_prefix, path)
            yield from _plain(extender.url_prefix, path)
            yield from _verbs(extender, ("extenders", index))
            continue
        shown = f'`urlPrefix: "{extender.url_prefix}"`' if extender.url_prefix else "`urlPrefix` is missing or empty:"
        message = f"every request to this extender fails: {shown} {reason}"
        yield advice(ID, path, message, "Write it as `http://<host>:<port>/<path>`.", Severity.ERROR, remedy)


def _objection(url: str, path: Path) -> tuple[str | None, Remedy | None]:
    """Return why no request can be sent to a URL, with the way out if there is a likely one."""
    match = _URL.match(url)
    if match is None:
        remedy = None
        if url and _HOST.match(url.partition("/")[0]):
            remedy = Remedy(
                "Write `http://` before it",
                (RemedyChange(Act.REPLACE, path, f"http://{url}"),),
                unsafe="the extender is then called, but whether with TLS is a guess",
            )
        return ("has no scheme" if url else "it has no host"), remedy
    if match["scheme"].lower() not in {"http", "https"}:
        return f"is for `{match['scheme']}`, not for `http` or `https`", None
    return _authority(match["authority"]) or _rest(match["path"], match["rest"]), None


def _brackets(url: str, path: Path) -> Iterator[Problem]:
    """Yield a host in square brackets that is no IPv6 address: only older versions of Go read such an URL."""
    match = _IN_BRACKETS.match(url)
    if match is None or (":" in match["host"] and is_ip(match["host"].partition("%25")[0])):
        return
    plain = url[: match.start("host") - 1] + match["host"] + url[match.end("host") + 1 :]
    message = (
        f"every request to this extender fails in a scheduler built with Go 1.24.8, 1.25.2 or later, such as "
        f"all of 1.35: `{match['host']}` is in square brackets, which are for IPv6 addresses"
    )
    remedy = Remedy(
        "Remove the brackets",
        (RemedyChange(Act.REPLACE, path, plain),),
        unsafe="older builds reach the extender, and newer ones do so only afterwards",
    )
    yield advice(ID, path, message, f"Write it without them: `{plain}`.", Severity.WARNING, remedy)


def _plain(url: str, path: Path) -> Iterator[Problem]:
    """Yield plain HTTP to a port of HTTPS; `enableHTTPS` does not change the scheme."""
    match = _URL.match(url)
    host = None if match is None or match["scheme"].lower() != "http" else _HOST.match(match["authority"])
    if match is None or host is None or int(host["port"] or 0) not in _TLS_PORTS:
        return
    https = f"https{url[match.end('scheme') :]}"
    message = (
        f"every request to this extender fails, with code 400, if its server takes HTTPS only, as most do at port "
        f"{host['port']}: `urlPrefix` is of plain HTTP"
    )
    remedy = Remedy(
        "Write `https://`",
        (RemedyChange(Act.REPLACE, path, https),),
        unsafe="the extender is then called with TLS, and its certificate is verified",
    )
    help_ = f"Write `{https}`, or the address of the extender's own Service: the API server's proxy requires a token."
    yield advice(ID, path, message, help_, Severity.WARNING, remedy)


def _authority(written: str) -> str | None:
    host = _HOST.match(written)
    if host is None:
        return "has no host that Go can parse" if written else "has no host"
    return None if _is_port(host["port"] or "") else f"has a port above {_HIGHEST_PORT}"


def _rest(path: str, query: str) -> str | None:
    if query:
        return "has a query or fragment; the verbs are appended to it and are no part of the path"
    if re.search(r"[\x00-\x20\x7f]", path):
        return "contains white space"
    return "has a `%` that starts no escape" if has_bad_escape(path) else None


def _is_port(digits: str) -> bool:
    return len(digits) <= len(str(_HIGHEST_PORT)) and int(digits or 0) <= _HIGHEST_PORT


def _verbs(extender: Extender, path: Path) -> Iterator[Problem]:
    """Yield verbs that are no plain path behind the prefix."""
    prefix = extender.url_prefix.rstrip("/")
    below = prefix.partition("://")[2].partition("/")[2]
    for field, verb in extender.verbs.items():
        if verb.startswith("/"):
            plain = verb.lstrip("/")
            remedy = Remedy(
                f"Write `{plain}`",
                (RemedyChange(Act.REPLACE, (*path, field), plain),),
                unsafe="the extender is called at another path",
            )
            message = f"`{field}` begins with a slash, but one is added before it anyway: {_request_url(prefix, verb)}"
            yield advice(ID, (*path, field), message, f"Write `{field}: {plain}`.", Severity.WARNING, remedy)
        elif "://" in verb:
            message = f"`{field}` is appended to `urlPrefix`: {_request_url(prefix, verb)}"
            yield advice(ID, (*path, field), message, "Write only the part after `urlPrefix`.", Severity.ERROR)
        elif f"/{below}".endswith(f"/{verb}"):
            message = (
                f"`urlPrefix` already ends with `{verb}`, and `{field}` is appended to it: {_request_url(prefix, verb)}"
            )
            yield advice(
                ID,
                (*path, "urlPrefix"),
                message,
                f"Remove `/{verb}` from `urlPrefix` unless the repetition is intended.",
            )


def _request_url(prefix: str, verb: str) -> str:
    return f"the scheduler would request `{prefix}/{verb}`"


RULE = Rule(
    id=ID,
    title="An extender's URL cannot be used",
    why="`urlPrefix` is first used for the first Pod; then every request fails, and unless the extender is "
    "`ignorable`, no Pod is scheduled.",
    source="pkg/scheduler/extender.go, send",
    evidence=(
        Citation("https://github.com/cnych/qikqiak.com/issues/148", "a `urlPrefix` that has no host"),
        Citation(
            "https://github.com/Ray-xpucube/xpu-scheduler-extender/blob/ad3a4a6765c08a3e5eb2d3f3bd917f10117a810a/config/scheduler-policy-config.json",
            "a host in square brackets",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    bad=v1_configuration("""\
extenders:
  - urlPrefix: gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
"""),
    of_extenders=problems,
)
