import type { Hit, Recognizer } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";

/** The postcode areas of Royal Mail's PAF, including the Crown dependencies and the forces (BF). */
const AREAS = new Set(
  "AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE".split(
    " ",
  ),
);
const OUTWARD = /^(?:([A-Z]{1,2})\d[A-Z\d]?|GIR)$/;
const INWARD = /^\d[ABD-HJLNP-UW-Z]{2}$/;
/** Matches the end of quantities, which may look like postcodes: "M1 8GB", "E1 4WD". */
const QUANTITY = /(?:GB|TB|WD|HP|PS|TH|ST|ND|RD)$/;
const FREE_BEFORE = /^[^\w.@/-]?$|[ :,]$/;
const CONTEXT = /\b(?:post ?code|postal code|post code|address|zip)\b[^\n]{0,24}$/i;

/**
 * Recognizes British postcodes (BS 7666). Without a blank, they count only on a separate line or
 * after "postcode", and in lower case only after "postcode".
 */
export const postalCodeGb: Recognizer = {
  name: "postal-code-gb",
  type: "POSTAL_CODE",
  codes: [
    { run: [2, 4], begins: "letter", before: FREE_BEFORE, after: /^ 0/ },
    { run: [5, 7], begins: "letter", before: FREE_BEFORE },
    { run: [3, 3], begins: "digit", before: /^A $/ },
  ],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const end = codes.ends[index] ?? start;
      const length = end - start;
      if (/[\w.@/-]/.test(text.charAt(start - 1)) && start > 0) continue;
      const hit =
        length <= 4 ? spaced(text, start, end, codes, index + 1) : glued(text, start, end);
      if (hit !== undefined) hits.push(hit);
    }
    return hits;
  },
};

function spaced(
  text: string,
  start: number,
  end: number,
  codes: { readonly starts: readonly number[]; readonly ends: readonly number[] },
  next: number,
): Hit | undefined {
  const last = codes.ends[next] ?? end;
  if (text.slice(start - 4, end) === "GIR 0AA") return { start: start - 4, end, confidence: 0.8 };
  if (codes.starts[next] !== end + 1 || last - end !== 4 || !isBlank(text, end)) return undefined;
  const written = text.slice(start, last);
  if (!isPostcode(text.slice(start, end), text.slice(end + 1, last))) return undefined;
  const upper = written === written.toUpperCase();
  const inContext = precededBy(text, start, CONTEXT, 40);
  if (!inContext && (!upper || (end - start === 2 && QUANTITY.test(written)))) return undefined;
  return { start, end: last, confidence: inContext ? 0.95 : 0.8 };
}

function glued(text: string, start: number, end: number): Hit | undefined {
  const written = text.slice(start, end);
  if (!isPostcode(written.slice(0, -3), written.slice(-3))) return undefined;
  const inContext = precededBy(text, start, CONTEXT, 40);
  const isOwnLine =
    isEdge(text, start - 1) && isEdge(text, end) && written === written.toUpperCase();
  return inContext || isOwnLine ? { start, end, confidence: inContext ? 0.9 : 0.6 } : undefined;
}

function isPostcode(outward: string, inward: string): boolean {
  const match = OUTWARD.exec(outward.toUpperCase());
  if (match === null || !INWARD.test(inward.toUpperCase())) return false;
  return match[1] === undefined ? inward.toUpperCase() === "0AA" : AREAS.has(match[1]);
}

function isBlank(text: string, at: number): boolean {
  const char = text.charAt(at);
  return char === " " || char === "\u00a0";
}

function isEdge(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charAt(at) === "\n";
}
