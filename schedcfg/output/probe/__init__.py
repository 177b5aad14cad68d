"""What probes of real servers showed, one format per file.

Each file has `render(probes, summary, coloured=…)`, which yields pieces of output and counts into the summary.
"""

TRAFFIC_FORMATS = {"text": "traffic_text", "json": "traffic_json", "svg": "traffic_svg"}
"""Format of `probe network-traffic` → its file in this folder."""

EXTENDER_FORMATS = {"text": "extender_text", "json": "extender_json"}
"""Format of `probe extender` → its file in this folder."""
