"""What the stock kube-scheduler exits for: a fact where it certainly runs, else advice that says on what it depends."""

from schedcfg.findings import FindingClass, Problem
from schedcfg.rules.deployment import DeploymentContext


def by_program(problem: Problem, context: DeploymentContext) -> Problem:
    """Return a problem as a fact where the stock program runs; else as advice, with what may make it needless."""
    if context.is_stock:
        return problem
    return problem._replace(
        finding_class=FindingClass.ADVISED, message=f"{problem.message}, unless {_other_program(context)}"
    )


def by_release(problem: Problem, context: DeploymentContext) -> Problem:
    """Return a problem with a release as a fact where its stock program certainly runs; else as advice, likewise.

    Nobody's file is refused for a release that was only assumed.
    """
    found = by_program(problem, context)
    if context.release_known:
        return found
    phrase = context.release_phrase
    message = found.message if phrase in found.message else f"{found.message}; so it is in {phrase}"
    return found._replace(finding_class=FindingClass.ADVISED, message=message)


def _other_program(context: DeploymentContext) -> str:
    running = context.running
    is_process = running is not None and running.is_process
    return "this is not Kubernetes' own program" if is_process else "the image contains another program"
