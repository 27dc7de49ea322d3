from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.assets import ASSETS
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.modes import FEWEST_SENTENCES, load_asking
from renderer.backends.writing.template import TemplateWriter
from renderer.backends.writing.topic import QUOTES, clean_topic, quoted, shortened
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.pauses import silences
from renderer.errors import ClipwrightError
from renderer.voices.speaking_rate import estimated_seconds

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
def test_every_sentence_quotes_the_topic_or_one_of_its_words(mode: VideoMode, language: Language) -> None:
    sentences = said(write("Halley Comet", mode, language))
    assert quoted("Halley Comet", language) in sentences[0]
    assert quoted("Halley Comet", language) in sentences[-1]
    words = [quoted(word, language) for word in ("Halley", "Comet", "Halley Comet")]
    assert all(any(word in sentence for word in words) for sentence in sentences[1:-1])
    assert not any("{" in sentence for sentence in sentences)
    assert all(can_be_said(sentence) for sentence in sentences)


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_thirty_to_sixty_estimated_seconds(mode: VideoMode, language: Language) -> None:
    for voice in Voice:
        for seed in range(4):
            draft = write("Halley Comet", mode, language, seed=seed, voice=voice)
            speech = estimated_seconds(" ".join(said(draft)), language=language, voice=voice)
            silent = sum(silences([(scene.role, scene.sentences) for scene in draft.scenes]))
            assert 30 <= speech + float(silent) <= 58, (voice, seed, speech)


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_texts_assert_no_figures_and_seeds_give_many_variants(mode: VideoMode, language: Language) -> None:
    drafts = [write("Halley", mode, language, seed=seed) for seed in range(24)]
    assert len({tuple(said(draft)) for draft in drafts}) >= 20
    assert not any(re.search(r"\d", sentence) for draft in drafts for sentence in said(draft))
    assert all(len(set(said(draft))) == len(said(draft)) for draft in drafts)


@pytest.mark.parametrize("language", list(Language))
def test_sixty_sentences_for_each_mode_and_role(language: Language) -> None:
    asking = load_asking(language)
    for mode in VideoMode:
        leads = asking.leads[mode]
        for of_mode, forms in (
            (leads.hooks, asking.hooks),
            (leads.beats, asking.beats),
            (leads.closes, asking.closes),
        ):
            assert len(set(of_mode)) * len(set(forms)) >= FEWEST_SENTENCES


@pytest.mark.parametrize(("mode", "language"), MATRIX)
def test_no_sentence_comes_twice_in_twenty_topics(mode: VideoMode, language: Language) -> None:
    names = [
        a + b
        for a, b in itertools.product(("Zor", "Quil", "Vam", "Bre", "Tol"), ("bel", "mer", "dan", "nix"))
    ]
    scripts = [said(write(name, mode, language, seed=seed)) for seed, name in enumerate(names)]
    everything = list(itertools.chain(*scripts))
    assert len(set(everything)) == len(everything)


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
    if not can_be_said(topic):
        with pytest.raises(ClipwrightError, match="no letter, digit or emoji"):
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
        (lambda text: text.replace("about {topic}?", "about it?"), "hooks"),
        (lambda text: text.replace("{word} mean", "it mean"), "beats"),
        (lambda text: text.replace("[leads.motivational]", "[leads.angry]"), "leads"),
        (lambda text: text.replace("hooks = [", "hocks = [", 1), "hocks"),
        (lambda text: text[: text.index("[leads.weirdFacts]")], "leads"),
        (lambda text: text + "\nnot toml", "file"),
    ],
)
def test_a_damaged_file_is_named_with_its_key(tmp_path: Path, damage: object, key: str) -> None:
    assert callable(damage)
    good = (ASSETS / "asking" / "en.toml").read_text(encoding="utf-8")
    (tmp_path / "en.toml").write_text(damage(good), encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        load_asking(Language.EN, tmp_path)
    assert caught.value.code == "asset_invalid"
    assert "en.toml" in caught.value.sentence
    assert key in caught.value.facts["key"]


@pytest.mark.parametrize(
    ("topic", "language", "asked_about"),
    [
        ("Bitcoin explained", Language.EN, "Bitcoin"),
        ("How does bitcoin work", Language.EN, "bitcoin"),
        ("Area 51", Language.EN, "Area 51"),
        ("Los peligros de la blockchain", Language.ES, "blockchain"),
        ("什么是通胀", Language.ZH, "通胀"),
        ("长城的秘密", Language.ZH, "长城"),
        ("新幹線の歴史", Language.JA, "新幹線"),
        pytest.param("蔚来汽车", Language.ZH, "蔚来汽车", id="a brand whose second character is a verb"),
        pytest.param("佐贝伦德城", Language.ZH, "佐贝伦德城", id="a name that no dictionary has"),
        pytest.param("青い池", Language.JA, "青い池", id="an adjective that is part of the name"),
    ],
)
def test_questions_are_about_the_subject_and_not_about_how_it_is_told(
    topic: str, language: Language, asked_about: str
) -> None:
    _, *beats, _ = said(write(topic, VideoMode.CLEAN_EDUCATIONAL, language))
    assert all(quoted(asked_about, language) in sentence for sentence in beats)
