/** A job to send. The transport never parses its message. */
export interface OutgoingJob {
  readonly jobId: string;
  /** The JSON text of a `SealedMessage`. */
  readonly message: string;
  /** How many earlier sends of this job may have been delivered; 0 for the first send. */
  readonly priorDeliveries: number;
  /** After this time, the message is dropped within a second. */
  readonly expiresAt: Date;
}

/**
 * An error that shows that the job certainly did not run, so sending it again cannot run it twice.
 */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Handles one result. If it rejects, the result is delivered again. */
export type ResultHandler = (message: string) => Promise<void>;

/**
 * The gateway's side of the job transport. Every adapter has these duties:
 * - If `send` resolved, it delivers the job at least once, and its result to a result handler at
 *   least once, even if one worker or broker crashes.
 * - `send` resolves only after the broker or the worker took over responsibility (RabbitMQ:
 *   confirmed and not returned; HTTP: the result was handled). It never buffers.
 * - `send` resolves to `ended` if the job is finished, or to `queued` if it waits in a queue or is
 *   in flight.
 * - `send` rejects with a NotSentError when no receiver has the message (RabbitMQ: returned, or
 *   refused by a full queue).
 * - Each delivery has an attempt number, which starts at `priorDeliveries` + 1 and increases with
 *   each redelivery.
 */
export interface JobTransport {
  /** Returns "down" when a send would fail now. It does no I/O. */
  state(): "up" | "down";
  /** Must be called once, before the first send. */
  start(onResult: ResultHandler): Promise<void>;
  /**
   * Sends a job.
   * @throws NotSentError when nothing was delivered; after any other error, the job may have been
   * delivered
   */
  send(job: OutgoingJob): Promise<"ended" | "queued">;
  stop(): Promise<void>;
}

export interface IncomingJob {
  readonly message: string;
  readonly attempt: number;
}

/**
 * The outcome of one attempt. `retry` means that the job must be delivered again, as the next
 * attempt.
 */
export type JobOutcome =
  | { readonly kind: "answered"; readonly result: string }
  | { readonly kind: "retry" };

export type JobHandler = (job: IncomingJob) => Promise<JobOutcome>;

/**
 * The worker's side of the job transport. Every adapter acknowledges a job only after its result is
 * durable, keeps at most `concurrency` jobs in flight, and treats a handler that throws like
 * `retry`.
 */
export interface JobSource {
  state(): "up" | "down";
  start(handler: JobHandler): Promise<void>;
  /** Waits up to `graceMs` for jobs in flight, and returns all others to the queue. */
  stop(graceMs: number): Promise<void>;
}
