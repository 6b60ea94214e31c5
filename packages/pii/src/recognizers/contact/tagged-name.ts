import type { Hit, Recognizer } from "../../finding.ts";

const NAME = /[\p{L}\p{N}_.]/u;
const TAG = /#(?:\d{4,5}|[A-Z0-9]{3,5})(?![\p{L}\p{N}_-])/uy;
const FOUR_DIGITS = /^#\d{4}$/;
const LONGEST = 32;
const SHORTEST = 3;
/** Words for things that are numbered in trackers, shops and buildings. */
const THING =
  /^(?:issue|issues|pr|prs|pull|mr|bug|bugs|ticket|case|claim|order|invoice|account|item|part|sku|nr|no|gh|jira|fix|fixes|closes|refs?|see|room|apt|unit|suite|store|lot|line|page|step|figure|table|color|colour|bgcolor|background|fill|stroke|id|number|customer|member|policy|acct|raum|haus|bestellung|rechnung|vorgang|[A-Z]{1,5}|\d+)$/i;
const GAMES = /discord|battle\.?net|battletag|riot|valorant|overwatch|gamertag|league/i;
const CONTEXT = 40;

/**
 * Recognizes player names with a distinguishing number, "Marrow#4418", and, if the text names a
 * gaming network, with letters as well, "Blink#EUW7".
 */
export const taggedName: Recognizer = {
  name: "tagged-name",
  type: "USERNAME",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf("#"); at !== -1; at = text.indexOf("#", at + 1)) {
      const hit = nameAround(text, at);
      if (hit !== undefined) hits.push(hit);
    }
    return hits;
  },
};

function nameAround(text: string, sign: number): Hit | undefined {
  TAG.lastIndex = sign;
  if (!TAG.test(text)) return undefined;
  const start = nameStart(text, sign);
  const end = TAG.lastIndex;
  const name = text.slice(start, sign);
  if (name.length < SHORTEST || !/\p{L}/u.test(name) || THING.test(name)) return undefined;
  if (/[/\\@&?=.$-]/.test(text.charAt(start - 1) || " ")) return undefined;
  if (GAMES.test(text.slice(Math.max(0, start - CONTEXT), start)))
    return { start, end, confidence: 0.8 };
  return FOUR_DIGITS.test(text.slice(sign, end)) && !name.includes(".")
    ? { start, end, confidence: 0.6 }
    : undefined;
}

function nameStart(text: string, sign: number): number {
  let start = sign;
  while (start > sign - LONGEST && NAME.test(text.charAt(start - 1))) start -= 1;
  return start;
}
