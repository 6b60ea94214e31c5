import { describe, expect, test } from "@jest/globals";
import { createDocument } from "../document.ts";
import { createFinder, type Recognizer } from "../finding.ts";

interface Table {
  /** The text, with what must be found between ⟦ and ⟧. */
  readonly hits: readonly string[];
  /** Texts in which nothing may be found. */
  readonly misses: readonly string[];
}

/** What every recogniser owes: its table of hits and near misses, and well-formed hits. */
export function describeRecognizer(recognizer: Recognizer, { hits, misses }: Table): void {
  describe(recognizer.name, () => {
    test.each(hits)("finds %j", (marked) => {
      const text = marked.replace(/[⟦⟧]/g, "");
      expect(mark(recognizer, text)).toBe(marked);
      for (const { confidence } of createFinder([recognizer])(createDocument(text, "en"))) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    });

    test.each(misses)("does not fire on %j", (text) => {
      expect(mark(recognizer, text)).toBe(text);
    });
  });
}

function mark(recognizer: Recognizer, text: string): string {
  const hits = [...createFinder([recognizer])(createDocument(text, "en"))].sort(
    (a, b) => b.start - a.start,
  );
  return hits.reduce(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}⟦${marked.slice(start, end)}⟧${marked.slice(end)}`,
    text,
  );
}
