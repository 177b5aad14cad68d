"""HTTP extenders, asked as kube-scheduler asks them (`pkg/scheduler/extender.go`), and their answers judged.

- `trial` prepares each extender (`connection`, `terms`, `weighing`); `chain` lets a Pod meet them all.
- What is asked: `question`, about what is `given` or `built_in`, as it goes over the `wire`.
- An answer: `calling`, decoded by `go_json` into the types of `answers`; `form` and `status` tell what is wrong.
- What comes of it: `filtering`, `preempting`, `prioritizing`, `at_once`; and of a failure: `consequence`.
- `finding_kinds` lists what can be found.
"""

from schedcfg.probe.extender.at_once import fewer_at_once
from schedcfg.probe.extender.finding_kinds import KINDS, Kind
from schedcfg.probe.extender.question import Question
from schedcfg.probe.extender.setting import Setting
from schedcfg.probe.extender.trial import Trials, try_all
from schedcfg.probe.extender.weighing import plugin_points

__all__ = ["KINDS", "Kind", "Question", "Setting", "Trials", "fewer_at_once", "plugin_points", "try_all"]
