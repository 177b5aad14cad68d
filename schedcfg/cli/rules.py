"""`schedcfg rules`."""

from functools import partial
from itertools import chain

import click

from schedcfg.cli import options

_EXAMPLES = """\b
Examples:
  schedcfg rules                           all rules, in groups
  schedcfg rules --output json             for programs
  schedcfg explain unknown-field           the details of one
"""


@click.command("rules", epilog=_EXAMPLES)
@options.text_or_json
def command(*, outputs: tuple[options.Output, ...]) -> None:
    """List the rules that `schedcfg validate` checks, and what other commands report.

    Refused means that the kube-scheduler of that release does not start. Error, warning and info are advice about
    files with which it does start. `schedcfg explain RULE` describes a rule, with an example.

    Exit status: 0.
    """
    from schedcfg.cli.outputs import write_reference
    from schedcfg.rules.cards import cards
    from schedcfg.show.reference import rules

    found, others = tuple(cards().values()), rules.finding_cards()
    write_reference(
        outputs,
        partial(rules.render, found, others),
        lambda: rules.render_rules(found, chain.from_iterable(others.values())),
    )
