"""A program that answers what real kube-schedulers answered: `program.py RECORDED ARGUMENTS`, for tests without Go.

With `SCHEDCFG_REAL=PROGRAM` behind RECORDED it runs that one, and records what it answers.
"""

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

_FILES = re.compile(r"--(config|policy-config-file|write-config-to)=(.*)")
_NOISE = re.compile(r"^I\d{4} .*(?:FLAG: .*|\] \"Using component config\" config=<(?:\n[\t ].*)*)\n", re.MULTILINE)
_WAITS = ("attempting to acquire leader lease", "failed to list ")
_SECONDS = 8


def asked(arguments: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what is asked, without the names of temporary folders, and these."""
    files = {match[1]: match[2] for argument in arguments if (match := _FILES.match(argument))}
    source = files.get("config") or files.get("policy-config-file")
    folder = str(Path(source).parents[1]) if source else ""
    text = Path(source).read_bytes().decode("utf-8", "replace").replace(folder, "FOLDER") if source else ""
    return {
        "arguments": [argument.replace(folder, "FOLDER") if folder else argument for argument in arguments],
        "text": text,
    }, {
        "folder": folder,
        "written": files.get("write-config-to", ""),
    }


def record(real: str, arguments: list[str], recorded: Path) -> None:
    """Add the answer of a real program, if it is not there."""
    import signal
    import subprocess

    question, names = asked(arguments)
    rows = [json.loads(line) for line in recorded.read_text(encoding="utf-8").splitlines()] if recorded.exists() else []
    if any(row["question"] == question for row in rows):
        return
    begun = time.monotonic()
    with subprocess.Popen([real, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        messages, status = b"", None
        assert process.stderr is not None
        for line in process.stderr:
            messages += line
            if (
                any(wait in line.decode("utf-8", "replace").lower() for wait in _WAITS)
                or time.monotonic() - begun > _SECONDS
            ):
                process.kill()
                break
        output = process.stdout.read() if process.stdout else b""
        status = process.wait()
    written = Path(names["written"]) if names["written"] else None
    answer = {
        "status": None if status == -signal.SIGKILL else status,
        "output": output.decode(),
        "messages": _NOISE.sub("", messages.decode("utf-8", "replace")),
        "written": written.read_text(encoding="utf-8") if written and written.is_file() else None,
    }
    plain = json.dumps(answer).replace(names["folder"], "FOLDER") if names["folder"] else json.dumps(answer)
    with recorded.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"question": question, "answer": json.loads(plain)}) + "\n")


def answer(arguments: list[str], recorded: Path) -> int:
    """Write what was recorded; a program that did not end is one that waits."""
    question, names = asked(arguments)
    rows = (json.loads(line) for line in recorded.read_text(encoding="utf-8").splitlines())
    found = next((row["answer"] for row in rows if row["question"] == question), None)
    if found is None:
        print(f"Error: not recorded: {question}", file=sys.stderr)
        return 99
    found = json.loads(json.dumps(found).replace("FOLDER", names["folder"])) if names["folder"] else found
    sys.stdout.write(found["output"])
    sys.stderr.write(found["messages"])
    sys.stdout.flush()
    sys.stderr.flush()
    if found["written"] is not None:
        Path(names["written"]).write_text(found["written"], encoding="utf-8")
    if found["status"] is None:
        time.sleep(60)
    return int(found["status"])


if __name__ == "__main__":
    file, *given = sys.argv[1:]
    if given and given[0].startswith("SCHEDCFG_REAL="):
        record(given[0].partition("=")[2], given[1:], Path(file))
        given = given[1:]
    sys.exit(answer(given, Path(file)))
