import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { QueriedEvent } from "@veil/contracts/audit-query";
import { testEvent } from "../../../../test/support/admission.ts";
import { createReadTrail } from "./trail.ts";

const OWNER = "a".repeat(64);
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const QUERY = {
  by: "scope",
  owner: OWNER,
  since: new Date(at(0)),
  until: new Date(at(90_000)),
} as const;

const remembered = (ms: number, change: Partial<AuditEvent> = {}): AuditEvent => ({
  ...testEvent(),
  scope: OWNER,
  occurred_at: at(ms),
  ...change,
});
function shown({ scope: _scope, subject: _subject, ...event }: AuditEvent): QueriedEvent {
  return { ...event, payload: {} };
}
const loggedOf = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...shown(testEvent()),
    event_id: randomUUID(),
    occurred_at: at(fromMs + count - index),
  }));

function read(logged: readonly QueriedEvent[] | undefined, recent: readonly AuditEvent[]) {
  const find = (matches: (event: AuditEvent) => boolean) => recent.filter(matches);
  return createReadTrail({ log: { newest: async () => logged }, recent: { find } })(QUERY);
}

test("An event that is in the log and in memory is returned once", async () => {
  const [known, added] = [remembered(1), remembered(2)];
  expect(await read([shown(known)], [known, added])).toEqual({
    events: [shown(added), shown(known)],
    source: "audit_service+memory_buffer",
    clipped: false,
  });
  expect(await read([shown(known)], [known])).toMatchObject({ source: "audit_service" });
});

test.each([
  ["of another organization", { scope: "b".repeat(64) }],
  ["before the window", { occurred_at: at(-1) }],
  ["after the window", { occurred_at: at(90_001) }],
])("A buffered event %s is not returned", async (_what, change) => {
  expect(await read([], [remembered(1, change)])).toMatchObject({
    events: [],
    source: "audit_service",
  });
  expect(await read(undefined, [remembered(1, change)])).toMatchObject({ source: "none" });
});

test("When the log returns the maximum number of events, then the trail is marked as clipped, and events in memory that are older than all of these are not added", async () => {
  const logged = loggedOf(1_000, 10);
  const [older, newer] = [remembered(5), remembered(80_000)];
  const { events, source, clipped } = await read(logged, [older, newer]);
  expect(clipped).toBe(true);
  expect(source).toBe("audit_service+memory_buffer");
  expect(events).toHaveLength(1_000);
  expect(events[0]).toEqual(shown(newer));
  expect(events).not.toContainEqual(shown(older));
  expect(await read(loggedOf(999, 10), [])).toMatchObject({ clipped: false });
});

test("When the log cannot be read, then the buffered events are returned, newest first, and marked as possibly incomplete", async () => {
  const [first, second] = [remembered(1), remembered(2)];
  expect(await read(undefined, [first, second])).toEqual({
    events: [shown(second), shown(first)],
    source: "memory_buffer",
    clipped: true,
  });
  expect(await read(undefined, [])).toEqual({ events: [], source: "none", clipped: true });
});
