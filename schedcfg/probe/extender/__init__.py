"""HTTP extenders, asked as kube-scheduler asks them (`pkg/scheduler/extender.go`), and their answers judged."""

from schedcfg.probe.extender.at_once import fewer_at_once
from schedcfg.probe.extender.question import Question
from schedcfg.probe.extender.setting import Setting
from schedcfg.probe.extender.told import Told
from schedcfg.probe.extender.trial import Trials, try_all
from schedcfg.probe.extender.weighing import plugin_points

__all__ = ["Question", "Setting", "Told", "Trials", "fewer_at_once", "plugin_points", "try_all"]
