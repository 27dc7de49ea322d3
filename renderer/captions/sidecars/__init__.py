"""Captions as files beside a video (SubRip, WebVTT), as text; nothing here draws or stores."""
