"""What is made around an input, or in it: `generate` and the KRM function, and what has to be true of the results."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from schedcfg.commands.generate import kubeadm, pod_policy, presets, second_scheduler, static_pod
from schedcfg.commands.generate.add_profile import add_profile
from schedcfg.commands.generate.generation import Generation, Maker, generate_around, render_notes
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.commands.generate.profile_composing import ProfileRequest
from schedcfg.commands.generate.static_pod_fix import fix_existing
from schedcfg.commands.krm import results
from schedcfg.commands.krm.function import run as run_function
from schedcfg.document import parse
from schedcfg.errors import UnreadableInput, WrongRequest
from schedcfg.sources.products import targets
from schedcfg.sources.products.target import ImageOption

from . import invariants
from .answers import WRONG, Answer, Choices, Command, options_of, refusing, usual
from .invariants import Fault
from .seeds import PLAIN, Kind


def _choose_around(random: Random) -> Choices:
    wanted = random.choice(("static-pod", "kubeadm", "second-scheduler", "kustomize", "pod-policy", *targets()))
    return {**usual(random), "wanted": wanted, "image": random.choice((None, "registry.example.com/own:v1"))}


def maker_of(choices: Choices) -> Maker[Any]:
    """Return what makes the files that were chosen."""
    wanted, image = choices["wanted"], choices["image"]
    if wanted == "static-pod":
        return static_pod.maker(static_pod.StaticPodOptions(image))
    if wanted == "kubeadm":
        return kubeadm.maker(kubeadm.KubeadmOptions(image=image))
    if wanted in {"second-scheduler", "kustomize"}:
        make = second_scheduler.maker if wanted == "second-scheduler" else second_scheduler.kustomize_maker
        return make(second_scheduler.SecondSchedulerOptions(image=image))
    if wanted == "pod-policy":
        return pod_policy.maker(pod_policy.PodPolicyOptions(namespaces=("jobs",), name="jobs"))
    made_for = find_target(wanted)
    required = made_for.target.image is ImageOption.REQUIRED
    return made_for.maker(TargetOptions("registry.example.com/own:v1" if required else None))


def _around(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    generation = generate_around(text, maker_of(choices), name="scheduler.yaml", options=options_of(choices))
    return _of_generation(generation, text)


def _of_generation(generation: Generation, source: str = PLAIN) -> Answer:
    """Return what was generated, and what is wrong with it: each file has to be read, unless its source is not.

    A later document of a source may be broken: kube-scheduler does not read it.
    """
    notes = "".join(render_notes(generation, colored=False))
    faults = list(invariants.parsed(notes, "text"))
    for file in generation.files:
        if file.path.endswith((".yaml", ".yml", ".json")):
            error = parse(file.text).error
            if error is not None and parse(source).error is None:
                faults.append(Fault("a generated file is not read", f"{file.path}: {error.message}"))
    return Answer({"notes": notes, "file": "".join(file.text for file in generation.files)}, faults)


def _choose_from(random: Random) -> Choices:
    return {**usual(random), "kubernetes": random.choice((None, "1.29", "1.33")), "carry": random.random() < 0.5}


def _static_pod_from(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    options = static_pod.StaticPodOptions(kubernetes=choices["kubernetes"], carry_flags=choices["carry"])

    def of(configuration: str) -> Around:
        def around(maker: Maker[static_pod.StaticPodOptions], *, otherwise: str | None = None) -> Generation:
            return generate_around(configuration, maker, choices["kubernetes"] or otherwise)

        return around

    generation = fix_existing(text, choices["path"], "kube-scheduler.yaml", options, of(PLAIN))
    answer = _of_generation(generation)
    files = {file.path: file.text for file in generation.files}
    edited = files.pop("kube-scheduler.yaml", None)
    if edited is None:
        return answer
    # Flags that are carried over are in the configuration from then on.
    again = of(next(iter(files.values()), PLAIN))
    return Answer(answer.shown, [*answer.faults, *_again(edited, text, options, again)])


Around = Callable[..., Generation]
"""Generates what goes around a configuration."""


def _again(edited: str, text: str, options: static_pod.StaticPodOptions, around: Any) -> Iterator[Fault]:
    """Yield where an edited manifest has lost something, or is edited once more."""
    for fault in invariants.kept(text, edited, may_add_comments=True):
        # What is removed takes the comment beside it along.
        if fault.kind != "a comment is lost":
            yield fault
    files = fix_existing(edited, "-", "kube-scheduler.yaml", options, around).files
    if not any(file.text == edited for file in files):
        yield Fault("a manifest is edited twice")


def _kubeadm_from(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    options = kubeadm.KubeadmOptions(None, None, None, kubeadm.find_scheduler(text), choices["carry"])
    return _of_generation(generate_around(PLAIN, kubeadm.maker(options), choices["kubernetes"]))


def _choose_profile(random: Random) -> Choices:
    return {
        "preset": random.choice(tuple(presets.all_presets())),
        "name": random.choice(("default-scheduler", "new", "é\n")),
    }


def _add_profile(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    request = ProfileRequest(choices["name"], presets.find(choices["preset"]))
    generation = add_profile(text, "scheduler.yaml", request)
    answer = _of_generation(generation, text)
    lost = [fault for file in generation.files for fault in invariants.kept(text, file.text, may_add_comments=True)]
    return Answer(answer.shown, [*answer.faults, *lost])


def _krm(raw: bytes, _choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    done = run_function(text)
    shown = "".join(results.render_results(done, colored=False))
    faults = list(invariants.parsed(shown, "text"))
    if parse(done.text).error is not None and parse(text).error is None:
        faults.append(Fault("the list is no longer read"))
    elif _items(run_function(done.text).text) != _items(done.text):
        faults.append(Fault("a second run changes more"))
    found = json.dumps(results.results_as_data(done.results, None))
    return Answer({"text": shown, "results": found, "file": done.text}, faults)


def _items(text: str) -> object:
    """Return the items of a list: the results are those of the last run."""
    documents = parse(text).documents
    data = documents[0].data if documents else None
    return data.get("items") if isinstance(data, dict) else None


MAKING: dict[str, Command] = {
    "generate": Command(
        20, (Kind.CONFIGURATION,), _choose_around, refusing(_around, *WRONG, WrongRequest, UnreadableInput)
    ),
    "generate static-pod --from": Command(
        15, (Kind.MANIFEST,), _choose_from, refusing(_static_pod_from, *WRONG, UnreadableInput)
    ),
    "generate kubeadm --from": Command(
        10, (Kind.MANIFEST,), _choose_from, refusing(_kubeadm_from, *WRONG, UnreadableInput, WrongRequest)
    ),
    "generate profile --into": Command(
        8, (Kind.CONFIGURATION,), _choose_profile, refusing(_add_profile, *WRONG, WrongRequest)
    ),
    "krm": Command(20, (Kind.RESOURCES,), lambda _: {}, refusing(_krm, UnreadableInput)),
}
"""Name → what is made around an input, or in it."""
