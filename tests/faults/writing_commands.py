"""All commands that write files, as the command tree has them, and cases of those that no kill stops in the middle."""

from collections.abc import Iterator

import click

from schedcfg import cli

from .cases import CASES, FIXED, OLD, SECOND, Case

_LONG = {"-o": "--output"}
_REPORT = "FORMAT[=FILE]"


def writing_options() -> dict[tuple[str, ...], list[str]]:
    """Return the commands that write, by their words → their options for that: by how they are called and described."""
    found = ((words, list(filter(None, map(_writes, command.params)))) for words, command in _commands((), cli.group))
    return {words: options for words, options in found if options}


def _commands(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from _commands((*words, name), inner)


def _writes(option: click.Parameter) -> str:
    """Return the name of an option that has a command write files; of others nothing."""
    if not isinstance(option, click.Option) or option.hidden or option.opts[-1] == "--quiet":
        return ""
    name, help_ = option.opts[-1], option.help or ""
    is_described = help_.startswith("Write ") or "in place" in help_
    return name if name.startswith("--write") or is_described or option.metavar == _REPORT else ""


def lacking_cases() -> list[str]:
    """Return the options that write, with their commands, of which there is no case."""
    return [
        " ".join((*words, option))
        for words, options in writing_options().items()
        for option in options
        if not any(_is_of(case, words, option) for case in ALL)
    ]


def _is_of(case: Case, words: tuple[str, ...], option: str) -> bool:
    given = {_LONG.get(one, one) for one in case.arguments}
    return case.arguments[: len(words)] == words and option in given


_PLAIN = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
_EXTENDER = f"{_PLAIN}extenders:\n- {{urlPrefix: 'http://127.0.0.1:9/x', filterVerb: filter}}\n"
_TRAFFIC = (
    f"{_PLAIN}profiles:\n- plugins: {{score: {{enabled: [{{name: NetworkTraffic}}]}}}}\n  pluginConfig:\n"
    "  - name: NetworkTraffic\n    args: {prometheusAddress: 'http://127.0.0.1:9', networkInterface: eth0, "
    "timeRangeInMinutes: 5}\n"
)
_POD = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: kube-scheduler}\nspec:\n  hostNetwork: true\n  containers:\n"
    "  - name: kube-scheduler\n    image: registry.k8s.io/kube-scheduler:v1.23.0\n"
    "    command: [kube-scheduler, --kubeconfig=/etc/kubernetes/scheduler.conf, --port=0]\n"
)
_JOB = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a}]}\n"
_TESTS = (
    "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nconfiguration: s.yaml\nnodes: ['2:cpu=4']\n"
    "tests:\n- name: a\n  pods: ['2:cpu=1']\n"
)
_FAILING = f"{_TESTS}  expect: {{placed: all, nodesUsed: 9}}\n"
_RESOURCES = (
    "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nfunctionConfig:\n"
    "  apiVersion: schedcfg.io/v1alpha1\n  kind: SchedulerConfig\n  metadata: {name: a}\n  spec: {migrateTo: v1}\n"
)
PROGRAM = "kube-scheduler"
"""The name of a stand-in for a scheduler, in the folder around that of a case."""
_WITH_PROGRAM = ("--binary", f"../{PROGRAM}", "--kubernetes", "1.33")
_TRIED = ("try", "s.yaml", "--nodes", "2:cpu=4", "--pods", "3:cpu=1", *_WITH_PROGRAM)
_OF_CONFIGURATION = ("--config", "c.yaml", "--kubernetes", "1.34", "--write-to", "out")
_RANCHER = f"{_PLAIN}clientConnection: {{kubeconfig: /var/lib/rancher/%s/server/cred/scheduler.kubeconfig}}\n"
_CONFIGURATIONS = {
    "second-scheduler": SECOND,
    "openshift": SECOND,
    "k3s": _RANCHER % "k3s",
    "rke2": _RANCHER % "rke2",
}
"""What a command of `generate` makes files around, where it is not this."""
_WITH_KUBECONFIG = f"{_PLAIN}clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}\n"
_MADE_OF_NOTHING = {
    "config": (),
    "profile": ("bin-packing",),
    "pod-policy": ("--scheduler", "second", "--namespace", "a"),
    "monitoring": (),
}
_IMAGE = {"openshift": ("--image", "registry.example/scheduler:v1")}


def _generating(name: str) -> Case:
    """Return the case of a command of `generate`."""
    if name in _MADE_OF_NOTHING:
        return Case(("generate", name, *_MADE_OF_NOTHING[name], "--write-to", "out"))
    configuration = _CONFIGURATIONS.get(name, _WITH_KUBECONFIG)
    return Case(("generate", name, *_OF_CONFIGURATION, *_IMAGE.get(name, ())), {"c.yaml": configuration})


def _generators() -> tuple[str, ...]:
    return tuple(words[1] for words in writing_options() if words[0] == "generate")


OTHERS = (
    Case(("validate", "--fix", "--unsafe-fixes", "a.yaml"), {"a.yaml": FIXED}),
    Case(("validate", "a.yaml", "-o", "github", "-o", "html=r/page.html"), {"a.yaml": FIXED}),
    Case(("effective", "a.yaml", "-o", "html=page.html"), {"a.yaml": FIXED, "page.html": "old"}),
    Case(("why", "ImageLocality", "a.yaml", "-o", "json=r.json"), {"a.yaml": FIXED}),
    Case(("diff", "a.yaml", "b.yaml", "-o", "markdown=r.md"), {"a.yaml": FIXED, "b.yaml": _PLAIN}),
    Case(("explain", "profiles.plugins.score", "-o", "text=r.txt")),
    Case(("list", "rules", "-o", "json=r.json")),
    Case(("list", "plugins", "-o", "json=r.json")),
    Case(("list", "releases", "-o", "text=r.txt")),
    Case(("migrate", "a.yaml", "--to", "v1", "-o", "json=r.json"), {"a.yaml": OLD}),
    Case(("migrate", "a.yaml", "--to", "v1", "--write", "--write-unfit"), {"a.yaml": OLD}),
    Case(("upgrade", "--step", "1.24", "--write", "."), {"p.yaml": _POD, "q/p.yaml": _POD}),
    Case(("upgrade", "p.yaml", "--from", "1.23", "--to", "1.25", "-o", "html=r.html"), {"p.yaml": _POD}),
    Case(("schema", "v1", "--write-to", "out")),
    Case(("schema", "--all", "--write-to", "out")),
    Case(("schema", "v1", "--write-to", "out"), {"out/kubeschedulerconfiguration-v1.json": "{}"}),
    Case(("schema", "v1")),
    Case(("krm",), stdin=_RESOURCES),
    Case(("migrate", "-", "--to", "v1"), stdin=OLD),
    Case(("probe", "extender", "e.yaml", "--node", "n", "--timeout", "1", "-o", "json=r.json"), {"e.yaml": _EXTENDER}),
    Case(("probe", "network-traffic", "n.yaml", "--timeout", "1", "-o", "json=r.json"), {"n.yaml": _TRAFFIC}),
    Case(("confirm", "s.yaml", *_WITH_PROGRAM, "-o", "json=r.json"), {"s.yaml": _PLAIN}),
    Case((*_TRIED, "-o", "html=r.html"), {"s.yaml": _PLAIN}),
    Case((*_TRIED, "--save", "x.schedtest.yaml"), {"s.yaml": _PLAIN}),
    Case(("test", "--init", "."), {"s.yaml": _PLAIN, "p.yaml": _JOB}),
    Case(("test", "--record", *_WITH_PROGRAM), {"s.yaml": _PLAIN, "a.schedtest.yaml": _TESTS}),
    Case(("test", "--update", *_WITH_PROGRAM), {"s.yaml": _PLAIN, "a.schedtest.yaml": _FAILING}),
    Case(("test", "-o", "junit=r.xml", *_WITH_PROGRAM), {"s.yaml": _PLAIN, "a.schedtest.yaml": _FAILING}),
    Case(("generate", "second-scheduler", "--kustomize", *_OF_CONFIGURATION), {"c.yaml": SECOND}),
    Case(("generate", "talos", "--document", *_OF_CONFIGURATION), {"c.yaml": _WITH_KUBECONFIG}),
    *map(_generating, _generators()),
)
"""What writes besides: on standard output, or with a program."""

ALL = (*CASES, *OTHERS)


def by_command() -> list[Case]:
    """Return all cases: first one of each command, then the second ones, and so on."""
    commands = sorted(writing_options(), key=len, reverse=True)
    numbers: dict[tuple[str, ...], int] = {}
    placed: list[tuple[int, Case]] = []
    for case in ALL:
        words = next((one for one in commands if case.arguments[: len(one)] == one), case.arguments[:1])
        numbers[words] = numbers.get(words, -1) + 1
        placed.append((numbers[words], case))
    return [case for _, case in sorted(placed, key=lambda one: one[0])]
