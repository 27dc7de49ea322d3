"""Sentences for judging the voices: original ones, without figures, so that only one spelling is right."""

from __future__ import annotations

from renderer.contract.vocabulary import Language

SENTENCES: dict[Language, tuple[str, ...]] = {
    Language.EN: (
        "An octopus has three hearts, and two of them stop beating when it swims.",
        "Nobody knows why the sailors left the ship, or where they went that night.",
        "Money that is not put to work loses a little of its value every single year.",
    ),
    Language.ES: (
        "Un pulpo tiene tres corazones, y dos de ellos dejan de latir cuando nada.",
        "Nadie sabe por qué los marineros abandonaron el barco, ni adónde fueron aquella noche.",
        "El dinero que no trabaja pierde un poco de su valor cada año que pasa.",
    ),
    Language.FR: (
        "La pieuvre a trois cœurs, et deux d'entre eux s'arrêtent quand elle nage.",
        "Personne ne sait pourquoi les marins ont quitté le bateau, ni où ils sont allés cette nuit.",
        "L'argent qui ne travaille pas perd chaque année un peu de sa valeur.",
    ),
    Language.PT: (
        "O polvo tem três corações, e dois deles param de bater quando ele nada.",
        "Ninguém sabe por que os marinheiros deixaram o navio, nem para onde foram naquela noite.",
        "O dinheiro que não trabalha perde um pouco do seu valor a cada ano.",
    ),
    Language.DE: (
        "Ein Tintenfisch hat drei Herzen, und zwei davon hören auf zu schlagen, wenn er schwimmt.",
        "Niemand weiß, warum die Matrosen das Schiff verließen und wohin sie in jener Nacht gingen.",
        "Geld, das nicht arbeitet, verliert jedes Jahr ein wenig von seinem Wert.",
    ),
    Language.RU: (
        "У осьминога три сердца, и два из них перестают биться, когда он плывёт.",
        "Никто не знает, почему моряки покинули корабль и куда они ушли той ночью.",
        "Деньги, которые не работают, каждый год теряют немного своей цены.",
    ),
    Language.HI: (
        "ऑक्टोपस के तीन दिल होते हैं, और तैरते समय उनमें से दो रुक जाते हैं।",
        "कोई नहीं जानता कि नाविकों ने जहाज़ क्यों छोड़ा और उस रात वे कहाँ गए।",
        "जो पैसा काम नहीं करता, वह हर साल अपनी थोड़ी कीमत खो देता है।",
    ),
    Language.AR: (
        "للأخطبوط ثلاثة قلوب، ويتوقف اثنان منها عندما يسبح.",
        "لا أحد يعرف لماذا غادر البحارة السفينة، ولا أين ذهبوا تلك الليلة.",
        "المال الذي لا يعمل يفقد قليلا من قيمته كل عام.",
    ),
    Language.ZH: (
        "章鱼有三颗心脏，游泳的时候其中两颗会停止跳动。",
        "没有人知道水手们为什么离开了那艘船，也不知道那天晚上他们去了哪里。",
        "不工作的钱，每一年都会失去一点点价值。",
    ),
    Language.JA: (
        "タコには三つの心臓があり、泳ぐときにはそのうちの二つが止まります。",
        "船員たちがなぜ船を離れたのか、あの夜どこへ行ったのか、誰も知りません。",
        "働かないお金は、毎年少しずつ価値を失っていきます。",
    ),
}
