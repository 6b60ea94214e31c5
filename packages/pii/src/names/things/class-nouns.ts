import type { Span } from "../../finding.ts";
import { createWordTable } from "../../gazetteers/word-table.ts";
import { startOfLetters } from "../../lists/phonetics/name-words.ts";
import { KINDS, SPACE } from "../../text/character-tables.ts";
import { endPattern } from "../../text/end-pattern.ts";

const CLASS = 1;
/** Marks nouns that are verbs or adjectives when they are not capitalized. */
const GERMAN_CLASS = 2;
const NAMING = 4;
/** Nouns that precede the name of a thing: "storm Lothar", "Marke Grohe", "die Sorte Linda". */
const NOUNS = createWordTable([
  ...words(
    `storm hurricane typhoon cyclone orkan sturm sturmtief taifun zyklon brand marke brands marken sorte sorten variety
    varieties cultivar cultivars apple apfel apfelsorte kartoffelsorte rosensorte rose hortensie hydrangea clematis dahlie
    dahlia tulpe tulip river lake mount fluss vulkan volcano island insel planet moon mond asteroid comet komet language
    sprache programmiersprache framework library bibliothek package paket tool app plugin module modul database datenbank
    server browser editor musical opera oper film movie novel roman album song lied series serie game spiel comic magazine
    zeitschrift zeitung newspaper novelle drama theaterstück symphony ship schiff frigate fregatte rocket rakete mission
    satellite satellit dish gericht cocktail drink beer bier wine wein whisky tea tee cheese käse breed rasse genus gattung
    species protein enzyme enzym gene gen drug medikament wirkstoff chord akkord taste tonart variable column spalte vitamin
    version buchstabe letter hepatitis`,
    CLASS,
  ),
  ...words("see berg tief hoch orkantief sturmtief", GERMAN_CLASS),
  ...words("called named namens", NAMING),
]);
const GERMAN = new Set("See Berg Tief Hoch Orkantief Sturmtief".split(" "));
const QUOTATION_MARKS = "\"'“„‚‘’«»";

/**
 * Matches a text that ends with an opening quotation mark, and captures the part before the
 * quotations of its list.
 */
const QUOTES =
  /^(.*?)(?: ?['"‚‘“„«»][^'"‚‘’“„«»]{1,30}['"’‘”«»](?:,| and| und| or| oder))* ['"‚‘“„«»]$/su;

/** Matches the end of the texts that `QUOTES` matches. */
const QUOTE = endPattern(/ ['"‚‘“„«»]$/u);

const PLANTS = endPattern(
  /(?:^|[^\p{L}])(?:roses?|rosen|hortensien?|hydrangeas?|clematis|dahli[ae]n?s?|tulpen?|tulips?|sorten?|variety|varieties|cultivars?|apfel|apple|pears?|birnen?|tomaten?|tomato(?:es)?|kartoffeln?|potato(?:es)?|lavendel|lavender|fuchsien?|fuchsias?|rhododendron|geranium|salbei|salvia|iris|phlox|pfingstrosen?|peony|peonies|hosta|heuchera|kirschen?|cherry|pflaumen?|plums?)$/iu,
);

/** Returns whether the word before the name shows that it belongs to a thing. */
export function isNamedThing(text: string, { start }: Span): boolean {
  if (isGermanClass(text, start)) return true;
  const isQuoted = start > 0 && QUOTATION_MARKS.includes(text.charAt(start - 1));
  const end = isQuoted ? start - 1 : start;
  if (isClass(text, end)) return true;
  const naming = text.charAt(end - 1) === " " ? startOfLetters(text, end - 1) : end;
  return (
    naming < end && (NOUNS.bitsOf(text, naming, end - 1) & NAMING) !== 0 && isClass(text, naming)
  );
}

/** Returns whether a class noun and one or two spaces precede `end`. */
function isClass(text: string, end: number): boolean {
  const blanks = isBlank(text, end - 1) ? (isBlank(text, end - 2) ? 2 : 1) : 0;
  if (blanks === 0) return false;
  return (NOUNS.bitsOf(text, startOfLetters(text, end - blanks), end - blanks) & CLASS) !== 0;
}

function isGermanClass(text: string, start: number): boolean {
  if (!isBlank(text, start - 1)) return false;
  const first = startOfLetters(text, start - 1);
  if ((NOUNS.bitsOf(text, first, start - 1) & GERMAN_CLASS) === 0) return false;
  return GERMAN.has(text.slice(first, start - 1));
}

function isBlank(text: string, at: number): boolean {
  return KINDS[text.charCodeAt(at)] === SPACE;
}

function words(list: string, bit: number): readonly (readonly [string, number])[] {
  return list.split(/\s+/).map((word) => [word, bit] as const);
}

const PARTS_OF_PLANTS =
  /^ (?:petals?|pads|sepals?|stamens?|blossoms?|bulbs?|pollen|seedlings?|bouquets?|bush(?:es)?|rhizomes?|tubers?)(?!\p{L})/u;

/** Returns whether a part that only plants have follows the name, as in "Lily pads". */
export function isPlantOfParts(text: string, { end }: Span): boolean {
  return PARTS_OF_PLANTS.test(text.slice(end, end + 16));
}

/**
 * Returns whether the name is a plant or its variety in quotation marks, as in "My roses 'New Dawn'
 * and 'Gertrude Jekyll'".
 */
export function isQuotedVariety(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  const plant = QUOTE.test(before) ? QUOTES.exec(before)?.[1] : undefined;
  if (plant !== undefined && PLANTS.test(plant)) return true;
  if (!/^ ['"‚‘„]\p{Lu}/u.test(text.slice(end, end + 3))) return false;
  return PLANTS.test(text.slice(Math.max(0, start - 1), end));
}
