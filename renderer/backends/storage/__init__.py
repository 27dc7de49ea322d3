"""Object storage: two ports, for objects and for what becomes one in parts; a folder, S3, memory fakes."""
