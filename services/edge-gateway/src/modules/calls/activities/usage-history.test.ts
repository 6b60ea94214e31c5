import { describe, expect, test } from "@jest/globals";
import type { SpanSum } from "./ports.ts";
import { historyPeriod, usageHistory } from "./usage-history.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const PERIOD = historyPeriod({ since: "2026-10-31" }, NOW);

const sum = (since: string, kind: SpanSum["kind"], name: string, count: number): SpanSum => ({
  ...{ span: "hour", since: new Date(since), kind, name, count },
});

describe("The history of a customer's use", () => {
  test("hours are added up to days and months in UTC, with the most frequent name first", () => {
    const sums = [
      sum("2026-10-31T23:00:00Z", "calls", "", 1),
      sum("2026-11-01T00:00:00Z", "calls", "", 2),
      sum("2026-11-01T05:00:00Z", "calls", "", 3),
      sum("2026-11-01T05:00:00Z", "key", "Ab3dE6gH", 1),
      sum("2026-11-01T05:00:00Z", "key", "Zz3dE6gH", 4),
      sum("2026-11-01T05:00:00Z", "model", "m-1", 5),
      sum("2026-11-01T05:00:00Z", "input_tokens", "m-1", 50),
      sum("2026-11-01T06:00:00Z", "output_tokens", "m-2", 70),
      sum("2026-11-02T06:00:00Z", "route", "/v1/messages", 5),
      sum("2026-11-02T06:00:00Z", "refused", "quota_exceeded", 2),
    ];
    const none = {
      ...{ calls: 0, input_tokens: 0, output_tokens: 0 },
      ...{ keys: [], models: [], routes: [], refusals: [] },
    };
    const first = {
      ...{ ...none, calls: 5, input_tokens: 50, output_tokens: 70 },
      keys: [
        { name: "Zz3dE6gH", count: 4 },
        { name: "Ab3dE6gH", count: 1 },
      ],
      models: [{ name: "m-1", count: 5 }],
    };
    const second = {
      routes: [{ name: "/v1/messages", count: 5 }],
      refusals: [{ name: "quota_exceeded", count: 2 }],
    };
    const byDay = usageHistory("day", PERIOD, sums);
    expect(byDay).toMatchObject({ by: "day", since: "2026-10-31", until: "2026-11-21" });
    expect(byDay.spans).toEqual([
      { name: "2026-10-31", ...none, calls: 1 },
      { name: "2026-11-01", ...first },
      { name: "2026-11-02", ...none, ...second },
    ]);
    const byMonth = usageHistory("month", PERIOD, sums);
    expect(byMonth.spans).toEqual([
      { name: "2026-10", ...none, calls: 1 },
      { name: "2026-11", ...first, ...second },
    ]);
    expect(byMonth.total).toEqual({ ...first, ...second, calls: 6 });
    expect(byMonth.total).toEqual(byDay.total);
  });

  test("without a period it has the last 30 days, and both ends are included", () => {
    expect(historyPeriod({}, NOW)).toEqual({
      ...{ since: new Date("2026-10-23T00:00:00Z"), until: new Date("2026-11-22T00:00:00Z") },
    });
    expect(historyPeriod({ since: "2026-11-02", until: "2026-11-02" }, NOW)).toEqual({
      ...{ since: new Date("2026-11-02T00:00:00Z"), until: new Date("2026-11-03T00:00:00Z") },
    });
  });
});
