"""The documentation site builds, every page has its place, and every link leads somewhere, from reports too."""

import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from schedcfg.output.links import REPOSITORY, SITE, rule_address
from tests.output.html import browser
from tests.paths import ROOT
from tools import check_site, search_order, shown_pages, site
from tools.terminal import highlighted


def placed(entries: list[Any]) -> list[str]:
    """List the pages in the order of the site."""
    found = []
    for entry in entries:
        inner = entry if isinstance(entry, str) else next(iter(entry.values()))
        found += [inner] if isinstance(inner, str) else placed(inner)
    return found


def test_every_page_has_one_place() -> None:
    entries = site.navigation()(ROOT / "docs")
    assert len(entries) <= 7
    pages = placed(entries)
    assert pages[:2] == ["index.md", "tutorial.md"]
    assert len(set(pages)) == len(pages)
    assert {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")} == set(pages)


def test_pages_may_come_and_go(tmp_path: Path) -> None:
    names = ("index.md", "diff.md", "new.md", "rules/unknown-field.md", "rules/other.md", "explanation/why.md")
    for name in (*names, "migrate/a.md", "how-to/new.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A page\n", encoding="utf-8")
    listed = "# Rules\n\n## Reading: the text\n\n[a](unknown-field.md), [gone](gone.md)\n\n## Refused\n\nnone\n"
    (tmp_path / "rules" / "index.md").write_text(listed, encoding="utf-8")
    assert site.navigation()(tmp_path) == [
        {"Start": "index.md"},
        {"How-to guides": ["how-to/new.md"]},
        {"Commands": ["diff.md", {"Steps between versions": ["migrate/a.md"]}, "new.md"]},
        {"Rules": ["rules/index.md", {"Reading": ["rules/unknown-field.md"]}, "rules/other.md"]},
        {"Explanation": ["explanation/why.md"]},
    ]


def test_without_its_extra_it_names_that(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(site, "find_spec", lambda _: None)
    monkeypatch.setattr("sys.argv", ["tools.site"])
    assert site.main() == 1
    assert "pip install -e '.[docs]'" in capsys.readouterr().err


PICTURES = "a\n\n![One](../pictures/page-diff.png)\n![Two & more](../pictures/page-try.png)\n\nb\n"


def test_pages_of_commands_are_shown_in_place_of_their_pictures() -> None:
    shown = site.with_pages(PICTURES, {"diff", "try"})
    assert "pictures" not in shown
    assert [re.findall(r'=== "(\w+)"', shown), re.findall(r'src="([^"]+)"', shown)] == [
        ["diff", "try"],
        ["../pages/diff.html", "../pages/try.html"],
    ]
    assert 'title="Two &amp; more" sandbox="allow-scripts"' in shown
    assert f"`schedcfg {' '.join(shown_pages.COMMANDS['diff'])} --output html=diff.html`" in shown


def test_a_page_that_was_not_written_stays_a_picture() -> None:
    shown = site.with_pages(PICTURES, {"diff"})
    assert "![Two & more](../pictures/page-try.png)" in shown
    assert shown.count("<iframe") == 1


def test_the_page_of_a_command_that_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(shown_pages.COMMANDS, "diff", ("diff", "gone.yaml", "gone.yaml"))
    with pytest.raises(shown_pages.NoPage, match=r"gone\.yaml"):
        shown_pages.write("diff", tmp_path)
    assert shown_pages.write("try", tmp_path) is None


def found(location: str, title: str, text: str = "text") -> dict[str, Any]:
    return {"location": location, "level": 1, "title": title, "text": text, "path": ["Rules", title], "tags": []}


def test_a_rule_is_found_once_and_after_guides() -> None:
    items = [
        found("rules/zero-weight.html", "zero-weight", "why"),
        found("rules/zero-weight.html#example", "Example", "yaml"),
        found("how-to/see.html", "See what a weight does"),
    ]
    rule, guide = search_order.ordered(items)
    assert guide == items[2]
    assert rule["text"] == "why yaml"
    assert rule["path"] == ["Rules"]
    signs, _, title = rule["title"].partition("</span>")
    assert title == "zero-weight"
    assert len(signs.split("·")) > len(guide["title"].split())


def test_words_behind_the_language_of_a_block_are_for_tests_only(tmp_path: Path) -> None:
    text = "```yaml before v1\na: 1\n```\n"
    assert site.for_site(text, tmp_path) == text.replace(" before v1", "")


def test_a_bar_in_code_in_a_table_is_a_bar(tmp_path: Path) -> None:
    row = "| `--fail-on error\\|info` | `<a>` |\n"
    assert site.for_site(row, tmp_path) == "| <code>--fail-on error&#124;info</code> | `<a>` |\n"


def test_terminals_are_shown_in_color(tmp_path: Path) -> None:
    shown = site.for_site(
        "```console\n$ schedcfg validate <a>\na.yaml:1:2: warning[x] (1.37): no\n\n…\n```\n", tmp_path
    )
    assert shown == (
        '<div class="terminal" data-copy="schedcfg validate &lt;a&gt;">'
        '<pre><code><span class="l"><span class="g">$ </span>'
        '<span class="o">schedcfg validate &lt;a&gt;</span></span>\n'
        '<span class="l"><span class="o">a.yaml:1:2</span>: <span class="y">warning[x]</span> (1.37): no</span>\n'
        '<span class="l"> </span>\n<span class="l"><span class="d">…</span></span></code></pre></div>\n'
    )


@pytest.mark.parametrize(
    ("shown", "copied"),
    [
        ("$ a 1\nwhat it prints\n$ b '2'\n", ' data-copy="a 1&#10;b &#x27;2&#x27;"'),
        ("$ a \\\n    --b\nwhat it prints\n", ' data-copy="a \\&#10;    --b"'),
        ("what it prints\n", None),
    ],
)
def test_the_button_of_a_terminal_copies_its_commands(shown: str, copied: str | None, tmp_path: Path) -> None:
    start = '<div class="terminal no-copy">' if copied is None else f'<div class="terminal"{copied}>'
    assert site.for_site(f"```console\n{shown}```\n", tmp_path).startswith(start)


def test_a_picture_of_a_terminal_is_text_on_the_site() -> None:
    shown = site.for_site("![what](pictures/validate.svg)\n", ROOT / "docs")
    assert shown.startswith('<div class="terminal window" data-copy="schedcfg ')
    assert "healthzBindAddress" in shown
    other = "![what](pictures/logo.svg)\n"
    assert site.for_site(other, ROOT / "docs") == other


@pytest.mark.parametrize(
    ("line", "styles"),
    [
        ("  4 | healthzBindAddress: 0", ["b", "", ""]),
        ("    |   ^^^", ["b", "", ""]),
        ("  help: Remove it.", ["c", ""]),
        ("+new: text", ["g"]),
        ("    - ImageLocality at score", ["", "r", ""]),
        ("  - it only has a say", [""]),
        ("  score       + NetworkTraffic (line 15)", ["", "g", ""]),
        ("PROFILE default-scheduler (line 8)", ["o"]),
        ("    NodeAffinity   2    9.5%  █▉", ["", "b"]),
    ],
)
def test_colors_of_lines(line: str, styles: list[str]) -> None:
    (row,) = highlighted([line])
    assert "".join(piece.text for piece in row) == line
    assert [piece.style for piece in row] == styles


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("zensical") is None:
        pytest.skip("zensical is not installed")
    folder = tmp_path_factory.mktemp("site")
    assert site.build(folder) == 0
    return folder / "site"


def test_every_link_leads_somewhere(built: Path) -> None:
    assert list(check_site.check(built)) == []
    assert not list(built.rglob("*.py"))


def test_yaml_is_highlighted_and_the_theme_has_both_modes(built: Path) -> None:
    text = (built / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="nt">apiVersion</span>' in text
    assert 'data-md-color-scheme="slate"' in text
    assert (built / "search.json").stat().st_size > 100_000
    # The theme's script would ask GitHub about the repository.
    assert 'data-md-component="source"' not in text


def test_pages_of_commands_are_on_the_first_page(built: Path) -> None:
    text = (built / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<iframe class="page" src="([^"]+)"', text) == ["pages/effective.html", "pages/diff.html"]
    assert "What kube-scheduler runs" in (built / "pages" / "effective.html").read_text(encoding="utf-8")
    assert "page-try.png" in text


@pytest.mark.parametrize("query", ["weight", "upgrade", "kubeadm", "pack nodes"])
def test_guides_are_found_before_rules(query: str, in_browser: Callable[[str, str], str]) -> None:
    assert "/rules/" not in in_browser("index.html", SEARCH % query)


@pytest.mark.parametrize("rule", ["unknown-field", "zero-weight"])
def test_a_rule_is_found_by_its_name(rule: str, in_browser: Callable[[str, str], str]) -> None:
    assert in_browser("index.html", SEARCH % rule).endswith(f"/rules/{rule}.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_its_pages_are_accessible(built: Path, width: int, scheme: str) -> None:
    with browser.started() as running:
        page = running.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        for name in ("index.html", "rules/index.html", "rules/wrong-type.html", "reference/commands/validate.html"):
            page.goto((built / name).as_uri())
            page.wait_for_selector("body:not(:has(.md-code__nav:not([role])))")
            assert (name, browser.overflow(page) <= 0, browser.violations(page)) == (name, True, [])


def test_one_entry_of_the_navigation_is_called_commands(built: Path) -> None:
    page = (built / "diff.html").read_text(encoding="utf-8")
    (navigation,) = re.findall(r'<nav class="md-nav md-nav--primary".*?</nav>\s*</div>', page, re.DOTALL)
    titles = [title.strip() for title in re.findall(r'<span class="md-ellipsis">(.*?)</span>', navigation, re.DOTALL)]
    assert titles.count("Commands") == 1


UNTIL = """
const until = async (shown) => {
  for (let tries = 0; tries < 100; tries++) {
    if (shown()) return shown();
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`never: ${shown}`);
};
"""


SEARCH = """
document.querySelector(".md-search__button").click();
const dialog = await until(() => [...document.querySelectorAll("div")].find((each) => each.shadowRoot));
const box = await until(() => dialog.shadowRoot.querySelector("input"));
box.value = "%s";
box.dispatchEvent(new Event("input", { bubbles: true }));
return (await until(() => dialog.shadowRoot.querySelector("a"))).pathname;
"""
"""Returns the page that is found first."""


@pytest.fixture
def in_browser(built: Path) -> Callable[[str, str], str]:
    """Return what a script returns that runs in a page of the site, which a browser opens from the folder."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("chromium is not installed")

    def run(name: str, script: str) -> str:
        page = built / name
        tried = page.with_name(f"tried-{page.name}")
        ends = "(shown) => (document.body.dataset.shown = shown)"
        code = f"<script>{UNTIL}(async () => {{{script}}})().then({ends}, {ends});</script>"
        tried.write_text(page.read_text(encoding="utf-8") + code, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
        done = subprocess.run([browser, *options, tried.as_uri()], capture_output=True, text=True, check=True)
        tried.unlink()
        (shown,) = re.findall(r'<body [^>]*data-shown="(.*?)"', done.stdout, re.DOTALL)
        return unescape(shown)

    return run


def test_search_works_in_a_page_of_a_folder(in_browser: Callable[[str, str], str]) -> None:
    shown = in_browser("rules/unknown-field.html", SEARCH % "leaseDurationSeconds")
    assert shown.endswith("/rules/unknown-field.html")


def test_a_browser_copies_the_commands_of_a_terminal(in_browser: Callable[[str, str], str]) -> None:
    shown = in_browser(
        "index.html",
        """
        let copied;
        document.execCommand = () => (copied = document.activeElement.value);
        (await until(() => document.querySelector(".terminal button"))).click();
        return await until(() => copied);
        """,
    )
    assert shown == "schedcfg validate examples/broken/scheduler.yaml"


FILTER = """
const [box, count] = document.querySelector(".filter").children;
const shown = (elements) => [...document.querySelectorAll(elements)].filter((each) => each.checkVisibility());
const type = (words) => {
  box.value = words;
  box.dispatchEvent(new Event("input"));
  const names = shown("tbody tr").map((row) => row.querySelector("code").textContent);
  return [shown("h2").length, names.length, names[0], count.textContent];
};
"""


def test_the_rules_are_filtered(in_browser: Callable[[str, str], str]) -> None:
    script = f"""{FILTER}
        const [all, found, none] = ["", "Overflows weights", "no such words"].map(type);
        type("negative-weight");
        let opened;
        document.addEventListener("click", (event) => {{
            opened = event.target.closest("a").getAttribute("href");
            event.preventDefault();
        }});
        box.dispatchEvent(new KeyboardEvent("keydown", {{ key: "Enter" }}));
        box.dispatchEvent(new KeyboardEvent("keydown", {{ key: "Escape" }}));
        return JSON.stringify({{ all, found, none, opened, cleared: shown("tbody tr").length }});
    """
    shown = json.loads(in_browser("rules/index.html", script))
    sections, rows = shown["all"][:2]
    assert shown == {
        "all": [sections, rows, shown["all"][2], ""],
        "found": [1, 1, "score-overflow", f"1 of {rows}"],
        "none": [0, 0, None, f"0 of {rows}"],
        "opened": "negative-weight.html",
        "cleared": rows,
    }
    assert rows > len(list((ROOT / "docs" / "rules").glob("*.md"))) - 1


def test_the_options_of_a_command_are_filtered(in_browser: Callable[[str, str], str]) -> None:
    script = f"{FILTER} return JSON.stringify(type('scheduler --plugin'));"
    sections, rows, name, _ = json.loads(in_browser("reference/commands/effective.html", script))
    assert (sections, rows) == (1, 1)
    assert name.startswith("--plugin ")


def test_links_of_the_repository_lead_somewhere() -> None:
    assert list(check_site.repository_links()) == []


def test_addresses_of_reports_are_those_of_rules() -> None:
    assert rule_address("unknown-field") in set(check_site.addresses_of_reports())


PAGE = "<html><body><a id='here' href='#here'>a</a>{}</body></html>"
FAULTS = {
    '<a href="gone.html">': "there is no such page",
    '<a href="#gone">': "the page has no such anchor",
    f'<a href="{SITE}gone.html">': "there is no such page",
    f'<a href="{REPOSITORY}/blob/main/gone.py">': "there is no such file",
    '<script src="https://example.com/a.js">': "it is loaded from another server",
    '<img src="gone.svg">': "there is no such page",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_site, "addresses_of_reports", lambda: iter(()))
    fine = (
        '<a href="https://example.com/"><link rel="canonical" href="https://example.com/b"><a href="index.html#here">'
    )
    (tmp_path / "index.html").write_text(PAGE.format(fine + fault), encoding="utf-8")
    (problem,) = check_site.check(tmp_path, tmp_path)
    assert problem.endswith(FAULTS[fault])


def test_a_page_without_breadcrumbs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_site, "addresses_of_reports", lambda: iter(()))
    for name, breadcrumbs in (("index", ""), ("with", '<nav class="md-path">'), ("without", "")):
        (tmp_path / f"{name}.html").write_text(PAGE.format(breadcrumbs), encoding="utf-8")
    assert list(check_site.check(tmp_path, tmp_path)) == ["without.html: it does not show where it is"]


def test_a_missing_page_of_a_rule_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE.format(""), encoding="utf-8")
    found = list(check_site.check(tmp_path, tmp_path))
    assert f"reports: {rule_address('unknown-field')}: there is no such page" in found


@pytest.mark.parametrize(
    ("link", "found"), [("gone.md", 1), ("b.md#gone", 1), ("b.md#a-heading-of-b", 0), ("https://example.com/gone", 0)]
)
def test_a_broken_link_of_the_repository_is_found(link: str, found: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"[there]({link})\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("# A heading of `b`\n", encoding="utf-8")
    assert len(list(check_site.repository_links(tmp_path))) == found


def test_addresses_are_those_of_reports(tmp_path: Path) -> None:
    site.prepare(tmp_path)
    settings = json.loads((tmp_path / site.CONFIG).read_text(encoding="utf-8"))
    (repository,) = settings["extra"]["social"]
    assert (settings["site_url"], repository["link"]) == (SITE, REPOSITORY)
