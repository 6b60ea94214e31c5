import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createTextScans } from "./create-text-scans.ts";

const fail = (error: unknown) => {
  throw error;
};
/** Threads that only say that the text came to them. */
const worker = path.join(mkdtempSync(path.join(tmpdir(), "veil-worker-")), "worker.mjs");
writeFileSync(worker, "export const run = () => 'read in a thread';");
const scans = createTextScans(fail, pathToFileURL(worker));
afterAll(() => scans.close());

const LONG = "x".repeat(65_536);
const SHORT = "x".repeat(1_000);
const parts = { issued: {}, findings: 0, maxChars: 8_388_608 };

function answer(text: string) {
  const entries = [{ placeholder: "[ID_NUMBER_1]", value: SHORT }];
  return { form: "text", text, entries, hosts: [] } as const;
}

describe("Long texts are read in a thread, so that the event loop goes on", () => {
  test.each([
    ["a template", () => scans.template(LONG)],
    ["an answer whose values come back", () => scans.relink(answer(SHORT.repeat(17)))],
    ["an answer with Markdown", () => scans.relink(answer(`[a](b) ${SHORT.repeat(2)}`))],
    ["an answer with long values", () => scans.relink(answer("[ID_NUMBER_1]".repeat(17)))],
    ["an answer", () => scans.answer(LONG)],
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

test("Short texts are read where they are", async () => {
  const values = [{ name: "a", text: SHORT }];
  expect(await scans.prompt({ ...parts, template: "{a}", values })).toEqual({ kind: "clean" });
  for (const seen of [
    await scans.template(SHORT),
    await scans.relink(answer(`[a](b) ${SHORT}`)),
    await scans.relink(answer(`${SHORT} `.repeat(10))),
    await scans.answer(SHORT),
  ])
    expect(seen).not.toBe("read in a thread");
});
