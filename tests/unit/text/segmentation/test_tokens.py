from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import UNSPACED
from renderer.text.segmentation.tokens import can_break_before, graphemes, is_rtl, tokenise, upper

EXAMPLES = max(200, settings().max_examples)
NB = "\u00a0"
SPACED = [language for language in Language if language not in UNSPACED]


def shown(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


def read(text: str) -> str:
    """Everything except whitespace."""
    return str(regex.sub(r"[\s\u200b\p{Cc}\u3000]+", "", text))


class TestSpaced:
    @pytest.mark.parametrize(
        ("language", "text", "expected"),
        [
            (Language.EN, "Why three hearts?", ["Why", "three", "hearts?"]),
            (Language.EN, "Why ? ( Really ) !", ["Why?", "(Really)!"]),
            (Language.EN, "wow 🔥🔥 go", [f"wow{NB}🔥🔥", "go"]),
            (Language.EN, "🔥 Hot", [f"🔥{NB}Hot"]),
            (Language.EN, "one — two", [f"one{NB}—", "two"]),
            (Language.EN, "mind—blowing", ["mind—", "blowing"]),
            (Language.EN, "“Yes,” she said…", ["“Yes,”", "she", "said…"]),
            (Language.EN, "salt & pepper cost $4.2M", ["salt", "&", "pepper", "cost", "$4.2M"]),
            (Language.EN, "don't re-do it", ["don't", "re-do", "it"]),
            (Language.ES, "¿ Qué ? ¡Hola!", ["¿Qué?", "¡Hola!"]),
            (Language.FR, "Vraiment ? « Oui » !", [f"Vraiment{NB}?", f"«{NB}Oui{NB}»{NB}!"]),
            (Language.FR, f"Vraiment{NB}? Non\u202f!", [f"Vraiment{NB}?", "Non\u202f!"]),
            (Language.DE, "„Größe“ – na ja", [f"„Größe“{NB}–", "na", "ja"]),
            (Language.HI, "दिल हैं । क्यों ?", ["दिल", "हैं।", "क्यों?"]),
            (Language.AR, "قلوب ، لماذا ؟ NASA", ["قلوب،", "لماذا؟", "NASA"]),
            (Language.RU, "Да — это\tтри\nсердца.", [f"Да{NB}—", "это", "три", "сердца."]),
            (Language.EN, "...", ["..."]),
            (Language.EN, "(", ["("]),
            (Language.EN, "  \n\t\x07 ", []),
        ],
    )
    def test_words_carry_their_punctuation(self, language: Language, text: str, expected: list[str]) -> None:
        assert shown(text, language) == expected

    def test_a_split_at_a_dash_leaves_no_space(self) -> None:
        assert [piece.gap for piece in tokenise("mind—blowing fact", Language.EN)] == ["", " ", " "]

    @settings(max_examples=EXAMPLES)
    @given(
        st.sampled_from(SPACED),
        st.text(st.sampled_from("abÉж ب\u00a0.,!?—–-«»“”()¿&$5%🔥❤\ufe0f\u200d\n"), max_size=24),
    )
    def test_nothing_is_lost_and_no_token_is_bare_or_broken(self, language: Language, text: str) -> None:
        tokens = shown(text, language)
        assert read("".join(tokens)) == read(text)
        assert all(tokens)
        assert not any(regex.search(r"[\s--[\u00a0\u202f]]", token, flags=regex.VERSION1) for token in tokens)
        assert all(can_break_before(token) for token in tokens[1:] if regex.match(r"[.,!?»”)]+$", token))


CHINESE = (
    "章鱼有三颗心脏，其中2颗负责把血液送到鳃里，第三颗则推动全身的血液循环。"
    "使用 Python 编程，NASA在2024年发射了3枚火箭！“你好。”"
)
JAPANESE = (
    "タコには心臓が三つあります。そのうち二つはえらに血液を送り、残りの一つが全身に血液を送っているのです。"
    "「コンピューターサイエンス」はNew Yorkで2024年に始まった…🔥"
)


class TestUnspaced:
    def test_chinese_words(self) -> None:
        tokens = shown(CHINESE, Language.ZH)
        for word in [
            "章鱼",
            "三颗",
            "心脏，",
            "2颗",
            "第三颗",
            "循环。",
            "Python",
            "编程，",
            "NASA",
            "2024年",
            "火箭！",
        ]:
            assert word in tokens

    def test_japanese_words(self) -> None:
        tokens = shown(JAPANESE, Language.JA)
        for word in [
            "タコには",
            "心臓が",
            "三つ",
            "あります。",
            "血液を",
            "「コンピューター",
            "サイエンス」は",
            "2024年に",
        ]:
            assert word in tokens
        assert tokens[-1].endswith("…🔥")

    @pytest.mark.parametrize(("text", "language"), [(CHINESE, Language.ZH), (JAPANESE, Language.JA)])
    def test_tokens_are_short(self, text: str, language: Language) -> None:
        lengths = [len(regex.sub(r"\P{L}", "", token)) for token in shown(text, language)]
        assert sum(length <= 5 for length in lengths) >= 0.9 * len(lengths)
        assert max(lengths) <= 8

    def test_written_spaces_stay_beside_foreign_words_only(self) -> None:
        pieces = tokenise("使用 Python 编程　很好", Language.ZH)
        assert "".join(piece.display + piece.gap for piece in pieces).strip() == "使用 Python 编程很好"

    def test_without_spaces_the_text_comes_back_whole(self) -> None:
        assert (
            "".join(piece.display + piece.gap for piece in tokenise("骨を直す。画像！", Language.JA)).strip()
            == "骨を直す。画像！"
        )

    @pytest.mark.parametrize("language", sorted(UNSPACED))
    def test_a_word_without_end_is_cut(self, language: Language) -> None:
        assert max(map(len, shown("鱼" * 60, language))) <= 12

    @settings(max_examples=EXAMPLES)
    @given(
        st.sampled_from(sorted(UNSPACED)),
        st.text(
            st.sampled_from(
                "章鱼有三颗心脏的タコはがーっャ々ます。、，！？「」“”（）…・AbN24.,% 　🔥👍🏽\u3099"
            ),
            max_size=30,
        ),
    )
    def test_kinsoku_holds_and_nothing_is_lost(self, language: Language, text: str) -> None:
        pieces = tokenise(text, language)
        tokens = [piece.display for piece in pieces]
        assert read("".join(tokens)) == read(unicodedata.normalize("NFC", text))
        assert all(can_break_before(token) for token in tokens[1:])
        assert not any(regex.search(r"[「“（]$", token) for token in tokens[:-1])
        whole = "".join(piece.display + piece.gap for piece in pieces)
        assert regex.findall(r"[A-Za-z]+", whole) == regex.findall(r"[A-Za-z]+", text)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Größe", Language.DE, "GRÖSSE"),
        ("cœur été", Language.FR, "CŒUR ÉTÉ"),
        ("ёлка", Language.RU, "ЁЛКА"),
        ("¿qué?", Language.ES, "¿QUÉ?"),
        ("coração", Language.PT, "CORAÇÃO"),
        ("NASA's fi", Language.EN, "NASA'S FI"),
        ("iPhone قلب", Language.AR, "iPhone قلب"),
        ("iPhone दिल", Language.HI, "iPhone दिल"),
        ("iPhone 心", Language.ZH, "iPhone 心"),
        ("iPhone 心", Language.JA, "iPhone 心"),
    ],
)
def test_capitals_follow_the_language(text: str, language: Language, expected: str) -> None:
    assert upper(text, language) == expected


@pytest.mark.parametrize(
    "token",
    [
        "。",
        "、",
        "！",
        "」",
        "ーん",
        "っと",
        "ャ",
        "々",
        ")",
        ",",
        "?",
        "…",
        "”",
        "»",
        "؟",
        "،",
        "।",
        "%",
        "\u0301",
    ],
)
def test_a_line_never_begins_with(token: str) -> None:
    assert not can_break_before(token)


@pytest.mark.parametrize(
    "token", ["心", "「心", "あ", "word", "(word", "¿Qué", "قلب", "दिल", "5", "🔥", "$5"]
)
def test_a_line_may_begin_with(token: str) -> None:
    assert can_break_before(token)


def test_grapheme_clusters_are_what_readers_count() -> None:
    assert graphemes("क्षत्रियé👨\u200d👩\u200d👧🇫🇷") == ("क्ष", "त्रि", "य", "é", "👨\u200d👩\u200d👧", "🇫🇷")


def test_only_arabic_runs_from_right_to_left() -> None:
    assert [language for language in Language if is_rtl(language)] == [Language.AR]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "text", ["漢" * 500, "ก" * 300, "a" * 5000, "$" + "9" * 310, "1" * 400, "z\u0301" * 300]
)
def test_what_is_no_word_is_parted_so_that_no_token_lasts_for_ever(text: str, language: Language) -> None:
    pieces = tokenise(text, language)
    assert "".join(piece.display for piece in pieces) == unicodedata.normalize("NFC", text)
    assert max(len(graphemes(piece.display)) for piece in pieces) <= 80
    assert all(len(graphemes(piece.display)) <= 25 for piece in pieces if piece.display[0] in "漢ก$19")


@pytest.mark.parametrize(
    "word",
    ["Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "1234567890123456", "长城的秘密"],
)
def test_long_words_that_are_words_stay_whole(word: str) -> None:
    assert [piece.display for piece in tokenise(word, Language.DE)] == [word]
