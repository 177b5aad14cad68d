"""Which findings are reported: selected and ignored rules, comments that ignore, baselines."""
