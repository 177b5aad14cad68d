"""What a branch changes: behavior, findings that come and go, and what an upgrade would ask for next."""
