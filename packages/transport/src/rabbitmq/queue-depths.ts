import { setTimeout as sleep } from "node:timers/promises";
import { type ChannelModel, connect } from "amqplib";
import { brokerTarget } from "./broker-target.ts";
import { QUEUES } from "./layout.ts";
import { bounded } from "./link.ts";
import { AUDIT_DEAD_LETTERS, DEAD_LETTERS } from "./names.ts";

/** How many messages wait in a queue of the broker. */
export interface QueueDepth {
  readonly queue: string;
  readonly messages: number;
  readonly isDeadLetters: boolean;
}

/** For the connection, and then for all queues together. */
const TIMEOUT_MS = 2_000;
const DEAD: ReadonlySet<string> = new Set([DEAD_LETTERS.queue, AUDIT_DEAD_LETTERS.queue]);

/**
 * Reads how many messages wait in each queue, over a connection of a moment: a passive declaration
 * needs no permission, but a channel ends when a queue does not exist (AMQP 0-9-1, queue.declare).
 * @throws Error when the broker does not respond, or lacks a queue
 */
export async function readQueueDepths(url: string): Promise<readonly QueueDepth[]> {
  const target = brokerTarget(url);
  const connection = await connect(target.url, { ...target.tls, timeout: TIMEOUT_MS });
  // The error of a channel ends its connection too; the rejection of the call says why.
  connection.on("error", () => undefined);
  try {
    return await Promise.race([depthsOver(connection), silence()]);
  } finally {
    await bounded(connection.close());
  }
}

async function depthsOver(connection: ChannelModel): Promise<readonly QueueDepth[]> {
  const channel = await connection.createChannel();
  channel.on("error", () => undefined);
  const depths: QueueDepth[] = [];
  for (const { binding } of QUEUES) {
    const { queue, messageCount: messages } = await channel.checkQueue(binding.queue);
    depths.push({ queue, messages, isDeadLetters: DEAD.has(queue) });
  }
  return depths;
}

async function silence(): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  throw new Error("The broker accepted the connection and does not respond");
}
