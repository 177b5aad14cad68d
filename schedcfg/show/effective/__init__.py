"""What a configuration means, shown: the capability behind `schedcfg effective`.

Each format's module has `render(views, summary, coloured=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.show.effective.text",
    "json": "schedcfg.show.effective.json_report",
    "yaml": "schedcfg.show.effective.yaml_report",
    "mermaid": "schedcfg.show.effective.pictures",
    "svg": "schedcfg.show.effective.svg",
    "html": "schedcfg.show.effective.html_report",
}
"""Format → the module that renders it."""
