import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { foundInHeap } from "@veil/local-stack";
import { until } from "@veil/testing";
import { type Gateway, withGateway } from "../../support/clients/gateway.ts";
import { answerTextOf, SDK_PATHS, sdkRequest } from "../../support/clients/sdk-capture.ts";
import type { Gate } from "../../support/network/gate.ts";
import { freshProviderKey } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";

const CUSTOMERS = 200;

interface HeapScenario extends ProviderScenario {
  readonly gate: Gate;
  /** The port of the gateway process's inspector. */
  readonly inspectorPort: number;
}

/**
 * Covers calls that are all in flight at the same time, with the same name and different email
 * addresses.
 */
export function describeCustomersAtOnce(calls: HeapScenario): void {
  const { scenario, dialect, provider, gate, inspectorPort } = calls;
  const tag = String(randomInt(1e7, 1e8 - 1));
  const planted = new RegExp(`holder-\\d+-${tag}`, "g");
  const emailOf = (at: number) => `holder-${at}-${tag}@post.example`;

  test(`${CUSTOMERS} customers at once each get their own values, and afterwards the gateway's heap contains none of them`, async () => {
    const keys = await registered(scenario());
    provider().setMode({ delay_ms: 1, answer: "Dear [PERSON_1], we write to [EMAIL_1]." });
    provider().clear();
    gate.close();
    const { gateway } = scenario();
    const { texts, during } = await withGateway(
      gateway.url,
      async (connected) => {
        const answers = Promise.all(
          keys.map((apiKey, at) => call(connected, apiKey, emailOf(at))),
        ).then((replies) => replies.map(answerTextOf));
        try {
          const all = untilWaiting(gate);
          // No call ends before the gate opens, unless the gateway refuses it.
          await Promise.race([all, answers]);
          // Proves that the search finds a value in the heap.
          const found = await foundInHeap(inspectorPort, planted);
          gate.open();
          return { texts: await answers, during: found };
        } finally {
          gate.open();
        }
      },
      CUSTOMERS,
    );
    provider().setMode({});

    expect(during.size).toBe(CUSTOMERS);
    expect(texts).toEqual(
      keys.map((_key, at) => `Dear Margaret Holloway, we write to ${emailOf(at)}.`),
    );
    expect(provider().record()).toHaveLength(CUSTOMERS);
    expect(JSON.stringify(provider().record())).not.toContain(tag);
    expect([...(await foundInHeap(inspectorPort, planted))]).toEqual([]);
  });

  const call = async (gateway: Gateway, apiKey: string, email: string) => {
    const content = `I am Margaret Holloway, write to ${email}.`;
    for (;;) {
      const reply = await gateway.call({
        ...{ method: "POST", path: SDK_PATHS[dialect], apiKey },
        headers: { "x-upstream-key": freshProviderKey(dialect), "x-veil-relink": "true" },
        body: sdkRequest(dialect, { messages: [{ role: "user", content }] }),
      });
      // On a busy machine, the gateway may refuse a call before it sends anything; then an SDK
      // retries.
      if (!reply.text.includes("scanner_unavailable")) return reply;
    }
  };
}

/**
 * Waits in steps, each with a separate time-out, because a busy machine takes long for all calls.
 */
async function untilWaiting(gate: Gate): Promise<void> {
  for (let count = 25; count <= CUSTOMERS; count += 25)
    await until(`${count} calls are with the provider`, () => gate.waiting() >= count);
}

async function registered({
  gateway,
  stack,
}: ReturnType<ProviderScenario["scenario"]>): Promise<readonly string[]> {
  const key = readFileSync(path.join(stack.stateDir, "admin-key"), "utf8").trim();
  const register = async (at: number) => {
    const { status, text, body } = await gateway.call({
      ...{ method: "POST", path: "/api/v1/admin/customers", headers: { "x-admin-key": key } },
      body: { email: `at-once-${at}@example.org`, tier: "pro", managed_ai: false },
    });
    if (status >= 300) throw new Error(`Answered ${status}: ${text}`);
    return String(body["api_key"]);
  };
  return await Promise.all(Array.from({ length: CUSTOMERS }, (_, at) => register(at)));
}
