import { describe, expect, test } from "@jest/globals";
import type { CustomerId } from "../../accounts/index.ts";
import type { SpanSum } from "../../calls/index.ts";
import { adminExposure, countedSince, exposure, wholeHours } from "./exposure.ts";
import { adminExposureCsv, exposureCsv } from "./exposure-csv.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const WINDOW = { since: new Date("2026-11-20T08:00:00Z"), until: new Date("2026-11-20T10:00:00Z") };
const sum = (hour: number, kind: SpanSum["kind"], name: string, count: number): SpanSum => ({
  ...{ span: "hour", since: new Date(Date.UTC(2026, 10, 20, hour)) },
  ...{ kind, name, count },
});
const sources = {
  now: NOW,
  window: WINDOW,
  sums: [
    sum(8, "calls", "", 2),
    sum(8, "found", "EMAIL", 3),
    sum(8, "key", "Ab3dE6gH", 2),
    sum(9, "calls", "", 1),
    sum(9, "found", "EMAIL", 1),
    sum(9, "provider", "anthropic", 1),
  ],
  certificates: [{ requestId: "req_1", endedAt: WINDOW.since, loggedSha256: undefined }],
  certificateDays: 365,
};

describe("The exposure in a window", () => {
  test("the window is widened to whole hours", () => {
    const given = {
      since: new Date("2026-11-20T08:59:59Z"),
      until: new Date("2026-11-20T09:00:01Z"),
    };
    expect(wholeHours(given)).toEqual(WINDOW);
    expect(wholeHours(WINDOW)).toEqual(WINDOW);
  });

  test("counts are shown by hour and in total, with keys and certificates", () => {
    expect(exposure(sources)).toMatchObject({
      calls: 3,
      categories: [{ name: "EMAIL", count: 4 }],
      providers: [{ name: "anthropic", count: 1 }],
      keys: [{ name: "Ab3dE6gH", count: 2 }],
      spans: [
        { since: "2026-11-20T08:00:00.000Z", until: "2026-11-20T09:00:00.000Z", calls: 2 },
        { since: "2026-11-20T09:00:00.000Z", until: "2026-11-20T10:00:00.000Z", calls: 1 },
      ],
      certificates: [{ request_id: "req_1", logged_sha256: null }],
      unknown: [],
    });
  });

  test.each([
    ["hours older than 90 days", { since: new Date("2026-08-01T00:00:00Z") }, "90 days"],
    ["days older than 24 months", { since: new Date("2024-01-01T00:00:00Z") }, "24 months"],
    ["certificates that were deleted", { since: new Date("2025-11-01T00:00:00Z") }, "365 days"],
  ])("for %s the response says what it cannot know", (_what, changes, words) => {
    const { unknown } = exposure({ ...sources, window: { ...WINDOW, ...changes } });
    expect(unknown.join()).toContain(words);
  });

  test("without a sweep, and with more certificates than fit, the response says so", () => {
    const certificates = Array.from({ length: 10_001 }, (_, at) => ({
      ...{ requestId: `req_${at}`, endedAt: WINDOW.since, loggedSha256: "0".repeat(64) },
    }));
    const body = exposure({ ...sources, certificates, certificateDays: undefined });
    expect(body.certificates).toHaveLength(10_000);
    expect(body.unknown).toHaveLength(2);
  });

  test("a window that begins in a day without hours includes that day", () => {
    const since = new Date("2026-08-01T08:00:00Z");
    expect(countedSince({ ...WINDOW, since }, NOW)).toEqual(new Date("2026-08-01T00:00:00Z"));
    expect(countedSince(WINDOW, NOW)).toEqual(WINDOW.since);
  });

  test("operators get counts by customer, and no ids of keys or certificates", () => {
    const customerId = `cus_${"0".repeat(40)}` as CustomerId;
    const sums = sources.sums
      .filter(({ kind }) => kind !== "key")
      .map(({ kind, name, count }) => ({ customerId, kind, name, count }));
    const body = adminExposure({ now: NOW, window: WINDOW, sums });
    expect(body.customers).toEqual([
      {
        ...{ customer_id: customerId, calls: 3 },
        categories: [{ name: "EMAIL", count: 4 }],
        providers: [{ name: "anthropic", count: 1 }],
      },
    ]);
    expect(adminExposureCsv(body)).toContain(`${customerId},found,EMAIL,4\r\n`);
    expect(exposureCsv(exposure(sources))).toContain(",certificate,req_1,not issued\r\n");
  });
});
