"""`python -m tests.benchmarks.typing`: what a keystroke costs the language server, in CPU, and what it keeps in memory.

Letters are put at random into files of several sizes; each edit is checked before the next.
"""

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.commands.server.editor import Editor

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
PROFILE = """\
  - schedulerName: batch-{number}
    plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 5
        disabled:
          - name: ImageLocality
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: {weight}
"""
SIZES = {2: 1000, 26: 1000, 265: 200}
"""Profiles of a file → edits: about 1, 10 and 100 kB."""


def main() -> None:
    """Type, and print the figures."""
    for profiles, edits in SIZES.items():
        parts = [PROFILE.format(number=number, weight=number % 9 + 1) for number in range(profiles)]
        text = HEAD + "".join(parts)
        with tempfile.TemporaryDirectory() as folder, Editor(Path(folder).resolve()) as editor:
            used, kept = typed(editor, text, edits)
        slow = quantiles(used, n=20)[-1]
        sys.stdout.write(
            f"{len(text) / 1000:.1f} kB, {edits} edits: median {median(used) * 1000:.0f} ms of CPU, "
            f"p95 {slow * 1000:.0f} ms, most {max(used) * 1000:.0f} ms; {kept / 1024:.0f} MiB\n"
        )


def typed(editor: Editor, text: str, edits: int) -> tuple[list[float], int]:
    """Return the seconds of CPU of each edit, and the memory in KiB afterwards."""
    random, used = Random(1), []
    editor.found(editor.put("scheduler.yaml", text))
    for _ in range(edits):
        place = random.randrange(len(HEAD), len(text))
        begun = cpu(editor.pid)
        uri = editor.put("scheduler.yaml", text[:place] + random.choice("abc: -\n0") + text[place:])
        editor.found(uri)
        editor.notices.clear()
        used.append(cpu(editor.pid) - begun)
    return used, memory(editor.pid)


def cpu(pid: int) -> float:
    """Return the seconds of CPU that the threads of a process have used."""
    folder = Path(f"/proc/{pid}/task")
    return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in folder.iterdir()) / 1e9


def memory(pid: int) -> int:
    """Return the memory of a process, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


if __name__ == "__main__":
    main()
