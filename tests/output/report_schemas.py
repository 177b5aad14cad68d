"""The schemas of the report formats, and what they say of a report."""

import json
import os
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

HERE = Path(__file__).parent / "schemas"
NAMED = os.environ.get("SCHEDCFG_REPORT_SCHEMAS")
FOLDERS = [
    *([Path(NAMED)] if NAMED else []),
    *(parent / ("sha" + "red") / "report-schemas" for parent in Path(__file__).parents),
]


@cache
def ours(name: str) -> Validator:
    """Load a schema of this project."""
    return loaded(HERE / name)


@cache
def original(name: str) -> Validator | None:
    """Load a publisher's schema, which is not part of the project; None where it is not here."""
    path = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    return None if path is None else loaded(path)


def loaded(path: Path) -> Validator:
    """Load a schema, which has to be one."""
    schema = json.loads(path.read_text(encoding="utf-8-sig"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


@cache
def jenkins() -> Any:
    import xmlschema

    return xmlschema.XMLSchema(str(HERE / "junit-10.xsd"))


def check_gitlab(text: str) -> list[dict[str, Any]]:
    issues: list[dict[str, Any]] = json.loads(text)
    ours("gitlab-code-quality.schema.json").validate(issues)
    if (schema := original("codeclimate.json")) is not None:
        for issue in issues:
            schema.validate(issue)
    return issues


def check_rdjson(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    ours("rdjson.schema.json").validate(result)
    if (schema := original("DiagnosticResult.json")) is not None:
        schema.validate(result)
    return result


def ranges(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every range of an rdjson result, with the path of its file."""
    for diagnostic in result["diagnostics"]:
        location = diagnostic["location"]
        for one in (location, *diagnostic.get("suggestions", ())):
            if "range" in one:
                yield location["path"], one["range"]


def check_junit(text: str) -> ET.Element:
    root = ET.fromstring(text)
    jenkins().validate(root)
    return root
