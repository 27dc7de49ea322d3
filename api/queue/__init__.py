"""From outbox rows to workers.

The queue port, its adapters, the dispatcher, the embedded worker's process.
"""
