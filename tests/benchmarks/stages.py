"""Where the time goes: milliseconds of CPU per file in each stage, as JSON; run by `peers.py` for a checkout.

Its folder is not on the path, and it imports nothing of the tests: an older checkout can be measured with it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

_COUNT = 1000

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
# the control plane's own credentials
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
leaderElection:
  leaderElect: true
  leaseDuration: 15s
  resourceName: scheduler-{number}
profiles:
  - schedulerName: scheduler-{number}
    plugins:
      multiPoint:
        enabled:
          - name: NodeResourcesFit
            weight: 3
      score:
        enabled:
          - name: ImageLocality
            weight: 5
          - name: NodeAffinity
            weight: 2
        disabled:
          - name: TaintToleration
          - name: PodTopologySpread
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: 1
              - name: memory
                weight: 1
      - name: InterPodAffinity
        args:
          hardPodAffinityWeight: 5
      - name: PodTopologySpread
        args:
          defaultingType: System
"""
"""One configuration of a fleet, by its number."""


def main(runs: int) -> None:
    """Print the median of each stage."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{number:05}.yaml") for number in range(_COUNT)]  # noqa: PTH118
        for number, path in enumerate(paths):
            Path(path).write_text(CONFIGURATION.format(number=number), encoding="utf-8")
        found = {"start": median(_started(paths[0]) for _ in range(runs))}
        work = _stages(folder, paths)
        for stage in work.values():
            stage()
        measured = [{name: _timed(stage) for name, stage in work.items()} for _ in range(runs)]
        found |= {name: median(one[name] for one in measured) for name in work}
    json.dump(found, sys.stdout)


def _started(path: str) -> float:
    """Return the milliseconds of CPU of a whole run with one file."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "schedcfg", "validate", path], check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def _stages(folder: str, paths: list[str]) -> dict[str, Callable[[], object]]:
    """Map the name of each stage to what does its work for all files."""
    from schedcfg import OPEN, releases, validate
    from schedcfg.configuration.decode.configuration import decode
    from schedcfg.configuration.effective.resolve import resolve
    from schedcfg.document import decode_text, parse
    from schedcfg.output import text
    from schedcfg.output.summary import Summary
    from schedcfg.rules.registry import Subject, run
    from schedcfg.sources import SearchTally, Source, find
    from schedcfg.sources.folder import SUFFIXES
    from schedcfg.sources.type_meta import read_type_meta

    release = releases.at(releases.NEWEST)

    known = partial(OPEN.known, release=release)
    raw = [Source(path).read() for path in paths]
    texts = list(map(decode_text, raw))
    documents = [parse(one).documents[0] for one in texts]
    decoded = [decode(document, read_type_meta(document.data), release, known) for document in documents]
    subjects = [Subject(resolve(one, OPEN), one, OPEN) for one in decoded]
    reports = [validate(one, path=path) for one, path in zip(texts, paths, strict=True)]
    return {
        "find": lambda: _all(find([folder], SUFFIXES, SearchTally())),
        "read": lambda: _all(Source(path).read() for path in paths),
        "parse": lambda: _all(parse(decode_text(one)) for one in raw),
        "decode": lambda: _all(
            decode(document, read_type_meta(document.data), release, known) for document in documents
        ),
        "resolve": lambda: _all(resolve(one, OPEN) for one in decoded),
        "rules": lambda: _all(list(run(subject)) for subject in subjects),
        "report": lambda: _all(text.render(reports, Summary(), colored=False)),
        "all in one process": lambda: _all(validate(one) for one in texts),
    }


def _all(work: Iterable[object]) -> None:
    for _ in work:
        pass


def _timed(stage: Callable[[], object]) -> float:
    """Return the milliseconds of CPU that a stage takes for one file."""
    start = time.process_time()
    stage()
    return (time.process_time() - start) / _COUNT * 1000


if __name__ == "__main__":
    main(int(sys.argv[1]))
