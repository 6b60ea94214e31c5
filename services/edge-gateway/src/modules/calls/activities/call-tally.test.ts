import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CustomerId } from "../../accounts/index.ts";
import { createCallTally } from "./call-tally.ts";
import type { TalliedCount } from "./ports.ts";

const CUSTOMER = `cus_${"0".repeat(40)}` as CustomerId;
const HOUR_MS = 60 * 60_000;

function setUp() {
  const stored: TalliedCount[] = [];
  const clock = { ms: Date.parse("2026-11-21T08:59:59Z") };
  let isDown = false;
  const tally = createCallTally({
    store: {
      async add(counts) {
        if (isDown) throw new Error("down");
        stored.push(...counts);
      },
    },
    onDropped: () => {},
    nowMs: () => clock.ms,
  });
  const call = { customerId: CUSTOMER, activity: "triage", keyId: "Ab3dE6gH" };
  const sum = (kind: TalliedCount["kind"]) =>
    stored.reduce((total, count) => (count.kind === kind ? total + count.count : total), 0);
  return { tally, stored, clock, call, sum, down: (is: boolean) => (isDown = is) };
}

describe("The tally of calls", () => {
  test("calls of one hour are added up by activity, key, type, provider, model, route and code, and those of the next hour are separate", async () => {
    const { tally, stored, clock, call } = setUp();
    tally.admitted({ ...call, redactions: { EMAIL: 2 } });
    tally.admitted({ ...call, redactions: { EMAIL: 1, IBAN: 1 } });
    tally.reached(call, "anthropic", { model: "m-1", inputTokens: 5, outputTokens: 7 });
    tally.answered(CUSTOMER, "/v1/messages");
    tally.refused(CUSTOMER, "quota_exceeded");
    clock.ms += 1_000;
    tally.admitted({ ...call, activity: undefined, redactions: {} });
    await tally.flush();
    const hour = new Date("2026-11-21T08:00:00Z");
    const common = { customerId: CUSTOMER, activity: "triage", hour };
    expect(stored).toEqual([
      { ...common, kind: "calls", name: "", count: 2 },
      { ...common, kind: "key", name: "Ab3dE6gH", count: 2 },
      { ...common, kind: "found", name: "EMAIL", count: 3 },
      { ...common, kind: "found", name: "IBAN", count: 1 },
      { ...common, kind: "provider", name: "anthropic", count: 1 },
      { ...common, kind: "model", name: "m-1", count: 1 },
      { ...common, kind: "input_tokens", name: "m-1", count: 5 },
      { ...common, kind: "output_tokens", name: "m-1", count: 7 },
      { ...common, activity: "", kind: "route", name: "/v1/messages", count: 1 },
      { ...common, activity: "", kind: "refused", name: "quota_exceeded", count: 1 },
      ...["calls", "key"].map((kind) => ({
        ...{ ...common, activity: "", hour: new Date(hour.getTime() + HOUR_MS), kind },
        ...{ name: kind === "key" ? "Ab3dE6gH" : "", count: 1 },
      })),
    ]);
  });

  test("nothing is stored twice, and what cannot be stored is kept and added to what follows", async () => {
    const { tally, call, sum, down } = setUp();
    tally.admitted({ ...call, redactions: {} });
    down(true);
    await expect(tally.flush()).rejects.toThrow("down");
    tally.admitted({ ...call, redactions: {} });
    down(false);
    await tally.flush();
    await tally.flush();
    expect(sum("calls")).toBe(2);
  });

  test("for every order of calls and flushes, each call is stored once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("call", "flush", "fail")), async (steps) => {
        const { tally, call, sum, down } = setUp();
        for (const step of steps)
          if (step === "call") tally.admitted({ ...call, redactions: {} });
          else {
            down(step === "fail");
            await tally.flush().catch(() => {});
          }
        down(false);
        await tally.flush();
        expect(sum("calls")).toBe(steps.filter((step) => step === "call").length);
      }),
      { numRuns: 50 },
    );
  });
});
