import type { Hit, Recognizer } from "../../finding.ts";

const LOCAL = /[A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9])?[ ]?$/;
const LOCAL_REACH = 66;
const DOMAIN =
  /[ ]?[a-z0-9][a-z0-9-]{0,62}(?:(?:\.|[ ]?[([{][ ]?(?:dot|punkt|\.)[ ]?[)\]}][ ]?)[a-z0-9-]{1,63}){1,5}/iy;
const SIGN = /[([{][ ]?at[ ]?$/i;

/**
 * Recognizes obfuscated email addresses: "anna (at) example.com", "anna [at] example [dot] com".
 */
export const spelledEmail: Recognizer = {
  name: "spelled-email",
  type: "EMAIL",
  find({ text }) {
    return [...")]}"].flatMap((bracket) => addressesAt(text, bracket));
  },
};

function addressesAt(text: string, bracket: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    const [sign] = SIGN.exec(text.slice(Math.max(0, at - 5), at)) ?? [];
    if (sign === undefined) continue;
    const localEnd = at - sign.length;
    const local = LOCAL.exec(text.slice(Math.max(0, localEnd - LOCAL_REACH), localEnd));
    DOMAIN.lastIndex = at + 1;
    if (local === null || !DOMAIN.test(text)) continue;
    hits.push({ start: localEnd - local[0].length, end: DOMAIN.lastIndex, confidence: 0.9 });
  }
  return hits;
}
