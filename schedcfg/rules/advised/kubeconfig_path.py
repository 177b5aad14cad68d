"""Paths of kubeconfigs that do not lead where they are meant to."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.names import is_of_windows, with_known_folder
from schedcfg.rules.rule import Rule, Subject, advice

ID = "kubeconfig-path"

_PATH: Path = ("clientConnection", "kubeconfig")
_HELP = "Write the absolute path in the scheduler's container: `/etc/kubernetes/scheduler.conf`."


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a kubeconfig in a folder that nobody has: of another machine, below `~`, a misspelled one, or relative."""
    written = subject.configuration.client_connection.kubeconfig
    if not written or placeholder(written):
        return
    if written.startswith("/"):
        yield from _misspelled(written)
    elif "\n" in written:
        message = (
            "the scheduler does not find its kubeconfig, unless a file is called like this: it is the content of a "
            "file, not its path"
        )
        yield advice(ID, _PATH, message, _HELP, Severity.ERROR)
    elif written.startswith(("~", "$")):
        message = (
            f"the scheduler only finds its kubeconfig on a node with a folder `{written.partition('/')[0]}`, in the "
            f"folder where it is started: it uses `{written}` literally, and does not expand `{written[0]}` as a shell "
            "does"
        )
        yield advice(ID, _PATH, message, _HELP, Severity.ERROR)
    elif is_of_windows(written):
        message = (
            f"a scheduler on a node does not find its kubeconfig: `{written}` is a path of Windows, and control planes "
            "run on Linux"
        )
        yield advice(ID, _PATH, message, _HELP)
    else:
        message = (
            f"the scheduler only finds its kubeconfig if it is started in the folder to which `{written}` is relative; "
            "the stock image starts it in `/`"
        )
        yield advice(ID, _PATH, message, _HELP, Severity.INFO)


def _misspelled(written: str) -> Iterator[Problem]:
    """Yield a path in a folder that is spelled almost as one that nodes have."""
    meant = with_known_folder(written)
    if meant is not None:
        message = f"the scheduler does not find its kubeconfig, unless {written} is mounted: nodes have no such folder"
        yield advice(ID, _PATH, message, f"Did you mean `{meant}`?")


RULE = Rule(
    id=ID,
    title="The path of the kubeconfig leads nowhere",
    why="A scheduler that does not find its kubeconfig exits at once; where it looks depends on how it is started.",
    source="client-go/tools/clientcmd/client_config.go, BuildConfigFromFlags",
    evidence=(
        Citation(
            "https://github.com/denkensk/scheduler-plugins/blob/561a4328d7ce90094219372dc61f85cbd20745e1/manifests/coscheduling/scheduler-config.yaml",
            "`kubeconfig: scheduler.conf`",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING, Severity.INFO),
    bad=v1_configuration("""\
clientConnection:
  kubeconfig: ~/.kube/config
"""),
    good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""),
)
