"""What NetworkTraffic would meet, and make of it: its questions asked, its arithmetic done, its failures explained."""

from schedcfg.probe.network_traffic.look import Look, look
from schedcfg.probe.network_traffic.reasons import KINDS, Reason

__all__ = ["KINDS", "Look", "Reason", "look"]
