/** A job as the gateway hands it over. The transport carries text and never looks into it. */
export interface OutgoingJob {
  readonly jobId: string;
  /** A sealed, signed message (`SealedMessage` of @veil/crypto) as JSON text. */
  readonly message: string;
  /** How many earlier sends may have been delivered: 0 the first time. */
  readonly priorDeliveries: number;
  /** The job's deadline. A message that is older is dropped within a second, not delivered. */
  readonly expiresAt: Date;
}

/** Nothing was delivered and nothing will be: sending again cannot run the job twice. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Stores one result, durably. Resolved: the transport may forget it. Rejected: it comes again. */
export type ResultHandler = (message: string) => Promise<void>;

/**
 * The gateway's end of the road gateway -> worker -> gateway.
 *
 * Duties of every adapter:
 * - a job that `send` resolved for is delivered at least once, through any single crash of a worker or a
 *   broker, and its result reaches a result handler at least once;
 * - `send` resolves only when somebody else is responsible: RabbitMQ: confirmed and not returned; HTTP:
 *   the result was handled. It never buffers: when it cannot send now, it rejects now;
 * - what is known to be with nobody (RabbitMQ: returned, or refused by a full queue) is a NotSentError;
 * - each delivery has an attempt number, `priorDeliveries` + 1 at first, higher at each redelivery.
 */
export interface JobTransport {
  /** What is known without I/O: "down" when a send would fail now. */
  state(): "up" | "down";
  /** Begins to hand results to the handler. Call once, before the first send. */
  start(onResult: ResultHandler): Promise<void>;
  /** @throws NotSentError when nothing was delivered; any other error leaves that open. */
  send(job: OutgoingJob): Promise<void>;
  /** Stops taking results, lets those in hand end, flushes, closes. */
  stop(): Promise<void>;
}

/** A job as the worker gets it. */
export interface IncomingJob {
  readonly message: string;
  /** 1 for the first delivery. */
  readonly attempt: number;
}

/** `answered`: the job is done, send the result. `retry`: deliver it again, as the next attempt. */
export type JobVerdict =
  | { readonly kind: "answered"; readonly result: string }
  | { readonly kind: "retry" };

export type JobHandler = (job: IncomingJob) => Promise<JobVerdict>;

/**
 * The worker's end.
 *
 * Duties of every adapter:
 * - the job is done with (acknowledged) only after its result is with the transport for good;
 * - no more than `concurrency` jobs are in hand at once;
 * - a handler that throws counts as `retry`.
 */
export interface JobSource {
  state(): "up" | "down";
  start(handler: JobHandler): Promise<void>;
  /** Takes no new job, lets those in hand end within `graceMs`, gives back the rest. */
  stop(graceMs: number): Promise<void>;
}
