"""A small collection of summaries, written for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from renderer.backends.knowledge.summaries.collection import FOLDER, Collection, Summary, collected
from renderer.contract.vocabulary import Language

ROWS: Final = (
    ("Octopus", "Soft-bodied eight-limbed animal", "An octopus is a soft-bodied sea animal with eight arms. It has three hearts, and two of them serve the gills. Octopuses change their colour within a second. Their arms taste what they touch."),  # noqa: E501 - one text
    ("Squid", "Sea animal", "A squid is a sea animal with ten limbs. Like an octopus, a squid has three hearts and blue blood. It swims faster."),  # noqa: E501 - one text
    ("Lake Baikal", "Lake in Siberia", "Lake Baikal is the deepest lake on Earth. It holds a fifth of the fresh water that lies on land. Its seals live far from any sea."),  # noqa: E501 - one text
    ("Earth", "Third planet from the Sun", "Earth is the third planet from the Sun. It is the only place where life is known. Water covers most of Earth."),  # noqa: E501 - one text
    ("Boston", "City in Massachusetts", "Boston is the capital of Massachusetts in New England. The Boston harbour is old. Ships from Boston carried tea and fish for two centuries."),  # noqa: E501 - one text
    ("Tea", "Hot drink", "Tea is a drink made from leaves. It is the most drunk liquid after water. Green tea and black tea come from the same plant."),  # noqa: E501 - one text
    ("Crane (machine)", "Machine that lifts", "A crane is a machine that lifts heavy loads on building sites. It has a hoist, ropes and pulleys. Steel cranes stand on most building sites."),  # noqa: E501 - one text
    ("Crane (bird)", "Family of birds", "Cranes are long-legged birds that dance in pairs. They migrate over mountains in great flocks. Their calls are heard for miles."),  # noqa: E501 - one text
    ("Light", "Radiation that can be seen", "Light is radiation that the eye can see. It moves faster than anything else. Plants live on light."),  # noqa: E501 - one text
    ("Thomas Edison", "American inventor (1847–1931)", "Thomas Edison was an inventor in New Jersey. He built a power station in 1882. Edison held more than a thousand patents."),  # noqa: E501 - one text
    ("Indira Gandhi", "Indian politician (1917–1984)", "Indira Gandhi led India for fifteen years. She was its third prime minister. Gandhi was shot in 1984."),  # noqa: E501 - one text
    ("Mahatma Gandhi", "Indian leader (1869–1948)", "Mahatma Gandhi led India to freedom without violence. He walked to the sea to make salt. Gandhi, whom people called Mahatma Gandhi everywhere, fasted for peace."),  # noqa: E501 - one text
    ("Amazons", "Warriors of legend", "The Amazons were warriors of Greek legend. They lived at the Black Sea. The Amazons fought at Troy in the tales."),  # noqa: E501 - one text
    ("Amazon River", "River in South America", "The Amazon River is the largest river on the continent. The Amazon carries more water than the next seven rivers. Its basin is a forest."),  # noqa: E501 - one text
    ("Hypertension", "Long-lasting disease", "Hypertension, also called high blood pressure, is a lasting disease. It has no signs at first. Salt makes it worse."),  # noqa: E501 - one text
    ("Black Death", "Pandemic", "The Black Death was a pandemic that reached Europe in 1347. It killed a third of Europe. Fleas carried the germ."),  # noqa: E501 - one text
    ("Apple", "Fruit", "An apple is a round fruit of the apple tree. People grow apple trees everywhere. The sweet apple came from mountains in Asia."),  # noqa: E501 - one text
)  # fmt: skip


def collection(language: Language = Language.EN) -> Collection:
    """The collection of all rows."""
    return collected(
        (
            Summary(title=title, description=told, extract=text, is_person="–" in told)
            for title, told, text in ROWS
        ),
        language,
    )


def write_collection(models: Path, language: Language = Language.EN) -> Path:
    """Write all rows as the collection file of a models folder."""
    rows = {
        title: {"title": title, "extract": text, "description": told, "topic": "Things"}
        for title, told, text in ROWS
    }
    path = models / FOLDER / f"{language.value}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows), "utf-8")
    return path
