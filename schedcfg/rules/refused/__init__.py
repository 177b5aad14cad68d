"""The scheduler would not start: facts, each decided by recordings of the real one."""
