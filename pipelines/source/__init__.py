"""What stages about an uploaded video share: its documents, how it is fetched, how results are delivered.

Pipelines themselves are in `pipelines.remix`, their stages in `pipelines.stages.remix`.
"""
