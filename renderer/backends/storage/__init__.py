"""Object storage: the port, a folder, and a memory fake."""
