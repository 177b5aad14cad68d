"""Pages of the documentation in Markdown, one kind per file; `schedcfg.cli.pages` writes them."""
