"""A refusal's path is upstream's own name for the field; what is underlined is the field itself."""

import pytest

from schedcfg import IN_TREE_ONLY, Role, releases, validate
from schedcfg.findings import Finding
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: {kind}\n"
CONFIGURATION = "KubeSchedulerConfiguration"

IN_PROFILE = "profiles: [{pluginz: 1}]"
IN_ARGS = "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {foo: 1, scoringStrategy: {Type: a}}}]}]"


def refused(body: str, release: str, version: str, kind: str = CONFIGURATION) -> list[tuple[str, str, Finding]]:
    text = HEAD.format(version=version, kind=kind) + body + "\n"
    report = validate(text, release, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG))
    return [
        (finding.path, text[finding.start.offset : finding.end.offset], finding)
        for finding in report.documents[0].findings
        if finding.finding_class == "refused"
    ]


@pytest.mark.parametrize(
    ("body", "release", "version", "expected"),
    [
        ("foo: 1", "1.22", "v1beta2", [("foo", "foo")]),
        ("foo: 1", "1.23", "v1beta2", [("foo", "foo")]),
        (IN_PROFILE, "1.22", "v1beta2", [("profiles[0].pluginz", "pluginz")]),
        (IN_PROFILE, "1.23", "v1beta2", [("pluginz", "pluginz")]),
        (IN_PROFILE, "1.24", "v1beta2", [("profiles[0].pluginz", "pluginz")]),
        (
            IN_ARGS,
            "1.22",
            "v1beta2",
            [
                ("profiles[0].pluginConfig[0].args.foo", "foo"),
                ("profiles[0].pluginConfig[0].args.scoringStrategy.Type", "Type"),
            ],
        ),
        (IN_ARGS, "1.23", "v1beta2", [("foo", "foo"), ("Type", "Type")]),
        (IN_ARGS, "1.24", "v1beta2", [("foo", "foo"), ("scoringStrategy.Type", "Type")]),
        (IN_ARGS, releases.NEWEST, "v1", [("foo", "foo"), ("scoringStrategy.Type", "Type")]),
        # What only later releases know is unknown as well, and an odd key is named as it is written.
        ("profiles: [{percentageOfNodesToScore: 1}]", "1.25", "v1", [("profiles[0].percentageOfNodesToScore",) * 2]),
        ("profiles: [{plugins: {preEnqueue: 5}}]", "1.25", "v1", [("profiles[0].plugins.preEnqueue", "preEnqueue")]),
        ("profiles: [{percentageOfNodesToScore: many}]", "1.25", "v1", [("profiles[0].percentageOfNodesToScore",) * 2]),
        ("profiles: [{a.b/c: 1}]", "1.29", "v1", [("profiles[0].a.b/c", "a.b/c")]),
        ("a.b/c: 1", "1.29", "v1", [("a.b/c", "a.b/c")]),
    ],
)
def test_unknown_fields(body: str, release: str, version: str, expected: list[tuple[str, str]]) -> None:
    found = [(path, shown) for path, shown, finding in refused(body, release, version) if "unknown" in finding.rule]
    assert found == [(path, shown.rpartition("].")[2]) for path, shown in expected]


def test_a_field_named_alone_is_reported_apart_by_the_message() -> None:
    (_, _, finding), *_ = refused(IN_ARGS, releases.NEWEST, "v1")
    assert finding.message == "unknown field `foo` in `profiles[0].pluginConfig[0].args`"


def test_a_document_of_an_args_kind_is_read_as_those_args() -> None:
    body = "profiles: []\nscoringStrategy: {foo: 1}"
    found = refused(body, "1.29", "v1", "NodeResourcesFitArgs")
    assert [(path, shown) for path, shown, _ in found] == [
        ("kind", "NodeResourcesFitArgs"),
        ("profiles", "profiles"),
        ("scoringStrategy.foo", "foo"),
    ]
    assert found[1][2].message == "unknown field `profiles`; the document is read as `NodeResourcesFitArgs`"


@pytest.mark.parametrize(
    ("release", "version", "kind"),
    [("1.18", "v1alpha2", "InterPodAffinityArgs"), ("1.29", "v1", "NodeLabelArgs"), ("1.29", "v1", "Args")],
)
def test_a_kind_that_is_not_registered_is_not_read(release: str, version: str, kind: str) -> None:
    assert [path for path, _, _ in refused("profiles: []", release, version, kind)] == ["kind"]


OTHER_KIND = "profiles: [{{pluginConfig: [{{name: VolumeBinding, args: {{kind: {kind}, bindTimeoutSeconds: 1}}}}]}}]"
ARGS = "profiles[0].pluginConfig[0].args"


@pytest.mark.parametrize("kind", ["InterPodAffinityArgs", CONFIGURATION])
@pytest.mark.parametrize(
    ("release", "expected"), [("1.22", [f"{ARGS}.kind"]), ("1.23", [f"{ARGS}.kind", "bindTimeoutSeconds"])]
)
def test_1_23_reads_args_as_the_kind_that_they_name(kind: str, release: str, expected: list[str]) -> None:
    found = refused(OTHER_KIND.format(kind=kind), release, "v1beta2")
    assert [path for path, _, _ in found] == expected


@pytest.mark.parametrize("kind", ["Nope", "VolumeBinding", "NodeLabelArgs"])
def test_args_of_a_kind_that_is_not_registered_are_not_read_as_that(kind: str) -> None:
    assert [path for path, _, _ in refused(OTHER_KIND.format(kind=kind), "1.23", "v1beta3")] == [f"{ARGS}.kind"]


def test_later_releases_name_the_wrong_kind_first() -> None:
    found = refused(OTHER_KIND.format(kind="InterPodAffinityArgs"), "1.24", "v1beta3")
    assert [path for path, _, _ in found] == [f"{ARGS}.kind"]


def test_what_stands_in_a_field_that_comes_later_does_not_matter() -> None:
    (found,) = refused("profiles: [{plugins: {preEnqueue: {enabled: 5, disabled: x}}}]", "1.25", "v1")
    assert found[2].message.endswith("Kubernetes 1.25 does not have it; it exists since 1.26")


def test_the_kind_of_args_is_found_in_any_case() -> None:
    args = "{Kind: InterPodAffinityArgs, bindTimeoutSeconds: 1}"
    found = refused(f"profiles: [{{pluginConfig: [{{name: VolumeBinding, args: {args}}}]}}]", "1.23", "v1beta3")
    assert [path for path, _, _ in found] == ["Kind", "bindTimeoutSeconds"]


@pytest.mark.parametrize(
    ("body", "version", "expected"),
    [
        ("apiversion: kubescheduler.config.k8s.io/v1", "nope", ["apiversion"]),
        ("apiversion: nope", "v1", ["apiVersion", "apiversion"]),  # nothing is registered for it
        ("apiversion: ", "v1", ["apiversion"]),
        ("ApiVersion: nope", "v1", ["ApiVersion"]),
    ],
)
def test_the_last_spelling_in_byte_order_says_what_a_document_is(body: str, version: str, expected: list[str]) -> None:
    assert [path for path, _, _ in refused(body, "1.29", version)] == expected
