import { describe, expect, test } from "@jest/globals";
import type { QueriedEvent } from "@veil/contracts/audit-query";
import { checked } from "@veil/contracts/parsing";
import { AuditViewResponse } from "@veil/contracts/public/audit";
import fc from "fast-check";
import { auditView, viewWindow } from "./audit-view.ts";

const NOW_MS = Date.parse("2026-11-23T08:00:00Z");
const parse = checked(AuditViewResponse);
const ALLOWED = [
  ...[
    "request_id",
    "job_id",
    "model",
    "stop_reason",
    "input_tokens",
    "output_tokens",
    "latency_ms",
  ],
  ...["error_type", "match_count", "detected_types", "severity", "activity_id", "vertical"],
];

const event = (change: Partial<QueriedEvent> = {}): QueriedEvent => ({
  event_id: "0b6f5d2e-6f0e-4f5a-9d5b-3d3f0c1a2b3c",
  occurred_at: "2026-11-22T08:00:00.000Z",
  event_type: "KEY_ISSUED",
  actor: `cus_${"0".repeat(40)}`,
  payload: {},
  ...change,
});

function view(
  events: readonly QueriedEvent[],
  query: Parameters<typeof auditView>[0]["query"] = {},
) {
  const trail = { events, source: "audit_service", clipped: false } as const;
  return parse(auditView({ org_id: "org_1", query, window: viewWindow(query, NOW_MS), trail }));
}

describe("payload_summary", () => {
  const name = fc.oneof(
    fc.constantFrom(...ALLOWED),
    fc.constantFrom("__proto__", "constructor", "toString", "prompt", "Model", "model ", "key_id"),
    fc.string(),
  );
  const payload = fc
    .array(fc.tuple(name, fc.string()), { maxLength: 20 })
    .map((entries) => Object.fromEntries(entries));

  test("For any payload, the summary contains the allowed keys with their values and no other keys", () => {
    fc.assert(
      fc.property(payload, (given) => {
        const [shown] = view([event({ payload: given })]).events;
        const expected = Object.entries(given).filter(([key]) => ALLOWED.includes(key));
        expect(Object.entries(shown?.payload_summary ?? {}).sort()).toEqual(expected.sort());
      }),
    );
  });

  test("payload_summary is absent if the payload has no allowed key", () => {
    const [shown] = view([event({ payload: { key_id: "abcdefgh" } })]).events;
    expect(shown).not.toHaveProperty("payload_summary");
  });
});

test("Pages of any size contain every event once, in order, and has_more is true except on the last page", () => {
  fc.assert(
    fc.property(fc.nat({ max: 450 }), fc.integer({ min: 1, max: 200 }), (count, page_size) => {
      const all = Array.from({ length: count }, (_, index) =>
        event({ request_id: `req_${index}` }),
      );
      const seen: (string | undefined)[] = [];
      let page = 1;
      for (; ; page++) {
        const answer = view(all, { page, page_size });
        expect(answer).toMatchObject({ page, page_size, total: count });
        seen.push(...answer.events.map(({ request_id }) => request_id));
        if (!answer.has_more) break;
        expect(answer.events).toHaveLength(page_size);
      }
      expect(seen).toEqual(all.map(({ request_id }) => request_id));
      expect(view(all, { page: page + 1, page_size }).events).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

describe("viewWindow", () => {
  const window = (query: Parameters<typeof viewWindow>[0]) => {
    const { since, until } = viewWindow(query, NOW_MS);
    return [since.toISOString(), until.toISOString()];
  };

  test("the window is the last seven days by default", () => {
    expect(window({})).toEqual(["2026-11-16T08:00:00.000Z", "2026-11-23T08:00:00.000Z"]);
  });

  test("the window has at most 90 days, and its times may have any UTC offset", () => {
    const until = "2026-11-01T02:00:00+02:00";
    expect(window({ since: "2026-08-03T00:00:00Z", until })).toEqual([
      "2026-08-03T00:00:00.000Z",
      "2026-11-01T00:00:00.000Z",
    ]);
    expect(() => window({ since: "2026-08-02T23:59:59.999Z", until })).toThrow(/90 days/);
    expect(() => window({ since: "2026-08-25T07:59:59.999Z" })).toThrow(/90 days/);
    expect(window({ since: "2026-08-25T08:00:00Z" })).toHaveLength(2);
  });

  test.each([
    ["that begins after its end", { since: "2026-11-20T00:00:00Z", until: "2026-11-19T00:00:00Z" }],
    ["that begins after now", { since: "2026-11-24T00:00:00Z" }],
    ["with a leap second", { since: "2026-11-20T23:59:60Z" }],
    ["before 1970", { since: "0000-01-01T00:00:00Z", until: "0000-01-02T00:00:00Z" }],
  ])("a window %s is refused", (_what, query) => {
    expect(() => window(query)).toThrow(expect.objectContaining({ code: "invalid_field" }));
  });
});
