"""Comments that ignore findings: where they hold, what they cannot hide, and what is reported for wrong ones."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, FileReport, Verdict, declared, effective_configuration, validate
from schedcfg.document import parse
from schedcfg.document.edit.splices import applied
from schedcfg.findings import FindingClass
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import Selection

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BODY = """\
profiles:{profiles}
  - schedulerName: one{item}
    plugins:{plugins}
      score:
        enabled:{enabled}
          - name: OurPlugin{entry}
            weight: 20
        disabled:
          - name: NoSuchPlugin{other}
  - schedulerName: two
leaderElection: {{leaderElect: false}}
"""
PLACES = ("profiles", "item", "plugins", "enabled", "entry", "other")


def configuration(**comments: str) -> str:
    """Write a configuration with two findings, and a comment behind some of its lines."""
    return HEAD + BODY.format(**{place: f"  {comments[place]}" if place in comments else "" for place in PLACES})


def rules(report: FileReport) -> list[str]:
    return [finding.rule for document in report.documents for finding in document.findings]


def said(report: FileReport, rule: str) -> list[str]:
    return [finding.message for document in report.documents for finding in document.findings if finding.rule == rule]


def mended(text: str) -> str:
    """Make all fixes of a text, the last first."""
    findings = [one for document in validate(text).documents for one in document.findings if one.fix is not None]
    for finding in reversed(findings):
        assert finding.fix is not None
        text = applied(text, finding.fix.edits)
    return text


BOTH = ["undeclared-plugin", "ineffective-disable"]
UNDECLARED = "# schedcfg: ignore[undeclared-plugin] it is in our image"


def test_there_are_two_findings() -> None:
    closed = declared(frozenset({"OurPlugin"}))
    assert rules(validate(configuration())) == ["undeclared-plugin"]
    assert rules(validate(configuration(), options=Options(registry=closed))) == ["ineffective-disable"]


@pytest.mark.parametrize(
    "comment",
    [
        "# schedcfg: ignore[undeclared-plugin] it is in our image",
        "# schedcfg: ignore[undeclared-plugin]",
        "#schedcfg:ignore[undeclared-plugin]",
        "# schedcfg: ignore [ undeclared-plugin ]  it is",
        "# bought from ACME # schedcfg: ignore[undeclared-plugin]",
        "# schedcfg: ignore-file[undeclared-plugin] ours everywhere",
    ],
)
def test_a_comment_silences_its_line(comment: str) -> None:
    report = validate(configuration(entry=comment))
    assert (rules(report), report.silenced) == ([], 1)


def test_several_rules_in_one_comment() -> None:
    text = configuration().replace("  - schedulerName: one", "  # schedcfg: ignore[undeclared-plugin, old] x\n  - a: 1")
    assert "unknown-rule" in rules(validate(text))
    text = configuration(item="# schedcfg: ignore[undeclared-plugin,ineffective-disable]")
    assert said(validate(text), "unused-ignore") == [
        "this comment is unused: `undeclared-plugin` and `ineffective-disable` find nothing here"
    ]


@pytest.mark.parametrize(
    "above", ["profiles:", "  - schedulerName: one", "    plugins:", "          - name: OurPlugin"]
)
def test_alone_above_a_block_it_holds_for_all_of_it(above: str) -> None:
    indentation = " " * (len(above) - len(above.lstrip()))
    text = configuration().replace(above, f"{indentation}{UNDECLARED}\n{indentation}# more\n\n{above}", 1)
    report = validate(text)
    assert (rules(report), report.silenced) == ([], 1)


@pytest.mark.parametrize("above", ["apiVersion:", "        disabled:", "  - schedulerName: two"])
def test_above_another_block_it_silences_nothing(above: str) -> None:
    indentation = " " * (len(above) - len(above.lstrip()))
    text = configuration().replace(above, f"{indentation}{UNDECLARED}\n{above}", 1)
    report = validate(text)
    assert (sorted(rules(report)), report.silenced) == (["undeclared-plugin", "unused-ignore"], 0)


def test_behind_content_it_holds_for_that_line_only() -> None:
    report = validate(configuration(item=UNDECLARED))
    assert sorted(rules(report)) == ["undeclared-plugin", "unused-ignore"]


def test_two_comments_of_which_each_would_do_are_both_of_use() -> None:
    report = validate(configuration(entry=UNDECLARED).replace("profiles:", f"{UNDECLARED}\nprofiles:"))
    assert (rules(report), report.silenced) == ([], 1)


LAST = HEAD.rstrip()
UNKNOWN = "# schedcfg: ignore[nope]"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HEAD}{UNKNOWN}\n", HEAD),
        (f"{HEAD}{UNKNOWN}", LAST),
        (f"{HEAD}  {UNKNOWN}".replace("\n", "\r\n"), LAST.replace("\n", "\r\n")),
        (f"{LAST} {UNKNOWN}", LAST),
        (f"{UNKNOWN}\n\ufeffx: 1\n{HEAD}", f"\n\ufeffx: 1\n{HEAD}"),
        (f"\ufeff{UNKNOWN}\n{HEAD}", f"\ufeff{HEAD}"),
    ],
)
def test_beginning_and_end_of_a_file_stay_as_they_are(before: str, after: str) -> None:
    assert mended(before) == after


def test_a_rule_that_does_not_exist() -> None:
    report = validate(configuration(entry="# schedcfg: ignore[undeclared-plugn, advised]"))
    assert sorted(rules(report)) == ["undeclared-plugin", "unknown-rule", "unknown-rule"]
    near = next(finding for finding in report.documents[0].findings if "plugn" in finding.message)
    assert near.help == "Did you mean `undeclared-plugin`?"
    assert near.fix is not None
    assert not near.fix.is_safe


@pytest.mark.parametrize(
    "comment", ["# schedcfg: ignore", "# schedcfg: ignore undeclared-plugin", "# schedcfg: ignor[x]"]
)
def test_a_comment_that_does_not_say_what(comment: str) -> None:
    assert sorted(rules(validate(configuration(entry=comment)))) == ["undeclared-plugin", "unreadable-ignore"]


@pytest.mark.parametrize("comment", ["# schedcfg: it checks this", "# see schedcfg: ignore[x]", "# ignore[x]"])
def test_other_comments_mean_nothing(comment: str) -> None:
    assert rules(validate(configuration(entry=comment))) == ["undeclared-plugin"]


def test_a_number_sign_in_a_value_begins_no_comment() -> None:
    text = configuration().replace("two", '"two # schedcfg: ignore[x]"')
    assert sorted(rules(validate(text))) == ["misspelled-scheduler-name", "undeclared-plugin"]


class TestFacts:
    def test_they_cannot_be_ignored_and_the_comment_is_reported_so(self) -> None:
        text = configuration(entry="# schedcfg: ignore[unknown-plugin] it works for us")
        report = validate(text, options=Options(registry=IN_TREE_ONLY))
        assert report.verdict is Verdict.REFUSED
        assert sorted(rules(report)) == ["ignored-fact", "ineffective-disable", "unknown-plugin"]
        assert report.silenced == 0

    def test_also_where_there_is_none(self) -> None:
        report = validate(configuration(other="# schedcfg: ignore[score-overflow]"))
        assert sorted(rules(report)) == ["ignored-fact", "undeclared-plugin"]

    def test_where_a_rule_is_a_fact_in_one_release_and_advice_in_another(self) -> None:
        old = HEAD.replace("v1", "v1alpha1") + "foo: 1  # schedcfg: ignore[unknown-field]\n"
        assert "unknown-field" not in rules(validate(old))
        assert "ignored-fact" not in rules(validate(old))
        new = old.replace("v1alpha1", "v1")
        assert {"unknown-field", "ignored-fact"} <= set(rules(validate(new)))

    def test_nothing_is_called_unused_in_a_file_that_is_refused(self) -> None:
        text = configuration(item="# schedcfg: ignore[old-api-version]") + "parallelism: 0\n"
        assert "unused-ignore" not in rules(validate(text))

    @given(st.lists(st.sampled_from(["", "profiles", "item", "entry", "other"]), max_size=4), st.booleans())
    def test_no_comment_changes_what_is_refused(self, places: list[str], whole_file: bool) -> None:
        from schedcfg.rules.cards import cards

        comment = f"# schedcfg: ignore{'-file' if whole_file else ''}[{', '.join(cards())}] all of it"
        text = configuration(**{place: comment for place in places if place}) + "parallelism: 0\nfoo: 1\n"
        text = f"{comment}\n{text}" if "" in places else text
        for registry in (IN_TREE_ONLY, declared(frozenset({"OurPlugin"}))):
            plain = validate(configuration() + "parallelism: 0\nfoo: 1\n", options=Options(registry=registry))
            silenced = validate(text, options=Options(registry=registry))
            assert silenced.verdict is plain.verdict
            assert refusals(silenced) == refusals(plain) != []


def refusals(report: FileReport) -> list[tuple[str, str]]:
    return [
        (finding.rule, finding.path)
        for document in report.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED
    ]


class TestFixes:
    @pytest.mark.parametrize(
        ("comment", "left"),
        [
            ("# schedcfg: ignore[old-api-version] x", ""),
            ("# kept # schedcfg: ignore[old-api-version]", "  # kept"),
            (
                "# schedcfg: ignore[old-api-version,undeclared-plugin] ours",
                "  # schedcfg: ignore[undeclared-plugin] ours",
            ),
            (
                "# schedcfg: ignore[ undeclared-plugin , old-api-version ] ours",
                "  # schedcfg: ignore[ undeclared-plugin ] ours",
            ),
        ],
    )
    def test_what_is_of_no_use_goes(self, comment: str, left: str) -> None:
        text = mended(configuration(entry=comment))
        assert text == configuration().replace("OurPlugin", f"OurPlugin{left}")
        assert "unused-ignore" not in rules(validate(text))

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_a_comment_of_its_own_goes_with_its_line(self, end: str) -> None:
        text = configuration().replace("profiles:", "# a\n  # schedcfg: ignore[old-api-version]\n# b\nprofiles:")
        assert mended(text.replace("\n", end)) == text.replace("  # schedcfg: ignore[old-api-version]\n", "").replace(
            "\n", end
        )

    @pytest.mark.parametrize(
        ("header", "behind", "left"),
        [
            ("|+", "\n\n \n\u2028y: b\n", "y: b\n"),
            ("! >2+", "\n\n\n", ""),
            ("|", "\n\ny: b\n", "\ny: b\n"),
            ("|-", "", None),
            ("|", "", None),
        ],
    )
    def test_a_text_above_it_stays_as_it_is(self, header: str, behind: str, left: str | None) -> None:
        above = f"{configuration()}x: {header}\n    a\n    b\n"
        text = f"{above}# schedcfg: ignore[nothing-of-that-name]{behind}"
        assert mended(text) == (text if left is None else f"{above}{left}")
        assert parse(mended(text)).documents[0].data == parse(text).documents[0].data

    def test_a_misspelled_name_is_written_right(self) -> None:
        text = mended(configuration(entry="# schedcfg: ignore[undeclared-plugn] ours"))
        assert text == configuration(entry="# schedcfg: ignore[undeclared-plugin] ours")

    @given(
        st.lists(
            st.tuples(
                st.integers(0, 11),
                st.sampled_from(["", "-file", "x"]),
                st.lists(
                    st.sampled_from([*BOTH, "old-api-version", "undeclared-plugn", "", "a b", "[", "#"]), max_size=3
                ),
                st.sampled_from(["", " why", " # schedcfg: ignore[x]", "]"]),
                st.booleans(),
            ),
            max_size=4,
        ),
        st.sampled_from(["\n", "\r\n"]),
    )
    def test_no_fix_of_a_comment_changes_what_is_written(
        self, comments: list[tuple[int, str, list[str], str, bool]], end: str
    ) -> None:
        lines = configuration().splitlines()
        for number, verb, named, reason, alone in comments:
            comment = f"# schedcfg: ignore{verb}[{','.join(named)}]{reason}"
            if alone:
                lines.insert(number, comment)
            else:
                lines[number] += f"  {comment}"
        text = end.join([*lines, ""])
        before = parse(text).documents[0].data
        report = validate(text)
        for document in report.documents:
            for finding in document.findings:
                if finding.fix is not None and finding.rule in {"unused-ignore", "unknown-rule", "ignored-fact"}:
                    after = applied(text, finding.fix.edits)
                    assert parse(after).documents[0].data == before
                    assert len(after) < len(text) or not finding.fix.is_safe


class TestInsideManifests:
    MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:{key}\n  config.yaml: {style}\n{text}"

    def in_map(self, text: str, *, style: str = "|", key: str = "") -> str:
        return self.MAP.format(key=key, style=style, text=textwrap.indent(text, "    "))

    def test_inside_the_block_positions_are_those_of_the_file(self) -> None:
        report = validate(self.in_map(configuration(entry=UNDECLARED)))
        assert (rules(report), report.silenced) == ([], 1)
        report = validate(self.in_map(configuration(item=UNDECLARED)))
        finding = next(one for document in report.documents for one in document.findings if one.rule == "unused-ignore")
        assert finding.start.line == 10

    def test_above_the_key_it_holds_for_the_whole_text(self) -> None:
        report = validate(self.in_map(configuration(), key=f"\n  {UNDECLARED}"))
        assert (rules(report), report.silenced) == ([], 1)

    def test_a_text_that_is_not_read_in_place_is_ignored_as_a_whole(self) -> None:
        quoted = self.in_map("", style='"' + configuration().replace("\n", "\\n") + '"').rstrip() + "\n"
        assert rules(validate(quoted)) == ["undeclared-plugin"]
        assert rules(validate(quoted.replace("  config", f"  {UNDECLARED}\n  config"))) == []

    def test_an_item_of_a_list(self) -> None:
        items = (
            "apiVersion: v1\nkind: List\nitems:\n  - "
            + textwrap.indent(configuration(entry=UNDECLARED), "    ").lstrip()
        )
        report = validate(items)
        assert (rules(report), report.silenced) == ([], 1)

    POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  containers:
    - name: kube-scheduler
      image: example.com/kube-scheduler:ours
      command:
        - kube-scheduler
        - --config=/etc/scheduler.yaml{comment}
"""

    def test_what_is_found_around_configurations(self) -> None:
        assert rules(validate(self.POD.format(comment=""))) == ["unmounted-file"]
        comment = "  # schedcfg: ignore[unmounted-file] it is in the image"
        assert rules(validate(self.POD.format(comment=comment))) == []

    def test_alone_a_comment_about_surroundings_may_be_of_use(self) -> None:
        text = self.POD.replace(
            "- --config=/etc/scheduler.yaml{comment}", "- --v=2  # schedcfg: ignore[missing-rbac] elsewhere"
        )
        assert "unused-ignore" not in rules(validate(text))


def test_json_has_no_comments() -> None:
    head = '"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"'
    text = f'{{{head}, "a": "# schedcfg: ignore[x]"}}'
    assert rules(validate(text)) == ["unknown-field"]


def test_effective_does_not_show_what_is_ignored() -> None:
    (document,) = effective_configuration(configuration(entry=UNDECLARED, other="# schedcfg: ignore[x]")).documents
    assert document.report.findings == ()


class TestSelection:
    def test_select_and_ignore(self) -> None:
        text = configuration(other="# schedcfg: ignore[x]") + "parallelism: 0\n"
        everything = ["unknown-rule", "number-not-allowed", "undeclared-plugin"]
        assert set(rules(validate(text))) == set(everything)

        def told(**words: frozenset[str]) -> set[str]:
            return set(rules(validate(text, options=Options(selection=Selection(**words)))))

        assert told(select=frozenset({"unknown-rule"})) == {"unknown-rule", "number-not-allowed"}
        assert told(select=frozenset({"refused"})) == {"number-not-allowed"}
        assert told(ignore=frozenset({"unknown-rule"})) == {"undeclared-plugin", "number-not-allowed"}
        assert told(ignore=frozenset({"warning", "number-not-allowed", "refused", "error"})) == {"number-not-allowed"}
        assert told(select=frozenset({"advised"}), ignore=frozenset({"unknown-rule"})) == {
            "undeclared-plugin",
            "number-not-allowed",
        }

    def test_reasons_can_be_asked_for(self) -> None:
        text = configuration(entry="# schedcfg: ignore[undeclared-plugin]")
        assert rules(validate(text)) == []
        assert rules(validate(text, options=Options(selection=Selection(needs_reasons=True)))) == [
            "ignore-without-reason"
        ]
        assert (
            rules(validate(configuration(entry=UNDECLARED), options=Options(selection=Selection(needs_reasons=True))))
            == []
        )
