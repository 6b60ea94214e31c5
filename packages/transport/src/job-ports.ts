/** A job as the gateway sends it. The transport never parses the message. */
export interface OutgoingJob {
  readonly jobId: string;
  /** A sealed, signed message (`SealedMessage` of @veil/crypto) as JSON text. */
  readonly message: string;
  /** How many earlier sends may have been delivered: 0 the first time. */
  readonly priorDeliveries: number;
  /** The job's deadline. A message that is older is dropped within a second, not delivered. */
  readonly expiresAt: Date;
}

/** The message was not and will not be delivered, so a new send cannot run the job twice. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Stores one result durably. When it rejects, the result is delivered again. */
export type ResultHandler = (message: string) => Promise<void>;

/**
 * Sends jobs from the gateway to the worker and receives their results.
 *
 * Duties of every adapter:
 * - a job that `send` resolved for is delivered at least once, through any single crash of a worker or a
 *   broker, and its result reaches a result handler at least once;
 * - `send` resolves only when the broker or the worker is responsible (RabbitMQ: confirmed and not returned;
 *   HTTP: the result was handled). It never buffers: when it cannot send now, it rejects now;
 * - when no receiver has the message (RabbitMQ: returned, or refused by a full queue), it is a NotSentError;
 * - each delivery has an attempt number, `priorDeliveries` + 1 at first, higher at each redelivery.
 */
export interface JobTransport {
  /** Does no I/O. "down" when a send would fail now. */
  state(): "up" | "down";
  /** Call once, before the first send. */
  start(onResult: ResultHandler): Promise<void>;
  /** @throws NotSentError when nothing was delivered; after any other error the job may have been. */
  send(job: OutgoingJob): Promise<void>;
  /** Waits for results in flight, flushes, closes. */
  stop(): Promise<void>;
}

export interface IncomingJob {
  readonly message: string;
  /** 1 for the first delivery. */
  readonly attempt: number;
}

/** `answered`: send the result. `retry`: deliver the job again, as the next attempt. */
export type JobOutcome =
  | { readonly kind: "answered"; readonly result: string }
  | { readonly kind: "retry" };

export type JobHandler = (job: IncomingJob) => Promise<JobOutcome>;

/**
 * Receives jobs in the worker and sends their results.
 *
 * Duties of every adapter:
 * - a job is acknowledged only after its result is durable;
 * - no more than `concurrency` jobs are in flight at once;
 * - a handler that throws counts as `retry`.
 */
export interface JobSource {
  state(): "up" | "down";
  start(handler: JobHandler): Promise<void>;
  /** Takes no new job, waits up to `graceMs` for jobs in flight, returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
}
