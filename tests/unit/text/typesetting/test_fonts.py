from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.typesetting.catalogue import (
    CATALOGUE,
    FONTS,
    FaceRecord,
    catalogue,
    face,
    load_catalogue,
    verify_fonts,
)
from renderer.text.typesetting.font_chains import CHAINS, FontClass, chain, load_chains
from renderer.text.typesetting.fonts import FontChain, covers, drawable, split_by_face

SAMPLES = {
    "Latn": "AaÀàÇçÉéÑñÕõÖöÜüŒœß¿¡0123456789€$%",
    "Cyrl": "АаЁёЖжЫыЪъЭэЮюЯя",
    "Arab": "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةىلا،؛؟٠١٢٣٤٥٦٧٨٩َُِّ",
    "Deva": "अआइईउऊऋएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहक़ड़ढ़ािीुूृेैोौंःँ्।०१२३४५६७८९",
    "Hans": "章鱼有三颗心脏，。！？“”：；（）《》、年的一是不了人我在有他这骨直",
    "Jpan": "あいうアイウーっッ漢字心臓骨直、。！？「」『』・々",
    "Zsym": "✓★☂",
    "Hang": "가나다라한글쌀밥힣똠펲뷁",
    "Thai": "ทำไมท้องฟ้าเป็นสีน้ำเงิน",
    "Hebr": "למה השמיים כחולים שָׁלוֹם",
    "Armn": "Երկինքը կապույտ է",
    "Geor": "რატომ არის ცა ლურჯი",
    "Beng": "আকাশ কেন নীল ক্ষ",
    "Guru": "ਅਸਮਾਨ ਨੀਲਾ ਕਿਉਂ ਹੈ",
    "Gujr": "આકાશ વાદળી કેમ છે",
    "Taml": "வானம் ஏன் நீலமாக இருக்கிறது",
    "Telu": "ఆకాశం ఎందుకు నీలంగా ఉంటుంది",
    "Knda": "ಆಕಾಶ ಏಕೆ ನೀಲಿ",
    "Mlym": "ആകാശം എന്തുകൊണ്ട് നീലയാണ്",
    "Grek": "Γιατί ο ουρανός είναι γαλανός ἀρχή",
    "Viet": "Tại sao bầu trời xanh ườ ỗ ặ",
    "Zsye": "🔥😀❤🚀💰",
}


@pytest.mark.parametrize("record", catalogue().values(), ids=catalogue().keys())
def test_every_face_is_the_catalogued_file_with_its_licence(record: FaceRecord) -> None:
    assert hashlib.sha256(record.path.read_bytes()).hexdigest() == record.sha256
    licence = (FONTS / record.licence_file).read_text(encoding="utf-8-sig")
    assert "SIL OPEN FONT LICENSE" in licence.upper() or "APACHE LICENSE" in licence.upper()
    assert "Copyright" in licence
    assert "@" in record.origin
    missing = [c for script in record.scripts for c in SAMPLES[script] if not covers(face(record.id), c)]
    assert missing == []


def test_files_catalogue_and_check_agree() -> None:
    assert {record.path for record in catalogue().values()} == set(FONTS.rglob("*.ttf"))
    assert verify_fonts() == len(catalogue())
    assert sum(path.stat().st_size for path in FONTS.rglob("*") if path.is_file()) <= 60 * 2**20


def test_every_face_is_a_static_instance() -> None:
    assert [name for name in catalogue() if face(name).hb_face.has_var_data] == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("font_class", FontClass)
def test_every_chain_draws_every_script_and_emoji(font_class: FontClass, language: Language) -> None:
    faces = chain(font_class, own="anton-400", language=language)
    for sample in SAMPLES.values():
        assert drawable(sample, faces)
    assert faces.links[0].face.id == "anton-400"
    assert len({link.face for link in faces.links}) == len(faces.links)


def test_common_signs_are_drawn_in_every_class() -> None:
    for font_class in FontClass:
        faces = chain(font_class, own="orbitron-900", language=Language.EN)
        assert drawable("«»‹›„“”‘’–—…•·°×÷±≈≠≤≥½¼²³№™©®§¶†‰₹₽₿€£¥¢→←↑↓★☆✓✗♥♪\u2011\u2010\u00a0\u202f", faces)


@pytest.mark.parametrize(
    ("language", "glyphs_of"), [(Language.ZH, "noto-sans-sc-900"), (Language.JA, "noto-sans-jp-900")]
)
def test_han_comes_from_the_face_of_the_language(language: Language, glyphs_of: str) -> None:
    faces = chain(FontClass.DISPLAY, own="anton-400", language=language)
    assert [run.link.face.id for run in split_by_face("骨直", faces)] == [glyphs_of]


@pytest.mark.parametrize("codec", ["gb2312", "euc_jp"])
def test_serif_faces_hold_their_common_characters(codec: str) -> None:
    name = {"gb2312": "noto-serif-sc-600", "euc_jp": "noto-serif-jp-600"}[codec]
    pairs = (
        bytes((high, low)).decode(codec, errors="ignore")
        for high in range(0xB0, 0xD8)
        for low in range(0xA1, 0xFF)
    )
    missing = [c for c in pairs if c and not covers(face(name), c)]
    assert missing == []


class TestSplitting:
    CHAIN = FontChain.of(
        *map(
            face,
            ("anton-400", "bangers-400", "montserrat-900", "cairo-900", "noto-sans-sc-900", "noto-emoji-700"),
        )
    )

    def faces(self, text: str) -> list[tuple[str, str]]:
        return [(text[run.start : run.end], run.link.face.id) for run in split_by_face(text, self.CHAIN)]

    def test_a_word_keeps_one_face(self) -> None:
        assert not covers(face("orbitron-900"), "Ł")
        assert covers(face("orbitron-900"), "odz")
        runs = split_by_face("Łodz", FontChain.of(*map(face, ("orbitron-900", "montserrat-900"))))
        assert [run.link.face.id for run in runs] == ["montserrat-900"]

    def test_punctuation_follows_its_neighbour(self) -> None:
        assert self.faces("قلب!") == [("قلب!", "cairo-900")]
        assert self.faces("心脏!") == [("心脏!", "noto-sans-sc-900")]
        assert self.faces("heart!") == [("heart!", "anton-400")]

    def test_digits_stay_in_the_first_face(self) -> None:
        assert self.faces("2024年") == [("2024", "anton-400"), ("年", "noto-sans-sc-900")]

    def test_an_emoji_sequence_is_never_parted(self) -> None:
        family = "👨\u200d👩\u200d👧"
        assert self.faces(f"a{family}❤\ufe0f1\ufe0f\u20e3") == [
            ("a", "anton-400"),
            (f"{family}❤\ufe0f1\ufe0f\u20e3", "noto-emoji-700"),
        ]

    def test_composed_and_decomposed_letters_are_drawn_alike(self) -> None:
        for text in ("é", "Ñ", "й", "ü"):
            plain = {run.link.face for run in split_by_face(text, self.CHAIN)}
            apart = {run.link.face for run in split_by_face(unicodedata.normalize("NFD", text), self.CHAIN)}
            assert plain == apart

    @pytest.mark.parametrize(
        "ignorable",
        ["\u200d", "\u200c", "\u200b", "\ufe0f", "\u200e", "\u200f", "\u00ad", "\ufeff", "\u2060"],
    )
    def test_ignorable_code_points_are_never_missing(self, ignorable: str) -> None:
        assert drawable(ignorable, self.CHAIN)
        assert drawable(f"a{ignorable}ب", self.CHAIN)

    def test_all_missing_characters_are_named_once(self) -> None:
        with pytest.raises(ClipwrightError) as caught:
            split_by_face("ok ᚠ ᚢ ᚠ", self.CHAIN)
        assert caught.value.code == "glyph_missing"
        assert "U+16A0 RUNIC LETTER FEHU FEOH FE F, U+16A2 RUNIC LETTER URUZ UR U" in caught.value.sentence
        assert caught.value.sentence.count("U+16A0") == 1

    @given(st.text(alphabet=st.sampled_from("aZéж7 .,!،ب心🔥❤\ufe0f\u200d١()"), max_size=12))
    def test_runs_cover_the_text_without_gap(self, text: str) -> None:
        runs = split_by_face(text, self.CHAIN)
        assert "".join(text[run.start : run.end] for run in runs) == text
        assert all(covers(run.link.face, text[run.start : run.end]) for run in runs)


class TestBadData:
    @pytest.mark.parametrize(
        ("before", "after", "key", "reason"),
        [
            ('family = "TikTok Sans"', "", "face[0].family", "missing required"),
            ("weight = 500", 'weight = "500"', "face[0].weight", "Expected `int`"),
            ("weight = 500", "weight = 500\ncolour = 1", "face[0].colour", "allowed: changes"),
            ('licence = "OFL-1.1"', 'licence = "Freeware"', "face[0].licence", "OFL-1.1, Apache-2.0"),
            ('id = "tiktok-sans-900"', 'id = "tiktok-sans-500"', "face[1].id", "twice"),
            ("scripts = [", "scripts = [1, ", "face[0].scripts[0]", "Expected `str`"),
            ("[[face]]", "[[face", "file", "line"),
        ],
    )
    def test_catalogue_errors_name_file_and_key(
        self, tmp_path: Path, before: str, after: str, key: str, reason: str
    ) -> None:
        broken = tmp_path / "catalog.toml"
        broken.write_text(CATALOGUE.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
        with pytest.raises(ClipwrightError) as caught:
            load_catalogue(broken)
        assert caught.value.facts["key"] == key
        assert reason in caught.value.facts["reason"]
        assert broken.name in caught.value.sentence

    @pytest.mark.parametrize(
        ("before", "after", "key"),
        [
            ('"cairo-900" = 1.12', '"caïro-900" = 1.12', "display.Arab.caïro-900"),
            ('"cairo-900" = 1.12', '"cairo-900" = 12.0', "display.Arab.cairo-900"),
            ("Deva =", "Dewa =", "display"),
            ("[quiet]", "[loud]", "classes"),
            ('{ "cairo-900" = 1.12 }', "{}", "display.Arab"),
        ],
    )
    def test_chain_errors_name_file_and_key(self, tmp_path: Path, before: str, after: str, key: str) -> None:
        broken = tmp_path / "font_chains.toml"
        broken.write_text(CHAINS.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
        with pytest.raises(ClipwrightError) as caught:
            load_chains(broken)
        assert caught.value.facts["key"] == key

    def test_an_unknown_face_lists_what_exists(self) -> None:
        with pytest.raises(ClipwrightError, match="montserrat-900"):
            face("comic-sans")
        with pytest.raises(ClipwrightError, match="montserrat-900"):
            chain(FontClass.TECH, own="comic-sans", language=Language.EN)
