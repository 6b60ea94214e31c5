import { expect } from "@jest/globals";
import { createMessageOpener, type SealedMessage } from "@veil/crypto";
import { until } from "@veil/testing";
import { brokerOf } from "./broker.ts";
import { stolenKeys, trustOf } from "./keys.ts";
import type { RecordingProxy } from "./network/recording-proxy.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Returns job messages, both as transmitted and as the worker decrypts them: those that `proxy`
 * recorded over HTTP and, with a broker, also those that `send` causes while the worker is stopped.
 */
export async function jobMessages(
  scenario: Scenario,
  proxy: RecordingProxy,
  send: () => Promise<unknown>,
) {
  const { stack } = scenario;
  const texts = proxy.requests
    .filter(({ path }) => path === "/jobs")
    .map(({ body }) => (JSON.parse(body) as { message: string }).message);
  if (stack.broker !== undefined) {
    const broker = brokerOf(stack.broker);
    await stack.stop("inference-worker");
    await send();
    await until("a job waits", async () => {
      const waiting = await broker.waiting("veil.jobs");
      texts.push(...waiting.map(({ payload }) => payload));
      return waiting.length > 0;
    });
    await stack.restart("inference-worker");
  }
  expect(texts).not.toEqual([]);
  const as = stolenKeys(stack, "inference-worker");
  const from = "edge-gateway";
  const open = createMessageOpener({ as, from, trust: trustOf(stack), kind: "job" });
  return texts.flatMap((text) => [text, open(JSON.parse(text) as SealedMessage).toString()]);
}
