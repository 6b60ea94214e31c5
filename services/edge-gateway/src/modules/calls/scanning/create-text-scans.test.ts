import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Sanitised, writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { threadSource } from "@veil/testing";
import { createTextScans, textScansBySize } from "./create-text-scans.ts";
import { createInlineTextScans } from "./inline-text-scans.ts";
import type { TextScans } from "./text-scans.ts";

const fail = (error: unknown) => {
  throw error;
};
const worker = threadSource("export const run = () => 'read in a thread';");
const scans = createTextScans(fail, worker);
afterAll(() => scans.close());

const LONG = "x".repeat(65_536);
const SHORT = "x".repeat(1_000);
const parts = { issued: {}, findings: 0, maxChars: 8_388_608 };

function answer(text: string) {
  const entries = [{ placeholder: "[ID_NUMBER_1]", value: SHORT }];
  const map = new TextEncoder().encode(JSON.stringify({ entries, linkHosts: [] }));
  return { form: "text", blocks: [text], map } as const;
}

describe("Long texts are read in a thread, so that the event loop goes on", () => {
  test.each([
    ["a template", () => scans.template(LONG)],
    ["an answer whose values come back", () => scans.relink(answer(SHORT.repeat(17)))],
    ["an answer with Markdown", () => scans.relink(answer(`[a](b) ${SHORT.repeat(3)}`))],
    ["an answer whose links are counted", () => scans.linked(answer(`[a](b) ${SHORT.repeat(3)}`))],
    ["an answer with long values", () => scans.relink(answer("[ID_NUMBER_1]".repeat(17)))],
    ["an answer", () => scans.answer({ blocks: [LONG], keep: [] })],
    [
      "a prompt with a long value",
      () => scans.prompt({ ...parts, template: "{a}", values: [{ name: "a", text: LONG }] }),
    ],
    [
      "a prompt that uses a short value often",
      () =>
        scans.prompt({
          ...parts,
          template: "{a}".repeat(66),
          values: [{ name: "a", text: SHORT }],
        }),
    ],
  ])("%s", async (_what, read) => {
    expect(await read()).toBe("read in a thread");
  });
});

test("Short texts are read on the event loop", async () => {
  const values = [{ name: "a", text: SHORT }];
  expect(await scans.prompt({ ...parts, template: "{a}", values })).toEqual({ kind: "clean" });
  for (const seen of [
    await scans.template(SHORT),
    await scans.relink(answer(`[a](b) ${SHORT}`)),
    await scans.relink(answer(`${SHORT} `.repeat(10))),
    await scans.answer({ blocks: [SHORT], keep: [] }),
  ])
    expect(seen).not.toBe("read in a thread");
});

describe("Where an answer of the sanitiser is read", () => {
  const asked: string[] = [];
  const named = (name: string): TextScans => {
    const inner = createInlineTextScans();
    const recorded =
      <A, R>(scan: (argument: A) => R) =>
      (argument: A): R => {
        asked.push(name);
        return scan(argument);
      };
    return {
      template: recorded(inner.template),
      identifiers: recorded(inner.identifiers),
      tools: recorded(inner.tools),
      sanitised: recorded(inner.sanitised),
      groundTruth: recorded(inner.groundTruth),
      prompt: recorded(inner.prompt),
      answer: recorded(inner.answer),
      linked: recorded(inner.linked),
      relink: recorded(inner.relink),
    };
  };
  const bySize = textScansBySize({
    inline: named("event loop"),
    requests: named("thread"),
    answers: named("thread of answers"),
    relinks: named("thread of re-linking"),
  });
  beforeEach(() => {
    asked.length = 0;
  });

  function answerWith(count: number) {
    const text = "ab".repeat(count);
    const redactions = Array.from({ length: count }, (_, at) => ({
      start: at * 2,
      end: at * 2 + 2,
      placeholder: "[AGE_1]",
      type: "AGE" as const,
      confidence: 0,
      recognizer: "r",
    }));
    const field = { name: "a", text: "[AGE_1]".repeat(count), redactions, left: [] };
    const sanitised: Sanitised = { fields: [field], layers_active: [] };
    const answer = new TextEncoder().encode(JSON.stringify(writeSanitiseResponse(sanitised)));
    return { originals: [{ name: "a", text }], answer };
  }

  test("few findings in short texts: on the event loop", async () => {
    expect(await bySize.sanitised(answerWith(1_000))).toMatchObject({ findings: 1_000 });
    await bySize.groundTruth({ ...answerWith(1_000), truth: [] });
    expect(asked).toEqual(["event loop", "event loop"]);
  });

  test("more than 2 000 findings, however short they are written: in a thread", async () => {
    expect(await bySize.sanitised(answerWith(2_001))).toMatchObject({ findings: 2_001 });
    await bySize.groundTruth({ ...answerWith(2_001), truth: [] });
    expect(asked).toEqual(["thread", "thread"]);
  });

  test("a long text with any findings: in a thread", async () => {
    const text = "x".repeat(70_000);
    const sanitised = {
      fields: [{ name: "a", text, redactions: [], left: [] }],
      layers_active: [],
    };
    const answer = new TextEncoder().encode(JSON.stringify(writeSanitiseResponse(sanitised)));
    await bySize.sanitised({ originals: [{ name: "a", text }], answer });
    expect(asked).toEqual(["thread"]);
  });

  test("more than 2 000 annotations: in a thread", async () => {
    const annotation = { type: "AGE", value: "ab", start: 0, end: 2 };
    const annotations = new Array(2_001).fill(annotation);
    const truth = [{ name: "a", text: "ab", annotations }];
    await bySize.groundTruth({ ...answerWith(1), truth });
    expect(asked).toEqual(["thread"]);
  });

  test("a short prompt with more than 2 000 findings: in a thread too", async () => {
    const values = [{ name: "a", text: "[AGE_1]".repeat(2_001) }];
    const parts = { template: "{a}", values, issued: { AGE: 1 }, maxChars: 100_000 };
    expect(await bySize.prompt({ ...parts, findings: 2_001 })).toEqual({ kind: "clean" });
    await bySize.prompt({ ...parts, values: [{ name: "a", text: "[AGE_1]" }], findings: 1 });
    expect(asked).toEqual(["thread", "event loop"]);
  });
});
