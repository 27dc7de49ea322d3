"""Local servers for the protocols of the provider adapters, with proper and faulty answers."""
