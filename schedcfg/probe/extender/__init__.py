"""HTTP extenders, asked as kube-scheduler asks them (`pkg/scheduler/extender.go`), and their answers judged."""

from schedcfg.probe.extender.question import Question
from schedcfg.probe.extender.setting import Setting
from schedcfg.probe.extender.told import KINDS, Told
from schedcfg.probe.extender.trial import Trials, try_all
from schedcfg.probe.extender.weighing import plugin_points

__all__ = ["KINDS", "Question", "Setting", "Told", "Trials", "plugin_points", "try_all"]
