"""Words that carry no picture: articles, pronouns, auxiliaries, fillers, per language."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.stemming import normalised

_WORDS: Final[dict[Language, str]] = {
    Language.EN: """
    zero two three four five six seven eight nine ten twelve twenty hundred thousand a an the this that
    these those it its he him his she her they them their we us our you your i me my one ones who whom
    whose which what when where why how and or but nor so if then than as at by for from in into of off
    on onto out over under to up down with without about after again against before between through
    during until while because since though although is am are was were be been being do does did done
    doing have has had having can could will would shall should may might must not no yes only just very
    too also even ever never always often still yet already almost more most less least much many few
    some any all both each every either neither other another same such own here there now today soon
    once not'll don't doesn't didn't isn't aren't wasn't can't couldn't won't wouldn't it's that's
    there's what's let's i'm you're we're they're get gets got getting go goes going gone went come
    comes came make makes made making take takes took taken give gives gave say says said tell tells
    told know knows knew known think thinks thought see sees saw seen look looks want wants wanted need
    needs use used uses put puts keep keeps kept let way ways thing things something anything nothing
    everything someone anyone everyone nobody really actually maybe perhaps however instead rather quite
    enough else well like into upon back around across along toward towards every lot kind sort part
    long big new old good bad right left up next last first second turn turns start starts started end
    ends ended happen happens happened become becomes became""",
    Language.ES: """
    tres cuatro cinco seis siete ocho nueve diez cien mil el la los las un una unos unas lo al del de a
    en por para con sin sobre entre hasta desde hacia y o u e ni pero sino si que quien quienes cual
    cuales cuyo cuando donde como cuanto porque aunque mientras este esta estos estas ese esa esos esas
    eso esto aquel aquella yo tu el ella nosotros ellos ellas usted ustedes me te se nos os le les mi
    mis su sus nuestro nuestra es son era eran fue fueron ser sido soy somos esta estan estaba estaban
    estar hay habia haber ha han he hemos hizo hace hacen hacer hacia tiene tienen tenia tener puede
    pueden poder debe va van ir iba muy mas menos tan tanto mucho mucha muchos muchas poco todo toda
    todos todas cada otro otra otros otras mismo misma ya no si tambien tampoco nunca siempre solo aun
    todavia casi asi aqui alli ahora luego entonces despues antes bien mal algo nada nadie alguien dos
    vez veces cosa cosas""",
    Language.PT: """
    tres quatro cinco seis sete oito nove dez cem mil o a os as um uma uns umas de do da dos das em no
    na nos nas por pelo pela para com sem sobre entre ate desde e ou nem mas se que quem qual quais
    quando onde como quanto porque embora enquanto este esta estes estas esse essa isso isto aquele
    aquela eu tu voce voces ele ela nos eles elas me te se lhe meu minha seu sua seus suas nosso nossa e
    sao era eram foi foram ser sido sou somos esta estao estava estavam estar ha havia ter tem tinha
    tinham pode podem poder deve vai vao ir fez faz fazem fazer muito muita muitos muitas mais menos tao
    tanto pouco todo toda todos todas tudo cada outro outra outros outras mesmo mesma ja nao sim tambem
    nunca sempre so ainda quase assim aqui ali agora depois antes entao bem mal algo nada ninguem alguem
    vez vezes coisa coisas dois""",
    Language.FR: """
    trois quatre cinq six sept huit neuf dix cent mille le la les l' un une des du de d' au aux en dans
    sur sous par pour avec sans entre chez vers depuis jusque et ou mais donc or ni car si que qu' qui
    quoi dont quand comment pourquoi combien parce lorsque puisque ce cet cette ces cela ca c' je j' tu
    il elle on nous vous ils elles me m' te t' se s' lui leur leurs mon ma mes ton ta tes son sa ses
    notre nos votre vos est sont etait etaient etre ete suis sommes sera a ont avait avaient avoir eu ai
    avons fait font faire faisait peut peuvent pouvoir doit va vont aller tres plus moins aussi tant
    tout toute tous toutes chaque autre autres meme memes deja ne n' pas non oui jamais toujours
    seulement encore presque ainsi ici la-bas maintenant puis ensuite apres avant alors bien mal rien
    personne quelque quelques chose choses fois deux y""",
    Language.DE: """
    drei vier fünf sechs sieben acht neun zehn hundert tausend der die das den dem des ein eine einen
    einem einer eines und oder aber denn doch sondern wenn dann als wie weil dass ob obwohl während
    bevor nachdem in im ins an am ans auf aus bei beim mit nach seit von vom zu zum zur über unter vor
    hinter neben zwischen durch für gegen ohne um bis ich du er sie es wir ihr mich dich sich uns euch
    ihm ihn ihnen mein dein sein seine ihre unser euer dieser diese dieses jener jede jeder jedes welche
    wer was wo wann warum wieso ist sind war waren sein gewesen bin hat haben hatte hatten habe wird
    werden wurde wurden worden kann können konnte muss müssen soll sollen will wollen darf mag macht
    machen gemacht geht gehen sehr mehr weniger viel viele wenig alle alles einige andere anderen auch
    nicht kein keine ja nein nie niemals immer nur noch schon fast so hier dort da jetzt nun dann danach
    gut schlecht etwas nichts niemand jemand mal man selbst ganz sogar zwei ding dinge""",
    Language.RU: """
    три четыре пять шесть семь восемь девять десять сто тысяча и а но или да если то что чтобы как когда
    где куда откуда почему зачем кто который которая которые которое чей в во на за под над из от до по
    при про о об с со к ко у для без через между перед после я ты он она оно мы вы они меня тебя его ее
    её нас вас их мне тебе ему ей нам вам им мной собой себя мой твой свой свою своей наш ваш этот эта
    это эти тот та те того этого этой тем быть был была было были есть будет может могут мог можно нужно
    надо должен не ни нет да уже еще ещё только даже очень более менее самый самая самое все всё всех
    весь вся каждый каждая другой другие сам так такой такая тоже также здесь там тут сейчас теперь
    потом тогда всегда никогда почти ли же бы вот лишь чем один два раз много мало несколько ничего
    никто кто-то что-то""",
    Language.HI: """
    तीन चार पाँच पांच छह सात आठ नौ दस सौ हज़ार का की के को से में पर ने तक और या लेकिन मगर अगर
    तो कि क्योंकि जब तब जहाँ वहाँ यहाँ कैसे क्यों क्या कौन किस किसी कोई कुछ यह ये वह वे इस उस इन
    उन मैं हम तुम आप मेरा हमारा तुम्हारा आपका अपना अपने अपनी उसका उसके उसकी उनका उनके इसका इसके
    इसकी है हैं था थी थे हो होता होती होते हुआ हुई हुए होना कर करता करते करती करना किया की रहा
    रही रहे गया गई गए जाता जाती जाते जाना सकता सकते सकती नहीं न मत हाँ भी ही बहुत ज़्यादा कम सब
    सभी हर एक दो दूसरा अब फिर बाद पहले साथ लिए बिना बीच ऊपर नीचे तरह बात चीज़ वाला वाली वाले""",
    Language.AR: """
    ثلاثة ثلاث أربعة أربع خمسة خمس ستة سبعة ثمانية تسعة عشرة مئة ألف في من إلى على عن مع بعد قبل بين تحت
    فوق عند حتى منذ خلال بدون و أو لكن بل إذا لو أن إن كان كانت كانوا يكون تكون هو هي هم هن أنا أنت نحن
    هذا هذه ذلك تلك هؤلاء الذي التي الذين ما ماذا من متى أين كيف لماذا كم أي كل بعض جميع غير لا لم لن
    ليس نعم قد لقد سوف كما مثل أكثر أقل جدا فقط أيضا ثم الآن هنا هناك دائما أبدا شيء أحد واحد له لها لهم
    به بها فيه فيها عليه عليها منه منها إليه إليها""",
    Language.ZH: """
    三 四 五 六 七 八 九 十 百 千 万 亿 颗 只 条 们 的 了 是 在 和 与 或 但 而 也
    都 就 还 又 再 很 太 更 最 不 没 没有 有 我 你 他 她 它 我们 你们 他们 这 那 这个
    那个 这些 那些 什么 谁 哪 哪里 怎么 为什么 如何 多少 几 一 一个 两 个 种 把 被 让 给
    从 到 对 向 往 为 为了 因为 所以 如果 虽然 但是 可是 只是 只 已经 正在 曾 会 能 可以
    可能 要 想 说 做 去 来 上 下 里 中 外 前 后 时 时候 之 其 所 着 过 吗 呢 吧 啊
    每 每个 自己 大家 人们 一样 这样 那样 起来 出来 现在 然后 其实 真的 非常 事 事情 东西
    大 小 多 少 点 次 年 月 日""",
    Language.JA: """
    二 三 四 五 六 七 八 九 十 百 千 万 三つ 四つ つ の に は を が と で も へ や
    から まで より など か ね よ な だ です ます でした ました ません ない する した して
    される された いる いた ある あった なる なった こと もの ため よう これ それ あれ この
    その あの ここ そこ どこ 何 なに 誰 いつ なぜ どう どの とても もっと 最も まだ もう
    また そして しかし でも だから つまり たった だけ ほど くらい 私 私たち あなた 彼 彼女
    彼ら 自分 人 人々 一つ 二つ 今 時 後 前 中 上 下 たち さん ば たら なら という として
    について によって""",
}


@lru_cache(maxsize=16)
def function_words(language: Language) -> frozenset[str]:
    """Normalised words (see `stemming.normalised`) that carry no picture in this language."""
    return frozenset(normalised(word, language) for word in _WORDS[language].split())


def is_content(word: str, language: Language) -> bool:
    """Whether the word could have a picture: it has a letter and is not a function word."""
    plain = normalised(word, language)
    return any(char.isalpha() for char in plain) and plain not in function_words(language)
