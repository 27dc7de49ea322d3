"""Documents and helpers shared by the stages that work on a Remix project's texts, voice and pictures.

The pipelines themselves are in `pipelines.remix`, their stages in `pipelines.stages.remix_export`; what
concerns only the uploaded video is in `pipelines.source`.
"""
