"""The meaning of configurations rendered, one format per file.

Each file has `render(meanings, summary, coloured=…)`, which yields pieces of output and counts into the summary.
"""

FORMATS = {"text": "text", "json": "json_v1", "yaml": "yaml", "dot": "dot", "mermaid": "mermaid", "svg": "svg"}
"""Format → its file in this folder."""
