"""A fuzzer of the whole package: hostile inputs for every command, and what has to be true of each answer.

`python -m tests.fuzz --inputs 1000000 --jobs 2 --seed 1` runs it; `tests/fuzz/test_fuzz.py` runs a slice. Every input
follows from the seed and its number alone, so that `--only NUMBER` repeats one.

seeds      texts that people and servers write      mutations    changes to bytes, text and structure
grammar    texts that follow the JSON Schemas       masks        secrets put into a text, and where they are seen
answers    what all commands have in common         commands …   what is done with an input: `commands`, `making`,
invariants what has to be true of an answer                      `probing`, `confirming`, `trying`, `elsewhere`,
contracts  the schemas of the reports                            `calls`, `with_programs`, `in_folders`
engine     one input: made, run, measured           other_hashes the same in a process whose sets have another order
shrinking  the smallest input that still fails      runs         many inputs, in several processes, resumable
"""
