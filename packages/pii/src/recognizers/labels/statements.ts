const WORDS = `
  abgelaufen absent accepted active admin administrator admins after again agent aktiv aktuell albern all alle alles
  alphanumeric alphanumerisch also alt always anders anonym anonymous another ansonsten anyone anything april arg
  argon ascii auch august author außen available awful back bad bald banal banned base base64 basic bcrypt because
  before bekannt besetzt besser bestens besucher better birthday bitte blank bloß blöd both brauchbar break broken
  buchstaben buyer capped case change characters cheap checksum chosen clear clever client colleague coming common
  compliant compromised confidential consistent continue contractor correct critical crucial current cursed customer
  dabei daft daher dahin damals danach dann dasselbe datum dauernd dead december default dein deins dependent derselbe
  deutsch developer dezember dienstag dieselbe different difficult digits disabled done donnerstag doof doppelt dort
  down dran drauf draußen drin driven due dumb dumm durch during dynamic dynamisch easy eben ebenfalls echt editor
  egal ehrlich eigen eigentlich eindeutig einfach einmalig either elend email employee empty encryption endlich eng
  englisch english enough erforderlich erledigt erneut erst erste erster erstes essential etwas euer even everyone
  everything everywhere evident exact exactly expected expire expires extern external extra extrem falsch false fast
  februar february fehlerhaft fertig fest fies fine first fix fixed flaky foreign forever forgotten free frei freitag
  fremd frequent fresh friday friend frisch frozen früher funny futsch fällig ganz gar garbage gast geburtstag geheim
  geheimnis gelesen genau generic genug gerade gering german gern given gleich global gone good great groß guessable
  guest gut gültig half halt hard hashes heikel heilig hell here herself heute hex hidden hier hilfreich himself
  hinfällig hinüber history hoffentlich horrible host how hätte höchstens identical identisch ignored illegal immer
  immutable important impossible inaktiv incomplete inconsistent incorrect independent individuell innen insecure
  inside instructor insufficient integer interim intern internal invalid irgendwas irgendwo ironic irrelevant januar
  january jeder jederzeit jetzt juli july june juni junk just kaputt kein keine keins kept key klar klartext klein
  knapp known komisch komplett komplex kompliziert konform konstant korrekt kritisch kurz lahm lame lang langsam last
  later laughable leer legacy legit legitim leicht leider less lettering letters letzter letztes letztlich life like
  likely linked literally local locker lokal long loose los lost lower lowercase lächerlich länger lästig mail
  manchmal mandatory manual march maximum maybe md5 mean mehr mein meine meins meist meistens member merchant
  merkwürdig middle mies mine minimum missing mist mittwoch mixed mocked moderator monday money montag more morgen
  most much murks must mutable myself märz möglich müll nachher name near necessary needed nervig nett neu neuer never
  new next nice nicht nichts nie niemals nirgends noch nochmal none nonsense normal nothing notorious november now
  null number numeric numerisch nur nutzlos nächster nächstes nämlich nötig ob oben obsolet obsolete obvious october
  odd off offen offenbar offline oft okay oktober old once one online only onto open optional organizer other
  otherwise ours outdated outside over overdue overkill owner pain painful paramount parent parents participant
  partner pass passend patchy patient peinlich pending perfect perfekt permanent perplex persistent personal
  persönlich pflicht placeholder plain plaintext platzhalter plausibel player plötzlich pointless possible potentiell
  predictable present pretty primary privat private probable probably problematisch prompt proper proven public publik
  quatsch quick raise random rare raus reader ready real really recent redundant rein relativ relevant reliable renew
  reserviert return reviewer richtig right riskant risky root rotate rotten rubbish safe salted same samstag saturday
  scary schade schlau schlecht schlimm schon schuld schwach schwer sealed secondary secret secure seen sehr seins
  selber selbst self seller selten seltsam sensibel sensitive separat separate september serious service set several
  sha shared short shown shut sicher sick silly similar simpel simple slow sluggish small sofort sogar sole someone
  something sometimes somewhere sonntag sonst soon sound speaker special spoken spot spät später staff standard stark
  static statisch stets still stolen strafbar strange streng strict string strong stuck student stupid such sufficient
  sunday super superuser supervisor supplier sure system tabu taken teacher tedious temporary temporär tenant terrible
  tester teuer teurer text that their theirs them themselves then there these they this those thursday tied today
  together toll tomorrow tonight too top tot total tough toxic transparent trash trivial trotzdem true truly tuesday
  two umsonst unavailable unbedingt unbekannt unbrauchbar unclear uncommon undefined under undicht unfair ungut
  ungültig unicode unique universal unklar unknown unlesbar unlikely unnötig unpassend unsafe unser unsere unset
  unsicher unsichtbar unten unterschiedlich unusual unverändert unwichtig unzulässig unüblich up upper uppercase
  urgent useless user users usual usually utf vacant vague valid varchar variable vendor veraltet very vielleicht
  viewer visible visitor vital void voll volunteer vorbei vorhanden vorher vorläufig vulnerable völlig wahr weak
  wednesday weg weird weiter weiterhin well wertlos what when where which white why wichtig wieder wild wirklich wohl
  wonderful written wrong wurscht wurst wäre yes yesterday yet yours yourself zahl zahlen zeichen zentral zero ziffern
  zuerst zufällig zulässig zwecklos zweifelhaft zweiter zweites zwingend öffentlich überall überflüssig überfällig
  üblich
`;
/** Statements that do not have the ending of an adjective or a participle. */
const STATEMENTS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
const ADJECTIVE =
  /^(?=\p{Ll}).*(?:ed|ing|able|ible|ful|less|ive|ous|ly|ary|ory|ial|ual|ical|ish|proof|specific|n['’]t)$/u;
const GERMAN_ADJECTIVE =
  /^(?=\p{Ll})(?:(?:auf|ab|an|aus|ein|bei|dar|durch|frei|her|hin|um|unter|vor|weg|weiter|wieder|nach|mit|zu|zurück|zusammen|über)?(?:ge|be|ver|zer|ent|er|miss)\p{L}+(?:t|en|te|te[nrms])|(?:ein|aus|über|unter|wieder|hinter)\p{L}{3,}t|\p{L}+(?:lich|bar|los|haft|isch|sam|iert|ierbar|pflichtig|fähig|mäßig|wert|frei|weit|ig|end))$/u;
const ABBREVIATION = /^\p{Lu}{2,6}$/u;
const FEWEST_LETTERS = 4;

/**
 * Returns whether a word describes a password or an account rather than being one: "is required",
 * "ist abgelaufen", "log in as administrator". Endings of adjectives count only in lower-case
 * words, because German nouns are capitalized.
 */
export function isStatement(word: string): boolean {
  if (word.length < FEWEST_LETTERS || ABBREVIATION.test(word)) return true;
  return STATEMENTS.has(word.toLowerCase()) || ADJECTIVE.test(word) || GERMAN_ADJECTIVE.test(word);
}

/**
 * Matches what may follow the last word of a clause: a sign, a conjunction or the end of the text.
 */
const CLAUSE_END =
  /^(?:$|[ \t]?(?:[\r\n;!?)"”“«|]|,(?!\d)|\.(?![\p{L}\d])|[-–—] )|[ ](?:and|und|but|aber|or|oder|so|btw|lol|haha|xx|thanks|danke)(?!\p{L}))/u;

/** Returns whether a clause ends at `at`. */
export function endsClauseAt(text: string, at: number): boolean {
  return CLAUSE_END.test(text.slice(at, at + 12));
}
