import { AUDIT, AUDIT_DEAD_LETTERS, type Binding, DEAD_LETTERS, JOBS, RESULTS } from "./names.ts";

export interface QueueLayout {
  readonly binding: Binding;
  readonly arguments: Readonly<Record<string, string | number>>;
}

const NOTHING = "^$";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The redelivery limit of jobs. A worker reports "attempts exhausted" much earlier, so a job that
 * reaches this limit crashes workers.
 */
const JOB_REDELIVERIES = 10;
/**
 * The redelivery limit of results and audit batches. With pauses of up to 30 s, it covers about
 * eight hours without a database.
 */
const PATIENT_REDELIVERIES = 1_000;
/**
 * The redelivery limit of dead letters, effectively unlimited. In RabbitMQ 4, reading a quorum
 * queue counts as a delivery, and RabbitMQ 3.x does not support -1 for "no limit".
 */
const DEAD_LETTER_REDELIVERIES = 1_000_000;

/**
 * The queues and their arguments. All are quorum queues, in which a confirm means that a majority
 * of nodes has stored the message on disk. Dead-lettering at least once requires `reject-publish`:
 * a full queue refuses messages, which then stay in their outbox.
 * Dead-lettered audit batches do not expire, because after a key rollout in the wrong order,
 * genuine batches have signatures that cannot be verified yet.
 * Source: RabbitMQ documentation, "Quorum Queues", on poison messages and dead lettering.
 */
export const QUEUES: readonly QueueLayout[] = [
  workQueue(JOBS, JOB_REDELIVERIES),
  workQueue(RESULTS, PATIENT_REDELIVERIES, { "x-message-ttl": DAY_MS }),
  workQueue(AUDIT, PATIENT_REDELIVERIES, deadLettersTo(AUDIT_DEAD_LETTERS)),
  {
    binding: DEAD_LETTERS,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": DEAD_LETTER_REDELIVERIES,
      "x-message-ttl": DAY_MS,
      "x-max-length": 10_000,
    },
  },
  {
    binding: AUDIT_DEAD_LETTERS,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": DEAD_LETTER_REDELIVERIES,
      // When this queue is full, dead letters stay in their original queue.
      "x-max-length": 100_000,
      "x-overflow": "reject-publish",
    },
  },
];

function workQueue(
  binding: Binding,
  redeliveries: number,
  more: QueueLayout["arguments"] = {},
): QueueLayout {
  return {
    binding,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": redeliveries,
      "x-max-length": 100_000,
      "x-overflow": "reject-publish",
      "x-dead-letter-strategy": "at-least-once",
      ...deadLettersTo(DEAD_LETTERS),
      ...more,
    },
  };
}

function deadLettersTo({ exchange }: Binding): QueueLayout["arguments"] {
  return { "x-dead-letter-exchange": exchange, "x-dead-letter-routing-key": exchange };
}

/**
 * The maximum size of each queue in bytes, as a policy: an existing queue gets it without being
 * declared again, which RabbitMQ refuses with other arguments. A full queue behaves as its own
 * `x-overflow` says. The three replicas of a queue have 10 GB each for all queues.
 */
export const BOUNDS = {
  name: "veil-bounds",
  pattern: "^veil\\.",
  definition: { "max-length-bytes": 1_000_000_000 },
} as const;

export interface Permissions {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
}

/**
 * The permissions of each role (RabbitMQ documentation, "Access Control"). No role may declare or
 * bind anything, or write to the default exchange, because it routes to every queue.
 */
export const PERMISSIONS = {
  gateway: {
    configure: NOTHING,
    write: anyOf(JOBS.exchange, AUDIT.exchange),
    read: anyOf(RESULTS.queue),
  },
  worker: { configure: NOTHING, write: anyOf(RESULTS.exchange), read: anyOf(JOBS.queue) },
  audit: { configure: NOTHING, write: NOTHING, read: anyOf(AUDIT.queue) },
} as const satisfies Record<string, Permissions>;

export type BrokerRole = keyof typeof PERMISSIONS;

function anyOf(...names: readonly string[]): string {
  return `^(${names.map((name) => name.replaceAll(".", "\\.")).join("|")})$`;
}
