"""Which capitalised words are a person's name: not a place, a day, a people or a thing with a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.kin.russian import NO_NAMES as RUSSIAN_NO_NAMES
from renderer.visuals.matching.kin.words import WORDS
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.plain import plain_text

LONGEST_NAME: Final = 34
NUMERAL: Final = r"(?:[IVX]+\.?|1er|Ier|Iᵉʳ)"
_EDGES: Final = ' ,;:.!?…"“”„«»()[]'
_ADVERBS: Final[dict[Language, str]] = {
    Language.EN: "when while after before then later now once today yesterday meanwhile however although "
    "though because since until only even so thus there here young old little poor rich legendary "
    "famous finally eventually soon still",
    Language.ES: "cuando mientras después antes entonces luego ahora hoy ayer aunque porque desde hasta "
    "solo así allí aquí joven viejo pobre finalmente pronto según",
    Language.PT: "quando enquanto depois antes então logo agora hoje ontem embora porque desde até só "
    "assim ali aqui jovem velho pobre finalmente segundo",
    Language.FR: "quand lorsque pendant après avant alors ensuite maintenant aujourd'hui hier puis bien "
    "parce depuis seul ainsi ici là jeune vieux pauvre enfin bientôt selon",
    Language.DE: "als während nachdem bevor dann später jetzt heute gestern obwohl weil seit bis nur so "
    "dort hier endlich bald schließlich einst damals auch selbst",
    Language.RU: "когда пока после до потом затем теперь сегодня вчера хотя потому только так там здесь "
    "наконец скоро однажды позже тогда молодой старый юный",
}
_NO_NAMES: Final[dict[Language, str]] = {
    Language.EN: "god lord heaven earth nature liberty mercy zion freedom time history war peace death life "
    "science invention necessity modern ancient roman romans greek greeks english british french german "
    "spanish italian russian chinese japanese indian american mexican egyptian persian turkish arab jewish "
    "christian muslim catholic protestant irish scottish welsh dutch danish swedish norwegian polish "
    "austrian hungarian portuguese african european asian latin sun moon sea dragons darkness fortune "
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday christmas easter internet nations america england france "
    "germany spain rome greece i he she it they we you facebook google apple amazon microsoft youtube "
    "instagram whatsapp twitter tesla toyota honda boeing airbus sony samsung titanic olympic britannic "
    "ai covid dna nasa un us usa uk eu bbc ceo tv man woman adam's",
    Language.ES: "dios señor cielo tierra naturaleza libertad patria virgen paz guerra muerte vida ciencia "
    "historia europa américa españa roma grecia internet facebook google instagram whatsapp twitter enero",
    Language.PT: "deus senhor céu terra natureza liberdade pátria virgem paz guerra morte vida ciência "
    "história europa américa espanha portugal brasil roma grécia internet facebook google instagram whatsapp",
    Language.FR: "dieu seigneur ciel terre nature liberté patrie vierge paix guerre mort vie science "
    "histoire europe amérique france espagne rome grèce internet facebook google instagram whatsapp "
    "français anglais allemand romain église état république",
    Language.DE: "gott herr himmel erde natur freiheit heimat jungfrau frieden krieg tod leben wissenschaft "
    "geschichte europa amerika deutschland spanien rom griechenland internet facebook google instagram "
    "eltern könig königin kaiser kaiserin prinz prinzessin herzog herzogin graf gräfin fürst fürstin bauer "
    "händler kaufmann arzt lehrer pfarrer pastor schmied müllers schneider weber künstler maler dichter "
    "sänger richter anwalt soldat offizier general sklave sklavin dame bürger bürgermeister präsident "
    "kanzler minister papst bischof mönch nonne student schüler partner freund freundin nachbar feind "
    "rivale held gründer erfinder entdecker autor autorin schauspieler lehrerin ärztin adel volk menschen "
    "römer grieche deutsche deutscher franzose engländer russe pharao sultan zar papst christ jude muslim "
    "söhne töchter kinder brüder schwestern geschwister familie haus zeit jahr jahre tag nacht stadt land "
    "mensch mann frau kind junge mädchen herrscher nachfolger erbe erben thron reich armut reichtum "
    "handwerker fischer jäger wirt bäcker metzger schuster tischler maurer ingenieur professor doktor "
    "industrie technik musik kunst religion philosophie medizin physik chemie mathematik demokratie "
    "revolution montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai "
    "juni juli august september oktober november dezember weihnachten ostern",
    Language.RU: RUSSIAN_NO_NAMES,
}
_PLURAL: Final = regex.compile(r"(?:er|el|[^aeiou]e)n$")
_SINGULAR: Final = (
    *("Jürgen", "Carmen", "Hagen", "Karen", "Eugen", "Sven", "Ben", "Helen", "Ellen", "Owen", "Steffen"),
    *("Allen", "Stephen", "Lauren", "Thorben", "Torben", "Cohen", "Ibsen", "Andersen", "Amundsen", "Nansen"),
)
"""German names with plural endings."""

_PARTS: Final = frozenset({"san", "santa", "new", "saint"})


@lru_cache(maxsize=8)
def _barred(language: Language) -> frozenset[str]:
    """Words that are no names and do not begin one."""
    own = WORDS[language]
    roles = f"{own.child}|{own.parent}|{own.spouse}|{own.sibling}|{own.children}|{own.siblings}"
    return frozenset(_NO_NAMES.get(language, "").split()) | frozenset(
        word for word in regex.split(r"[|]", roles.casefold()) if "[" not in word
    )


@lru_cache(maxsize=8)
def _leads(language: Language) -> regex.Pattern[str]:
    """Words before a name that are not part of it: adverbs and ranks."""
    ranks = "|".join(map(regex.escape, WORDS[language].rank.split("|")))
    own = "|".join(map(regex.escape, _ADVERBS[language].split()))
    ly = r"|\p{Lu}\p{Ll}+ly" if language is Language.EN else ""
    return regex.compile(rf"^(?:(?i:{own}|{ranks}){ly})\s+")


IsPlace = Callable[[Sequence[str], Language], bool]
"""Whether the words of a name are more likely a place's."""


def person(text: str, language: Language, is_place: IsPlace) -> str:
    """The person's name as it is shown, or "" if the words may be anything else."""
    name = text.strip(_EDGES)
    while True:
        bare = _leads(language).sub("", name)
        first, _, rest = bare.partition(" ")
        if first in WORDS[language].names_of.split("|"):
            return ""
        if rest and not is_content(first, language) and first.casefold() not in _PARTS:
            bare = rest
        if bare == name:
            break
        name = bare
    if not _may_be_person(name, language) or is_place(name.split(), language):
        return ""
    ordinal = language is Language.DE and regex.search(r"\s[IVX]+$", name)
    return f"{name}." if ordinal else name


def _may_be_person(name: str, language: Language) -> bool:
    words = name.split()
    if not words or len(name) > LONGEST_NAME or not words[0][:1].isupper():
        return False
    return not (
        _has_no_form_of_names(name, words)
        or _is_barred(words, language)
        or (language is Language.DE and len(words) == 1 and _PLURAL.search(name) and name not in _SINGULAR)
        or _is_thing(name, language)
        or (_is_thing(words[0], language) and not _is_first_of_names(words, language))
    )


def _is_first_of_names(words: Sequence[str], language: Language) -> bool:
    """Whether a capitalised second word shows that the first is a name ("Pierre Curie")."""
    title_case = language in {Language.DE, Language.EN}
    return not title_case and len(words) > 1 and words[1][:1].isupper()


def _has_no_form_of_names(name: str, words: Sequence[str]) -> bool:
    """Whether it is a number, a lone initial, an abbreviation or a brand with an inner capital."""
    plain = regex.sub(NUMERAL, "", name)
    inner = regex.search(r"\p{Ll}\p{Lu}", words[0]) and not words[0].startswith(("Mc", "Mac"))
    short = len(words[0].rstrip(".")) < 2  # noqa: PLR2004 - an initial
    return bool(short or inner or regex.fullmatch(NUMERAL, words[0]) or regex.search(r"\d|\p{Lu}{3}", plain))


def _is_barred(words: Sequence[str], language: Language) -> bool:
    """Whether it begins with a word that is no name, or has one after another name."""
    barred, ranks = _barred(language), WORDS[language].rank.split("|")
    first = words[0].casefold()
    behind = (word.casefold() in barred and before[:1].isupper() for before, word in pairwise(words))
    return first in barred or first in ranks or not is_content(words[0], language) or any(behind)


def is_common(word: str, language: Language) -> bool:
    """Whether a capitalised word is known not to be a name."""
    return word.casefold() in _barred(language) or _is_thing(word, language)


def _is_thing(name: str, language: Language) -> bool:
    """Whether the picture index knows it as a common noun."""
    index = picture_index(language)
    term = plain_text(name, language)
    return term in index.terms and term not in index.proper
