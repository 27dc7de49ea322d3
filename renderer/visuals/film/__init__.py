"""From a picture's spec to frames: painted layers or users' footage under the camera.

The choice of pictures is made in `direction`.
"""
