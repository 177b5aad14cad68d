"""How the kubelet finds out whether a second scheduler runs and is ready."""

from schedcfg.effective import Configuration
from schedcfg.generate.objects import Data
from schedcfg.releases.endpoints import answers_at


def probes(configuration: Configuration) -> Data:
    """Make the probes; the HTTPS port answers to their paths whoever asks (`--authorization-always-allow-paths`).

    A scheduler that waits for its lease is not ready where `delayCacheUntilActive` keeps it from reading the cluster
    (`sched-handler-sync` in cmd/kube-scheduler/app/server.go), and a rollout would wait for it: there it is enough
    that it lives.
    """
    if not answers_at("/livez", configuration.release):
        live = ready = "/healthz"
    else:
        live = "/livez"
        ready = live if configuration.delay_cache_until_active else "/readyz"
    return {
        "livenessProbe": {**_get(live), "failureThreshold": 8, "initialDelaySeconds": 15, "timeoutSeconds": 15},
        "readinessProbe": {**_get(ready), "timeoutSeconds": 15},
    }


def _get(path: str) -> Data:
    return {"httpGet": {"path": path, "port": "https", "scheme": "HTTPS"}}
