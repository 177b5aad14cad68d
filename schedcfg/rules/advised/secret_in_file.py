"""Secrets in a file that many may read."""

import re
from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.placeholders import placeholder
from schedcfg.document.secret_names import is_secret_name
from schedcfg.document.span import Path, render
from schedcfg.findings import Problem, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.rule import Rule, Subject, advice

ID = "secret-in-file"

_LOGIN = pattern(r"://[^/\s:]+:(?P<password>[^/\s]+)@")
_SAYS_IT_IS_NONE = pattern(
    r"(?:.*[^a-z0-9])?(?:dummy|examples?|fake|hidden|masked|none|placeholder|redacted|removed|sample|tbd|todo|your)"
    r"(?:[^a-z0-9].*)?|(?:change|replace)[-_ ]?(?:it|me|this).*|[^a-z0-9]*(?:x+)?[^a-z0-9]*|<.*>|\[.*\]",
    re.IGNORECASE | re.DOTALL,
)
"""What an example has in the place of a secret: such a word, or nothing but marks: `***`, `xxx`, `<token>`."""
_HELP = "Remove it, and change it if others may have read the file; plugins can read a mounted Secret."


def check(subject: Subject) -> Iterator[Problem]:
    """Yield texts in Args under keys that sound like secrets, logins in URLs, and private keys; never their values."""
    config = subject.configuration
    for index, extender in enumerate(config.extenders):
        path: Path = ("extenders", index)
        if _has_password(extender.url_prefix):
            yield _problem((*path, "urlPrefix"), "`urlPrefix` contains a user name and a password")
        if extender.tls and extender.tls.get("keyData"):
            help_ = "Set `keyFile` to a file that is mounted from a Secret."
            yield _problem((*path, "tlsConfig", "keyData"), "`keyData` is a private key", help_)
    for profile in config.profiles:
        for entry in profile.plugin_config:
            # In-tree Args have no place for one.
            if entry.name not in config.release.plugins:
                yield from _in_args(entry.raw, (*entry.path, "args"))


def _in_args(data: object, path: Path) -> Iterator[Problem]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _in_args(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _in_args(value, (*path, index))
    elif isinstance(data, str) and data:
        name = str(path[-1])
        if _has_password(data):
            yield _problem(path, f"`{render(path[-1:])}` contains a user name and a password")
        elif is_secret_name(name) and _is_value(data):
            yield _problem(path, f"`{name}` looks like a secret, in plain text")


def _has_password(address: str) -> bool:
    login = _LOGIN.search(address)
    return login is not None and _is_secret(login["password"]) and not placeholder(address)


def _is_value(text: str) -> bool:
    """Return whether a text is the secret itself, rather than a file with it or what is to be filled in."""
    return not text.startswith(("/", "./")) and _is_secret(text)


def _is_secret(text: str) -> bool:
    return _SAYS_IT_IS_NONE.fullmatch(text) is None and not placeholder(text)


def _problem(path: Path, message: str, help_: str = _HELP) -> Problem:
    return advice(ID, path, message, help_)


RULE = Rule(
    id=ID,
    title="The file contains a secret",
    why="Configurations are stored in repositories and ConfigMaps, and kube-scheduler logs the whole configuration "
    "at `-v=2` and shows it at `/configz`.",
    source="cmd/kube-scheduler/app/options/configfile.go, LogOrWriteConfig; cmd/kube-scheduler/app/server.go, configz",
    evidence=(Citation("https://github.com/kubernetes/kubernetes/pull/96426", "the scheduler logs its configuration"),),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          metricProvider:
            type: Prometheus
            address: https://prometheus.monitoring.svc:9091
            token: sha256~c2NoZWRjZmc
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          metricProvider:
            type: Prometheus
            address: https://prometheus.monitoring.svc:9091
"""),
)
