import type { Hit, Recognizer } from "../../../finding.ts";

const OFFICE = /(?:^|[\s,])((?:APO|FPO|DPO),? A[AEP] )$/i;
const LINE =
  /(?:^|[\s,:;"'(])((?:(?:PSC|CMR|UNIT|OMC) ?\d{1,5},?\s{1,2}BOX \d{1,5}[A-Z]?|(?:PSC|CMR|UNIT|BOX) \d{1,5}[A-Z]?|(?:USS|USNS|USCGC|USCG) \p{L}[\p{L}\p{M}'’.-]{0,30}(?: \p{L}[\p{L}\p{M}'’.-]{0,30}){0,2}),?[ \t]{0,3}\r?\n?[ \t]{0,4})$/iu;

/**
 * Recognizes military addresses: APO, FPO or DPO with AA, AE or AP (USPS Publication 28, sections
 * 238 and 239), and the unit, box or ship before it.
 */
export const militaryAddress: Recognizer = {
  name: "military-address",
  type: "STREET_ADDRESS",
  codes: [{ run: [5, 5], begins: "number", before: /^[Aa] $/ }],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const end = codes.ends[index] ?? start;
      const office = OFFICE.exec(text.slice(Math.max(0, start - 9), start))?.[1];
      if (office === undefined) continue;
      const from = start - office.length;
      const line = LINE.exec(text.slice(Math.max(0, from - 70), from))?.[1] ?? "";
      hits.push({ start: from - line.length, end: withPlusFour(text, end), confidence: 0.95 });
    }
    return hits;
  },
};

function withPlusFour(text: string, end: number): number {
  return /^-\d{4}(?!\d)/.test(text.slice(end, end + 6)) ? end + 5 : end;
}
