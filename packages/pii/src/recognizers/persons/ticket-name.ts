import type { Hit, Recognizer, Span } from "../../finding.ts";

const CAPITAL = /[A-Z]/;
const LONGEST = 30;
/** Long enough for "LI/WEI", but not for "CI/CD". */
const SHORTEST = 6;
const TITLES = "(?:MR|MRS|MS|MISS|MSTR|MST|DR|PROF|CHD|INF)";
const GIVEN = new RegExp(`[A-Z]{2,20}(?: (?!${TITLES}\\b)[A-Z]{2,20})?(?![\\p{L}\\p{N}_/])`, "yu");
const TITLE = new RegExp(`^ ?${TITLES}(?![\\p{L}\\p{N}])`, "u");
const GLUED = new RegExp(`[A-Z]{2}${TITLES}$`, "u");
const BEFORE =
  /(?:\b(?:passenger|passagier|pax|name|guest|traveller|reisender|fluggast)[^\n\p{L}]{1,6}|(?:^|[\n\s])\d{1,2}\.\d?)$/iu;

/**
 * Recognizes names on tickets: "KOWALSKI/JAN MR" (IATA, Resolution 722f). Without a title, context
 * is required.
 */
export const ticketName: Recognizer = {
  name: "ticket-name",
  type: "PERSON",
  needs: "/",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf("/"); at !== -1; at = text.indexOf("/", at + 1)) {
      const name = nameAround(text, at);
      if (name !== undefined) hits.push({ ...name, confidence: 0.85 });
    }
    return hits;
  },
};

function nameAround(text: string, stroke: number): Span | undefined {
  let start = stroke;
  while (stroke - start < LONGEST && CAPITAL.test(text.charAt(start - 1))) start -= 1;
  if (stroke - start < 2 || /[\p{L}\p{N}_/@-]/u.test(text.charAt(start - 1) || " "))
    return undefined;
  GIVEN.lastIndex = stroke + 1;
  if (!GIVEN.test(text)) return undefined;
  const end = GIVEN.lastIndex;
  if (end - start < SHORTEST) return undefined;
  const isTitled = TITLE.test(text.slice(end, end + 6)) || GLUED.test(text.slice(stroke, end));
  const isNamed = isTitled || BEFORE.test(text.slice(Math.max(0, start - 16), start));
  return isNamed ? { start, end } : undefined;
}
