"""What to know about the files of a second scheduler."""

from collections.abc import Iterator

from schedcfg.effective.needs import out_of_tree_plugins
from schedcfg.generate.given import Given
from schedcfg.generate.second_scheduler.plan import Wishes, plan
from schedcfg.generate.second_scheduler.plugin_access import is_known


def remarks(given: Given, wishes: Wishes) -> Iterator[str]:
    """Yield what to know, a sentence or two each.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    planned = plan(given, wishes)
    names = " or ".join(f"`{profile.scheduler_name}`" for profile in given.configuration.profiles)
    yield f"Pods choose this scheduler with `spec.schedulerName`: {names}"
    if planned.election.edited:
        fields = ", ".join(f"`{field}`" for field in planned.election.edited)
        yield (
            f"the scheduler gets a copy of the configuration with a lease of its own, `{planned.name}` ({fields}); "
            "your file is as it was"
        )
    if wishes.namespace not in {"kube-system", "default"}:
        yield f"the namespace `{wishes.namespace}` has to be there already"
    unknown = sorted(name for name in out_of_tree_plugins(given.configuration) if not is_known(name))
    if unknown:
        yield (
            f"what {', '.join(f'`{name}`' for name in unknown)} may need of the API server is not known here: "
            f"grant it to the service account `{planned.name}`"
        )
