"""A bug that one file brings to light in a renderer costs the report on that file, and nothing of the others."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result

BAD, GOOD = "a.yaml", "b.yaml"
OLD = "apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\npercentageOfNodesToScore: 3\n"
OUTPUT, SHOW, MIGRATE = "schedcfg.output.", "schedcfg.show.", "schedcfg.changes.migrate."

RENDERERS = [
    # command, output, what makes the report on a file or a finding
    (("validate",), "text", f"{OUTPUT}text.block"),
    (("validate",), "concise", f"{OUTPUT}concise.line"),
    (("validate",), "json", f"{OUTPUT}json_report.FileJson.of"),
    (("validate",), "sarif", f"{OUTPUT}sarif.results"),
    (("validate",), "github", f"{OUTPUT}github._annotation"),
    (("validate",), "gitlab", f"{OUTPUT}gitlab._findings"),
    (("validate",), "junit", f"{OUTPUT}junit._properties"),
    (("validate",), "rdjson", f"{OUTPUT}rdjson._diagnostic"),
    (("effective",), "text", f"{SHOW}effective.text._report"),
    (("effective",), "json", f"{SHOW}effective.json_report.EffectiveFileJson.of"),
    (("effective",), "yaml", f"{SHOW}effective.yaml_report._document"),
    (("effective",), "mermaid", f"{SHOW}effective.pictures._of_document"),
    (("effective",), "svg", f"{SHOW}effective.pictures._of_document"),
    (("why", "ImageLocality"), "text", f"{SHOW}why_text._answer"),
    (("why", "ImageLocality"), "json", f"{SHOW}why_json.FileInfluenceJson.of"),
    (("migrate", "--to", "v1", "--check"), "text", f"{MIGRATE}text.render_obstacles"),
    (("migrate", "--to", "v1"), "json", f"{MIGRATE}json_report.MigratedFileJson.of"),
]


def _is_about(value: object, name: str) -> bool:
    """Return whether a value is a file's name, or what was found in it: of one that cannot be read, that is nothing."""
    has_content = bool(getattr(value, "documents", True))
    return has_content and Path(value if isinstance(value, str) else getattr(value, "path", "")).name == name


def plant(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Make a function fail for the one file."""
    module, _, name = place.rpartition(".")
    holder: Any
    try:
        holder = importlib.import_module(module)
    except ModuleNotFoundError:
        above, _, of = module.rpartition(".")
        holder = getattr(importlib.import_module(above), of)
    right = getattr(holder, name)

    def failing(*inputs: Any, **options: Any) -> Any:
        if any(_is_about(value, BAD) for value in inputs):
            raise RuntimeError("planted")
        return right(*inputs, **options)

    monkeypatch.setattr(holder, name, staticmethod(failing) if isinstance(holder, type) else failing)


@pytest.mark.parametrize(("command", "output", "place"), RENDERERS, ids=str)
def test_the_other_files_are_reported(
    command: tuple[str, ...],
    output: str,
    place: str,
    schedcfg: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCHEDCFG_TRACEBACK", raising=False)
    for name in (BAD, GOOD):
        (tmp_path / name).write_text(OLD, encoding="utf-8")
    plant(monkeypatch, place)
    result = schedcfg(*command, ".", "--output", output)
    assert result.status == 3
    assert f"{BAD} cannot be read: schedcfg itself failed on this file (RuntimeError: planted)" in result.err
    assert GOOD in (result.out + result.err).replace("#46;", ".")  # as Mermaid writes a dot
    assert "Traceback" not in result.err
    if output in {"json", "sarif", "gitlab", "rdjson"}:
        assert result.report
