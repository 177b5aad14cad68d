"""What an editor shows of a text: findings, fixes, meanings and completions, each at its place in the text."""
