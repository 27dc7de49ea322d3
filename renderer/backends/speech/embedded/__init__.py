"""The bundled speech engines, espeak-ng and Open JTalk: no account, no network, no model files."""
