"""What every provider outside shares: bounded HTTP, one policy of tries and money, caches of paid answers."""
