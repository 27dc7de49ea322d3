"""Bounded HTTP to providers: addresses, transport, retries and budgets, cached responses.

No provider's protocol.
"""
