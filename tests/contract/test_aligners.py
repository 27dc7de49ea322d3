from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from renderer.backends.alignment import warping
from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.dtw import DtwAligner
from renderer.backends.alignment.fallback import ENOUGH, AlignerFallback
from renderer.backends.alignment.matching import letter_times, letters, matched_letters
from renderer.backends.alignment.mfcc import SHORTEST_RUN, signal_to_noise_db, voiced_frames
from renderer.backends.alignment.placing import Placed, tidy_spans
from renderer.backends.alignment.pocketsphinx import PocketSphinxAligner
from renderer.backends.alignment.proportional import Proportional
from renderer.backends.alignment.span_check import spans_problem
from renderer.backends.alignment.warping import carried, cosine_costs, products, warps
from renderer.backends.alignment.whisper_hearer import TranscribedHearer
from renderer.backends.alignment.whisper_words import HeardWord, WhisperWords, place_words
from renderer.backends.speech.base import Samples, Speech, TokenSpan
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.embedded.reference import SpokenReferences, in_kana
from renderer.backends.transcription.whisper import WhisperTranscriber
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from tests.support.speaking.flite import VOICES, flite_says, require_flite, token_starts
from tests.support.whisper_fixture import build_whisper

SENTENCES: dict[Language, str] = {
    Language.EN: "In 1999 the company lost $4.2 million, again and again.",
    Language.ES: "En 1999 la empresa perdió 40 millones, una y otra vez.",
    Language.ZH: "一九九九年,这家公司一次又一次地亏损。",
    Language.HI: "उस साल कंपनी ने बार बार बहुत पैसा खोया।",
    Language.AR: "خسرت الشركة المال مرة بعد مرة في ذلك العام.",
    Language.PT: "Em 1999 a empresa perdeu 40 milhões, de novo e de novo.",
    Language.FR: "L'entreprise s'arrête d'un coup, et l'argent n'est plus là.",
    Language.JA: "会社は5月3日に120万円を失い、二度と戻りませんでした。",
    Language.DE: "Die Firma verlor 1999 immer wieder viele Millionen.",
    Language.RU: "Компания снова и снова теряла деньги в том году.",
}
HEARD = "In nineteen ninety nine the company lost four point two million dollars again and again"
DTW = DtwAligner(reader=SpokenReferences())
FOREIGN = DtwAligner(reader=SpokenReferences(natural=False))


def line_of(text: str, language: Language = Language.EN) -> Line:
    return build_line(text, id="l1", language=language)


def silent_about_times(speech: Speech) -> Speech:
    return Speech(samples=speech.samples, rate=speech.rate, spans=())


def spoken(text: str, language: Language, voice: Voice = Voice.DEEP_DOCUMENTARY) -> tuple[Line, Speech]:
    line = line_of(text, language)
    return line, EmbeddedEngine().speak(line, language=language, voice=voice)


def failure(
    aligner: WordAligner, line: Line, speech: Speech, language: Language = Language.EN
) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        aligner.align(line, speech, language=language)
    return caught.value


def mean_confidence(spans: Sequence[TokenSpan]) -> float:
    return sum(span.confidence for span in spans) / len(spans)


def starts_ms(spans: Sequence[TokenSpan], rate: int) -> np.ndarray:
    return np.array([span.start for span in spans]) * 1000 / rate


class RefusedError(Exception):
    """Raised by an aligner that says why it cannot align."""


def refusing(aligner: WordAligner, line: Line, speech: Speech) -> tuple[TokenSpan, ...]:
    try:
        return aligner.align(line, speech, language=Language.EN)
    except ClipwrightError as error:
        if error.code == "alignment_failed":
            raise RefusedError from error
        raise


@pytest.fixture(scope="module")
def whisper(tmp_path_factory: pytest.TempPathFactory) -> WhisperWords:
    folder = build_whisper(
        tmp_path_factory.mktemp("whisper") / "fixture",
        HEARD.split(),
        step=0.3,
        first=0.1,
    )
    return WhisperWords(hearer=TranscribedHearer(transcriber=WhisperTranscriber(folder=folder)))


ALIGNERS: dict[str, Callable[[WhisperWords], WordAligner]] = {
    "dtw": lambda _whisper: DTW,
    "pocketsphinx": lambda _whisper: PocketSphinxAligner(),
    "whisper": lambda whisper: whisper,
    "proportional": lambda _whisper: Proportional(),
    "ordered": lambda whisper: AlignerFallback(aligners=(DTW, whisper, Proportional())),
}


@pytest.mark.parametrize("name", ALIGNERS)
def test_every_aligner_keeps_the_port(name: str, whisper: WhisperWords) -> None:
    aligner = ALIGNERS[name](whisper)
    line, speech = spoken(SENTENCES[Language.EN], Language.EN)
    spans = aligner.align(line, silent_about_times(speech), language=Language.EN)
    assert spans == aligner.align(line, silent_about_times(speech), language=Language.EN)
    assert not spans_problem(spans, tokens=len(line.tokens), samples=len(speech.samples))
    assert all(0 <= span.confidence <= 1 for span in spans)
    assert aligner.name
    assert aligner.fingerprint


@pytest.mark.parametrize("name", ALIGNERS)
def test_no_aligner_breaks_on_silence_noise_or_too_little(name: str, whisper: WhisperWords) -> None:
    aligner = ALIGNERS[name](whisper)
    line = line_of(SENTENCES[Language.EN])
    noise = np.random.Generator(np.random.PCG64(1)).standard_normal(16_000).astype(np.float32) * 0.1
    for samples in (np.zeros(16_000, np.float32), np.zeros(3, np.float32), np.zeros(0, np.float32), noise):
        speech = Speech(samples=samples, rate=16_000, spans=())
        with suppress(RefusedError):
            spans = refusing(aligner, line, speech)
            assert not spans_problem(spans, tokens=len(line.tokens), samples=len(samples))
    assert failure(aligner, Line(id="l1", tokens=()), speech).code == "alignment_failed"


@pytest.mark.parametrize("language", Language)
def test_dtw_finds_the_words_in_every_language(language: Language) -> None:
    line, speech = spoken(SENTENCES[language], language)
    spans = DTW.align(line, silent_about_times(speech), language=language)
    truth = starts_ms(speech.spans, speech.rate)
    errors = np.abs(starts_ms(spans, speech.rate) - truth)
    measured = np.array([span.confidence == 1.0 for span in speech.spans])
    assert errors[measured].mean() < 25
    assert errors[measured].max() < 130


def test_dtw_follows_a_foreign_synthesiser_in_english() -> None:
    require_flite()
    texts = (
        "The octopus has three hearts, and two of them stop beating when it swims.",
        "Again and again and again, they said no, no, and no.",
    )
    errors: list[float] = []
    for text in texts:
        for voice in VOICES:
            line, said = line_of(text), flite_says(text, voice)
            truth = token_starts(said, [token.spoken for token in line.tokens])
            spans = DTW.align(
                line, Speech(samples=said.samples, rate=said.rate, spans=()), language=Language.EN
            )
            errors += list(np.abs(starts_ms(spans, said.rate) - np.array(truth) * 1000))
    assert np.mean(errors) < 25
    assert np.percentile(errors, 95) < 80
    assert max(errors) < 250


def test_dtw_follows_a_foreign_synthesiser_in_japanese() -> None:
    line = line_of(SENTENCES[Language.JA], Language.JA)
    errors: list[float] = []
    for voice in (Voice.WARM_STORYTELLER, Voice.BRIGHT_EXPLAINER):
        said = OpenJTalkEngine().speak(line, language=Language.JA, voice=voice)
        spans = FOREIGN.align(line, silent_about_times(said), language=Language.JA)
        errors += list(np.abs(starts_ms(spans, said.rate) - starts_ms(said.spans, said.rate)))
    assert np.mean(errors) < 35
    assert max(errors) < 150


def noisy(samples: Samples, decibels: float) -> Samples:
    level = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    noise = (
        np.random.Generator(np.random.PCG64(5)).standard_normal(len(samples)) * level * 10 ** (-decibels / 20)
    )
    return np.clip(samples + noise, -1, 1).astype(np.float32)


def test_noise_costs_accuracy_and_confidence_but_not_the_words() -> None:
    line, speech = spoken("The octopus has three hearts, and two of them stop beating.", Language.EN)
    clean = DTW.align(line, silent_about_times(speech), language=Language.EN)
    worse = Speech(samples=noisy(speech.samples, 10), rate=speech.rate, spans=())
    spans = DTW.align(line, worse, language=Language.EN)
    errors = np.abs(starts_ms(spans, speech.rate) - starts_ms(speech.spans, speech.rate))
    assert np.percentile(errors, 95) < 200
    assert mean_confidence(spans) <= mean_confidence(clean)
    drowned = Speech(samples=noisy(speech.samples, -25), rate=speech.rate, spans=())
    assert mean_confidence(DTW.align(line, drowned, language=Language.EN)) < 0.4


NOISY_TEXTS = (
    "The octopus has three hearts, and two of them stop beating when it swims.",
    "Again and again and again, they said no, no, and no.",
    "When a shark comes close, the octopus can change color in less than a second and vanish.",
)


@pytest.mark.parametrize("voice", VOICES)
def test_the_foreign_voice_says_the_same_every_time(voice: str) -> None:
    require_flite()
    first = flite_says(NOISY_TEXTS[0], voice)
    flite_says(NOISY_TEXTS[1], voice)
    again = flite_says(NOISY_TEXTS[0], voice)
    assert np.array_equal(first.samples, again.samples)
    assert first.words == again.words


@pytest.mark.parametrize("decibels", [20, 10])
def test_in_noise_the_chain_comes_to_dtw_and_says_so(decibels: int) -> None:
    require_flite()
    chain = AlignerFallback(aligners=(PocketSphinxAligner(), DTW, Proportional()))
    errors: list[float] = []
    trusts: list[float] = []
    for text in NOISY_TEXTS:
        line, said = line_of(text), flite_says(text, "slt")
        truth = token_starts(said, [token.spoken for token in line.tokens])
        heard = Speech(samples=noisy(said.samples, decibels), rate=said.rate, spans=())
        spans = chain.align(line, heard, language=Language.EN)
        assert {span.source for span in spans} == {"dtw"}
        errors += list(np.abs(starts_ms(spans, said.rate) - np.array(truth) * 1000))
        trusts += [span.confidence for span in spans]
    assert np.percentile(errors, 95) < 200
    assert 0.3 < np.mean(trusts) < 0.95
    surest = np.array(errors)[np.array(trusts) > 0.9]
    assert surest.max() < 120, "a word that is far off must not be called sure"


def test_a_sphinx_that_fails_in_noise_leaves_its_reason_in_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    require_flite()
    chain = AlignerFallback(aligners=(PocketSphinxAligner(), DTW))
    line, said = line_of(NOISY_TEXTS[0]), flite_says(NOISY_TEXTS[0], "slt")
    heard = Speech(samples=noisy(said.samples, 5), rate=said.rate, spans=())
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))
    try:
        with structlog.testing.capture_logs() as logs:
            spans = chain.align(line, heard, language=Language.EN)
    finally:
        structlog.configure(**before)
    assert {span.source for span in spans} == {"dtw"}
    assert any("pocketsphinx" in str(entry) and entry["used"] == "dtw" for entry in logs)
    assert "pocketsphinx" not in capfd.readouterr().err, "the engine itself stays quiet"


def test_on_clean_speech_sphinx_is_sure_and_nobody_else_is_asked() -> None:
    require_flite()
    line, said = line_of(NOISY_TEXTS[0]), flite_says(NOISY_TEXTS[0], "slt")
    clean = Speech(samples=said.samples, rate=said.rate, spans=())
    spans = AlignerFallback(aligners=(PocketSphinxAligner(), DTW)).align(line, clean, language=Language.EN)
    assert {(span.source, span.confidence) for span in spans} == {("pocketsphinx", 0.9)}


def test_another_text_is_aligned_with_low_confidence() -> None:
    _, speech = spoken("Bananas grow in warm and rainy countries far away from here.", Language.EN)
    line = line_of("The octopus has three hearts, and two of them stop beating.")
    right, _ = spoken("Bananas grow in warm and rainy countries far away from here.", Language.EN)
    wrong_spans = DTW.align(line, silent_about_times(speech), language=Language.EN)
    right_spans = DTW.align(right, silent_about_times(speech), language=Language.EN)
    assert mean_confidence(wrong_spans) < ENOUGH
    assert mean_confidence(right_spans) > 0.9


def test_a_pause_belongs_to_no_word() -> None:
    line, speech = spoken("First comes this, then comes that.", Language.EN)
    cut = speech.spans[2].end
    pause = np.zeros(speech.rate, np.float32)
    samples = np.concatenate((speech.samples[:cut], pause, speech.samples[cut:]))
    spans = DTW.align(line, Speech(samples=samples, rate=speech.rate, spans=()), language=Language.EN)
    assert spans[3].start - spans[2].end > 0.8 * speech.rate
    assert abs(spans[2].end - cut) < 0.1 * speech.rate


def test_pocketsphinx_names_what_it_cannot_do() -> None:
    line, speech = spoken("Das Meer ist alt.", Language.DE)
    assert "English only" in failure(PocketSphinxAligner(), line, speech, Language.DE).sentence
    odd = line_of("The Xyzzyqwert sleeps.")
    assert "'xyzzyqwert'" in failure(PocketSphinxAligner(), odd, speech).sentence


def test_pocketsphinx_follows_a_foreign_synthesiser() -> None:
    require_flite()
    text = "The octopus has three hearts, and two of them stop beating when it swims."
    line, said = line_of(text), flite_says(text, "slt")
    spans = PocketSphinxAligner().align(
        line, Speech(samples=said.samples, rate=said.rate, spans=()), language=Language.EN
    )
    truth = np.array(token_starts(said, [token.spoken for token in line.tokens])) * 1000
    assert np.abs(starts_ms(spans, said.rate) - truth).mean() < 25


def test_whisper_words_come_back_to_display_form(whisper: WhisperWords) -> None:
    line, speech = spoken(SENTENCES[Language.EN], Language.EN)
    spans = whisper.align(line, silent_about_times(speech), language=Language.EN)
    by_word = dict(zip([token.display for token in line.tokens], spans, strict=True))
    year, company = by_word["1999"], by_word["company"]
    # "nineteen ninety nine" is the fixture's words 1 to 3, "company" its word 5
    assert abs(year.start / speech.rate - 0.4) < 0.1
    assert abs(company.start / speech.rate - 1.6) < 0.1
    assert all(span.source == "whisper" for span in spans)


def heard(*words: tuple[str, float, float]) -> list[HeardWord]:
    return [HeardWord(text=text, start=start, end=end, probability=0.9) for text, start, end in words]


def test_a_word_that_was_not_heard_lies_between_its_neighbours_with_little_confidence() -> None:
    placed = place_words(["one", "two", "three"], heard(("one", 0.0, 0.4), ("three", 0.8, 1.2)), seconds=1.5)
    assert placed[1].start == pytest.approx(0.4, abs=0.15)
    assert placed[1].end == pytest.approx(0.8, abs=0.15)
    assert placed[1].confidence < 0.3 < placed[0].confidence


def test_another_text_gives_nothing() -> None:
    assert place_words(["octopus", "hearts"], heard(("bmw", 0.0, 0.5)), seconds=1.0) == []
    assert place_words(["octopus"], [], seconds=1.0) == []


def test_accents_case_and_punctuation_do_not_matter() -> None:
    placed = place_words(["L'été,", "Ça"], heard(("lete", 0.0, 0.5), ("CA!", 0.6, 0.9)), seconds=1.0)
    assert [word.start for word in placed] == pytest.approx([0.0, 0.5], abs=0.15)
    assert all(word.confidence > 0.8 for word in placed)


@given(st.text("abcd", max_size=30), st.text("abcd", max_size=30))
def test_matched_letters_are_equal_and_rise(known: str, said: str) -> None:
    pairs = matched_letters(known, said)
    assert all(known[first] == said[second] for first, second in pairs)
    assert pairs == sorted(set(pairs))
    assert len({first for first, _ in pairs}) == len({second for _, second in pairs}) == len(pairs)
    if known == said:
        assert len(pairs) == len(known)


@given(st.lists(st.tuples(st.text(max_size=6), st.floats(0, 5), st.floats(0, 5)), max_size=6))
def test_letters_share_the_time_of_their_word(rows: list[tuple[str, float, float]]) -> None:
    words = [(text, min(first, last), max(first, last)) for text, first, last in rows]
    text, starts, ends = letter_times(words)
    assert len(text) == len(starts) == len(ends) == sum(len(letters(word)) for word, _, _ in words)
    assert all(start <= end + 1e-9 for start, end in zip(starts, ends, strict=True))


@given(
    st.lists(
        st.builds(Placed, start=st.floats(-5, 20), end=st.floats(-5, 20), confidence=st.floats(-1, 2)),
        min_size=1,
        max_size=12,
    ),
    st.integers(12, 40_000),
)
def test_tidy_spans_are_sound_whatever_the_estimates(placed: list[Placed], samples: int) -> None:
    speech = Speech(samples=np.zeros(samples, np.float32), rate=8_000, spans=())
    spans = tidy_spans(placed, speech, voiced=np.ones(max(1, samples // 80), bool), source="test")
    assert not spans_problem(spans, tokens=len(placed), samples=samples)
    assert all(0 <= span.confidence <= 1 for span in spans)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_the_warp_is_the_cheapest_path(rows: int, columns: int, seed: int) -> None:
    costs = np.random.Generator(np.random.PCG64(seed)).random((rows, columns)).astype(np.float32)
    path = warps([costs])[0]
    steps = np.column_stack((np.diff(path.first), np.diff(path.second)))
    assert (path.first[0], path.second[0]) == (0, 0)
    assert (path.first[-1], path.second[-1]) == (rows - 1, columns - 1)
    assert all(tuple(step) in {(0, 1), (1, 0), (1, 1)} for step in steps.tolist())
    spent = float(path.costs.sum()) + 0.05 * int((steps.sum(axis=1) == 1).sum())
    assert spent == pytest.approx(_plain_dtw(costs), abs=1e-3)


@given(st.integers(1, 25), st.lists(st.integers(1, 40), min_size=1, max_size=4), st.integers(0, 5000))
def test_tables_side_by_side_warp_as_they_do_alone(rows: int, columns: list[int], most: int) -> None:
    random = np.random.Generator(np.random.PCG64(rows))
    tables = [random.random((rows, count)).astype(np.float32) for count in columns]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warping, "SIDE_BY_SIDE", most)
        together = warps(tables)
    for path, table in zip(together, tables, strict=True):
        alone = warps([table])[0]
        assert np.array_equal(path.first, alone.first)
        assert np.array_equal(path.second, alone.second)
        assert path.cost == alone.cost


@given(st.integers(1, 90), st.integers(1, 300), st.integers(1, 90))
def test_small_products_are_the_product(rows: int, inner: int, columns: int) -> None:
    random = np.random.Generator(np.random.PCG64(rows * columns))
    first, second = random.random((rows, inner)), random.random((inner, columns))
    product = products(first.astype(np.float32), second.astype(np.float32))
    assert np.allclose(product, first @ second, rtol=1e-4)


def _plain_dtw(costs: np.ndarray) -> float:
    """Dynamic time warping as in a textbook, a double loop."""
    rows, columns = costs.shape
    best = np.full((rows + 1, columns + 1), np.inf)
    best[0, 0] = 0
    for row in range(rows):
        for column in range(columns):
            standing = min(best[row, column + 1], best[row + 1, column]) + 0.05
            best[row + 1, column + 1] = costs[row, column] + min(best[row, column], standing)
    return float(best[rows, columns])


def test_a_peak_of_the_noise_is_not_the_start_of_speech() -> None:
    power = np.ones((100, 40), np.float32)
    power[5, 7] = 1000.0
    power[40:60] = 1000.0
    assert np.flatnonzero(voiced_frames(power)).tolist() == list(range(40, 60))
    power[40:60] = 1.0
    assert voiced_frames(power).any(), "at least one frame counts, however short the sound"
    assert voiced_frames(power[4 : 3 + SHORTEST_RUN]).any()


def test_equal_sequences_warp_along_the_diagonal() -> None:
    frames = np.random.Generator(np.random.PCG64(2)).standard_normal((50, 8)).astype(np.float32)
    path = warps([cosine_costs(frames, frames)])[0]
    assert np.array_equal(path.first, np.arange(50))
    assert np.allclose(carried(path, np.array([0.0, 10.5, 49.0])), [0.0, 10.5, 49.0])


def test_noise_is_measured() -> None:
    power = np.full((100, 40), 1e-6, np.float32)
    power[30:70] = 1.0
    assert signal_to_noise_db(power) > 40
    assert signal_to_noise_db(power + 1.0) < 0


class Sure:
    """An aligner of a given name and confidence, which fails or returns wild spans on demand."""

    def __init__(self, name: str, confidence: float, *, fails: bool = False, wild: bool = False) -> None:
        self.name, self.confidence, self.fails, self.wild, self.asked = name, confidence, fails, wild, 0

    @property
    def fingerprint(self) -> str:
        return self.name

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        del speech, language
        self.asked += 1
        if self.fails:
            raise ClipwrightError("alignment_failed", line=line.id, reason=f"{self.name} is away")
        step = 100_000 if self.wild else 100
        return tuple(
            TokenSpan(token=at, start=at * step, end=at * step + 50, confidence=self.confidence)
            for at in range(len(line.tokens))
        )


SPEECH = Speech(samples=np.ones(5_000, np.float32), rate=8_000, spans=())


def test_the_first_sure_aligner_is_believed_and_nobody_else_asked() -> None:
    first, second = Sure("first", 0.9), Sure("second", 1.0)
    spans = AlignerFallback(aligners=(first, second)).align(line_of("one two"), SPEECH, language=Language.EN)
    assert {span.source for span in spans} == {"first"}
    assert second.asked == 0


def test_a_doubtful_aligner_gives_way_to_a_surer_one_and_not_to_a_worse() -> None:
    def asked(*confidences: float) -> str:
        aligners = tuple(Sure(f"a{at}", sure) for at, sure in enumerate(confidences))
        return (
            AlignerFallback(aligners=aligners)
            .align(line_of("one two"), SPEECH, language=Language.EN)[0]
            .source
        )

    assert asked(0.4, 0.8) == "a1"
    assert asked(0.4, 0.3) == "a0"
    assert asked(0.1, 0.4, 0.3) == "a1"


def test_failures_and_wild_answers_are_passed_over() -> None:
    aligners = (Sure("away", 1, fails=True), Sure("wild", 1, wild=True), Sure("last", 0.2))
    spans = AlignerFallback(aligners=aligners).align(line_of("one two"), SPEECH, language=Language.EN)
    assert {span.source for span in spans} == {"last"}


def test_when_nobody_can_every_reason_is_named() -> None:
    both = AlignerFallback(aligners=(Sure("away", 1, fails=True), Sure("wild", 1, wild=True)))
    error = failure(both, line_of("one two"), SPEECH)
    assert "away is away" in error.sentence
    assert "wild: word times lie outside" in error.sentence


def test_japanese_becomes_kana_token_by_token() -> None:
    line = line_of("タコには心臓が三つあります。", Language.JA)
    kana = [token.spoken for token in in_kana(line).tokens]
    assert len(kana) == len(line.tokens)
    assert "シンゾウ" in "".join(kana)
    assert all("\u30a0" <= letter <= "\u30ff" or letter == "、" for letter in "".join(kana))


def test_a_line_that_is_too_long_is_refused_before_it_eats_memory() -> None:
    long = Speech(samples=np.ones(100 * 8_000, np.float32), rate=8_000, spans=())
    assert "longest" in failure(DTW, line_of("one"), long).sentence


def test_the_fingerprint_names_every_aligner(tmp_path: Path) -> None:
    hearer = TranscribedHearer(transcriber=WhisperTranscriber(folder=tmp_path / "none"))
    trust = AlignerFallback(aligners=(DTW, WhisperWords(hearer=hearer)))
    assert "dtw" in trust.fingerprint
    assert "whisper" in trust.fingerprint
