/**
 * Duties of every adapter: `send` resolves only when the batch is durable (RabbitMQ: confirmed and not returned; HTTP:
 * appended), and never buffers. A batch may arrive twice: the receiver removes duplicates by event id.
 */
export interface EventTransport {
  state(): "up" | "down";
  /** JSON text of a `SignedMessage`: one batch of events. */
  send(message: string): Promise<void>;
  stop(): Promise<void>;
}

/** When it rejects, the batch is delivered again. */
export type EventHandler = (message: string) => Promise<void>;

/** Fails on every retry, e.g. for a bad signature: it is dead-lettered. */
export class PoisonedMessageError extends Error {
  override readonly name = "PoisonedMessageError";
}

export interface EventSource {
  state(): "up" | "down";
  start(handler: EventHandler): Promise<void>;
  stop(graceMs: number): Promise<void>;
}
