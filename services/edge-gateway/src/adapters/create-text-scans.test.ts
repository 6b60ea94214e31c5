import { afterAll, expect, test } from "@jest/globals";
import { createTextScans } from "./create-text-scans.ts";

const fail = (error: unknown) => {
  throw error;
};
const worker = new URL("../../dist/adapters/text-scan-worker.js", import.meta.url);
const scans = createTextScans(fail, worker);
afterAll(() => scans.close());

/** How long the event loop stood still at the longest while `work` ran. */
async function longestHaltMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  await work();
  clearInterval(timer);
  look();
  return longest;
}

const LONG = "Call 030 1234 or a@b, see https://x.example/ ".repeat(88_000);

test("When texts of 4 MB are read, then the event loop stays free", async () => {
  await scans.template("x".repeat(100_000));
  const halt = await longestHaltMs(async () => {
    await scans.template(LONG);
    const parts = { values: [{ name: "a", text: LONG }], issued: [], maxChars: 8_388_608 };
    await scans.prompt({ template: "{a}{a}", ...parts });
    await scans.answer(LONG);
  });
  expect(halt).toBeLessThan(400);
}, 60_000);

test("When a short value is used so often that the prompt is long, then the event loop stays free too", async () => {
  const values = [{ name: "a", text: LONG.slice(0, 40_000) }];
  const parts = { template: "{a}".repeat(100), values, issued: [], maxChars: 8_388_608 };
  expect(await longestHaltMs(() => scans.prompt(parts))).toBeLessThan(400);
}, 60_000);
