"""`schedcfg try`: where the user's own kube-scheduler puts Pods, run against a stand-in for the API server.

- `configured` is what the scheduler is started with; `inputs/` what the user names, `admission/` what an API server
  makes of it.
- `api/` serves them as an API server does, and `controllers/` does what a scheduler waits for others to do.
- `launch` starts the program where it can reach nothing else, `run` gives it one Pod after another, and `variants`
  does that with several programs or configurations; `node_reasons` asks it about nodes alone.
- `answer/` is what is shown, and `secrets_of_run` what is hidden of it.

Nothing here decides where a Pod goes: only the program does.
"""

FORMATS = {
    "text": "schedcfg.commands.trial.answer.text",
    "json": "schedcfg.commands.trial.answer.json_report",
    "html": "schedcfg.commands.trial.answer.html_report",
}
"""Format → the module that renders it."""

MEASUREMENT = {"text": "render_text", "json": "render_json"}
"""Format → the function of `answer.measurement_report` that renders what `--measure` finds."""
