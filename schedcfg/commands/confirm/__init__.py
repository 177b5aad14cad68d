"""`schedcfg confirm`: what the user's own kube-scheduler does with a file, beside what schedcfg says of it."""

FORMATS = {
    "text": "schedcfg.commands.confirm.text",
    "json": "schedcfg.commands.confirm.json_report",
}
"""Format → the module that renders it."""
