"""What a configuration means, shown: the capability behind `schedcfg effective`.

Each format's module has `render(views, summary, colored=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.commands.effective.text",
    "json": "schedcfg.commands.effective.json_report",
    "yaml": "schedcfg.commands.effective.yaml_report",
    "mermaid": "schedcfg.commands.effective.pictures",
    "html": "schedcfg.commands.effective.html_report",
}
"""Format → the module that renders it."""
