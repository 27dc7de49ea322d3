"""Makes pictures, sound and files, and runs pipelines of stages. See docs/ARCHITECTURE.md."""
