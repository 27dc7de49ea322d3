"""What workers may report: the internal side of the service, outside the public contract."""
