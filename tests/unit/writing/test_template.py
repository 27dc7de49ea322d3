from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.modes import MODES_FOLDER, load_mode
from renderer.backends.writing.template import TemplateWriter
from renderer.backends.writing.topic import QUOTES, clean_topic, quoted, shortened
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.errors import ClipwrightError
from renderer.text.pace import estimated_seconds
from renderer.text.spoken import is_speakable

MATRIX = [(mode, language) for mode in VideoMode for language in Language]


def write(
    topic: str, mode: VideoMode, language: Language, *, seed: int = 0, voice: Voice = Voice.WARM_STORYTELLER
) -> Draft:
    return TemplateWriter().write(
        Brief(topic=topic, mode=mode, language=language, voice=voice, seconds=42, seed=seed)
    )


def said(draft: Draft) -> list[str]:
    return [sentence for scene in draft.scenes for sentence in scene.sentences]


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_first_sentence_quotes_the_topic_and_no_other_does(mode: VideoMode, language: Language) -> None:
    sentences = said(write("Halley 1910", mode, language))
    assert quoted("Halley 1910", language) in sentences[0]
    assert not any("Halley" in sentence for sentence in sentences[1:])
    assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_four_to_seven_beats_and_thirty_to_sixty_estimated_seconds(
    mode: VideoMode, language: Language
) -> None:
    for voice in Voice:
        for seed in range(4):
            draft = write("Halley 1910", mode, language, seed=seed, voice=voice)
            speech = estimated_seconds(" ".join(said(draft)), language=language, voice=voice)
            assert 4 <= len(draft.scenes) - 2 <= 7
            assert 30 <= speech <= 58, (voice, seed, speech)


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_texts_assert_no_figures_and_seeds_give_many_variants(mode: VideoMode, language: Language) -> None:
    drafts = [write("Halley", mode, language, seed=seed) for seed in range(24)]
    assert len({tuple(said(draft)) for draft in drafts}) >= 8
    assert not any(re.search(r"\d", sentence) for draft in drafts for sentence in said(draft))


@pytest.mark.parametrize("mode", list(VideoMode))
def test_no_passage_is_used_twice_and_none_is_left_in_english(mode: VideoMode) -> None:
    texts = load_mode(mode).texts
    passages = {
        language: [*one.hooks, *(text for beat in one.beats for text in beat), *one.closes]
        for language, one in texts.items()
    }
    everything = [passage for group in passages.values() for passage in group]
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize(
    ("language", "alphabet"),
    [
        (Language.RU, "а-яё"),
        (Language.AR, "\u0600-\u06ff"),
        (Language.HI, "\u0900-\u097f"),
        (Language.ZH, "\u4e00-\u9fff"),
    ],
)
def test_texts_stay_in_their_script(language: Language, alphabet: str) -> None:
    for mode in VideoMode:
        text = " ".join(said(write("1910", mode, language)))
        assert re.search(f"[{alphabet}]", text)
        assert not re.search("[a-zA-Z]", text), text


@pytest.mark.parametrize(
    ("topic", "wanted"),
    [
        ("Why do octopuses have three hearts?", "“Why do octopuses have three hearts?”"),
        ('  "The\nTitanic".  ', "“The Titanic”"),
        ('The "Titanic" story', "“The ‘Titanic’ story”"),
        ("Space 🚀 travel…", "“Space 🚀 travel”"),
        ("人工智能", "“人工智能”"),
    ],
)
def test_any_topic_is_set_in_cleanly(topic: str, wanted: str) -> None:
    first = said(write(topic, VideoMode.WEIRD_FACTS, Language.EN))[0]
    assert wanted in first
    assert "?”." not in first


@given(topic=st.text(min_size=1, max_size=500), language=st.sampled_from(list(Language)))
def test_every_topic_gives_a_draft_or_a_clear_refusal(topic: str, language: Language) -> None:
    if not is_speakable(topic):
        with pytest.raises(ClipwrightError, match="topic is empty"):
            write(topic, VideoMode.CLEAN_EDUCATIONAL, language)
        return
    draft = write(topic, VideoMode.CLEAN_EDUCATIONAL, language)
    assert "\n" not in said(draft)[0]
    opening, closing, *_ = QUOTES[language]
    assert opening in said(draft)[0]
    assert closing in said(draft)[0]


def test_a_long_topic_is_cut_at_a_clause_and_still_fits_a_minute() -> None:
    topic = "How a small town survived the flood of the century, rebuilt its bridge, and then, " * 6
    cleaned = clean_topic(topic)
    assert shortened(cleaned).endswith("century…")
    draft = write(topic, VideoMode.DARK_HISTORY, Language.EN)
    assert estimated_seconds(" ".join(said(draft)), language=Language.EN, voice=Voice.WARM_CALM) < 62
    assert len(draft.title) <= 91


def test_pictures_are_sought_by_topic_and_concept() -> None:
    draft = write("Why octopuses have three hearts", VideoMode.DARK_HISTORY, Language.EN)
    assert draft.scenes[0].visual[:3] == ("octopuses", "three", "hearts")
    assert "candle" in draft.scenes[0].visual


@pytest.mark.parametrize(
    ("damage", "key"),
    [
        (lambda text: text.replace("{topic}", "it", 1), "texts.en.hooks"),
        (lambda text: text.replace("[texts.fr]", "[texts.xx]"), "$.texts"),
        (lambda text: text.replace("hooks = [", "hocks = [", 1), "$.texts"),
        (lambda text: text[: text.index("[texts.ja]")], "texts"),
        (lambda text: text + "\nnot toml", "toml"),
    ],
)
def test_a_damaged_mode_file_is_named_with_its_key(tmp_path: Path, damage: object, key: str) -> None:
    assert callable(damage)
    good = (MODES_FOLDER / "darkHistory.toml").read_text(encoding="utf-8")
    (tmp_path / "darkHistory.toml").write_text(damage(good), encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        load_mode(VideoMode.DARK_HISTORY, tmp_path)
    assert caught.value.code == "mode_invalid"
    assert "darkHistory.toml" in caught.value.sentence
    assert key in caught.value.facts["key"]
