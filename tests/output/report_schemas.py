"""The published schemas of the report formats, and what they say of a report."""

import json
import os
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

HERE = Path(__file__).parent / "schemas"
NAMED = os.environ.get("SCHEDCFG_REPORT_SCHEMAS")
FOLDERS = [
    *([Path(NAMED)] if NAMED else []),
    *(parent / ("sha" + "red") / "report-schemas" for parent in Path(__file__).parents),
]


@cache
def published(name: str) -> Validator:
    """Load a schema that is not part of the project; whoever lacks it skips the test."""
    path = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    if path is None:
        pytest.skip(f"{name} is not here: see tests/output/schemas/README.md")
    schema = json.loads(path.read_text(encoding="utf-8"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


@cache
def jenkins() -> Any:
    import xmlschema

    return xmlschema.XMLSchema(str(HERE / "junit-10.xsd"))


def check_sarif(text: str) -> dict[str, Any]:
    log = json.loads(text)
    published("sarif-schema-2.1.0.json").validate(log)
    return log


def check_gitlab(text: str) -> list[dict[str, Any]]:
    issues = json.loads(text)
    assert isinstance(issues, list)
    for issue in issues:
        published("codeclimate.json").validate(issue)
    return issues


def check_rdjson(text: str) -> dict[str, Any]:
    result = json.loads(text)
    published("DiagnosticResult.json").validate(result)
    return result


def check_junit(text: str) -> ET.Element:
    root = ET.fromstring(text)
    jenkins().validate(root)
    return root
