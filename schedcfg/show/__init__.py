"""What a configuration means, shown: the capability behind `schedcfg effective`.

Each format's module has `render(views, summary, coloured=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.show.text",
    "json": "schedcfg.show.json_report",
    "yaml": "schedcfg.show.yaml_report",
    "dot": "schedcfg.show.dot",
    "mermaid": "schedcfg.show.mermaid",
    "svg": "schedcfg.show.svg",
}
"""Format → the module that renders it."""
