"""Reports of workers: the internal side of the service, outside the public contract."""
