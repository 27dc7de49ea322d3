"""Shared by the stages that analyse an uploaded video: documents, fetching, delivering results.

The pipelines themselves are in `pipelines.remix`, their stages in `pipelines.stages.remix`.
"""
