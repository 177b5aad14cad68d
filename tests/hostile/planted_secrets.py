"""Files with secrets in many places under many names, each of which can be told from all others."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

NAMES = (
    *("password", "passwd", "passphrase", "pwd", "db_pass", "secret", "clientSecret", "client-secret"),
    *("token", "authToken", "access_token", "refresh-token", "bearerToken", "jwt", "apiKey", "api_key", "X-Api-Key"),
    *("accessKeyId", "secretAccessKey", "AccountKey", "privateKey", "private-key", "encryption_key", "keyData"),
    *("credential", "credentials", "Authorization", "Cookie", "connectionString", "sessionId"),
    *("GITHUB_PAT", "SLACK_WEBHOOK_URL", "DATABASE_URL", "REDIS_URL", "otpSeed"),
)
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

Secrets = dict[str, str]
"""Values by their names."""

Write = Callable[[Secrets], str]
"""Writes the text of a file with secrets."""


class Planted(NamedTuple):
    """A file with secrets.

    Attributes:
        name: Of the file.
        text: Its content.
        secrets: By the name of each.
    """

    name: str
    text: str
    secrets: Secrets


def _written(entry: str, secrets: Secrets) -> str:
    """Write an entry for each secret."""
    written = (
        entry.format(name=name, value=value, number=number) for number, (name, value) in enumerate(secrets.items())
    )
    return "".join(written)


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" for line in text.splitlines())


def _listed(entry: str, head: str) -> Write:
    return lambda secrets: head + _written(entry, secrets)


def _in_args(entry: str) -> Write:
    head = f"{HEAD}profiles:\n- pluginConfig:\n  - name: Unknown\n    args:\n"
    return lambda secrets: head + _indented(_written(entry, secrets), "      ")


def _documents(entry: str) -> Write:
    return lambda secrets: "---\n".join(HEAD + entry.format(name=name, value=value) for name, value in secrets.items())


def _pod(container: str) -> str:
    return (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: kube-scheduler\n  namespace: kube-system\nspec:\n  containers:\n"
        f"  - name: kube-scheduler\n    image: registry.k8s.io/kube-scheduler:v1.33.1\n{_indented(container, '    ')}"
    )


_POLICY = {"apiVersion": "v1", "kind": "Policy"}


def _json(secrets: Secrets) -> str:
    data = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", **secrets}
    return json.dumps({**data, "profiles": [{"pluginConfig": [{"name": "Unknown", "args": secrets}]}]})


def _config_map(secrets: Secrets) -> str:
    inner = _indented(HEAD + _written("{name}: {value}\n", secrets), "    ")
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  config.yaml: |\n{inner}"


def _extenders(url: str) -> Write:
    def write(secrets: Secrets) -> str:
        entries = (
            f"- {{urlPrefix: '{url.format(name=name, value=value)}', weight: x}}\n" for name, value in secrets.items()
        )
        return f"{HEAD}extenders:\n{''.join(entries)}"

    return write


PLACES: dict[str, Write] = {
    "args.yaml": _in_args("{name}: {value}\n"),
    "below.yaml": _in_args("{name}:\n  {value}\n"),
    "block.yaml": _in_args("{name}: |\n  {value}\n  {value}\n"),
    "list.yaml": _in_args("{name}:\n- {value}\n"),
    "command.yaml": _in_args("x{number}: [sh, --{name}, {value}]\n"),
    "flow.yaml": _in_args("x{number}: {{{name}: {value}}}\n"),
    "unknown-field.yaml": _listed("{name}: {value}\n", HEAD),
    "in-a-value.yaml": _documents('leaderElection: "{name}={value}"\n'),
    "in-a-number.yaml": _documents('parallelism: "{name}: {value}"\n'),
    "profile.yaml": _documents("profiles:\n- schedulerName: '{name}={value}'\n"),
    "plugin.yaml": _listed(
        "      - name: {name}={value}\n", f"{HEAD}profiles:\n- plugins:\n    score:\n      enabled:\n"
    ),
    "parameter.yaml": _extenders("http://host/?a=b&{name}={value}"),
    "login.yaml": _extenders("https://{name}:{value}@host/"),
    "key.yaml": _listed("'http://{name}:{value}@host': 1\n", HEAD),
    "image.yaml": lambda secrets: "---\n".join(
        _pod("").replace("registry.k8s.io", f"{name}:{value}@registry.k8s.io") for name, value in secrets.items()
    ),
    "variable.yaml": lambda secrets: _pod(
        "command: [kube-scheduler, --config=/etc/a.yaml]\nenv:\n"
        + _written("- name: {name}\n  value: {value}\n", secrets)
    ),
    "flag.yaml": lambda secrets: _pod("command:\n- kube-scheduler\n" + _written("- --{name}={value}\n", secrets)),
    "value-of-flag.yaml": lambda secrets: _pod(
        "command:\n- kube-scheduler\n" + _written("- --{name}\n- {value}\n", secrets)
    ),
    "shell.yaml": lambda secrets: _pod(
        "command:\n- sh\n- -c\n- kube-scheduler --v=2 " + _written("--{name} {value} ", secrets) + "\n"
    ),
    "annotation.yaml": lambda secrets: _pod("").replace(
        "spec:", f"  annotations:\n{_written('    {name}: {value}' + chr(10), secrets)}spec:\n  schedulerName: nope"
    ),
    "comment.yaml": _listed("x{number}: 1 # {name}: {value}\n", HEAD),
    "broken.yaml": _documents("{name}: {value}\n - x: [\n"),
    "document.json": _json,
    "config-map.yaml": _config_map,
    "policy.json": lambda secrets: json.dumps({**_POLICY, "predicates": [secrets], **secrets}),
    "scheduler.service": lambda secrets: (
        "[Service]\n"
        + _written("Environment={name}={value}\n", secrets)
        + f"ExecStart=/usr/bin/kube-scheduler {_written('--{name}={value} ', secrets)}\n"
    ),
}
"""How a file is written with them, by its name."""


def planted(first: int = 0, every: int = 1) -> Iterator[Planted]:
    """Yield a file for each place.

    Args:
        first: The place of the first name in `NAMES` that is planted in the first file, of the next in the second.
        every: One of so many names is planted in a file.
    """
    for number, (name, write) in enumerate(PLACES.items()):
        numbered = list(enumerate(NAMES))[(first + number) % every :: every]
        secrets = {one: f"Zx9kQ{number:02}Lm{index:02}w" for index, one in numbered}
        yield Planted(name, write(secrets), secrets)
