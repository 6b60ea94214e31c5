import { AUDIT, AUDIT_DEAD_LETTERS, type Binding, DEAD_LETTERS, JOBS, RESULTS } from "./names.ts";

export interface QueueLayout {
  readonly binding: Binding;
  readonly arguments: Readonly<Record<string, string | number>>;
}

const NOTHING = "^$";
const DAY_MS = 24 * 60 * 60 * 1000;

/** A worker answers "attempts exhausted" long before; a job with so many crashes workers. */
const JOB_REDELIVERIES = 10;
/** About eight hours of an unavailable database, with pauses of up to 30 s. */
const PATIENT_REDELIVERIES = 1_000;
/** Reading a quorum queue of RabbitMQ 4 counts as a delivery; RabbitMQ 3.x does not know -1 for "no limit". */
const DEAD_LETTER_REDELIVERIES = 1_000_000;

/**
 * Quorum queues: a confirm means "on the disks of a majority". Dead-lettering at least once requires `reject-publish`:
 * a full queue refuses messages, which stay in their outbox.
 * Dead audit batches do not expire: when keys are rolled out in the wrong order, genuine batches have signatures that
 * cannot be verified yet.
 * RabbitMQ documentation, "Quorum Queues", on poison messages and dead lettering.
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
      // When full, dead letters stay in their original queue.
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

export interface Permissions {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
}

/**
 * No role may declare or bind, or write to the default exchange, which reaches every queue.
 * RabbitMQ documentation, "Access Control".
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
