import type { Hit, Recognizer, Span } from "../../finding.ts";
import { dateFromCode, dateFromMonth } from "./date-at.ts";

/**
 * Recognizes dates and times: ISO 8601, RFC 3339, American and European order, month names, years
 * after a preposition, and times with "am", "Uhr" or "at". It does not recognize relative dates
 * ("today").
 */
export const dateTime: Recognizer = {
  name: "date-time",
  type: "DATE_TIME",
  codes: [{ run: [1, 6], begins: "digit", before: /^[^_#$%.:@+=]?$|[ ,/-]$/ }],
  find({ text, codes }, places): readonly Hit[] {
    const hits: Hit[] = [];
    let free = 0;
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      if (start < free) continue;
      const end = codes.ends[index] ?? start;
      const date = dateAt(text, start, end, free);
      if (date === undefined) continue;
      hits.push({ ...date, confidence: 0.7 });
      free = date.end;
    }
    return hits;
  },
};

function dateAt(text: string, start: number, end: number, free: number): Span | undefined {
  const date = dateFromMonth(text, start, end) ?? dateFromCode(text, start, end);
  return date === undefined || date.start < free ? undefined : date;
}
