import { endPattern } from "../../../end-pattern.ts";
import type { Span } from "../../../finding.ts";

/** What stands before the name of a thing: "storm Lothar", "Marke Grohe", "die Sorte Linda". */
const CLASS = endPattern(
  /(?:^|[^\p{L}])(?:storm|hurricane|typhoon|cyclone|orkan|sturm|sturmtief|taifun|zyklon|brand|marke|brands|marken|sorten?|variety|varieties|cultivars?|apple|apfel|apfelsorte|kartoffelsorte|rosensorte|rose|hortensie|hydrangea|clematis|dahlie|dahlia|tulpe|tulip|river|lake|mount|fluss|vulkan|volcano|island|insel|planet|moon|mond|asteroid|comet|komet|language|programming language|sprache|programmiersprache|framework|library|bibliothek|package|paket|tool|app|plugin|module|modul|database|datenbank|server|browser|editor|musical|opera|oper|film|movie|novel|roman|album|song|lied|series|serie|game|spiel|comic|magazine|zeitschrift|zeitung|newspaper|novelle|drama|theaterstück|symphony|ship|schiff|frigate|fregatte|rocket|rakete|mission|satellite|satellit|dish|gericht|cocktail|drink|beer|bier|wine|wein|whisky|tea|tee|cheese|käse|breed|rasse|genus|gattung|species|protein|enzyme|enzym|gene|gen|drug|medikament|wirkstoff|chord|akkord|taste|tonart|variable|column|spalte|vitamin|version|buchstabe|letter|hepatitis)\s{1,2}(?:called |named |namens )?["'“„‚‘’«»]?$/iu,
);
/** What stands before a quotation mark, and before other quotations of the same list. */
const QUOTES =
  /^(.*?)(?: ?['"‚‘“„«»][^'"‚‘’“„«»]{1,30}['"’‘”«»](?:,| and| und| or| oder))* ['"‚‘“„«»]$/su;

/** How `QUOTES` ends. */
const QUOTE = endPattern(/ ['"‚‘“„«»]$/u);

/** Verbs and adjectives when they are not capitalized. */
const GERMAN = endPattern(/(?:^|[^\p{L}])(?:See|Berg|Tief|Hoch|Orkantief|Sturmtief)\s$/u);
const PLANTS = endPattern(
  /(?:^|[^\p{L}])(?:roses?|rosen|hortensien?|hydrangeas?|clematis|dahli[ae]n?s?|tulpen?|tulips?|sorten?|variety|varieties|cultivars?|apfel|apple|pears?|birnen?|tomaten?|tomato(?:es)?|kartoffeln?|potato(?:es)?|lavendel|lavender|fuchsien?|fuchsias?|rhododendron|geranium|salbei|salvia|iris|phlox|pfingstrosen?|peony|peonies|hosta|heuchera|kirschen?|cherry|pflaumen?|plums?)$/iu,
);

/** Whether the word before says that a thing is named. */
export function isNamedThing(text: string, { start }: Span): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  return CLASS.test(before) || GERMAN.test(before);
}

/** "My roses 'New Dawn' and 'Gertrude Jekyll'": a plant and a variety in quotation marks. */
export function isQuotedVariety(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  const plant = QUOTE.test(before) ? QUOTES.exec(before)?.[1] : undefined;
  if (plant !== undefined && PLANTS.test(plant)) return true;
  if (!/^ ['"‚‘„]\p{Lu}/u.test(text.slice(end, end + 3))) return false;
  return PLANTS.test(text.slice(Math.max(0, start - 1), end));
}
