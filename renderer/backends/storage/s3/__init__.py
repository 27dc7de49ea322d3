"""The S3 adapter: objects in a bucket of any S3-compatible server, and objects staged there part by part."""
