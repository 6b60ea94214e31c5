/**
 * The sender's side of the event transport. In every adapter, `send` resolves only when the batch
 * is durable (RabbitMQ: confirmed and not returned; HTTP: appended), and never buffers. A batch may
 * arrive twice; the receiver removes duplicates by event id.
 */
export interface EventTransport {
  state(): "up" | "down";
  /** Sends one batch of events, which is the JSON text of a `SignedMessage`. */
  send(message: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Handles one batch. If it rejects, the batch is delivered again, unless the error is a
 * PoisonedMessageError.
 */
export type EventHandler = (message: string) => Promise<void>;

/**
 * An error for a message that would fail on every retry, e.g. because of a bad signature. The
 * message is dead-lettered.
 */
export class PoisonedMessageError extends Error {
  override readonly name = "PoisonedMessageError";
}

export interface EventSource {
  state(): "up" | "down";
  start(handler: EventHandler): Promise<void>;
  stop(graceMs: number): Promise<void>;
}
