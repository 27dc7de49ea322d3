"""Hindi cardinals with lakh, crore, arab and kharab."""

from __future__ import annotations

from typing import Final

_SPELLED: Final = (
    "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस "
    "बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस "
    "तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस "
    "चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास "
    "पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ "
    "साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर "
    "सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी "
    "अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी "
    "नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे"
)
BELOW_HUNDRED: Final = tuple(_SPELLED.split())

STEPS: Final = (
    (10**11, "खरब"),
    (10**9, "अरब"),
    (10**7, "करोड़"),
    (10**5, "लाख"),
    (10**3, "हज़ार"),
    (10**2, "सौ"),
)


def hindi_cardinal(number: int) -> str:
    """Words of a whole number from 0 to 10^15."""
    if number < len(BELOW_HUNDRED):
        return BELOW_HUNDRED[number]
    words = []
    for size, name in STEPS:
        count, number = divmod(number, size)
        if count:
            words += [hindi_cardinal(count), name]
    if number:
        words.append(BELOW_HUNDRED[number])
    return " ".join(words)
