"""The topic of a whole video, found once for all its shots: title, anchor, tone and time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal
from zlib import crc32

from msgspec.structs import replace

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.script import Script, display_text
from renderer.text.segmentation.japanese import japanese_words
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.direction.picture_topic import PictureTopic, words_of
from renderer.visuals.matching.figures import in_clause, is_possessor
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.places.gazetteer import places_in
from renderer.visuals.matching.stemming import stem
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.subjects import concepts_titled, is_setting, match_subjects
from renderer.visuals.matching.tone import gate_of

_TRENDS: Final[dict[VideoMode, Literal["", "up", "down"]]] = {VideoMode.FINANCE_WARNING: "down"}
"""Chart directions by mode: a warning never shows a rise that nobody mentioned."""

_STOCK_SOURCE: Final = "template"
"""`Script.source` of the template writer, which gives every topic of a mode the same lines."""

_MARKS: Final = " .,;:!?()[]«»“”„\"'…。、，！？؟،「」『』・"

_DOT: Final = "・"
_COUNTERS: Final = frozenset("个只条张本辆座位名种头匹颗棵朵艘架枚件幅首部台间所块片根")
_NUMERAL: Final = re.compile(r"[一二三四五六七八九十百千万亿两几\d]$")

_RELATIVES: Final = {
    Language.ZH: r"{0}的?(?:女儿|儿子|孩子|妻子|丈夫|父亲|母亲|孙子|孙女|后代)",
    Language.JA: r"{0}の(?:娘|息子|子ども|子供|妻|夫|父|母|孫|子孫)",
    Language.HI: r"{0} (?:का|की|के) (?:बेट[ीाे]|बेटियाँ|पुत्री?|पत्नी|पति|पिता|माँ|बच्चे)",
    Language.AR: r"(?:ابنة|ابن|بنت|أبناء|زوجة|زوج|والد|والدة) {0}",
    Language.RU: r"(?i:дочь|дочери|сын|сыновья|жена|муж|вдова|дети|внук|внучка) {0}",
}
"""Patterns of somebody's relatives: a farmer's daughter is no farmer."""

_OFTEN: Final = 3
"""Lines that must name something for it to be the video's topic, if the title names nothing."""


def topic_of(script: Script, mode: VideoMode) -> PictureTopic:
    """Find the topic in title and lines; the anchor is what the title names, or what the lines name most."""
    title = tuple(piece.display for piece in tokenise(script.title, script.language))
    texts = (script.title, *(display_text(line) for line in script.lines))
    plain = PictureTopic(
        title=title,
        gate=gate_of(mode, texts),
        turn=crc32(script.title.encode()),
        known=concepts_titled((one.title for one in script.sources), script.language),
    )
    return replace(
        plain,
        anchor=_anchor(script, plain),
        trend=_TRENDS.get(mode, ""),
        own=frozenset(one.artwork for one in match_subjects(title, script.language, known=plain.known)),
        stock=script.source == _STOCK_SOURCE,
        places=places_in(title, script.language),
    )


def retitled(topic: PictureTopic, script: Script) -> PictureTopic:
    """The topic of a part, such as a chapter, under its own title; tone, time and turn stay the same."""
    title = tuple(piece.display for piece in tokenise(script.title, script.language))
    own = frozenset(one.artwork for one in match_subjects(title, script.language, known=topic.known))
    plain = replace(topic, title=title, own=own, places=places_in(title, script.language))
    return replace(plain, anchor=_anchor(script, plain))


def title_words(topic: PictureTopic, language: Language, *, most: int = 4) -> tuple[str, ...]:
    """The title's first content words, without punctuation, Japanese particles and Chinese counters."""
    words = _BARE_WORDS.get(language, tuple)(topic.title)
    bare = (word.strip(_MARKS) for word in words)
    return tuple(word for word in bare if word and is_content(word, language))[:most]


def _nouns(title: Sequence[str]) -> tuple[str, ...]:
    """Japanese nouns, those joined by a dot as one: リーマン・ショック."""
    runs = [""]
    for word in japanese_words("".join(title)):
        if word.noun or word.text == _DOT:
            runs[-1] += word.text
        else:
            runs.append("")
    return tuple(filter(None, runs))


def _uncounted(title: Sequence[str]) -> tuple[str, ...]:
    """Chinese words without the counter after a number: 三 颗心脏 becomes 心脏."""
    return tuple(
        word[1:] if _NUMERAL.search(before) and len(word) > 1 and word[0] in _COUNTERS else word
        for before, word in zip(("", *title), title, strict=False)
    )


_BARE_WORDS: Final[dict[Language, Callable[[Sequence[str]], tuple[str, ...]]]] = {
    Language.JA: _nouns,
    Language.ZH: _uncounted,
}


def title_subject(topic: PictureTopic, script: Script) -> str:
    """The word of the title that names the video's subject, or "" if none does."""
    named = (subject for subject in _titled(script, topic) if set(subject.artwork) & set(topic.anchor))
    bare = next((subject.word for subject in named), "")
    return bare.strip(_MARKS)


def _anchor(script: Script, topic: PictureTopic) -> tuple[str, ...]:
    """Artwork of what the title names first, preferring unambiguous words, else of what three lines name.

    Something that the title calls missing ("without teeth") is not what the video is about. Settings and
    stand-ins that the title names must be named by three lines too, as it may not mean them that way.
    """
    titled = _titled(script, topic)
    counts = _counted(script, topic)
    for subject in titled:
        meant = not is_setting(subject.artwork) or counts[subject.artwork] >= _OFTEN
        if meant and not subject.unreal and (shown := topic.shown(subject.artwork)):
            return shown
    passed = {subject.artwork for subject in titled}
    often = [
        artwork
        for artwork, count in counts.most_common()
        if count >= _OFTEN and artwork not in passed and not is_setting(artwork)
    ]
    return next((shown for artwork in often if (shown := topic.shown(artwork))), ())


def _titled(script: Script, topic: PictureTopic) -> list[Subject]:
    """What the title names, most certain first, then in its order.

    Sentences that share words with the title can show that something else is meant: a street in one about
    families does not turn a wall into Wall Street. The setting, possessors of the subject and what a clause
    says about it come last.
    """
    lines = [words_of(line) for line in script.lines]
    titled = match_subjects(
        topic.title,
        script.language,
        near=tuple(chain.from_iterable(_kindred(lines, topic, script.language))),
        far=tuple(chain.from_iterable(lines)),
        known=topic.known,
    )

    def order(subject: Subject) -> tuple[bool, bool, int]:
        whose = _RELATIVES.get(script.language, "(?!)").format(re.escape(subject.word))
        aside = (
            is_setting(subject.artwork)
            or is_possessor(subject.word, script.language)
            or bool(re.search(whose, script.title))
            or in_clause(topic.title, subject.word, script.language)
        )
        return aside, subject.cued, script.title.find(subject.word)

    return sorted(titled, key=order)


def _kindred(
    lines: Sequence[tuple[str, ...]], topic: PictureTopic, language: Language
) -> Iterator[tuple[str, ...]]:
    """The lines that share a word with the title; all lines in languages without spaces."""
    named = {stem(word, language) for word in title_words(topic, language, most=len(topic.title))}
    for line in lines:
        if language in UNSPACED or named & {stem(word.strip(_MARKS), language) for word in line}:
            yield line


def _counted(script: Script, topic: PictureTopic) -> Counter[tuple[str, ...]]:
    """In how many lines each concept is named."""
    return Counter(
        subject.artwork
        for line in script.lines
        for subject in match_subjects(words_of(line), script.language, title=topic.title, known=topic.known)
    )
