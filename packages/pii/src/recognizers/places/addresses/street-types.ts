import type { Word } from "../words/words.ts";

/**
 * How strongly a word indicates a street. Words that are `weak` also have everyday meanings
 * ("Place", "Drive", "Park").
 */
export type Strength = "strong" | "weak";

const LEADING_STRONG = setOf(
  "rue boulevard avenue allée impasse chemin quai viale vicolo piazza piazzale lungotevere contrada calle avda avenida paseo carrer rúa camino carretera travesía plaza rua travessa praça alameda estrada rodovia ul ulica aleja aleje strada bulevardul улица ул проспект c/ calea",
);
const LEADING_WEAK = setOf(
  "av via corso largo place passage route cours square strada r c str al pl os trg bd blvd ronda alt am an auf in im zum zur unter hinter beim camí jalan jl",
);
/**
 * Words that begin German street names without a word for a street: "Am Markt 5", "Unter den Linden
 * 7".
 */
const GERMAN_LEADING = setOf("am an auf im zum zur unter hinter beim alt in");

/**
 * Words between the name and the number: "Obere Straße 5", "Király utca 12", "Nordahls vei 187".
 */
const TRAILING_BEFORE_NUMBER_STRONG = setOf(
  "straße strasse str allee gasse utca u út útja tér krt körút köz rkp sétány vei veien gate gata gatan väg vägen vej gade straat laan tie katu cesta ulica ulice tee mnt tänav põik puiestee enparantza kalea sokak cadde caddesi street avenue road steenweg plein gracht kade dreef náměstí nám třída",
);
const TRAILING_BEFORE_NUMBER_WEAK = setOf(
  "weg platz ring damm ufer hof berg markt trg plass torg wei baan pad dam kaai plads",
);

const TRAILING_STRONG = setOf(
  "street streets st str avenue ave av road roads rd lane ln boulevard blvd highway hwy parkway pkwy terrace crescent cres turnpike expressway freeway causeway straße strasse allee gasse",
);
const TRAILING_WEAK = setOf(
  "drive dr drives place pl court ct courts way square sq close circle cir trail trl alley aly arcade bayou beach bend bluff bluffs bottom branch bridge brook brooks burg burgs bypass camp canyon cape center centers centre circles cliff cliffs club common commons corner corners course cove coves creek crest crossing crossroad crossroads curve dale dam divide estate estates extension extensions fall falls ferry field fields flat flats ford fords forest forge forges fork forks fort gardens garden gateway glen glens green greens grove groves harbor harbors haven heights hill hills hollow inlet island islands isle junction junctions key keys knoll knolls lake lakes land landing light lights loaf lock locks lodge loop mall manor manors meadow meadows mews mill mills mission motorway mount mountain mountains neck orchard oval overpass park parks parkways pass passage path pike pine pines plain plains plaza point points port ports prairie radial ramp ranch rapid rapids rest ridge ridges river route row rue run shoal shoals shore shores skyway spring springs spur spurs squares station stravenue stream summit throughway trace track trafficway tunnel underpass union unions valley valleys via viaduct view views village villages ville vista walk walks wall ways well wells esplanade quay wynd rise parade wharf yard grange chase drove gate",
);
export const DIRECTIONS = setOf("n s e w ne nw se sw north south east west");

/**
 * Endings of compound street names. They are matched backwards from the end of a word, without
 * backtracking.
 */
const ENDINGS_STRONG =
  /(?<=str?a(?:ß|ss?|sz)e|str|gasse|allee|steig|stieg|pfad|chaussee|promenade|zeile|ufer|damm|straat|laan|steenweg|gracht|dreef|singel|kade|plein|plantsoen|[^r]vej|vejen|gade|gaden|gata|gatan|gaten|götu?|stræde|vägen|väg|veien|veg|vegen|vegur|vegi|braut|stræti|stien|stigen|katu|kuja|polku|raitti|maantie|ntie|[^aeiou]tie|enparantza|utca|lépcső|tänav|iela|gatvė)$/y;
const ENDINGS_WEAK =
  /(?<=weg|platz|ring|hof|graben|wall|brücke|moor|kamp|berg|bakken|bakke|svingen|krogen|haven|parken|torvet|torv|plass|plads|tún|baan|dijk|steeg|wei|tee|kaari|tori|ov[aáy]|sk[áaé]|ová|aša|ická)$/y;

export function leadingStrength(word: Word): Strength | undefined {
  if (LEADING_STRONG.has(word.key)) return "strong";
  // One letter must be followed by a full stop or slash, or be a capital: "R. Augusta", "C/ Mayor",
  // "R Carne Azeda", but not "3 c der Gründe".
  if (word.key.length === 1 && !(word.dotted || word.text !== word.key)) return undefined;
  return LEADING_WEAK.has(word.key) ? "weak" : undefined;
}

export function isGermanLeading({ key }: Word): boolean {
  return GERMAN_LEADING.has(key);
}

export function trailingStrength({ key, text }: Word): Strength | undefined {
  if (TRAILING_STRONG.has(key)) return text === "StR" ? undefined : "strong";
  return TRAILING_WEAK.has(key) ? "weak" : undefined;
}

const BOXES = setOf("postfach postbus pob bp apartado casilla postboks postbox postilokero");
const BEFORE_BOX = setOf("po o post office mail gpo caixa");

/** Returns whether the word at `index` ends a post office box: "P.O. Box", "Postfach". */
export function isPostBox(words: readonly Word[], index: number): boolean {
  const key = words[index]?.key ?? "";
  if (key !== "box" && key !== "postal" && key !== "postale") return BOXES.has(key);
  return BEFORE_BOX.has(words[index - 1]?.key ?? "");
}

export function middleStrength({ key, text }: Word): Strength | undefined {
  // "Király u. 15" is a street, but "6 U 128/09" and "1 StR 417/16" are case numbers of courts.
  if (text === "U" || text === "StR") return undefined;
  if (TRAILING_BEFORE_NUMBER_STRONG.has(key)) return "strong";
  return TRAILING_BEFORE_NUMBER_WEAK.has(key) ? "weak" : undefined;
}

export function endingStrength({ key }: Word): Strength | undefined {
  if (key.length < 6) return undefined;
  if (endsLike(key, ENDINGS_STRONG)) return "strong";
  return endsLike(key, ENDINGS_WEAK) ? "weak" : undefined;
}

function endsLike(key: string, endings: RegExp): boolean {
  endings.lastIndex = key.length;
  return endings.test(key);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
