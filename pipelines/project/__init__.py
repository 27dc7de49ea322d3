"""What the stages share that work on a Remix project's texts, voice and pictures: documents, their reading.

Pipelines themselves are in `pipelines.remix`, their stages in `pipelines.stages.remix_export`; what is about
the uploaded video alone stands in `pipelines.source`.
"""
