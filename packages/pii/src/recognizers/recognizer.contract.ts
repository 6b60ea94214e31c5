import { describe, expect, test } from "@jest/globals";
import { sampleSeed } from "@veil/testing/sample";
import { createFinder, type Finding, type Recognizer } from "../finding.ts";
import { createDocument } from "../text/document.ts";
import { findThroughView } from "../view/find-through-view.ts";
import {
  escapedForms,
  prefixedForms,
  type Written,
} from "../view/notations/line-notations.contract.ts";
import {
  type Marked,
  writtenOnce,
  writtenTwice,
} from "../view/notations/text-notations.contract.ts";
import { withAllCodes } from "./codes/with-all-codes.ts";

interface Table {
  /** Texts in which ⟦ and ⟧ mark the expected hits. */
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** How many failures to show, because a broken rule fails in hundreds of forms. */
const SHOWN = 3;
/**
 * How many hits of each recognizer are tested in hundreds of forms; the others are tested in
 * dozens.
 */
const NESTED_HITS = 2;
/** Part of the failure message, so that the failure can be repeated. */
const SAMPLE = { VEIL_TEST_SAMPLE: sampleSeed() };

/**
 * Tests what every recognizer guarantees: it finds the hits, also in other notations, with a valid
 * confidence, and ignores the near misses.
 */
export function describeRecognizer(recognizer: Recognizer, { hits, misses }: Table): void {
  const find = finderOf(recognizer);
  describe(recognizer.name, () => {
    test.each(hits)("finds %j", (marked) => {
      const text = unmarked(marked);
      expect(mark(find, text)).toBe(marked);
      for (const { confidence } of find(text)) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    });

    test.each(misses)("finds nothing in %j", (text) => {
      expect(mark(find, text)).toBe(text);
    });

    test("finds the same hits when it skips no codes", () => {
      const findAnyway = finderOf(withAllCodes(recognizer));
      for (const text of [...hits, ...misses].map(unmarked))
        expect(find(text)).toEqual(findAnyway(text));
    });

    test("finds all hits after and across escaped line breaks, tabs and quotes", () => {
      expect(missedIn(find, hits, escapedForms).slice(0, SHOWN)).toEqual([]);
    });

    test("finds all hits in quoted and commented lines", () => {
      expect(missedIn(find, hits, prefixedForms).slice(0, SHOWN)).toEqual([]);
    });

    test("finds all hits in a text inside another notation", () => {
      expect(lostIn(find, hits, writtenOnce).slice(0, SHOWN)).toEqual([]);
    });

    test("finds the first hits in a text inside two nested notations", () => {
      const lost = lostIn(find, hits.slice(0, NESTED_HITS), writtenTwice).slice(0, SHOWN);
      expect({ ...SAMPLE, lost }).toEqual({ ...SAMPLE, lost: [] });
    });
  });
}

type Find = (text: string) => readonly Finding[];

function finderOf(recognizer: Recognizer): Find {
  const find = createFinder([recognizer]);
  return (text) => find(createDocument(text, "en"));
}

function missedIn(
  find: Find,
  hits: readonly string[],
  formsOf: typeof escapedForms,
): readonly Written[] {
  const seenIn = (text: string) =>
    findThroughView(text, find).map(({ start, end }) => text.slice(start, end));
  const forms = hits.flatMap((marked) => {
    const text = unmarked(marked);
    return formsOf(text, find(text), seenIn);
  });
  return forms.flatMap(({ text, values }) => {
    const found = seenIn(text);
    const lost = values.filter((value) => !found.includes(value));
    return lost.length === 0 ? [] : [{ text, values: lost }];
  });
}

function lostIn(find: Find, hits: readonly string[], write: typeof writtenOnce) {
  return hits.flatMap((marked) => {
    const text = unmarked(marked);
    return find(text).flatMap((finding) =>
      write(around(text, finding)).filter(
        (written) =>
          !written.without.has(finding.type) &&
          isFoundIn(find, written.read) &&
          !isFoundIn(throughView(find), written),
      ),
    );
  });
}

function throughView(find: Find): Find {
  return (text) => findThroughView(text, find);
}

function isFoundIn(find: Find, { before, value, after }: Marked): boolean {
  const start = before.length;
  const end = start + value.length;
  return find(before + value + after).some((found) => found.start === start && found.end === end);
}

function around(text: string, { start, end }: Finding): Marked {
  return { before: text.slice(0, start), value: text.slice(start, end), after: text.slice(end) };
}

function unmarked(marked: string): string {
  return marked.replace(/[⟦⟧]/g, "");
}

function mark(find: Find, text: string): string {
  const hits = [...find(text)].sort((a, b) => b.start - a.start);
  return hits.reduce(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}⟦${marked.slice(start, end)}⟧${marked.slice(end)}`,
    text,
  );
}
