"""Secrets in inputs, each with a mark, and where that mark may be seen: SECURITY.md, "No secrets".

Reports hide credentials in addresses, parameters such as `?token=`, and the values of keys and flags that sound like
secrets: in each of these ways a secret is put into a text, whatever the text is.
"""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import yaml

from tests.output.html.pages import unfolded

from .answers import Shown
from .grammar import toml_value
from .invariants import Fault

MARK = "Zq7hunter"
"""What every secret begins with: a report that cuts one short has it still, and no other text does."""

SHOWN = "a secret is shown"
"""The kind of fault."""

NUMBER = "907090709"
"""A secret that is a number, as a PIN or an account's id is."""

CONTENTS = frozenset({"file", "patch", "yaml"})
"""What shows a file as it is, by SECURITY.md: a text that is written (`migrate`, `--fix`, generated files), a
difference of texts (`--diff`), and `effective --output yaml`."""

_NAMES = (
    *("password", "passwd", "pwd", "dbPassword", "DB_PASSWORD", "passphrase", "token", "authToken", "access_token"),
    *("bearer", "bearerToken", "secret", "clientSecret", "SECRET_KEY", "secretAccessKey", "credential", "credentials"),
    *("apiKey", "api_key", "API_KEY", "api-key", "X-Api-Key", "Authorization", "Cookie", "accessKeyId", "AccountKey"),
    *("privateKey", "private_key", "keyData"),
)
"""Names of secrets: those of issues, in the spellings of programs."""

Way = Callable[[str, str], list[str]]
"""Takes the name of a secret, and the secret; returns lines of YAML."""


def _entry(value: str) -> Way:
    """Return a way in which a secret is the value of a key; `VALUE` is the secret."""
    return lambda name, secret: f"{name}: {value}".replace("VALUE", secret).split("\n")


def _line(line: str) -> Way:
    """Return a way in which a secret is in a line; `NAME` is its name, `VALUE` the secret."""
    return lambda name, secret: line.replace("NAME", name).replace("VALUE", secret).split("\n")


def _flag(line: str) -> Way:
    """Return a way in which a secret is the value of a flag, `FLAG`."""
    kebab = {name: re.sub(r"(?<=[a-z])(?=[A-Z])|_", "-", name).lower() for name in _NAMES}
    return lambda name, secret: line.replace("FLAG", kebab[name]).replace("VALUE", secret).split("\n")


WAYS: dict[str, Way] = {
    "Plain": _entry("VALUE"),
    "Quoted": _entry('"VALUE"'),
    "Single": _entry("'VALUE'  # c"),
    "Literal": _entry("|\n  VALUE\n  and VALUE"),
    "Folded": _entry(">-\n  VALUE\n\n  VALUE: 2"),
    "Below": _entry("\n  VALUE"),
    "Items": _entry("\n- VALUE\n- x\n- VALUE"),
    "FlowItems": _entry("[x, VALUE]"),
    "Mapping": _entry("\n  value: VALUE\n  list: [VALUE]"),
    "FlowMapping": _entry("{a: VALUE}"),
    "InFlow": _line("options: {NAME: VALUE, x: 1}"),
    "QuotedKey": _line('"NAME": VALUE'),
    "Long": _entry(f"VALUE{'x' * 300}"),
    "Tagged": _entry("!x VALUE"),
    "Anchored": _entry("&a VALUE\notherToken: *a"),
    "Comment": _line("# NAME: VALUE"),
    "EndOfLine": _line("x: 1  # NAME=VALUE"),
    "Assignment": _line('leaderElection: "NAME=VALUE"'),
    "AssignmentInText": _line("weight: use NAME=VALUE, please"),
    "Bearer": _line('headers: ["Authorization: Bearer VALUE"]'),
    "ConnectionString": _line("endpoint: Endpoint=sb://x.example/;AccountKey=VALUE;a=b"),
    "Login": _line("urlPrefix: https://user:VALUE@extender.example/x"),
    "LoginOnly": _line("urlPrefix: https://VALUE@extender.example/x"),
    "LoginWithoutScheme": _line("urlPrefix: user:VALUE@extender.example"),
    "LoginInText": _line("parallelism: see http://user:VALUE@h.example/x"),
    "LoginInKey": _line('"https://user:VALUE@h.example/": 1'),
    "LoginInImage": _line("image: user:VALUE@registry.example/kube-scheduler:v1.29.0"),
    "Parameter": _line("urlPrefix: http://extender.example/?NAME=VALUE&x=1"),
    "Flag": _flag("- --FLAG=VALUE"),
    "FlagQuoted": _flag('- "--FLAG=VALUE"'),
    "FlagThenValue": _flag("command:\n- kube-scheduler\n- --FLAG\n- VALUE"),
    "FlagsInFlow": _flag('command: [kube-scheduler, --FLAG, VALUE, "--FLAG=VALUE"]'),
    "FlagInShell": _flag('command: [sh, -c, "exec kube-scheduler --FLAG VALUE --v=2"]'),
    "FlagOfKubeadm": _flag("extraArgs:\n- {name: FLAG, value: VALUE}"),
    "FlagInMapping": _flag("extraArgs: {FLAG: VALUE}"),
    "Variable": _line("env:\n- name: NAME\n  value: VALUE"),
    "VariableInFlow": _line("env: [{value: VALUE, name: NAME}]"),
    "PrivateKey": _line("data: |\n  -----BEGIN PRIVATE KEY-----\n  VALUE\n  -----END PRIVATE KEY-----"),
    "Number": _entry(NUMBER),
}
"""Way → how a secret is written in YAML."""

_IN_A_VALUE = frozenset(
    {"Assignment", "AssignmentInText", "ConnectionString", "Login", "LoginOnly", "LoginInText", "LoginWithoutScheme"}
    | {"LoginInImage", "Parameter"}
)
"""Ways in which any value can hold a secret, one too that is checked."""

_KEY = re.compile(r"^( *)[\w.\"'/-]+:(?= |$)", re.MULTILINE)
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_SCALAR = re.compile(r"(?<=: )(?<!# file: )[^\s#\"'{}\[\]|>&*!,][^\n#\"'{}\[\],]*$", re.MULTILINE)
_TOML = re.compile(r"^()[\w\"-]+ = ", re.MULTILINE)


def planted(raw: bytes, random: Random) -> bytes:
    """Return an input with secrets in it; one that is no UTF-8 stays as it is.

    Args:
        raw: The input.
        random: Decides.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return raw
    names: set[str] = set()
    for _ in range(random.choice((1, 2, 4))):
        way = random.choice(tuple(WAYS))
        lines = WAYS[way](random.choice(_NAMES), MARK + way)
        text = _put(text, lines, random, names, may_replace=way in _IN_A_VALUE and random.random() < 0.5)
        names.update(line.strip() for line in lines[:-1])
    return text.encode()


def _put(text: str, lines: list[str], random: Random, names: set[str], *, may_replace: bool) -> str:
    """Return a text with lines in it, beside an entry of their kind; JSON gets an entry, and TOML an assignment.

    They are not put behind a line that names another secret, or in its place, so that nobody could know any more what
    that is.
    """
    values = [one for one in _SCALAR.finditer(text) if _line_at(text, one.start()) not in names] if may_replace else []
    if values:
        found = random.choice(values)
        return text[: found.start()] + lines[0].partition(": ")[2] + text[found.end() :]
    if text.lstrip().startswith("{"):
        return _put_in_json(text, _data(lines), random)
    found_places = (_ITEM if lines[0].startswith("- ") else _KEY).finditer(text)
    places = [one for one in found_places if _line_before(text, one.start()) not in names]
    if not places and _TOML.search(text):
        places = list(_TOML.finditer(text))
        lines = [f"{json.dumps(key)} = {toml_value(value)}" for key, value in _data(lines).items()]
    place = random.choice(places) if places else None
    before, indentation = (text, "") if place is None else (text[: place.start()], place[1])
    return before + "".join(f"{indentation}{line}\n" for line in lines) + text[len(before) :]


def _line_at(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0].strip()


def _line_before(text: str, place: int) -> str:
    return text[:place].rstrip("\n").rpartition("\n")[2].strip()


def _put_in_json(text: str, data: dict[str, Any], random: Random) -> str:
    at = random.choice([at for at, letter in enumerate(text) if letter == "{"]) + 1
    comma = "" if not data or text[at:].lstrip().startswith("}") else ", "
    return text[:at] + json.dumps(data)[1:-1] + comma + text[at:]


def _data(lines: list[str]) -> dict[str, Any]:
    """Return what lines hold, as entries; a comment, or what is no plain data, holds nothing."""
    try:
        data = yaml.load("\n".join(lines), Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return {}
    return data if isinstance(data, dict) else {"args": data} if isinstance(data, list) else {}


_TEXT = r'"(?:[^"\\]|\\.)*"'
_CONTENTS_IN_JSON = re.compile(
    rf'"(?:text|replacement)": {_TEXT}'
    r'|"(?:requested|allocatable)": \{[^{}]*\}'
)
"""What a report of schedcfg's own JSON has of the new text of a file; and amounts of resources: no secrets."""


def secrets_in(shown: Shown) -> Iterator[Fault]:
    """Yield where a secret is seen in what is no content of a file."""
    for name, written in shown.items():
        text = unfolded(written) if name == "html" else written
        if name in CONTENTS or not _SEEN.search(text):
            continue
        seen = _CONTENTS_IN_JSON.sub("", text) if name in {"json", "html"} else text
        found = _SEEN.search(seen)
        if found:
            way = "Number" if found[0] == NUMBER else found["way"] or "cut-short"
            yield Fault(SHOWN, f"{way} in {name}: {seen[max(found.start() - 100, 0) : found.end() + 50]!r}")


_SEEN = re.compile(rf"{MARK}(?P<way>{'|'.join(sorted(WAYS, key=len, reverse=True))})?|{NUMBER}")
