"""The queue consumer: tasks, wiring of ports to adapters, settings."""
