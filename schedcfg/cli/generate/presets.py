"""What help says about presets."""

import click


class WithPresets(click.Command):
    """A command whose help ends with the presets, as they are found."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the presets do."""
        from schedcfg.generate.profile.presets import all_presets  # noqa: PLC0415 - only help lists them

        with formatter.section("Presets"):
            formatter.write_dl([(one.name, f"{one.summary} {one.explanation}") for one in all_presets().values()])
        super().format_epilog(ctx, formatter)
