"""What the stages that work on a Remix project's texts, voice and pictures share: documents, and their reading.

Pipelines themselves are in `pipelines.remix`, their stages in `pipelines.stages.remix_export`; what is about
the uploaded video alone stands in `pipelines.source`.
"""
