import type { Channel, ConsumeMessage } from "amqplib";

export interface Delivery {
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly priorDeliveries: number;
}

/**
 * What happens to a delivery after it was handled. `requeue` delivers it again, to any consumer,
 * after `afterMs`.
 */
export type Settlement =
  | { readonly kind: "ack" }
  | { readonly kind: "requeue"; readonly afterMs: number }
  | { readonly kind: "dead-letter" };

/**
 * Converts a RabbitMQ message to a delivery. A quorum queue counts redeliveries in
 * `x-delivery-count`, which is absent on the first delivery.
 */
export function toDelivery({ content, properties }: ConsumeMessage): Delivery {
  const headers: Record<string, unknown> = properties.headers ?? {};
  return {
    text: content.toString("utf8"),
    headers,
    priorDeliveries: countIn(headers, "x-delivery-count"),
  };
}

export function countIn(headers: Readonly<Record<string, unknown>>, name: string): number {
  const value = headers[name];
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/**
 * Settles a message. If the channel is closed, it does nothing, because the broker has already
 * requeued the message.
 */
export function settle(channel: Channel, message: ConsumeMessage, kind: Settlement["kind"]): void {
  try {
    if (kind === "ack") channel.ack(message);
    else channel.nack(message, false, kind === "requeue");
  } catch {
    // amqplib throws IllegalOperationError on a closed channel.
  }
}
