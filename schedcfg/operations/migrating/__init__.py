"""What `migrate` does with one text.

target    which API version to reach        carrying  each document carried over, or refused
judging   who judges in between             joining   the edits of all documents, put into the file
"""
