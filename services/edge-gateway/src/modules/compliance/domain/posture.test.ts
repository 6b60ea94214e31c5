import { expect, test } from "@jest/globals";
import type { CustomerId } from "../../accounts/index.ts";
import type { Control, Measurement } from "./control.ts";
import { createReadPosture } from "./posture.ts";

const NOW_MS = Date.parse("2026-11-21T08:00:00Z");
const CUSTOMER = { customerId: `cus_${"0".repeat(40)}` as CustomerId, subject: "0".repeat(64) };

const control = (id: string, measure: () => Promise<Measurement>): Control => ({
  id,
  title: "T",
  promise: "P",
  measuredBy: "edge gateway",
  method: "setting",
  articles: [],
  goals: [],
  measure,
});
const measured = (state: Measurement["state"]) => async () => ({
  state,
  measuredAt: new Date(NOW_MS),
});

test("a posture counts its controls by state, and a control that cannot be measured is unknown and reported", async () => {
  const failed: string[] = [];
  const readPosture = createReadPosture({
    controls: [
      control("good", measured("met")),
      control("bad", measured("not_met")),
      control("other", measured("unknown")),
      control("lost", () => Promise.reject(new Error("down"))),
    ],
    release: "1.2.3",
    onFailed: (id) => failed.push(id),
    nowMs: () => NOW_MS,
  });
  const posture = await readPosture(CUSTOMER);
  expect(posture).toMatchObject({
    generated_at: "2026-11-21T08:00:00.000Z",
    release: "1.2.3",
    ...{ met: 1, not_met: 1, unknown: 2, unknown_share: 0.5 },
  });
  expect(posture.controls.map(({ state }) => state)).toEqual([
    ...["met", "not_met", "unknown", "unknown"],
  ]);
  expect(failed).toEqual(["lost"]);
});
