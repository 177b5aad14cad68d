"""Ansible: the variable in which many playbooks have the release, and its files without a configuration.

Source: docs.ansible.com, "Playbook Keywords".
"""

from schedcfg.sources.products.product import OtherFile, Product, ProductDocument

_PLAY = frozenset({"hosts", "import_playbook"})
_TASK = frozenset(
    {
        *("action", "assert", "block", "command", "copy", "debug", "fail", "file", "get_url", "import_role"),
        *("import_tasks", "include_role", "include_tasks", "lineinfile", "service", "set_fact", "shell", "slurp"),
        *("stat", "systemd", "template", "wait_for", "when"),
    }
)
_HELP = (
    "Pass the file that the tasks write; a text in them that is a whole configuration is read, unless it is a template."
)


def _other_file(data: object) -> OtherFile | None:
    items = data if isinstance(data, list) else []
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    if all(not _PLAY.isdisjoint(item) for item in items):
        return OtherFile("an Ansible playbook", _HELP)
    if all(not _TASK.isdisjoint(item) or any(key.count(".") > 1 for key in item) for item in items):
        return OtherFile("a list of Ansible tasks", _HELP)
    return None


PRODUCT = Product("Ansible", documents=(ProductDocument(versions=(("kubernetes_version",),)),), other_file=_other_file)
