"""Local servers that speak the protocols of providers outside, well and badly."""
