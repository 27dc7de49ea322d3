"""Kin words of the languages that capitalise names, and the words that appear around them.

Every entry is part of a regular expression, with alternatives separated by "|".
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language


class KinWords(Struct, frozen=True, kw_only=True):
    """The words of one language.

    `child` to `sibling`: one person's role; `children`, `siblings`: that of several. `article` precedes them,
    `quality` precedes or follows them ("elder", "aînée"). `of` joins a role and a name; `names_of` joins a
    name's own parts ("of", "von"). `rank` is not part of a name ("King"). `is_`: "was"; `are`: "were"; `own`:
    "his"; `whose`: "whose". `married` is between two names, `wedded` after both. `doubt` and `other`: words
    that say that it is not so, and that no people are meant; `roles`: people without a name, after whom it is
    unclear to whom "his" refers.
    """

    child: str
    parent: str
    spouse: str
    sibling: str
    children: str
    siblings: str
    article: str
    quality: str
    of: str
    names_of: str
    rank: str
    is_: str
    are: str
    and_: str
    own: str
    whose: str
    married: str
    wedded: str
    doubt: str
    other: str
    roles: str


WORDS: Final[dict[Language, KinWords]] = {
    Language.EN: KinWords(
        child="son|daughter|child",
        parent="father|mother",
        spouse="wife|husband|widow|widower|consort",
        sibling="brother|sister|twin",
        children="sons|daughters|children",
        siblings="brothers|sisters|siblings|twins|half-brothers|half-sisters",
        article="the|a|an",
        quality="elder|eldest|older|oldest|younger|youngest|only|first|second|third|fourth|fifth|sixth|"
        "seventh|last|favou?rite|beloved|surviving|infant|young|twin|late|illegitimate|legitimate|"
        "first-born|firstborn|teenage|royal|future|full|first and only|one and only",
        of="of",
        names_of="of|the|de|de'|de’|von|van|da|di|du|del|della|la|le|el|al|ibn|bin|ben",
        rank="king|queen|prince|princess|emperor|empress|pharaoh|sultan|sultana|tsar|tsarina|czar|shah|"
        "kaiser|duke|duchess|count|countess|earl|lord|lady|sir|dame|president|general|colonel|captain|"
        "major|doctor|dr|dr.|mr|mr.|mrs|mrs.|ms|ms.|professor|senator|chancellor|caliph|khan|dowager|crown|"
        "poet|painter|composer|physicist|actor|actress|writer|philosopher|god|goddess|"
        "rei|archduke|archduchess|regent|consort|saint|archbishop|bishop|cardinal",
        is_="is|was|became",
        are="are|were|became",
        and_="and",
        own="his|her",
        whose="whose",
        married=r"(?:then |later |secretly |finally |soon |first |once )?(?:married|weds|wed|"
        r"(?:was|is|got|were) married to|(?:takes|took) as (?:his|her) (?:wife|husband))",
        wedded="(?:were |are |got |had been )?(?:married|wed)",
        doubt="not|never|no|n't|if|would|could|might|may|perhaps|maybe|allegedly|supposedly|reportedly|"
        "claims?|claimed|rumou?r\\w*|false\\w*|almost|nearly|refused|wanted|hoped|pretend\\w*|like|"
        "called|nicknamed|dubbed|figurative\\w*|symbolic\\w*|spiritual|adopt\\w*|unlike|without",
        other="ships?|vessels?|liners?|company|companies|firm|brands?|cit(?:y|ies)|towns?|planets?|moons?|"
        "rivers?|languages?|apps?|species|magazine|newspaper|teams?|clubs?|universit\\w+|schools?|colleges?|"
        "subsidiar\\w+|corporation|stations?|channels?|computers?|code|software|galax\\w+|stars?|paintings?|"
        "churches|nuns?|convents?|monks?",
        roles="kings?|queens?|princes?|princess|emperors?|empress|man|men|woman|women|boy|girl|general|"
        "father|mother|son|daughter|brother|sister|wife|husband|rival|friend|lover|uncle|aunt|cousin|"
        "nephew|niece|who|hero|god|goddess|character|someone|someone's|merchant|soldier|pharaoh",
    ),
    Language.ES: KinWords(
        child="hij[oa]",
        parent="padre|madre",
        spouse="espos[oa]|marido|mujer|viud[oa]|cónyuge",
        sibling="herman[oa]|gemel[oa]|melliz[oa]",
        children="hij[oa]s",
        siblings="herman[oa]s|gemel[oa]s|melliz[oa]s",
        article="el|la|los|las|un|una",
        quality="mayor|menor|único|única|primer|primera|primogénit[oa]|segund[oa]|tercer|tercera|cuart[oa]|"
        "quint[oa]|últim[oa]|legítim[oa]|ilegítim[oa]|favorit[oa]|pequeñ[oa]|difunt[oa]|gemel[oa]|joven|"
        "amad[oa]|futur[oa]",
        of="de|del|de la",
        names_of="de|del|la|los|las|el|von|van|da|di",
        rank="rey|reina|príncipe|princesa|emperador|emperatriz|faraón|sultán|zar|zarina|sah|duque|duquesa|"
        "conde|condesa|lord|lady|sir|presidente|general|coronel|capitán|doctor|doctora|dr.|don|doña|señor|"
        "señora|poeta|pintor|pintora|compositor|físico|filósofo|dios|diosa|infante|infanta|archiduque|"
        "archiduquesa|san|santa|papa|cardenal",
        is_="es|era|fue",
        are="son|eran|fueron",
        and_="y|e",
        own="su",
        whose="cuy[oa]",
        married="se casó (?:en secreto |después |luego )?con|se casa con|contrajo matrimonio con|"
        "estaba casad[oa] con|estuvo casad[oa] con|desposó a",
        wedded="se casaron|se casan|contrajeron matrimonio",
        doubt="no|nunca|jamás|si|quizás?|tal vez|acaso|supuest\\w+|presunt\\w+|rumor\\w*|fals\\w+|casi|"
        "pretend\\w+|quería|quiso|como|llamad[oa]|apodad[oa]|adoptiv[oa]s?|espiritual|sería|habría|sin",
        other="barcos?|buques?|empresas?|compañías?|filial|marcas?|ciudad(?:es)?|planetas?|lunas?|ríos?|"
        "lenguas?|idiomas?|especies?|equipos?|club|universidad|aplicación|naves?|estrellas?|monjas?",
        roles="rey|reina|príncipe|princesa|emperador|emperatriz|hombre|mujer|niñ[oa]|general|padre|madre|"
        "hij[oa]|herman[oa]|espos[oa]|rival|amig[oa]|amante|tí[oa]|prim[oa]|sobrin[oa]|que|quien|héroe|"
        "dios|diosa|personaje|alguien|soldado|faraón",
    ),
    Language.PT: KinWords(
        child="filh[oa]",
        parent="pai|mãe",
        spouse="espos[oa]|marido|mulher|viúv[oa]|cônjuge",
        sibling="irmão|irmã|gême[oa]",
        children="filh[oa]s",
        siblings="irmãos|irmãs|gême[oa]s",
        article="o|a|os|as|um|uma",
        quality="mais velh[oa]|mais nov[oa]|únic[oa]|primeir[oa]|primogênit[oa]|segund[oa]|terceir[oa]|"
        "quart[oa]|quint[oa]|últim[oa]|legítim[oa]|ilegítim[oa]|favorit[oa]|caçula|falecid[oa]|gême[oa]|"
        "jovem|amad[oa]|futur[oa]",
        of="de|do|da|de o|de a",
        names_of="de|do|da|dos|das|von|van|di|del",
        rank="rei|rainha|príncipe|princesa|imperador|imperatriz|faraó|sultão|czar|czarina|xá|duque|duquesa|"
        "conde|condessa|lorde|lady|sir|presidente|general|coronel|capitão|doutor|doutora|dr.|dom|dona|d.|"
        "senhor|senhora|poeta|pintor|pintora|compositor|físico|filósofo|deus|deusa|infante|infanta|"
        "arquiduque|arquiduquesa|são|santo|santa|papa|cardeal",
        is_="é|era|foi",
        are="são|eram|foram",
        and_="e",
        own="seu|sua|o seu|a sua",
        whose="cuj[oa]",
        married="casou-se (?:em segredo |depois )?com|se casou com|casou com|casa-se com|desposou|"
        "era casad[oa] com|foi casad[oa] com",
        wedded="casaram-se|se casaram|casaram",
        doubt="não|nunca|jamais|talvez|supost\\w+|rumor\\w*|boato\\w*|fals\\w+|quase|queria|quis|como|"
        "chamad[oa]|apelidad[oa]|adotiv[oa]s?|espiritual|seria|teria|sem",
        other="navios?|empresas?|companhias?|subsidiária|marcas?|cidades?|planetas?|luas?|rios?|línguas?|"
        "idiomas?|espécies?|times?|equipes?|clube|universidade|aplicativo|estrelas?|freiras?",
        roles="rei|rainha|príncipe|princesa|imperador|imperatriz|homem|mulher|menin[oa]|general|pai|mãe|"
        "filh[oa]|irmão|irmã|espos[oa]|rival|amig[oa]|amante|ti[oa]|prim[oa]|sobrinh[oa]|que|quem|herói|"
        "deus|deusa|personagem|alguém|soldado|faraó",
    ),
    Language.FR: KinWords(
        child="fils|fille|enfant",
        parent="père|mère",
        spouse="époux|épouse|mari|femme|veuve|veuf",
        sibling="frère|sœur|soeur|jumeau|jumelle",
        children="fils|filles|enfants",
        siblings="frères|sœurs|soeurs|jumeaux|jumelles",
        article="le|la|les|un|une|l['’]",
        quality="aînée?|cadette?|cadet|unique|premier|première|second|seconde|deuxième|troisième|quatrième|"
        "cinquième|dernier|dernière|légitime|illégitime|favorite?|petit|petite|jeune|défunte?|bien-aimée?|"
        "jumeau|jumelle|benjamine?|future?",
        of="de|du|de la|d['’]",
        names_of="de|du|des|la|le|d['’]|von|van|da|di|del",
        rank="roi|reine|prince|princesse|empereur|impératrice|pharaon|sultan|tsar|tsarine|chah|duc|duchesse|"
        "comte|comtesse|lord|lady|sir|président|général|colonel|capitaine|docteur|dr|monsieur|madame|m.|mme|"
        "poète|peintre|compositeur|physicien|philosophe|dieu|déesse|dauphin|archiduc|archiduchesse|saint|"
        "sainte|pape|cardinal|roi d['’]|infante?",
        is_="est|était|fut",
        are="sont|étaient|furent",
        and_="et",
        own="son|sa",
        whose="dont (?:le|la)",
        married="épousa|épouse|a épousé|avait épousé|se marie avec|se maria avec|"
        "s['’]est mariée? (?:avec|à)|était mariée? à|était l['’]épou(?:x|se) de",
        wedded="se marièrent|se marient|se sont mariés",
        doubt="ne|n['’]\\w+|pas|jamais|si|peut-être|prétendu\\w*|supposé\\w*|rumeur\\w*|faux|fausse|presque|"
        "voulait|voulut|comme|appelée?|surnommée?|adopti\\w+|adopté\\w*|spirituel\\w*|serait|aurait|sans",
        other="navires?|bateaux?|paquebots?|entreprises?|sociétés?|filiales?|marques?|villes?|planètes?|"
        "lunes?|rivières?|fleuves?|langues?|espèces?|équipes?|club|université|application|étoiles?|"
        "religieuses?",
        roles="roi|reine|prince|princesse|empereur|impératrice|homme|femme|garçon|fille|général|père|mère|"
        "fils|frère|sœur|mari|épouse|rival|rivale|amie?|amante?|oncle|tante|cousine?|neveu|nièce|qui|"
        "héros|dieu|déesse|personnage|quelqu['’]un|soldat|pharaon",
    ),
    Language.DE: KinWords(
        child="Sohn|Tochter|Kind",
        parent="Vater|Mutter",
        spouse="Frau|Ehefrau|Mann|Ehemann|Gemahlin|Gemahl|Gattin|Gatte|Witwe|Witwer",
        sibling="Bruder|Schwester|Zwillingsbruder|Zwillingsschwester",
        children="Söhne|Töchter|Kinder",
        siblings="Brüder|Schwestern|Geschwister|Zwillinge|Zwillingsbrüder|Zwillingsschwestern",
        article="der|die|das|ein|eine|einen|einem|dem|den",
        quality=r"\p{Ll}{4,}(?:er|e|en|es|em)",
        of="von",
        names_of="von|vom|van|zu|der|die|des|dem|den|de|da|di|ibn|bin",
        rank="könig|königs|königin|prinz|prinzen|prinzessin|kaiser|kaisers|kaiserin|pharao|pharaos|sultan|"
        "sultans|zar|zaren|zarin|schah|herzog|herzogs|herzogin|graf|grafen|gräfin|lord|lady|sir|präsident|"
        "präsidenten|general|generals|oberst|hauptmann|doktor|dr.|herr|herrn|frau|professor|dichter|"
        "dichters|maler|malers|komponist|komponisten|physiker|physikers|philosoph|philosophen|gott|gottes|"
        "göttin|erzherzog|erzherzogs|erzherzogin|kurfürst|kurfürsten|fürst|fürsten|fürstin|papst|kardinal|"
        "infant|infantin|landgraf|landgrafen|markgraf|markgrafen",
        is_="ist|war|wurde",
        are="sind|waren|wurden",
        and_="und",
        own="sein|seine|seinen|seinem|seiner|ihr|ihre|ihren|ihrem|ihrer",
        whose="dessen|deren",
        married="heiratete(?: später| dann| heimlich| schließlich)?|ehelichte|war verheiratet mit|"
        "war mit|vermählte sich mit",
        wedded="heirateten|heiraten|vermählten sich",
        doubt="nicht|nie|niemals|kein\\w*|wenn|falls|ob|vielleicht|wohl|angeblich\\w*|vermeintlich\\w*|"
        "gerücht\\w*|falsch\\w*|fast|beinahe|wollte|wie|genannt|adopti\\w*|geistig\\w*|sei|wäre|hätte|ohne",
        other="schiffe?s?|firma|firmen|konzern\\w*|tochterfirma|tochtergesellschaft\\w*|unternehmen\\w*|"
        "marken?|städte?|stadt|planet\\w*|mond\\w*|flüsse?|fluss\\w*|sprachen?|art|mannschaft|verein|"
        "universität|partner|partnern|sterne?|nonnen?|orden",
        roles="könig\\w*|königin|prinz\\w*|prinzessin|kaiser\\w*|mann|männer|frau|frauen|junge|mädchen|"
        "general|vater|mutter|sohn|tochter|bruder|schwester|rivale|freund\\w*|geliebte\\w*|onkel|tante|"
        "cousin\\w*|neffe\\w*|nichte|held\\w*|gott|göttin|figur|jemand\\w*|soldat\\w*|pharao",
    ),
    Language.RU: KinWords(
        child="сын|дочь|сыном|дочерью|ребёнок",
        parent="отец|мать|отцом|матерью",
        spouse="жена|муж|супруга|супруг|вдова|женой|мужем|супругой|супругом|вдовой",
        sibling="брат|сестра|братом|сестрой|близнец",
        children="сыновья|дочери|дети|сыновьями|дочерьми|детьми",
        siblings="братья|сёстры|братьями|сёстрами|близнецы|близнецами",
        article="(?!)",
        quality=r"\p{Ll}{3,}(?:ий|ый|ой|ая|яя|им|ым|ей|ие|ые|ими|ыми)",
        of="(?!)",
        names_of="де|фон|ван|да|ди|дю|ла|ле|аль|ибн|бен",
        rank="король|короля|королева|королевы|королеве|королевой|царь|царя|царица|царицы|царице|князь|"
        "князя|княгиня|княгини|княгине|княжна|княжны|княжне|принц|принца|принцесса|принцессы|принцессе|"
        "император|императора|императрица|императрицы|императрице|фараон|фараона|султан|султана|герцог|"
        "герцога|герцогиня|герцогини|граф|графа|графиня|графини|графине|генерал|генерала|президент|"
        "президента|поэт|поэта|художник|художника|композитор|композитора|лорд|лорда|леди|сэр|сэра|"
        "бог|бога|богиня|богини|царевич|царевича|царевна|царевны|хан|хана|шах|шаха|великий|великого",
        is_="—|–|был|была|стал|стала|является",
        are="—|–|были|стали",
        and_="и",
        own="его|её|ее",
        whose="чей|чья|чьим|чьей",
        married="женился на|женат на|был женат на",
        wedded="поженились|обвенчались",
        doubt=r"не|ни|никогда|если|бы|ли|может|возможно|вероятно|якобы|будто|слух\w*|ложн\w*|почти|чуть|"
        r"хотел\w*|как|словно|назван\w*|называ\w*|прозва\w*|приёмн\w*|приемн\w*|духовн\w*|сводн\w*|"
        r"крёстн\w*|крестн\w*|двоюродн\w*|без",
        other=r"корабл\w*|суд(?:но|на)|компани\w*|фирм\w*|бренд\w*|город\w*|планет\w*|лун\w*|рек\w*|"
        r"язык\w*|вид|команд\w*|клуб\w*|университет\w*|дочерн\w*|монахин\w*|звезд\w*|станци\w*",
        roles=r"корол\w*|царь|царя|цариц\w*|княз\w*|княгин\w*|принц\w*|император\w*|мужчин\w*|женщин\w*|"
        r"мальчик\w*|девочк\w*|генерал\w*|отец|отца|мать|матер\w*|сын\w*|доч\w*|брат\w*|сестр\w*|жен\w*|"
        r"муж\w*|соперни\w*|друг\w*|дяд\w*|тёт\w*|племянни\w*|который|которая|геро\w*|бог\w*",
    ),
}
