"""`validate --cache`: reports of an earlier run, by content, options and code."""
