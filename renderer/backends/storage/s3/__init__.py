"""The S3 adapters: an object store and staging in a bucket of any S3-compatible server."""
