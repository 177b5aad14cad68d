"""What changed between two states of many files: `schedcfg diff` of revisions, folders and clusters."""
