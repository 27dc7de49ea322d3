"""Object storage: ports for objects and for objects staged in parts; folder, S3 and in-memory adapters."""
