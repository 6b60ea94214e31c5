import { rabbitmqManagement } from "../infra/rabbitmq-management.ts";
import type { StackBroker } from "../stack/stack.ts";

export interface WaitingMessage {
  readonly queue: string;
  readonly payload: string;
  readonly properties: unknown;
}

export async function queuesOf({ managementUrl, vhost }: StackBroker): Promise<string[]> {
  const list = await rabbitmqManagement(managementUrl)("GET", `/queues/${vhost}`);
  return (list as { name: string }[]).map(({ name }) => name);
}

/** Reads messages without removing them. Each call counts as a delivery of each message. */
export async function waitingMessages(
  broker: StackBroker,
  only?: string,
): Promise<WaitingMessage[]> {
  const manage = rabbitmqManagement(broker.managementUrl);
  const found: WaitingMessage[] = [];
  for (const queue of only === undefined ? await queuesOf(broker) : [only]) {
    const request = { count: 1_000, ackmode: "ack_requeue_true", encoding: "base64" };
    const got = await manage("POST", `/queues/${broker.vhost}/${queue}/get`, request);
    for (const { payload, properties } of got as { payload: string; properties: unknown }[])
      found.push({ queue, payload: Buffer.from(payload, "base64").toString(), properties });
  }
  return found;
}
