"""Captions as files beside a video (SubRip, WebVTT): text of documents; nothing here draws or stores."""
