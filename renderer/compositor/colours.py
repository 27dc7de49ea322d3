"""Luma and chroma of BT.709 as matrices (ITU-R BT.709-6; limited range: luma 16-235, chroma 16-240)."""

from __future__ import annotations

from typing import Final

import numpy as np

# Rows weigh R, G, B in [0, 255] and end with the offset: ITU-R BT.709-6, items 3.2 to 3.4, 8 bits.
_KR, _KB = 0.2126, 0.0722
_KG: Final = 1.0 - _KR - _KB
_LUMA: Final = np.array([[_KR, _KG, _KB]], np.float64) * (219 / 255)
_CB: Final = np.array([[-_KR, -_KG, 1 - _KB]], np.float64) * (224 / 255 / (2 * (1 - _KB)))
_CR: Final = np.array([[1 - _KR, -_KG, -_KB]], np.float64) * (224 / 255 / (2 * (1 - _KR)))
LUMA_OF_RGB: Final = np.hstack([_LUMA, [[16.0]]])
CHROMA_OF_RGB: Final = np.hstack([np.vstack([_CB, _CR]), [[128.0], [128.0]]])
