import type { Hit, Recognizer, Span } from "../../finding.ts";
import { countryEnd } from "./words/countries.ts";
import { readTown } from "./words/town.ts";
import { type Word, wordsBefore } from "./words/words.ts";

const BEFORE_IN =
  "live lives lived living born resides resided residing reside raised grew wohnhaft wohnt wohne wohnst wohnen wohnte lebt lebe lebst lebten lebte geboren geb aufgewachsen ansässig gemeldet zuhause beheimatet domiciled";
const BEFORE_FROM =
  "moved here originally native hails hail relocated emigrated immigrated i'm i’m am family parents";
const BEFORE_TO =
  "moved relocated relocating emigrated flew fly flying travelled traveled travelling traveling";
const BEFORE_AUS = "kommt komme kommst stammt stamme stammst gebürtig ursprünglich";
const BEFORE_NACH = "gezogen zieht ziehe zog umgezogen reist reise flog fliegt";

/** Prepositions, each with the words before it that announce a place in a person's life. */
const PREPOSITIONS: readonly (readonly [preposition: string, before: ReadonlySet<string>])[] = [
  [" in ", setOf(BEFORE_IN)],
  [" from ", setOf(BEFORE_FROM)],
  [" to ", setOf(BEFORE_TO)],
  [" aus ", setOf(BEFORE_AUS)],
  [" nach ", setOf(BEFORE_NACH)],
];
/** Matches a person before the verb, because "moved to Foo" may be about code. */
const OF_PEOPLE =
  /\b(?:i|we|he|she|they|who|and|have|has|had|mr|mrs|ms|dr|family|parents|to|be|will|was|here)\b|\p{Lu}\p{Ll}+ (?:here )?$/iu;
const AFTER_WORD = /[a-zü]+[./]?[ \t\u00a0]{0,2}/iy;
const VERBS = setOf("moved relocated from to here");

const TRIGGERS = [
  ...new Set(
    PREPOSITIONS.flatMap(([, before]) => [...before, "up"]).map((word) =>
      word.replace(/^i['’]/, ""),
    ),
  ),
];

/**
 * Recognizes places after a verb: "lives in Leeds", "moved here from Bahrain", "wohnhaft in
 * Gingen", "stammt aus Graz". Only the names of countries may be in lower case.
 */
export const placeByVerb: Recognizer = {
  name: "place-by-verb",
  type: "LOCATION",
  triggers: TRIGGERS,
  find({ text }, triggeredAt) {
    const hits: Hit[] = [];
    for (const word of triggeredAt) {
      const at = blankAfter(text, word);
      for (const [preposition, before] of PREPOSITIONS) {
        if (!text.startsWith(preposition, at) || !isAfterVerb(text, at, before)) continue;
        const place = placeAt(text, at + preposition.length);
        if (place !== undefined) hits.push({ ...place, confidence: 0.7 });
      }
    }
    return hits;
  },
};

function blankAfter(text: string, start: number): number {
  AFTER_WORD.lastIndex = start;
  AFTER_WORD.test(text);
  return AFTER_WORD.lastIndex - 1;
}

function isAfterVerb(text: string, at: number, before: ReadonlySet<string>): boolean {
  const [first] = wordsBefore(text, at + 1, 1);
  if (first === undefined) return false;
  if (first.key === "up")
    return (
      before.has("grew") && /\bgr(?:e|o)w(?:ing|n)? up$/.test(text.slice(Math.max(0, at - 12), at))
    );
  if (!before.has(first.key)) return false;
  return (
    !VERBS.has(first.key) || OF_PEOPLE.test(text.slice(Math.max(0, first.start - 16), first.start))
  );
}

function placeAt(text: string, at: number): Span | undefined {
  const country = countryEnd(text, at);
  if (country !== -1) return { start: at, end: country };
  const words = readTown(text, at, false).slice(0, 4);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || !words.every(isPlain)) return undefined;
  if (/^[\w(]?[.:/\\_(`][\w/]/.test(text.slice(last.end, last.end + 2))) return undefined;
  return { start: first.start, end: last.end };
}

/** Returns whether the word has no digit and no inner capital. This excludes "DllMain". */
function isPlain({ text }: Word): boolean {
  return !/\d|\p{Ll}(?:\p{Lu}|\.\p{L})/u.test(text);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
