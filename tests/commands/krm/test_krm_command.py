"""`schedcfg krm` as kustomize and kpt run it: a list on standard input and output, and the exit status."""

import io
import json
import sys

import pytest

CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n"


def given(**spec: object) -> bytes:
    """Write a list as JSON, which is YAML too."""
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "a", "namespace": "n", "annotations": {"internal.config.kubernetes.io/path": "a.yaml"}},
        "data": {"config.yaml": CONFIGURATION},
    }
    function = {"apiVersion": "schedcfg.io/v1alpha1", "kind": "SchedulerConfig", "spec": spec}
    whole = {"kind": "ResourceList", "functionConfig": function, "items": [config_map]}
    return json.dumps({"apiVersion": "config.kubernetes.io/v1", **whole}).encode()


def test_validating(schedcfg) -> None:
    done = schedcfg("krm", stdin=given(kubernetes="1.29"))
    assert done.status == 1
    (result,) = json.loads(done.out)["results"]
    assert result["tags"]["rule"] == "unserved-api-version"
    assert done.err == f"error: ConfigMap n/a (a.yaml) data[config.yaml]: {result['message']}\n1 refused\n"


def test_migrating(schedcfg) -> None:
    done = schedcfg("krm", stdin=given(migrateTo="v1"))
    assert done.status == 0
    (config_map,) = json.loads(done.out)["items"]
    assert config_map["data"]["config.yaml"] == CONFIGURATION.replace("v1beta3", "v1")
    assert done.err.startswith("info: ConfigMap n/a (a.yaml) data[config.yaml]: migrated from v1beta3 to v1")


def test_nothing_to_say(schedcfg) -> None:
    text = given(kubernetes="1.28").replace(b"v1beta3", b"v1")
    done = schedcfg("krm", stdin=text)
    assert (done.status, done.out.encode(), done.err) == (0, text, "")


def test_letters_and_line_ends_stay(schedcfg) -> None:
    text = "kind: ResourceList\r\nitems:\r\n- kind: Other  # Grüße 😀\r\n"
    done = schedcfg("krm", stdin=text.encode())
    assert (done.status, done.out) == (0, text)


@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        (b"kind: ConfigMap\n", "not a list of resources"),
        (b"", "printed nothing"),
        (b"kind: ResourceList\n---\nkind: Pod\n", "not a list of resources"),
        (b"kind: [\n", "cannot be read"),
        (b"\xff\xff", "UTF-8"),
    ],
)
def test_what_is_no_list(schedcfg, stdin: bytes, said: str) -> None:
    done = schedcfg("krm", stdin=stdin)
    assert (done.status, done.out) == (3, "")
    assert said in done.err


def test_a_terminal_is_no_list(schedcfg, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdin", terminal)
    done = schedcfg("krm")
    assert done.status == 2
    assert "kustomize or kpt" in done.err
