/** @slow starts threads */
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Sanitised, writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { threadSource } from "@veil/testing";
import {
  createInlineTextScans,
  createTextScans,
  createThreadedTextScans,
  textScansBySize,
} from "./create-text-scans.ts";
import { describeTextScans } from "./text-scans.contract.ts";
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

describe("Long texts are scanned in a thread while the event loop keeps running", () => {
  test.each([
    ["a long template", () => scans.template(LONG)],
    ["a long answer in which values are restored", () => scans.relink(answer(SHORT.repeat(17)))],
    [
      "an answer with links in which values are restored",
      () => scans.relink(answer(`[a](b) ${SHORT.repeat(3)}`)),
    ],
    [
      "an answer in which placeholders in links are counted",
      () => scans.linked(answer(`[a](b) ${SHORT.repeat(3)}`)),
    ],
    [
      "an answer that becomes long when values are restored",
      () => scans.relink(answer("[ID_NUMBER_1]".repeat(17))),
    ],
    [
      "a long answer in which personal data is redacted",
      () => scans.answer({ blocks: [LONG], keep: [] }),
    ],
    [
      "a prompt with a long value",
      () => scans.prompt({ ...parts, template: "{a}", values: [{ name: "a", text: LONG }] }),
    ],
    [
      "a prompt that is long because it uses a short value often",
      () =>
        scans.prompt({
          ...parts,
          template: "{a}".repeat(66),
          values: [{ name: "a", text: SHORT }],
        }),
    ],
  ])("the event loop keeps running during the scan of %s", async (_what, read) => {
    expect(await read()).toBe("read in a thread");
  });
});

test("Short texts are scanned on the event loop", async () => {
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

describe("The place where a response of the sanitiser is scanned", () => {
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
      definitions: recorded(inner.definitions),
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

  test("few findings in short texts are scanned on the event loop", async () => {
    expect(await bySize.sanitised(answerWith(1_000))).toMatchObject({ findings: 1_000 });
    await bySize.groundTruth({ ...answerWith(1_000), truth: [] });
    expect(asked).toEqual(["event loop", "event loop"]);
  });

  test("more than 2 000 findings are scanned in a thread, however few bytes they take", async () => {
    expect(await bySize.sanitised(answerWith(2_001))).toMatchObject({ findings: 2_001 });
    await bySize.groundTruth({ ...answerWith(2_001), truth: [] });
    expect(asked).toEqual(["thread", "thread"]);
  });

  test("a long text is scanned in a thread, even without findings", async () => {
    const text = "x".repeat(70_000);
    const sanitised = {
      fields: [{ name: "a", text, redactions: [], left: [] }],
      layers_active: [],
    };
    const answer = new TextEncoder().encode(JSON.stringify(writeSanitiseResponse(sanitised)));
    await bySize.sanitised({ originals: [{ name: "a", text }], answer });
    expect(asked).toEqual(["thread"]);
  });

  test("more than 2 000 annotations are evaluated in a thread", async () => {
    const annotation = { type: "AGE", value: "ab", start: 0, end: 2 };
    const annotations = new Array(2_001).fill(annotation);
    const truth = [{ name: "a", text: "ab", annotations }];
    await bySize.groundTruth({ ...answerWith(1), truth });
    expect(asked).toEqual(["thread"]);
  });

  test("a short prompt with more than 2 000 findings is scanned in a thread", async () => {
    const values = [{ name: "a", text: "[AGE_1]".repeat(2_001) }];
    const parts = { template: "{a}", values, issued: { AGE: 1 }, maxChars: 100_000 };
    expect(await bySize.prompt({ ...parts, findings: 2_001 })).toEqual({ kind: "clean" });
    await bySize.prompt({ ...parts, values: [{ name: "a", text: "[AGE_1]" }], findings: 1 });
    expect(asked).toEqual(["thread", "event loop"]);
  });
});

const settings = {
  threads: 1,
  queueLength: 64,
  timeoutMs: 20_000,
  memoryMb: 512,
  // Threads cannot load TypeScript, so they run the compiled module.
  worker: new URL("../../../../dist/modules/calls/scanning/text-scan-worker.js", import.meta.url),
  onError: (error: unknown): void => {
    throw error;
  },
};

describeTextScans("threaded", () => {
  const scans = createThreadedTextScans(settings);
  return { scans, close: scans.close };
});

test("When a thread fails, then the scan is rejected with an error that does not contain the cause", async () => {
  const worker = threadSource("export function run() { throw new Error('ann@example.org'); }");
  const broken = createThreadedTextScans({ ...settings, worker });
  await expect(broken.template("x")).rejects.toMatchObject({
    code: "sanitizer_unavailable",
    message: "The text could not be checked for personal data",
  });
  await broken.close();
});

describeTextScans("inline", () => ({ scans: createInlineTextScans(), close: async () => {} }));
