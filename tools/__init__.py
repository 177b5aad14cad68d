"""What contributors run; it is not installed."""
