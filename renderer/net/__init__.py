"""Bounded HTTP to providers: addresses, transport, retries and budgets, cached responses.

Knows no provider's protocol.
"""
