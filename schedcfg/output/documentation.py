"""Where the documentation is published: the one place that says so."""

SITE = "https://schedcfg.readthedocs.io/en/stable/"


def rule_page(rule: str) -> str:
    """Give the address of a rule's page.

    Args:
        rule: The rule's id.
    """
    return f"{SITE}rules/{rule}/"
