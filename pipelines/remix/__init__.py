"""The pipelines of a Remix project, one module for each operation (`renderer.contract.orders.remix`)."""
