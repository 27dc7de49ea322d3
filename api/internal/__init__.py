"""What workers may say: the internal side of the service, outside the public contract."""
