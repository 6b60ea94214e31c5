import { expect } from "@jest/globals";
import { createMessageOpener, type SealedMessage } from "@veil/crypto";
import { until } from "@veil/testing";
import type { Between } from "./between.ts";
import { brokerOf } from "./broker.ts";
import { stolenKeys, trustOf } from "./keys.ts";
import type { World } from "./world.ts";

/**
 * The job messages as they travel, and what the worker reads in them. Over HTTP those that passed `door`; with a
 * broker those that `send` makes, while there is no worker to take them.
 */
export async function jobMessages(world: World, door: Between, send: () => Promise<unknown>) {
  const { stack } = world;
  const texts = door.passed
    .filter(({ path }) => path === "/jobs")
    .map(({ body }) => (JSON.parse(body) as { message: string }).message);
  if (stack.broker !== undefined) {
    const broker = brokerOf(stack.broker);
    await stack.stop("inference-worker");
    await send();
    await until("a job waits", async () => {
      const waiting = await broker.peek("veil.jobs");
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
