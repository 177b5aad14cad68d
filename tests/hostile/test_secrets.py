"""Secrets are in no report: logins of addresses, tokens in them, and what a key names, on whatever line it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.document.secrets import Secrets, hide, hide_in_sentence, safe, without_login
from schedcfg.output import FORMATS
from tests.called import Result
from tests.output.html.pages import unfolded

SECRET = "hunter2"
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

TEXTS = {
    "no scheme": f"{HEAD}extenders:\n- urlPrefix: u:{SECRET}@host\n  weight: x\n",
    "slash": f"{HEAD}extenders:\n- urlPrefix: http://u:a/{SECRET}@host\n  weight: x\n",
    "at": f"{HEAD}extenders:\n- urlPrefix: http://u:{SECRET}@a@host:x/\n  filterVerb: f\n",
    "parameter": f"{HEAD}extenders:\n- urlPrefix: http://host/?token={SECRET}\n  filterVerb: f\n",
    "next line": f"{HEAD}profiles:\n- pluginConfig:\n  - name: X\n    args:\n      token:\n        {SECRET}\n",
    "block": f"{HEAD}profiles:\n- pluginConfig:\n  - name: X\n    args:\n      token: |\n        {SECRET}\n        a\n",
    "folded": f"{HEAD}token: >-\n  {SECRET}\n  {SECRET}: 2\n  a\nx: 1\n",
    "broken": f"{HEAD}token: >-\n  {SECRET}\n  - x: [\n  '{SECRET}\n x",
    "JSON": '{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",\n'
    f'"password":\n"{SECRET}", "x": 1}}',
    "flow": f"{HEAD}x: {{password: {SECRET}, urlPrefix: 'u:{SECRET}@h'}}\n",
}

COMMANDS = {
    **{f"validate {name}": ("validate", "--output", name, "FILE") for name in FORMATS},
    **{f"effective {name}": ("effective", "--output", name, "FILE") for name in ("text", "mermaid", "html")},
    "migrate": ("migrate", "--to", "v1", "--check", "-v", "FILE"),
    "migrate down": ("migrate", "--to", "v1beta3", "--check", "-v", "FILE"),
    "diff": ("diff", "OTHER", "FILE"),
    "diff markdown": ("diff", "OTHER", "FILE", "--output", "markdown"),
    "diff json": ("diff", "OTHER", "FILE", "--output", "json"),
    "diff html": ("diff", "OTHER", "FILE", "--output", "html"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_secrets_are_hidden(schedcfg: Callable[..., Result], tmp_path: Path, command: str) -> None:
    path, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    other.write_text(HEAD)
    shown = []
    for label, text in TEXTS.items():
        path.write_text(text)
        known = {"FILE": path, "OTHER": other}
        result = schedcfg(*(known.get(one, one) for one in COMMANDS[command]))
        shown += [f"{label}: {line}" for line in (unfolded(result.out) + result.err).splitlines() if SECRET in line]
    assert shown == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see `http://u:pa/ss@h/x`", "see `http://***@h/x`"),
        ("urlPrefix: u:p@h", "urlPrefix: ***@h"),
        ("http://h/?token=abc&x=1", "http://h/?token=***&x=1"),
        ("http://user:secr…", "http://***…"),
        ("http://host:8080…", "http://host:8080…"),
        ("registry.k8s.io/kube-scheduler:v1.29.0@sha256:abc", "registry.k8s.io/kube-scheduler:v1.29.0@sha256:abc"),
        ("mail a@b.example", "mail a@b.example"),
        ("git+https://github.com/x/y@TAG", "git+https://github.com/x/y@TAG"),
        ("https://ext.example.com/scheduler@v1", "https://ext.example.com/scheduler@v1"),
        ("https://ext.example.com:8443/scheduler@v1", "https://ext.example.com:8443/scheduler@v1"),
        ("https://10.0.0.1:8443/scheduler@v1", "https://10.0.0.1:8443/scheduler@v1"),
        ("https://[::1]:8443/scheduler@v1", "https://[::1]:8443/scheduler@v1"),
        ("registry.example.com:5000/scheduler@v1", "registry.example.com:5000/scheduler@v1"),
        ("./k8s:1.29@prod/a.yaml", "./k8s:1.29@prod/a.yaml"),
        ("/srv/k8s:1.29@prod/a.yaml", "/srv/k8s:1.29@prod/a.yaml"),
        ("//u:p@h/x", "***@h/x"),
        ("https://h/?mail=a@b.example", "https://h/?mail=a@b.example"),
        ("https://h#a@b.example", "https://h#a@b.example"),
        ("http://@HOST@:30251", "http://@HOST@:30251"),
        ("http://@HOST@:@PORT@/x", "http://@HOST@:@PORT@/x"),
        ("http://extender-@ENV@.example.com/", "http://extender-@ENV@.example.com/"),
        ("https://abc@h/scheduler@v1", "https://***@h/scheduler@v1"),
        ("https://abc@h.example:80/scheduler@v1", "https://***@h.example:80/scheduler@v1"),
        ("http://u:p@@HOST@:80/", "http://***@:80/"),
        ("http://u:p@HOST@:80/", "http://***@:80/"),
        ("http://u:p@a@:80/", "http://***@:80/"),
        ("http://@p@host", "http://***@host"),
        ("http://p@:8080", "http://***@:8080"),
        ("http://u:12/p@host", "http://***@host"),
        ("http://u:p?q@host/x", "http://***@host/x"),
        ("http://first.last:pa/ss@host", "http://***@host"),
        ("https://a.example/x,https://u:p@h", "https://***@h"),
        ("https://a.example/x?next=u:p@h", "https://***@h"),
    ],
)
def test_logins(text: str, shown: str) -> None:
    assert without_login(text) == shown


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("the plugin `token: Zx9` does not exist", "the plugin `token: ***` does not exist"),
        ("because of “password: Zx9 b” and more", "because of “password: ***” and more"),
        ("“a” is the password: b", "“a” is the password: b"),
        ('found the string "password: Zx9 b"', 'found the string "password: ***"'),
        ('`--config={"token":"Zx9"}` names no file', '`--config={"token":"***"}` names no file'),
        ("the token: it is not read", "the token: it is not read"),
        ("posts to https://hooks.slack.com/services/T0/B0/Zx9", "posts to https://hooks.slack.com/services/***"),
        (
            "posts to https://discord.com/api/webhooks/1/Zx9 often",
            "posts to https://discord.com/api/webhooks/*** often",
        ),
    ],
)
def test_what_a_sentence_quotes(sentence: str, shown: str) -> None:
    assert hide_in_sentence(sentence) == shown


@pytest.mark.parametrize(
    ("name", "is_one"), [("GITHUB_PAT", True), ("compat", False), ("db_url", True), ("url", False)]
)
def test_names(name: str, is_one: bool) -> None:
    assert (safe(name, "x") == "(hidden)") is is_one


def test_a_flag_that_only_sounds_like_a_secret_is_shown() -> None:
    assert hide("- --authentication-token-webhook-cache-ttl=10s").endswith("=10s")
    assert hide("- --token=abc") == "- --token=***"


def test_what_is_below_the_name_of_a_secret_is_a_part_of_it() -> None:
    data = {"credentials": {"user": "me", "list": ["a"], "fileName": "/x"}, "env": [{"name": "TOKEN", "value": "b"}]}
    assert safe("", data) == {
        "credentials": {"user": "(hidden)", "list": ["(hidden)"], "fileName": "/x"},
        "env": [{"name": "TOKEN", "value": "(hidden)"}],
    }


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "apiToken", "type": "string", "value": "hunter2"}',
        '{\n "name": "apiToken",\n "type": "",\n "value": "hunter2"\n}',
        "- name: API_TOKEN\n  optional: false\n  value: hunter2\n",
        "- name: API_TOKEN\n  password: hunter2\n  value: hunter2\n",
        "- {name: API_TOKEN, a: b, c: 'd', value: hunter2}\n",
    ],
)
def test_a_value_need_not_be_next_to_its_name(text: str) -> None:
    assert "hunter2" not in hide(text)
    assert "hunter2" not in Secrets(text).masked


@pytest.mark.parametrize(
    "text",
    ["- name: API_TOKEN\n- value: shown\n", "- name: apiToken\n  x: {}\n- name: b\n  value: shown\n"],
)
def test_a_value_of_another_entry_is_shown(text: str) -> None:
    assert hide(text) == text


def test_an_anchor_is_no_part_of_a_value() -> None:
    secrets = Secrets("credentials:\n  a: &b hunter2\n  c: *b\n")
    assert secrets.hide("found `{'a': 'hunter2'}`") == "found `{'a': '***'}`"
