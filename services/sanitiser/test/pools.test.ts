/** @slow reads the name models */
import { afterEach, expect, test } from "@jest/globals";
import { createLogger, silentLogger as log } from "@veil/service-kit/telemetry";
import { until, withKeyFiles } from "@veil/testing";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createSanitiser } from "../src/sanitiser.ts";
import { sanitisedOf } from "./sanitised-of.ts";
import { boxedList, testTrust } from "./sealed-lists.ts";
import { startTestSanitiser, type TestSanitiser, tokenOf } from "./test-sanitiser.ts";

let sanitiser: TestSanitiser | undefined;
afterEach(() => sanitiser?.close());

const SETTINGS = {
  SANITISER_THREADS: "1",
  SANITISER_INLINE_BELOW_BYTES: "200",
  SANITISER_LARGE_FROM_BYTES: "2000",
};

function poolsIn(lines: readonly string[]): readonly string[] {
  const events = lines.map((line) => JSON.parse(line));
  return events.filter(({ event }) => event === "sanitising").map(({ component }) => component);
}

test("Each body runs in the pool for its length, and every pool is ready", async () => {
  sanitiser = await startTestSanitiser(SETTINGS, {});
  for (const length of [0, 200, 2_000]) {
    const fields = [{ name: "a", text: `ann@example.org ${"x".repeat(length)}` }];
    const { body } = await sanitiser.post({ fields });
    expect(sanitisedOf(fields, body).fields[0]?.text).toMatch(/^\[EMAIL_1\] x*$/);
  }
  expect(poolsIn(sanitiser.lines)).toEqual(["inline", "small", "large"]);
  const { body } = await request(sanitiser.opsApp).get("/ready");
  expect(body.checks).toEqual(
    ["inline", "small", "large"].map((name) => ({ name: `engine_${name}`, ok: true })),
  );
});

test.each([
  ["personal", "How large are Norway and Portugal?"],
  ["all", "How large are [LOCATION_1] and [LOCATION_2]?"],
])(
  "With PLACES=%s, every pool replaces the places that this setting selects",
  async (PLACES, expected) => {
    sanitiser = await startTestSanitiser({ ...SETTINGS, PLACES }, {});
    for (const length of [0, 200, 2_000]) {
      const fields = [
        { name: "a", text: `How large are Norway and Portugal?${" ".repeat(length)}` },
      ];
      const { body } = await sanitiser.post({ fields });
      expect(sanitisedOf(fields, body).fields[0]?.text.trim()).toBe(expected);
    }
  },
);

test("A list whose box was sent to one pool can also be used by the other pools", async () => {
  sanitiser = await startTestSanitiser(SETTINGS, {});
  const list = boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] });
  const fields = [{ name: "a", text: "Zu Projekt Falke" }];
  for (const lists of [[list], [{ id: list.id, version: list.version }]]) {
    const { body } = await sanitiser.post({ fields, lists });
    expect(sanitisedOf(fields, body).fields[0]?.text).toBe("Zu [KNOWN_ENTITY_1]");
  }
  expect(poolsIn(sanitiser.lines)).toEqual(["small", "inline"]);
});

test("When threads fail before they have a job, then the failure is logged, no text is returned, and the process keeps running", async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "sanitiser", level: "error", destination });
  const config = withKeyFiles(testTrust, "sanitiser", readConfig);
  // No thread responds, so /ready waits until this time-out.
  const timeouts = { timeoutMs: 500, largeTimeoutMs: 500 };
  const starved = createSanitiser(
    { ...config, ...timeouts, threads: 1, threadMemoryMb: 4 },
    { log },
  );
  await starved.start();
  await until("both pools have said so", () => lines.length >= 2);
  const failures = lines.map((line) => JSON.parse(line));
  for (const component of ["small", "large"])
    expect(failures).toContainEqual(expect.objectContaining({ event: "thread_failed", component }));
  expect((await request(starved.opsApp).get("/ready")).status).toBe(503);
  await starved.stop();
});

test("Before it is started, the sanitiser is not ready and returns no text", async () => {
  const config = withKeyFiles(testTrust, "sanitiser", readConfig);
  const { app, opsApp } = createSanitiser(config, { log });
  expect((await request(opsApp).get("/ready")).status).toBe(503);
  const response = await request(app)
    .post("/sanitise")
    .auth(await tokenOf("edge-gateway"), { type: "bearer" })
    .send({ fields: [{ name: "a", text: "ann@example.org" }] });
  expect(response.status).toBe(500);
  expect(response.text).not.toContain("ann@");
});
