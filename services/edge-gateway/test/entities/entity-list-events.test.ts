import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { DENY, LISTS_PATH, openListsSuite } from "../support/lists-suite.ts";

const ALLOW = { kind: "allow", entries: [{ value: "Ann Weber" }] } as const;
const { gateway, clock, customer, call, created } = openListsSuite();

describeWithServer("postgres", "Events of entity lists", () => {
  test("Changes of a list are in the audit log with ids and counts, and refused changes are not", async () => {
    const { apiKey, customerId } = await customer();
    const list_id = await created(DENY, apiKey);
    const path = `${LISTS_PATH}/${list_id}`;
    await call("put", path, ALLOW, apiKey);
    expect((await call("put", path, [], apiKey)).status).toBe(400);
    const other = (await customer()).apiKey;
    expect((await call("delete", path, undefined, other)).status).toBe(404);
    expect((await call("delete", path, undefined, apiKey)).status).toBe(204);
    expect((await call("delete", path, undefined, apiKey)).status).toBe(404);
    const recorded = (change: string, list_version: string, entry_count: string) => ({
      event_id: expect.any(String),
      occurred_at: new Date(clock.ms).toISOString(),
      event_type: `ENTITY_LIST_${change}`,
      actor: customerId,
      scope: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: expect.stringMatching(/^[0-9a-f]{64}$/),
      request_id: expect.stringMatching(/^req_/),
      payload: { list_id, list_version, entry_count },
    });
    const events = await gateway().events();
    const changes = events.filter(({ event_type }) => event_type.startsWith("ENTITY_"));
    expect(changes).toEqual([
      recorded("CREATED", "1", "2"),
      recorded("REPLACED", "2", "1"),
      recorded("DELETED", "2", "1"),
    ]);
  });
});
