import { expect } from "@jest/globals";
import { type Canaries, requestOf } from "../../support/canaries.ts";
import { ENTITY_LISTS_PATH } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";

/** Plants three lists: one with the texts' values, one that is replaced, one that is deleted. */
export async function plantLists(
  { gateway }: Scenario,
  canaries: Canaries,
  apiKey: string,
): Promise<void> {
  const { denied, listed } = canaries;
  const [, , second = "", third = ""] = listed;
  const send = (method: "POST" | "PUT" | "DELETE", path: string, ...values: string[]) => {
    const body = { kind: "deny", entries: values.map((value) => ({ value })) };
    return gateway.call({ method, path, apiKey, body });
  };
  await send("POST", ENTITY_LISTS_PATH, ...denied);
  const replaced = await send("POST", ENTITY_LISTS_PATH, second);
  await send("PUT", replaced.headers["location"] ?? "", third);
  const deleted = await send("POST", ENTITY_LISTS_PATH, second);
  const removed = await send("DELETE", deleted.headers["location"] ?? "", second);
  expect([replaced.status, removed.status]).toEqual([201, 204]);
}

/** Sends lists and policies with planted values that the gateway refuses. */
export async function refuseLists(
  scenario: Scenario,
  canaries: Canaries,
  apiKey: string,
): Promise<void> {
  const { gateway } = scenario;
  const [first = "", second = ""] = canaries.listed;
  const path = ENTITY_LISTS_PATH;
  for (const body of [
    { kind: first, entries: [{ value: second }] },
    { kind: "deny", entries: [{ value: first, type: second }] },
    { kind: "deny", entries: [{ value: first, [second]: 1 }] },
    { kind: "deny", entries: [{ value: first.repeat(50) }] },
    { kind: "deny", entries: [{ value: first, type: "LITERAL" }], [second]: 1 },
    `{"kind": "deny", "entries": [{"value": "${first}"`,
    JSON.stringify({ kind: "deny", entries: [{ value: first }] }).padEnd(4 * 1024 * 1024 + 1),
  ])
    await gateway.call({ method: "POST", path, apiKey, body });
  await gateway.call({ path: `${path}/${encodeURIComponent(first)}`, apiKey });
  for (const entity_policy of [
    { allow: [first] },
    { types: { [first]: true } },
    { deny: [{ value: first, type: second }] },
    first,
  ])
    await gateway.proxy(apiKey, requestOf(canaries, { entity_policy }));
}
