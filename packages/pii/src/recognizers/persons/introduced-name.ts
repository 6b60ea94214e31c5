import type { Hit, Recognizer } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";

const WORD = "\\p{Lu}[\\p{L}'’-]{1,24}";
const WHOSE =
  /(?:^|[^\p{L}])(?:my|his|her|their|mein|sein|ihr)(?: (?:full|real|first|last|voller))? $/iu;
const MINE = /(?:^|[^\p{L}])(?:my|mein) $/iu;
const WHOSE_LENGTH = 14;
const NAMED = new RegExp(
  `[Nn]ame (?:is|ist|war|was) (${WORD}(?: ${WORD}){0,2})(?![\\p{L}\\p{N}])`,
  "uy",
);
const LOWER = /[Nn]ame (?:is|ist) (\p{Ll}{3,20}(?: \p{Ll}{3,20})?)(?=[.!?,;]|\s*$)/uy;
const CALLED = new RegExp(`hei(?:ß|ss)e (${WORD}(?: ${WORD}){0,2})(?![\\p{L}\\p{N}])`, "uy");
/**
 * A name after "geborene" or "née". Before that word, there must be a name or a comma, because "die
 * geborene Lehrerin" contains no name.
 */
const BORN = new RegExp(`(?:geborene[nr]?|née) (${WORD})(?![\\p{L}\\p{N}])`, "uy");
const BEFORE_BORN = /(?:,|(?!Eine? |Die |Der |Als )(?<!\p{L})\p{Lu}[\p{L}'’-]{1,30}) ?\(?$/u;
const BEFORE_BORN_LENGTH = 36;
/** Words that may follow where a name is expected. */
const NO_NAMES =
  /^(?:not|nicht|spelled|wrong|falsch|missing|also|auch|the|too|now|listed|correct|richtig|misspelled|same|very|common|unique|rare|still|just|hard|difficult|important|wichtig|egal|unbekannt|unknown|secret|geheim|private|taken|gone|visible|long|short|changed|required|mud|programm)(?![\p{L}])/iu;

const GREETINGS = ["hi", "hey", "hello", "hallo", "moin", "servus", "yo"];
/** Matches a name in a greeting: "hey its danny from 4c", "Hallo, benno hier". */
const GREETING = new RegExp(
  `(?:${GREETINGS.join("|")})[,!]? (?:(?:it['’]?s|this is|i['’]?m|hier ist|ich bin)(?: the)? )?(\\p{L}{3,16})(?=(?: again)? (?:here|hier|from|aus|vom|von)(?!\\p{L}))`,
  "iuy",
);

/**
 * Recognizes introduced names: "My name is Mieszko", "Ich heiße Anna Stör", "Wally geborene
 * Müller", "hey its danny from 4c".
 */
export const introducedName: Recognizer = {
  name: "introduced-name",
  type: "PERSON",
  parts: [
    {
      name: "introduced-name",
      type: "PERSON",
      triggers: ["name", "heiße", "heisse", "geborene", "geborener", "geborenen", "née"],
      find: ({ text }, triggeredAt) => triggeredAt.flatMap((at) => introducedAt(text, at)),
    },
    {
      name: "introduced-name",
      type: "PERSON",
      triggers: GREETINGS,
      find: ({ text }, triggeredAt) => triggeredAt.flatMap((at) => greetingAt(text, at)),
    },
  ],
};

/** Returns the name after a greeting. Only given names count, because of "hi everyone here". */
function greetingAt(text: string, at: number): Hit[] {
  const [hit] = valueAt(text, at, GREETING);
  if (hit === undefined) return [];
  return nameClarities(text.slice(hit.start, hit.end))[0] === "unknown" ? [] : [hit];
}

function introducedAt(text: string, at: number): Hit[] {
  const first = text.charAt(at).toLowerCase();
  const before = (length: number) => text.slice(Math.max(0, at - length), at);
  if (first === "h") return valueAt(text, at, CALLED);
  if (first === "g" || text.startsWith("née", at))
    return BEFORE_BORN.test(before(BEFORE_BORN_LENGTH)) ? valueAt(text, at, BORN) : [];
  const whose = before(WHOSE_LENGTH);
  const named = WHOSE.test(whose) ? valueAt(text, at, NAMED) : [];
  if (named.length > 0) return named;
  return MINE.test(whose) ? valueAt(text, at, LOWER) : [];
}

function valueAt(text: string, at: number, pattern: RegExp): Hit[] {
  pattern.lastIndex = at;
  const [all = "", value = ""] = pattern.exec(text) ?? [];
  if (value === "" || NO_NAMES.test(value)) return [];
  const end = at + all.length;
  return [{ start: end - value.length, end, confidence: 0.75 }];
}
