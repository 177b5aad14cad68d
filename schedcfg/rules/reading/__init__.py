"""What is found before any rule looks: by the reader of the text and by the decoder; one card per file, no check.

The findings are made where the text is read: in `document`, `decode`, `sources`, and for feature gates and further
documents in `operations`; those about a legacy Policy in `rules/policy.py`.
"""
