"""The states that a feature gate can be in.

Upstream: `FeatureSpec` in `component-base/featuregate/feature_gate.go`. kube-scheduler accepts
every gate of the packages that the components share in `--feature-gates`; few of them mean anything to it.
Those that its own code looks at have a state that starts with `SCHEDULER_`.
"""

from schedcfg.releases.release import FeatureGate

ALPHA = FeatureGate(default=False, stage="ALPHA")
ALPHA_ON = FeatureGate(default=True, stage="ALPHA")
BETA = FeatureGate(default=True, stage="BETA")
BETA_OFF = FeatureGate(default=False, stage="BETA")
STABLE = FeatureGate(default=True, stage="GA")
STABLE_OFF = FeatureGate(default=False, stage="GA")
LOCKED = FeatureGate(default=True, stage="GA", locked=True)
LOCKED_OFF = FeatureGate(default=False, stage="GA", locked=True)
DEPRECATED_ON = FeatureGate(default=True, stage="DEPRECATED")
DEPRECATED_OFF = FeatureGate(default=False, stage="DEPRECATED")
DEPRECATED_LOCKED_ON = FeatureGate(default=True, stage="DEPRECATED", locked=True)
DEPRECATED_LOCKED_OFF = FeatureGate(default=False, stage="DEPRECATED", locked=True)

SCHEDULER_ALPHA = FeatureGate(default=False, stage="ALPHA", scheduler=True)
SCHEDULER_BETA = FeatureGate(default=True, stage="BETA", scheduler=True)
SCHEDULER_BETA_OFF = FeatureGate(default=False, stage="BETA", scheduler=True)
SCHEDULER_STABLE = FeatureGate(default=True, stage="GA", scheduler=True)
SCHEDULER_LOCKED = FeatureGate(default=True, stage="GA", locked=True, scheduler=True)
SCHEDULER_DEPRECATED_OFF = FeatureGate(default=False, stage="DEPRECATED", scheduler=True)
