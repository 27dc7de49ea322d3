"""The enumerations of the Video Generation API v1, in the order the document lists them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class VideoMode(StrEnum):
    """What kind of story is told."""

    FINANCE_WARNING = "financeWarning"
    DARK_HISTORY = "darkHistory"
    WEIRD_FACTS = "weirdFacts"
    CLEAN_EDUCATIONAL = "cleanEducational"
    MOTIVATIONAL = "motivational"


class StylePack(StrEnum):
    """The look: palette, grade, painters, camera, transitions, music mood."""

    DOCUMENTARY = "documentary"
    DRAMATIC_EXPLAINER = "dramaticExplainer"
    DARK_FINANCE = "darkFinance"
    CLEAN_EDUCATIONAL = "cleanEducational"


class Voice(StrEnum):
    """The narrator."""

    WARM_STORYTELLER = "warm-storyteller"
    DEEP_DOCUMENTARY = "deep-documentary"
    BRIGHT_EXPLAINER = "bright-explainer"
    PLAYFUL_UPBEAT = "playful-upbeat"
    FRIENDLY_CASUAL = "friendly-casual"
    WARM_CALM = "warm-calm"


class Language(StrEnum):
    """Language of the script, the speech and the captions (ISO 639-1)."""

    EN = "en"
    ES = "es"
    ZH = "zh"
    HI = "hi"
    AR = "ar"
    PT = "pt"
    FR = "fr"
    JA = "ja"
    DE = "de"
    RU = "ru"


class CaptionStyle(StrEnum):
    """How captions are drawn; each has a file of its name in assets/caption_styles."""

    TIKTOK = "tiktok"
    HORMOZI = "hormozi"
    MRBEAST = "mrbeast"
    MINIMAL = "minimal"
    ELEGANT = "elegant"
    NEON_GREEN = "neonGreen"
    NEON_PINK = "neonPink"
    NEON_BLUE = "neonBlue"
    KNOCKOUT = "knockout"
    ELECTRIC = "electric"
    VAPORWAVE = "vaporwave"
    RETROWAVE = "retrowave"
    OUTLINE_WHITE = "outlineWhite"
    OUTLINE_RAINBOW = "outlineRainbow"
    GAMING = "gaming"
    STREAMER = "streamer"
    FIRE = "fire"
    ICE = "ice"


class CaptionPosition(StrEnum):
    """Where the caption block stands inside the safe area."""

    TOP = "top"
    CENTER = "center"
    BOTTOM = "bottom"


class Workflow(StrEnum):
    """Which pipeline makes the video."""

    SHORT = "short"
    LONG_FORM = "long_form"
    REMIX = "remix"


class Status(StrEnum):
    """Public status of a job."""

    QUEUED = "queued"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Source(StrEnum):
    """Who created the job."""

    DASHBOARD = "dashboard"
    API = "api"


class Plan(StrEnum):
    """The account's plan."""

    FREE = "free"
    BASIC = "basic"
    CREATOR = "creator"
    PRO = "pro"


class WindowType(StrEnum):
    """How an allowance window runs."""

    ROLLING_7_DAYS = "rolling_7_days"
    PAYMENT_BILLING_PERIOD = "payment_billing_period"


TOPIC_CHARACTERS: Final = 500
IDEMPOTENCY_HOURS: Final = 24
VIDEO_DAYS: Final = 7
POLL_SECONDS: Final = 5
LONGEST_SOURCE_SECONDS: Final = 600.0
"""Ten minutes, the longest video that may be uploaded to be remixed."""
