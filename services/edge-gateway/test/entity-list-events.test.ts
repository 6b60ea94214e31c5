import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { EntityListSummary } from "@veil/contracts/public/entity-lists";
import request from "supertest";
import { type ListsApp, startListsApp } from "./support/lists-app.ts";

const PATH = "/api/v1/account/entity-lists";
const DENY = { kind: "deny", entries: [{ value: "Projekt Falke" }, { value: "Adler" }] } as const;
const ALLOW = { kind: "allow", entries: [{ value: "Ann Weber" }] } as const;
const parse = checked(EntityListSummary);

let lists: ListsApp;
beforeAll(async () => {
  lists = await startListsApp();
});
afterAll(() => lists.close());

const call = (method: "post" | "put" | "delete", path: string, apiKey: string, body?: object) =>
  request(lists.app)[method](path).set("x-api-key", apiKey).send(body);

test("When a list is changed, then the audit log hears of it by ids and counts, and of no refusal", async () => {
  const { apiKey, customerId } = await lists.customer();
  const { list_id } = parse((await call("post", PATH, apiKey, DENY)).body);
  const path = `${PATH}/${list_id}`;
  await call("put", path, apiKey, ALLOW);
  expect((await call("put", path, apiKey, [])).status).toBe(400);
  const stranger = (await lists.customer()).apiKey;
  expect((await call("delete", path, stranger)).status).toBe(404);
  expect((await call("delete", path, apiKey)).status).toBe(204);
  expect((await call("delete", path, apiKey)).status).toBe(404);
  const noted = (change: string, list_version: string, entry_count: string) => ({
    event_id: expect.any(String),
    occurred_at: new Date(lists.clock.ms).toISOString(),
    event_type: `ENTITY_LIST_${change}`,
    actor: customerId,
    scope: expect.stringMatching(/^[0-9a-f]{64}$/),
    request_id: expect.stringMatching(/^req_/),
    payload: { list_id, list_version, entry_count },
  });
  expect(lists.kept.events).toEqual([
    noted("CREATED", "1", "2"),
    noted("REPLACED", "2", "1"),
    noted("DELETED", "2", "1"),
  ]);
});
