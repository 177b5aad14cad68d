"""Descriptions, for editors that show Markdown and for those that do not."""


def said(text: str, since: str | None = None) -> dict[str, str]:
    """Return `description`, and `markdownDescription` where they differ.

    Args:
        text: Sentences, with Markdown's backticks.
        since: The release that brought what is described, where that is worth saying.
    """
    if since is not None and f"Kubernetes {since}" not in text:
        text = f"{text} Known from Kubernetes {since} on."
    plain = text.replace("`", "")
    return {"description": plain} if plain == text else {"description": plain, "markdownDescription": text}
