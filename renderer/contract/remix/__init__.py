"""The JSON documents that Remix jobs read and make, as they lie in the object store.

Here are shapes and bounds alone; who makes and who reads each stands at its class. What an operation chooses
is its order (`renderer.contract.orders.remix`).
"""
