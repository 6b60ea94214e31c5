import { expect, test } from "@jest/globals";
import { finalOf, gatewayAt } from "../support/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterRequest } from "../support/texts.ts";

const CALLS = 200;
/** Each client has at most 64 connections. */
const CLIENTS = 4;
const ALLOWED = ["200", "202", "429 rate_limit_exceeded"];

export function describeParallelRequests(scenario: () => Scenario): void {
  test("When one customer sends 200, then each gets 200, 202 or 429, no refused one is counted, and another customer is served", async () => {
    const { stack, gateway, customer } = scenario();
    const [many, other] = [await customer(), await customer()];
    const clients = Array.from({ length: CLIENTS }, () => gatewayAt(stack.gatewayUrl));
    const sent = clients.flatMap((client) =>
      Array.from({ length: CALLS / CLIENTS }, () => client.proxy(many.apiKey, letterRequest())),
    );
    finalOf(await gateway.proxy(other.apiKey, letterRequest()));
    const outcomes = (await Promise.all(sent)).map(({ status, body }) =>
      [status, body["error"]].filter((part) => part !== undefined).join(" "),
    );
    expect(outcomes).toHaveLength(CALLS);
    expect(outcomes.filter((outcome) => !ALLOWED.includes(outcome))).toEqual([]);
    const admitted = outcomes.filter((outcome) => !outcome.startsWith("429")).length;
    expect((await gateway.usage(many.apiKey)).used).toBe(admitted);
    for (const client of clients) await client.close();
  });
}
