/** The transport never parses the message. */
export interface OutgoingJob {
  readonly jobId: string;
  /** JSON text of a `SealedMessage`. */
  readonly message: string;
  /** How many earlier sends may have been delivered: 0 the first time. */
  readonly priorDeliveries: number;
  /** A message that is older is dropped within a second. */
  readonly expiresAt: Date;
}

/** The job certainly did not run: a new send cannot run it twice. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** When it rejects, the result is delivered again. */
export type ResultHandler = (message: string) => Promise<void>;

/**
 * Duties of every adapter:
 * - It delivers a job for which `send` resolved at least once, through any single crash of a worker
 *   or a broker, and delivers its result to a result handler at least once.
 * - `send` resolves only when the broker or the worker is responsible (RabbitMQ: confirmed and not
 *   returned; HTTP: the result was handled). It never buffers.
 * - When it resolves, the worker has either `ended` the job, or it is `queued`, and may be in
 *   flight.
 * - When no receiver has the message (RabbitMQ: returned, or refused by a full queue), it throws a
 *   NotSentError.
 * - Each delivery has an attempt number, `priorDeliveries` + 1 at first, higher at each redelivery.
 */
export interface JobTransport {
  /** "down" when a send would fail now; no I/O. */
  state(): "up" | "down";
  /** Call once, before the first send. */
  start(onResult: ResultHandler): Promise<void>;
  /** @throws NotSentError when nothing was delivered; after any other error the job may have been. */
  send(job: OutgoingJob): Promise<"ended" | "queued">;
  stop(): Promise<void>;
}

export interface IncomingJob {
  readonly message: string;
  readonly attempt: number;
}

/** `retry`: deliver the job again, as the next attempt. */
export type JobOutcome =
  | { readonly kind: "answered"; readonly result: string }
  | { readonly kind: "retry" };

export type JobHandler = (job: IncomingJob) => Promise<JobOutcome>;

/**
 * Duties of every adapter: it acknowledges a job only after the result is durable, keeps at most
 * `concurrency` jobs in flight, and treats a handler that throws as `retry`.
 */
export interface JobSource {
  state(): "up" | "down";
  start(handler: JobHandler): Promise<void>;
  /** Waits up to `graceMs` for jobs in flight, and returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
}
