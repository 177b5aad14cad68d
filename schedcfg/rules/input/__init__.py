"""What is wrong with input before it is a configuration, one rule per file: a legacy Policy, further documents.

What the reader of the text, the decoder and the other stages find has its card in `CARDS` beside the code there: see
`schedcfg/rules/cards.py`.
"""
