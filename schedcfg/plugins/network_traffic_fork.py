"""NetworkTraffic, as the fork of scheduler-plugins has it; see `schedcfg.plugins.network_traffic` for both programs."""

from dataclasses import replace

from schedcfg.plugins import network_traffic
from schedcfg.plugins.catalog import NETWORK_TRAFFIC
from schedcfg.plugins.network_traffic import ForkNetworkTrafficArgs
from schedcfg.plugins.plugin import ArgsKind

PLUGIN = replace(
    network_traffic.PLUGIN,
    extension_points={"1.19": ("score",)},
    args=ArgsKind(
        kind=network_traffic.KIND,
        model=ForkNetworkTrafficArgs,
        served=network_traffic.SERVED,
        complete=network_traffic.complete,
        checked_when_built=True,
        typed_only=True,
        catalog=NETWORK_TRAFFIC.name,
        example=network_traffic.EXAMPLE,
    ),
    source=f"{NETWORK_TRAFFIC.source}, pkg/networktraffic",
)
