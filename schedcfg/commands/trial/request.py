"""What a scheduler is given in a run: a configuration, a kubeconfig and flags."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cli.program_options import SEED
from schedcfg.commands.trial.api.store import Name
from schedcfg.commands.trial.extenders import called, uncalled
from schedcfg.commands.trial.log import MODULES, QUEUE_MODULE
from schedcfg.commands.trial.prometheus import RecordedPrometheus, redirected
from schedcfg.configuration.effective.model import Extender
from schedcfg.integrations.working_folders import writing_temporary_files
from schedcfg.releases import gate_settings
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.pod import Fields, items

CONFIG = "--config"
_GATES = "--feature-gates="
_KUBECONFIG, _CONFIGURATION = "kubeconfig.yaml", "config.yaml"
_CONNECTION = {"contentType": "application/json", "qps": 5000, "burst": 10000}
"""How it talks to the stand-in: in JSON, and as often as it likes."""
_BACKOFF = {"podInitialBackoffSeconds": 1}
"""How long it waits until it tries a Pod for the second time: that decides when it gets a node, not which."""
_CONNECTION_FLAGS = ("--kube-api-content-type=application/json", "--kube-api-qps=5000", "--kube-api-burst=10000")


class TrialRequest(NamedTuple):
    """What is to be run, and how."""

    program: str  # The path of the scheduler
    release: str
    configuration: Fields | None = None  # What its file holds, but for `clientConnection`; None for no file
    file_flag: str = CONFIG  # Names the file: this, or `--policy-config-file`
    flags: tuple[str, ...] = ()
    extenders: tuple[Extender, ...] = ()  # Those of the configuration, where they are called; none: they are not
    prometheus: tuple[RecordedPrometheus, ...] = ()  # Whose answers are recorded, and given to plugins
    seconds: float = 30.0  # How long the scheduler may take until its next decision
    explained: frozenset[Name] = frozenset()  # Pods whose scores are kept
    profiles: frozenset[str] = frozenset()  # The names that Pods may request; none: not known
    has_reasons: bool = True  # Whether it is found out why each node does not take a Pod
    is_measured: bool = False  # Whether it is about what the scheduler takes
    compiled: Path | None = None  # Of a scheduler of WebAssembly
    seed: int = SEED  # What the randomness of one of WebAssembly begins with

    @property
    def explained_pods(self) -> frozenset[str]:
        """Namespace and name of the Pods whose scores are kept, as a log has them: `default/web-0`."""
        return frozenset("/".join(name) for name in self.explained)

    def repeated(self, number: int) -> "TrialRequest":
        """Return what is run in one of several runs, of which each has luck of its own.

        Args:
            number: How many runs were before it.
        """
        return self._replace(seed=self.seed + number)

    @property
    def gated_release(self) -> Release:
        """The release, with the feature gates as the flags set them."""
        release = releases.at(self.release)
        values = tuple(flag.removeprefix(_GATES) for flag in self.flags if flag.startswith(_GATES))
        return with_feature_gates(release, gate_settings.settings(values, release).enabled)


def arguments(request: TrialRequest, url: str, folder: str, inside: str | None = None) -> Iterator[str]:
    """Yield the arguments of the program, and write the files that they name.

    Args:
        request: What is to be run.
        url: Of the stand-in.
        folder: Where the files go.
        inside: Where the program finds this folder; None where it has no file system of its own.

    Raises:
        UnwritableOutput: if a file cannot be written.
    """
    where = inside or folder
    kubeconfig = f"{where}/{_KUBECONFIG}"
    cluster, user = {"name": "trial", "cluster": {"server": url}}, {"name": "trial", "user": {}}
    context = {"name": "trial", "context": {"cluster": "trial", "user": "trial"}}
    described = {"current-context": "trial", "clusters": [cluster], "users": [user], "contexts": [context]}
    content = {"apiVersion": "v1", "kind": "Config", **described}
    _write(folder, _KUBECONFIG, content)
    if request.configuration is not None:
        configuration = dict(redirected(request.configuration, request.prometheus, url))
        if request.file_flag == CONFIG:
            configuration |= {"clientConnection": {"kubeconfig": kubeconfig, **_CONNECTION}, **_BACKOFF}
        entries = [entry for entry, _ in items(configuration.get("extenders"), ())]
        if entries:
            configuration["extenders"] = called(entries, url) if request.extenders else uncalled(entries)
        _write(folder, _CONFIGURATION, configuration)
        yield f"{request.file_flag}={where}/{_CONFIGURATION}"
    if request.configuration is None or request.file_flag != CONFIG:
        yield from (f"--kubeconfig={kubeconfig}", "--leader-elect=false", *_CONNECTION_FLAGS)
    yield from ("--secure-port=0", *request.flags)
    modules = [f"{module}=10" for module in MODULES] if request.explained else []
    yield f"--vmodule={','.join([*modules, QUEUE_MODULE])}"


def _write(folder: str, name: str, content: Mapping[str, object]) -> None:
    with writing_temporary_files():
        Path(folder, name).write_text(json.dumps(content), encoding="utf-8")
