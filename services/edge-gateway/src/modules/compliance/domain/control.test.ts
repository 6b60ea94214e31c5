import { describe, expect, test } from "@jest/globals";
import { type Control, type Measurement, measuredControl } from "./control.ts";

const NOW_MS = Date.parse("2026-11-21T08:00:00Z");

const control: Control = {
  id: "example",
  title: "Example",
  promise: "It is so.",
  measuredBy: "edge gateway",
  method: "run_time_test",
  maxAgeMs: 60_000,
  articles: ["32(1)(a)"],
  goals: ["integrity"],
  measure: async () => ({ state: "met", measuredAt: undefined }),
};

const stateOf = (measurement: Measurement, changes: Partial<Control> = {}) =>
  measuredControl({ ...control, ...changes }, measurement, NOW_MS).state;

describe("The state of a control", () => {
  test.each(["met", "not_met"] as const)(
    "the state %s is reported until the measurement is older than its maximum age, then it is unknown",
    (state) => {
      const at = (ageMs: number) => ({ state, measuredAt: new Date(NOW_MS - ageMs) });
      expect(stateOf(at(60_000))).toBe(state);
      expect(stateOf(at(60_001))).toBe("unknown");
    },
  );

  test("the state is unknown if nothing was ever measured, even if the measurement says that it is met", () => {
    expect(measuredControl(control, { state: "met", measuredAt: undefined }, NOW_MS)).toMatchObject(
      {
        state: "unknown",
        reason: "Never measured",
        measured_at: null,
      },
    );
  });

  test("a measurement without a maximum age stays true", () => {
    const { maxAgeMs: _none, ...lasting } = control;
    const measurement = { state: "met", measuredAt: new Date(0) } as const;
    const reported = measuredControl(lasting, measurement, NOW_MS);
    expect(reported.state).toBe("met");
    expect(reported).not.toHaveProperty("max_age_seconds");
  });
});
