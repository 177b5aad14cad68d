"""Charts and overlays rendered by the user's own helm or kustomize, and what comes out of them validated.

- `tools` runs the program, within bounds, without the network; `files` are those that it reads.
- `origins` finds where a line of its output comes from: a template, a file of values, a patch.
- `validate` validates the output, and puts the findings where the user can edit what they are about.
"""

TOOLS = ("helm", "kustomize")
"""The tools, as the command line names them."""
