"""From a picture's spec to frames: painted layers or users' footage under the camera.

Which picture is decided in `direction`.
"""
