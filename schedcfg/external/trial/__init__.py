"""`schedcfg try`: where the user's own kube-scheduler puts Pods, run against a stand-in for the API server.

- `trial_cluster` holds the objects that are given; `store`, `patches` and `api_server` serve them as an API server
  does, and `controllers` does what controllers would do about them.
- `launch` starts the program where it can reach nothing else, and `run` gives it one Pod after another.

Nothing here decides where a Pod goes: only the program does.
"""

FORMATS = {
    "text": "schedcfg.external.trial.text",
    "json": "schedcfg.external.trial.json_report",
    "svg": "schedcfg.external.trial.svg",
}
"""Format → the module that renders it."""

MEASUREMENT = {"text": "render_text", "json": "render_json"}
"""Format → the function of `measurement_report` that renders what `--measure` finds."""
