"""Local servers that speak the protocols of providers adapters, well and badly."""
