"""`schedcfg test`: what has to become of Pods, as tests with the user's own kube-scheduler.

- `files` finds and reads files of tests, `run` runs them by the parts of `schedcfg try`.
- `outcome` is what became of the Pods of one run, `expectations` whether that is as expected.
- `text`, `json_report` and the others are what is shown.

Nothing here decides where a Pod goes: only the program does.
"""

FORMATS = {
    "text": "schedcfg.commands.test.text",
    "json": "schedcfg.commands.test.json_report",
    "junit": "schedcfg.commands.test.junit",
    "github": "schedcfg.commands.test.github",
    "html": "schedcfg.commands.test.html_report",
}
"""Format → the module that renders it."""
