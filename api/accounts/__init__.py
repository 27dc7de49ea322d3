"""Accounts: plan, keys, usage, capabilities."""
