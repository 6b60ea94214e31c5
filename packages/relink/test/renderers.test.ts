/** @all renders thousands of answers */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  answers,
  hidden,
  maySend,
  relinked,
  relinkedBlocks,
  sent,
  unchecked,
} from "./rendered-answers.ts";
import { OTHER_RENDERERS, RENDERERS } from "./renderers.ts";

describe.each(Object.keys(RENDERERS))("Rendered by %s", (name) => {
  test("no answer has a value where a page would send it, except in links to the template's host and links that are exactly one value", () => {
    fc.assert(
      fc.property(answers, (text) => {
        const html = RENDERERS[name]?.(relinked(text)) ?? "";
        expect(hidden(html).filter((found) => !maySend(found))).toEqual([]);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  test("an answer in several blocks has no value where a page would send it, whether its blocks are shown one by one or joined", () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 2, maxLength: 4 }), (texts) => {
        const blocks = relinkedBlocks(texts);
        for (const shown of [...blocks, blocks.join("")]) {
          const html = RENDERERS[name]?.(shown) ?? "";
          expect(hidden(html).filter((found) => !maySend(found))).toEqual([]);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe.each(Object.entries(OTHER_RENDERERS))("Rendered by %s", (_name, render) => {
  test("no answer sends a value, except to the template's host", () => {
    fc.assert(
      fc.property(answers, (text) => {
        const found = sent(render(relinked(text)));
        expect(found.filter((url) => !maySend(url))).toEqual([]);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  test("without the checks, some rendered answers send values to other hosts", () => {
    const reached = fc
      .sample(answers, { numRuns: 500, seed: 1 })
      .filter((text) => sent(render(unchecked(text))).some((url) => !maySend(url)));
    expect(reached.length).toBeGreaterThan(10);
  });
});

test("Positive control: without the checks, values get into attributes", () => {
  const reached = fc
    .sample(answers, { numRuns: 2_000, seed: 1 })
    .filter((text) =>
      Object.values(RENDERERS).some((render) => hidden(render(unchecked(text))).length > 0),
    );
  expect(reached.length).toBeGreaterThan(50);
});
