/**
 * The gateway's end of the road to the audit log. Duties of every adapter: `send` resolves only when the
 * batch is with somebody who will not lose it (RabbitMQ: confirmed and not returned; HTTP: appended). It
 * never buffers. A batch may arrive twice: the events' ids make that harmless.
 */
export interface EventTransport {
  state(): "up" | "down";
  /** `message`: a `SignedMessage` of @veil/crypto as JSON text, one batch of events. */
  send(message: string): Promise<void>;
  stop(): Promise<void>;
}

/** Appends one batch, durably. Resolved: the transport may forget it. Rejected: it comes again. */
export type EventHandler = (message: string) => Promise<void>;

/** A message that no retry can make good, e.g. a bad signature: it is set aside, not delivered again. */
export class PoisonedMessageError extends Error {
  override readonly name = "PoisonedMessageError";
}

/** The audit service's end. */
export interface EventSource {
  state(): "up" | "down";
  start(handler: EventHandler): Promise<void>;
  stop(graceMs: number): Promise<void>;
}
