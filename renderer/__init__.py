"""Makes pictures, sound and files, and runs pipelines of stages; contains no pipeline and no HTTP API.

See docs/ARCHITECTURE.md.
"""
