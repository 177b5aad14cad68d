"""What a trial shows: where Pods are, how full nodes are, and what differs between variants."""
