"""A program that answers what the program of Kubernetes 1.37 answered, for tests without Go.

Cases of a catalog it answers as the program of Kubernetes 1.31 with scheduler-plugins v0.31.8 did. `recorded/` has what
the real ones wrote. A text that holds `crash` ends the program, as a panic of Go does.
"""

import base64
import json
import sys
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parent / "recorded"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDED / name).read_text(encoding="utf-8").splitlines()]


def answer(flags: list[str]) -> int:
    states: dict[str, dict[str, Any]] = {}
    for row in lines("answers.ndjson"):
        states.setdefault(row["gates"], {})[row["text"]] = row["answer"]
    of_catalog = {row["text"]: row["answer"] for row in lines("catalog_answers.ndjson")}
    known = {**of_catalog, **states[""], **states.get(",".join(flags), {})}
    for line in sys.stdin:
        case = json.loads(line)
        text = base64.b64decode(case["text"]).decode()
        if "crash" in text:
            print("goroutine 1 [running]:\npanic: runtime error: index out of range", file=sys.stderr)
            return 2
        print(json.dumps({**known[text], "id": case["id"]}))
    return 0


def gates(flags: list[str]) -> int:
    print(json.dumps(next((row["state"] for row in lines("gates.ndjson") if row["flags"] == flags), {})))
    return 0


def command(arguments: list[str]) -> int:
    """End and write as the real command does, which is reported nothing but files."""
    given = dict(argument.split("=", 1) for argument in arguments)
    text = Path(given["--config"]).read_text(encoding="utf-8")
    known = {row["text"]: row["answer"] for row in lines("answers.ndjson") if not row["gates"]}[text]
    if known["outcome"] in {"ok", "startup"}:
        Path(given["--write-config-to"]).write_text(json.dumps(known.get("written", {})), encoding="utf-8")
        return 0
    print("Error:", known["errors"][0]["message"], file=sys.stderr)
    return 1


def main(what: str, arguments: list[str]) -> int:
    flags = [argument.removeprefix("--feature-gates=") for argument in arguments]
    if what in {"facts", "catalog"}:
        print((RECORDED / f"{what}.json").read_text(encoding="utf-8"))
        return 0
    if what == "answers" and "x=unknown" in flags:
        print("record: unrecognized feature gate: x", file=sys.stderr)
        return 3
    return {"answers": answer, "gates": gates, "command": command}[what](flags)


sys.exit(main(sys.argv[1], sys.argv[2:]))
