/** @heavy renders thousands of answers in Python */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import fc from "fast-check";
import { answers, maySend, relinked, sent, unchecked } from "./rendered-answers.ts";

const SCRIPT = path.join(import.meta.dirname, "render.py");
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const python = judgePath("python-interop") ?? "";

function pagesOf(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const input = JSON.stringify(texts);
  const output = execFileSync(python, [SCRIPT], { input, maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(output.toString());
}

describeWhere(python !== "", "Rendered in Python", "scripts/with-python-interop", () => {
  const texts = fc.sample(answers, { numRuns: 4_000, seed: 1 });

  test("no answer rendered in Python sends a value", () => {
    const restored = texts.map(relinked);
    for (const [name, pages] of Object.entries(pagesOf(restored))) {
      const sending = pages.flatMap((page, index) =>
        sent(page).every(maySend) ? [] : [{ name, text: texts[index], page }],
      );
      expect(sending).toEqual([]);
    }
  });

  test("without the checks, answers rendered in Python send values", () => {
    for (const pages of Object.values(pagesOf(texts.map(unchecked)))) {
      const sending = pages.filter((page) => !sent(page).every(maySend));
      expect(sending.length).toBeGreaterThan(100);
    }
  });
});
