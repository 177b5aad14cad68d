"""`validate --render` sends no request: the fields by which kustomize would, and programs that try all the same."""

import os
import shutil
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from schedcfg.integrations.kustomizations import kustomized
from schedcfg.integrations.programs import isolation
from tests.called import Result
from tests.stand_in import StandIn

Command = Callable[..., Result]

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n"
_OWN = "resources: [own.yaml]\n"
_KIND = "ConfigMap"
_PATCH = "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: own}\npath: "


def plugin(field: str, kind: str, more: str) -> str:
    """Return a kustomization with a plugin of kustomize's own."""
    text = f"apiVersion: builtin\nkind: {kind}\nmetadata: {{name: own}}\n{more}"
    return f"{_OWN}{field}:\n- |\n" + "".join(f"  {line}\n" for line in text.splitlines())


LOADED = {
    "resources": "resources: [ADDRESS]",
    "a field in another case": "re\u017fOURCES: [ADDRESS]",
    "bases": "bases: [ADDRESS]",
    "crds": f"{_OWN}crds: [ADDRESS]",
    "configurations": f"{_OWN}configurations: [ADDRESS]",
    "openapi.path": f"{_OWN}openapi: {{path: ADDRESS}}",
    "openapi.path, merged": f"{_OWN}commonAnnotations: &a {{path: ADDRESS}}\nopenapi: {{<<: *a}}",
    "patches": f"{_OWN}patches: [{{path: ADDRESS}}]",
    "patchesStrategicMerge": f"{_OWN}patchesStrategicMerge: [ADDRESS]",
    "patchesStrategicMerge, like a mapping": f"{_OWN}patchesStrategicMerge: ['ADDRESS: 1']",
    "patchesJson6902": f"{_OWN}patchesJson6902: [{{target: {{version: v1, kind: {_KIND}, name: own}}, path: ADDRESS}}]",
    "replacements": f"{_OWN}replacements: [{{path: ADDRESS}}]",
    "configMapGenerator.files": "configMapGenerator: [{name: a, files: [ADDRESS]}]",
    "configMapGenerator.files, with a key": "configMapGenerator: [{name: a, files: ['key=ADDRESS']}]",
    "configMapGenerator.envs": "configMapGenerator: [{name: a, envs: [ADDRESS]}]",
    "configMapGenerator.env": "configMapGenerator: [{name: a, env: ADDRESS}]",
    "secretGenerator.envs": "secretGenerator: [{name: a, envs: [ADDRESS]}]",
    "generators": "generators: [ADDRESS]",
    "transformers": f"{_OWN}transformers: [ADDRESS]",
    "validators": f"{_OWN}validators: [ADDRESS]",
    "generators, in place": plugin("generators", "ConfigMapGenerator", "files: [ADDRESS]"),
    "transformers, in place": plugin("transformers", "PatchTransformer", "path: ADDRESS"),
    "transformers, encoded": plugin("transformers", "PatchTransformer", "path: !!binary ENCODED"),
    "validators, in place": plugin("validators", "ReplacementTransformer", "replacements: [{path: ADDRESS}]"),
    "transformers, on one line": (
        f"{_OWN}transformers:\n"
        "- '{apiVersion: builtin, kind: PatchTransformer, metadata: {name: own}, path: \"ADDRESS\"}'"
    ),
    "transformers, in a file": f"{_OWN}transformers: [plugin.yaml]",
    "transformers, built from a folder": f"{_OWN}transformers: [built]",
    "encoded": "resources: [!!binary ENCODED]",
    "escaped": 'resources: ["ESCAPED"]',
    "a base": "resources: [base]",
    "a base behind a link": "resources: [link]",
}
"""What has the real kustomize send a request → the kustomization."""

CLONED = [
    *(
        "https://github.com/a/b//c?ref=1",
        "github.com/a/b",
        "GitHub.com:a/b",
        "git@github.com:a/b",
        "bob@example.com/a/b",
    ),
    *("git::https://example.com/a/b", "s3::https://example.com/a", "gh:a/b", "file:///a//b", "example.com/a/b"),
]

NOT_LOADED = f"""\
{_OWN}
namespace: https://example.com
commonAnnotations: {{source: "https://example.com"}}
labels: [{{pairs: {{a: "https://example.com"}}}}]
images: [{{name: a, newName: "oci://example.com/a"}}]
configMapGenerator: [{{name: a, literals: ["a=https://example.com"], options: {{annotations: {{b: "c://d"}}}}}}]
patches: [{{target: {{annotationSelector: "a=b://c"}}, patch: "[{{op: add, path: /a, value: https://example.com}}]"}}]
patchesStrategicMerge:
- |
  apiVersion: v1
  kind: ConfigMap
  metadata: {{name: own}}
  data: {{a: "https://example.com"}}
replacements: [{{sourceValue: "https://example.com", targets: [{{options: {{delimiter: "://"}}}}]}}]
transformers:
- |
  apiVersion: builtin
  kind: AnnotationsTransformer
  metadata: {{name: a, annotations: {{b: "https://example.com"}}}}
  annotations: {{a: "https://example.com"}}
"""


class CountingServer(ThreadingHTTPServer):
    """A server on this machine that counts requests; Go asks no proxy for those."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.requests = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/a/b"


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, CountingServer)
        self.server.requests += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(CONFIG_MAP.encode())

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server() -> Iterator[CountingServer]:
    with CountingServer() as counting:
        thread = threading.Thread(target=counting.serve_forever, args=(0.01,))
        thread.start()
        yield counting
        counting.shutdown()
        thread.join()


@pytest.fixture
def overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: CountingServer) -> Path:
    """Go to a folder with all that kustomizations of this module name."""
    folder = tmp_path / "overlay"
    remote = f"resources: ['{server.address}']\n"
    files = {
        "own.yaml": CONFIG_MAP,
        "base/kustomization.yaml": remote,
        "plugin.yaml": f"{_PATCH}'{server.address}'\n",
        # From the link's place, `../named` would be nothing.
        "../there/deep/kustomization.yaml": "resources: [../named]\n",
        "../there/named/kustomization.yaml": remote,
        # An address that is in no value.
        "built/kustomization.yaml": "resources: [plugin.yaml]\nnamePrefix: 'http:/'\nconfigurations: [prefixes.yaml]\n",
        "built/prefixes.yaml": "namePrefix: [{path: path, kind: PatchTransformer}]\n",
        "built/plugin.yaml": f"{_PATCH}{server.address.removeprefix('http:/')}\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "link").symlink_to(tmp_path / "there" / "deep")
    # A name that is here as well is loaded from the server all the same.
    (folder / server.address).mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def write(overlay: Path, text: str, address: str) -> None:
    values = {
        "ADDRESS": address,
        "ENCODED": b64encode(address.encode()).decode(),
        "ESCAPED": address.replace("/", "\\x2f"),
    }
    for name, value in values.items():
        text = text.replace(name, value)
    (overlay / "kustomization.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("text", LOADED.values(), ids=LOADED)
def test_what_kustomize_would_load_is_refused(
    schedcfg: Command, overlay: Path, server: CountingServer, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(overlay, text, server.address)
    stand_in = StandIn(overlay.parent, "kustomize").answers("build")
    monkeypatch.setenv("PATH", str(overlay.parent))
    result = schedcfg("validate", "--render", "kustomize", ".")
    assert (result.status, stand_in.calls, server.requests) == (3, [], 0)
    assert (
        "from another server, which is not fetched here" in result.err or "what it fetches is not known" in result.err
    )


@pytest.mark.parametrize("text", LOADED.values(), ids=LOADED)
def test_the_real_kustomize_loads_it(overlay: Path, server: CountingServer, text: str) -> None:
    program = shutil.which("kustomize") or shutil.which("kubectl")
    if program is None:
        pytest.skip("neither kustomize nor kubectl is installed")
    write(overlay, text, server.address)
    environment = {"PATH": os.environ["PATH"], "HOME": str(overlay), "GIT_ALLOW_PROTOCOL": "none"}
    command = [program, "build" if program.endswith("kustomize") else "kustomize", "."]
    subprocess.run(command, cwd=overlay, capture_output=True, check=False, env=environment)
    assert server.requests


@pytest.mark.parametrize("name", CLONED)
@pytest.mark.parametrize("field", ["resources", "Components", "validators"])
def test_what_kustomize_would_clone_is_refused(overlay: Path, field: str, name: str) -> None:
    write(overlay, f"{field}: ['{name}']\n", "")
    assert [refusal.split(" from another server")[0] for refusal in kustomized(str(overlay)).refusals] == [
        f"its kustomization takes {name}"
    ]


def test_what_is_only_content_is_no_address(overlay: Path) -> None:
    write(overlay, NOT_LOADED, "")
    assert kustomized(str(overlay)) == ((str(overlay / "kustomization.yaml"), str(overlay / "own.yaml")), ())


@pytest.mark.parametrize("text", ["resources: [", "resources: [{{ .Base }}]\n", f"{_OWN}{_OWN}"])
def test_what_cannot_be_read_is_not_built(overlay: Path, text: str) -> None:
    write(overlay, text, "")
    (refusal,) = kustomized(str(overlay)).refusals
    assert "kustomization.yaml cannot be read, so that what it fetches is not known" in refusal


def test_more_kustomizations_than_are_looked_at(overlay: Path) -> None:
    write(overlay, f"resources: {[f'f{number}' for number in range(500)]}\n", "")
    for number in range(500):
        (overlay / f"f{number}").mkdir()
        (overlay / f"f{number}" / "kustomization.yaml").write_text(_OWN, encoding="utf-8")
    assert kustomized(str(overlay)).refusals == ("it is made from more than 500 kustomizations",)


SCHEMAS = {
    '{"properties": {"a": {"$ref": "ADDRESS"}}}': True,
    '{"$schema": "ADDRESS"}': True,
    '{"$id": "ADDRESS", "properties": {"a": {"$ref": "other.json"}}}': True,
    '{"$id": "ADDRESS", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}}': False,
    '{"$schema": "http://json-schema.org/schema#", "description": "ADDRESS", "default": {"a": "A://B"}}': False,
}
"""Schema of values → whether Helm would load another one for it."""


@pytest.mark.parametrize("folder", ["chart", "chart/charts/below"])
@pytest.mark.parametrize(("schema", "is_loaded"), SCHEMAS.items())
def test_schemas_that_helm_would_load(
    schedcfg: Command, overlay: Path, server: CountingServer, folder: str, schema: str, is_loaded: bool
) -> None:
    for chart in {"chart", folder}:
        (overlay / chart).mkdir(parents=True, exist_ok=True)
        (overlay / chart / "Chart.yaml").write_text(f"apiVersion: v2\nname: {chart[-5:]}\nversion: 1.0.0\n")
        (overlay / chart / "values.yaml").write_text("a: {}\n")
    (overlay / folder / "values.schema.json").write_text(schema.replace("ADDRESS", server.address))
    helm = shutil.which("helm")
    if helm is not None:
        environment = {"PATH": os.environ["PATH"], "HOME": str(overlay)}
        subprocess.run([helm, "template", "chart"], env=environment, capture_output=True, check=False)
        assert bool(server.requests) is is_loaded
    server.requests = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(overlay.parent))
        stand_in = StandIn(overlay.parent, "helm").answers("template")
        result = schedcfg("validate", "--render", "helm", "chart")
    refused = f"{folder}/values.schema.json refers to a schema on another server" in result.err
    assert (refused, bool(stand_in.calls), server.requests) == (is_loaded, not is_loaded, 0)


def test_a_program_that_sends_requests_has_no_network(
    schedcfg: Command, overlay: Path, server: CountingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isolation():
        pytest.skip("nothing here runs a program without a network")
    write(overlay, _OWN, "")
    kustomize = _sends_requests(overlay.parent / "kustomize", server)
    monkeypatch.setenv("PATH", str(overlay.parent), prepend=os.pathsep)
    subprocess.run([kustomize, "build"], check=True)
    assert server.requests == 1
    result = schedcfg("validate", "--render", "kustomize", ".")
    assert (result.status, server.requests) == (3, 1)
    assert "kustomize exited with status 1" in result.err


def test_a_program_of_snap_is_run_as_it_is(
    schedcfg: Command, overlay: Path, server: CountingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(overlay, _OWN, "")
    (overlay.parent / "kustomize").symlink_to(_sends_requests(overlay.parent / "snap", server))
    monkeypatch.setenv("PATH", str(overlay.parent), prepend=os.pathsep)
    schedcfg("validate", "--render", "kustomize", ".")
    assert server.requests == 1


def _sends_requests(path: Path, server: CountingServer) -> Path:
    """Write a program that asks no proxy."""
    request = f"import urllib.request as r; r.build_opener(r.ProxyHandler({{}})).open('{server.address}', timeout=5)"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{request}"\n', encoding="utf-8")
    path.chmod(0o755)
    return path
