"""One file carried over, and all that has to be true of it, whatever stands in the file."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple, TypedDict

from schedcfg import IN_TREE_ONLY, diff, migrate, releases, validate
from schedcfg.commands.diff.results import AnyChange, OrderChange
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus, Proof
from schedcfg.configuration.effective.facts import FIT, STRATEGIES
from schedcfg.configuration.effective.view import ProfileView
from schedcfg.document import parse
from schedcfg.findings import Finding, Severity, Verdict
from schedcfg.models import API_VERSIONS
from schedcfg.validation.options import Options

TARGETS = API_VERSIONS
_NUMBERED = re.compile(r"#\s?c(\d+);")
_LONE = {"\n": re.compile(r"(?<!\r)\n"), "\r\n": re.compile(r"\r\n")}


class Wishes(TypedDict):
    annotate: bool
    adopt_defaults: bool
    drop_unsupported: bool


class Asked(NamedTuple):
    """What a migration is asked for: the keywords of `migrate`."""

    to: str | None
    kubernetes: str | None
    chosen_options: Wishes


def asked(random: Random) -> Asked:
    """Ask for something, at random."""
    chosen_options: Wishes = {
        "annotate": random.random() < 0.2,
        "adopt_defaults": random.random() < 0.2,
        "drop_unsupported": random.random() < 0.4,
    }
    if random.random() < 0.2:
        return Asked(None, random.choice([name for name in releases.names() if int(name[2:]) >= 19]), chosen_options)
    return Asked(random.choice(TARGETS), None, chosen_options)


def run(text: str, option: Asked) -> FileMigration:
    return migrate(text, option.to, option.kubernetes, options=Options(registry=IN_TREE_ONLY), **option.chosen_options)


def faults(text: str, option: Asked, file: FileMigration) -> Iterator[str]:
    """Yield what is wrong with a migrated file, in words."""
    if file.migrated is None:
        return
    yield from _wrong_edits(text, file)
    yield from _wrong_comments(text, option, file)
    yield from _wrong_line_ends(text, file.migrated)
    again = run(file.migrated, option)
    if again.migrated is not None or again.verdict is not Verdict.ACCEPTED:
        yield f"not stable: a second run says {again.status}"
    if run(text, option) != file:
        yield "not the same twice"


def _wrong_edits(text: str, file: FileMigration) -> Iterator[str]:
    parts, last = [], -1
    for edit in file.edits:
        start, end = edit.span.start.offset, edit.span.end.offset
        if start <= last:
            yield "edits touch"
        if text[start:end] == edit.replacement:
            yield "an edit changes nothing"
        parts += [text[max(last, 0) : start], edit.replacement]
        last = end
    if "".join([*parts, text[max(last, 0) :]]) != file.migrated:
        yield "edits do not give the text"


def comments_of(text: str) -> Counter[str]:
    """Count the comments of a file, and those of the values of its ConfigMaps."""
    stream = parse(text)
    found = Counter(comment.text for comment in stream.comments)
    for document in stream.documents:
        data = document.data.get("data") if isinstance(document.data, dict) else None
        for value in data.values() if isinstance(data, dict) else ():
            if isinstance(value, str):
                found += Counter(comment.text for comment in parse(value).comments)
    return found


def _wrong_comments(text: str, option: Asked, file: FileMigration) -> Iterator[str]:
    assert file.migrated is not None
    before, after = comments_of(text), comments_of(file.migrated)
    if before - after:
        yield "a comment is lost"
    if after - before and not option.chosen_options["annotate"]:
        yield "a comment is made"
    if sorted(_NUMBERED.findall(text)) != sorted(_NUMBERED.findall(file.migrated)):
        yield "a numbered comment is lost or doubled"


def _wrong_line_ends(text: str, migrated: str) -> Iterator[str]:
    if "\r" not in text and "\r" in migrated:
        yield "CR in a text without"
    if "\r\n" in text and not _LONE["\n"].search(text) and _LONE["\n"].search(migrated):
        yield "LF in a text with CRLF"


def unproven(text: str, file: FileMigration) -> Iterator[str]:
    """Name what `diff` finds between a text and a migrated one that the proof of the single step does not list.

    For files with one configuration and one step, both sides validated by the same release.
    """
    if file.migrated is None or len(file.documents) != 1 or len(file.documents[0].proofs) != 1:
        return
    (proof,) = file.documents[0].proofs
    if proof.before != proof.kubernetes:
        return
    step = f"{proof.source}→{proof.target}"
    found = diff(text, file.migrated, proof.kubernetes, options=Options(registry=IN_TREE_ONLY))
    if not found.compared:
        yield f"{step} not compared"
        return
    before, after = (scoring(one, proof.kubernetes) for one in (text, file.migrated))
    for change in found.changes:
        sleeps = _is_strategy(change) and before.get(change.profile) == after.get(change.profile)
        if not sleeps and not _is_listed(change, proof):
            yield f"{step} {change.subject}"
    yield from _unreported_scoring(before, after, proof)


def _is_strategy(change: AnyChange) -> bool:
    """Tell whether a change is one of NodeResourcesFit's strategy, which means nothing where it does not score."""
    return change.subject[:2] == ("args", FIT) and change.subject[2].startswith("scoringStrategy")


def _unreported_scoring(before: Mapping[str, object], after: Mapping[str, object], proof: Proof) -> Iterator[str]:
    """Name the profiles in which another plugin scores by resources now, and not in the same way."""
    for profile in before:
        same = f"{profile}.score.{FIT}"
        one_for_another = any(difference.path == same and not difference.matters for difference in proof.differences)
        args_reported = any(difference.path.startswith(f"{profile}.args.{FIT}.") for difference in proof.differences)
        if one_for_another and not args_reported and before[profile] != after[profile]:
            yield f"{proof.source}→{proof.target} scoring by resources is another"


def _is_listed(change: AnyChange, proof: Proof) -> bool:
    """Tell whether a proof lists a change, by point, plugin or setting."""
    kind, *rest = change.subject
    told = [difference.path for difference in proof.differences]
    own = [path.removeprefix(f"{change.profile}.") for path in told if path.startswith(f"{change.profile}.")]
    if kind == "plugin":
        return f"{rest[0]}.{rest[1]}" in own
    if isinstance(change, OrderChange):
        return f"{rest[0]}.order" in own or not change.decides
    if kind == "args":
        # Where one plugin scores in the place of another, their Args come and go with them; `scoring` compares those.
        scores = {path.removeprefix("score.") for path in own if path.startswith("score.")}
        return rest[0] in scores or any(f"{path}.".startswith(f"args.{rest[0]}.") for path in own)
    if kind == "extender":
        return any(path.startswith("extenders.") for path in told)
    if kind == "shares":
        return any(path.startswith("score.") for path in own)
    return any(path == rest[-1] or path.endswith(f".{rest[-1]}") for path in told)


def scoring(text: str, kubernetes: str) -> dict[str, object]:
    """Tell for each profile how it scores by resources, whichever plugin does: strategy, weight, resources, curve."""
    view = effective_configuration(text, kubernetes, options=Options(registry=IN_TREE_ONLY)).view
    assert view is not None
    return {profile.name: sorted(_strategies(profile)) for profile in view.profiles}


def _strategies(profile: ProfileView) -> Iterator[tuple[str, int, list[str]]]:
    running = [one for point in profile.points if point.name == "score" for one in point.running]
    for one in running:
        if one.name != FIT and one.name not in STRATEGIES:
            continue
        values = {
            tuple(value.steps): value.value
            for args in profile.args
            if args.plugin == one.name
            for value in args.settings
        }
        if one.name == FIT:
            values = {steps[1:]: value for steps, value in values.items() if steps[:1] == ("scoringStrategy",)}
            curve = {steps[1:] for steps in values if steps[:1] == ("requestedToCapacityRatio",)}
            values |= {steps: values[("requestedToCapacityRatio", *steps)] for steps in curve}
        parts = [f"{steps}={value}" for steps, value in values.items() if steps[:1] in {("resources",), ("shape",)}]
        yield str(values.get(("type",), STRATEGIES.get(one.name))), one.weight, sorted(parts)


def accepted_at_the_end(file: FileMigration) -> bool:
    """Tell whether the release of the last proof takes the migrated file; for files with one configuration."""
    if file.migrated is None or not file.documents[0].proofs:
        return True
    report = validate(file.migrated, file.documents[0].proofs[-1].kubernetes, options=Options(registry=IN_TREE_ONLY))
    return report.verdict is Verdict.ACCEPTED


def refusals(file: FileMigration) -> list[Finding]:
    """Give for each refused document the first finding that says why."""
    return [
        next(finding for finding in document.findings if finding.severity is Severity.ERROR)
        for document in file.documents
        if document.status is MigrationStatus.REFUSED
    ]


def accepted_somewhere(text: str) -> bool:
    """Tell whether some release takes all configurations of a file."""
    return any(
        validate(text, name, options=Options(registry=IN_TREE_ONLY)).verdict is Verdict.ACCEPTED
        for name in releases.names()
    )
