"""The JSON documents that Remix jobs read and make, as they are stored in the object store.

The modules define only shapes and bounds; the docstring of each class says who makes and who reads it. The
choices for an operation are in its order (`renderer.contract.orders.remix`).
"""
