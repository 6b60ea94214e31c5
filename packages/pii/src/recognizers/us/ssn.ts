import { precededBy } from "../../context.ts";
import type { Hit, Recognizer } from "../../finding.ts";

const NUMBER =
  /(?<![\p{L}\p{N}_.-])(\d{3})([-. \u00a0]?)(\d{2})\2(\d{4})(?![\p{L}\p{N}_]|[-.]\d)/gu;
const CONTEXT = /\b(?:ssn|ss#|ssid|ssns|social[ -]?security|soc\.? sec)/i;
/** Printed in advertisements and never valid. */
const SPECIMENS = new Set(["078051120", "219099999", "457555462"]);

/**
 * US Social Security numbers. Never issued: area 000, 666, 900-999, group 00, serial 0000 (20 CFR 422.103;
 * SSA, "SSN randomization"). With hyphens the form speaks for itself; any other needs words around it.
 */
export const ssn: Recognizer = {
  name: "us-ssn",
  type: "US_SSN",
  find({ text }) {
    const hits: Hit[] = [];
    for (const { 0: number, 1: area = "", 2: gap, 3: group, 4: serial, index } of text.matchAll(
      NUMBER,
    )) {
      const inContext = precededBy(text, index, CONTEXT);
      if ((gap === "-" || inContext) && isIssued(area, group ?? "", serial ?? ""))
        hits.push({ start: index, end: index + number.length, confidence: inContext ? 0.95 : 0.8 });
    }
    return hits;
  },
};

function isIssued(area: string, group: string, serial: string): boolean {
  if (area === "000" || area === "666" || area >= "900") return false;
  return group !== "00" && serial !== "0000" && !SPECIMENS.has(`${area}${group}${serial}`);
}
