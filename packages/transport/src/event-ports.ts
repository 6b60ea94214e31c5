/**
 * Sends audit events from the gateway. Duties of every adapter: `send` resolves only when the batch is
 * durable (RabbitMQ: confirmed and not returned; HTTP: appended), and never buffers. A batch may arrive
 * twice: the receiver removes duplicates by event id.
 */
export interface EventTransport {
  state(): "up" | "down";
  /** `message`: a `SignedMessage` of @veil/crypto as JSON text, one batch of events. */
  send(message: string): Promise<void>;
  stop(): Promise<void>;
}

/** Appends one batch durably. When it rejects, the batch is delivered again. */
export type EventHandler = (message: string) => Promise<void>;

/** A message that fails on every retry, e.g. for a bad signature: it is dead-lettered, not redelivered. */
export class PoisonedMessageError extends Error {
  override readonly name = "PoisonedMessageError";
}

export interface EventSource {
  state(): "up" | "down";
  start(handler: EventHandler): Promise<void>;
  stop(graceMs: number): Promise<void>;
}
