"""What a scheduler's log says of a trial: the score of each node by plugin, and why the program has ended."""

from collections import deque
from collections.abc import Collection, Mapping

from schedcfg.commands.trial.results import Scores
from schedcfg.patterns import pattern

_SCORED = b"Plugin scored node for pod"
_TOTAL = b"Calculated node's final score for pod"
_SCORE = pattern(r'pod="([^"]{1,600})"(?: plugin="([^"]{1,300})")? node="([^"]{1,300})" score=(-?\d{1,20})')
_REJECTED = b"unschedulable plugins="
_QUEUED = b"oved to an internal scheduling queue"
_BACKING_OFF = b'queue="Backoff"'
_POD = pattern(r' pod="([^"]{1,600})"')
_PLUGIN = pattern(r'"([^"]{1,300})":\{\}')
_IS_TALK = pattern(r"[IWD]\d{4} |$")
"""What klog writes that is no error. Other lines are errors, of Go or of the program."""
_LINES = 40
_LONGEST = 2000
_CUT = "…"
"""Shows where a line is cut: what is before it may be the beginning of a secret."""

MODULES = ("schedule_one", "generic_scheduler")
"""The files that log scores, since 1.24 and before; at verbosity 10."""

QUEUE_MODULE = "scheduling_queue=4"
"""The file that logs which plugins have refused a Pod, and which Pods wait to be tried again; and at which verbosity.

Not all releases log it: 1.29 does, 1.22 does not.
"""


class SchedulerLog:
    """The log, as it is written: what is looked for in it is kept, and its end."""

    def __init__(self, explained: Collection[str]) -> None:
        """Begin with nothing.

        Args:
            explained: Namespace and name of the Pods whose scores are kept.
        """
        self._explained = explained
        self.size = 0
        self._last: deque[str] = deque(maxlen=_LINES)
        self._errors: deque[str] = deque(maxlen=_LINES)
        self._scores: dict[str, dict[str, dict[str, int]]] = {}
        self._totals: dict[str, dict[str, int]] = {}
        self._rejecting: dict[str, frozenset[str]] = {}
        self._backing_off: set[str] = set()

    def add(self, line: bytes) -> None:
        """Look at a line."""
        self.size += len(line)
        if _SCORED in line or _TOTAL in line:
            self._add_score(line.decode("utf-8", "replace"))
            return
        if _QUEUED in line:
            self._add_queued(line)
        if _REJECTED in line:
            self._add_rejecting(line.decode("utf-8", "replace"))
        if _QUEUED in line or _REJECTED in line:
            return
        text = line[:_LONGEST].decode("utf-8", "replace").rstrip() + (_CUT if len(line) > _LONGEST else "")
        self._last.append(text)
        if not _IS_TALK.match(text):
            self._errors.append(text)

    def _add_score(self, line: str) -> None:
        match = _SCORE.search(line)
        if match is None or match[1] not in self._explained:
            return
        pod, plugin, node, score = match.groups()
        if plugin is None:
            self._totals.setdefault(pod, {})[node] = int(score)
        else:
            self._scores.setdefault(pod, {}).setdefault(node, {})[plugin] = int(score)

    def _add_rejecting(self, line: str) -> None:
        pod, (_, _, plugins) = _POD.search(line), line.partition(_REJECTED.decode())
        if pod is not None:
            self._rejecting[pod[1]] = frozenset(_PLUGIN.findall(plugins))

    def _add_queued(self, line: bytes) -> None:
        pod = _POD.search(line.decode("utf-8", "replace"))
        if pod is not None:
            self._backing_off.discard(pod[1])
            if _BACKING_OFF in line:
                self._backing_off.add(pod[1])

    def begin(self, pod: str) -> None:
        """Forget the scores of a Pod that is looked at anew."""
        self._backing_off.discard(pod)
        self._scores.pop(pod, None)
        self._totals.pop(pod, None)
        self._rejecting.pop(pod, None)

    def scores(self, pod: str) -> Scores:
        """Return the scores of a Pod, by node and plugin; none where only one node was left, or nothing was logged."""
        return self._scores.get(pod, {})

    def totals(self, pod: str) -> Mapping[str, int]:
        """Return the sum that counts for each node, of extenders too."""
        return self._totals.get(pod, {})

    def rejecting(self, pod: tuple[str, str]) -> frozenset[str]:
        """Return the plugins that have refused a Pod of this namespace and name; none where it does not say."""
        return self._rejecting.get("/".join(pod), frozenset())

    def is_backing_off(self, pod: tuple[str, str]) -> bool:
        """Return whether a Pod of this namespace and name waits for some seconds, and is then tried again."""
        return "/".join(pod) in self._backing_off

    @property
    def reason(self) -> str:
        """The end of what it wrote about errors, or of what it wrote at all."""
        return "\n".join(self._errors or self._last)
