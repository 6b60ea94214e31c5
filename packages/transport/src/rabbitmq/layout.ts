import { AUDIT, AUDIT_DEAD_LETTERS, DEAD_LETTERS, JOBS, RESULTS, type Road } from "./names.ts";

export interface QueueLayout {
  readonly road: Road;
  readonly arguments: Readonly<Record<string, string | number>>;
}

const NOTHING = "^$";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How often a job is redelivered before it is set aside. A worker answers "attempts exhausted" long
 * before; what reaches this limit kills every worker that touches it.
 */
const JOB_REDELIVERIES = 10;
/**
 * Results and audit batches are redelivered for as long as their receiver's database is away, each time
 * after a pause of up to 30 s: for about eight hours.
 */
const PATIENT_REDELIVERIES = 1_000;
/** Looking into a quorum queue of RabbitMQ 4 counts as a delivery; -1 for "no limit" is not known to 3.x. */
const DEAD_LETTER_REDELIVERIES = 1_000_000;

/**
 * Every queue with its arguments. Quorum queues, because a confirm must mean "on the disks of a majority".
 * A message that is set aside moves at least once: the strategy needs `reject-publish`, and a full queue
 * then refuses new messages (nack), which stay in their sender's outbox as never sent.
 * Batches of the audit log have dead letters of their own, which never expire and are never dropped: when
 * keys are rolled out in the wrong order, genuine batches have signatures that nobody knows yet. Those of
 * jobs and results go after a day.
 * Source: RabbitMQ documentation, "Quorum Queues", sections on poison messages and dead lettering.
 */
export const QUEUES: readonly QueueLayout[] = [
  workQueue(JOBS, JOB_REDELIVERIES),
  workQueue(RESULTS, PATIENT_REDELIVERIES, { "x-message-ttl": DAY_MS }),
  workQueue(AUDIT, PATIENT_REDELIVERIES, deadLettersTo(AUDIT_DEAD_LETTERS)),
  {
    road: DEAD_LETTERS,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": DEAD_LETTER_REDELIVERIES,
      "x-message-ttl": DAY_MS,
      "x-max-length": 10_000,
    },
  },
  {
    road: AUDIT_DEAD_LETTERS,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": DEAD_LETTER_REDELIVERIES,
      // Full: what is set aside next stays in the queue that it came from.
      "x-max-length": 100_000,
      "x-overflow": "reject-publish",
    },
  },
];

function workQueue(
  road: Road,
  redeliveries: number,
  more: QueueLayout["arguments"] = {},
): QueueLayout {
  return {
    road,
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

function deadLettersTo({ exchange }: Road): QueueLayout["arguments"] {
  return { "x-dead-letter-exchange": exchange, "x-dead-letter-routing-key": exchange };
}

export interface Permissions {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
}

/**
 * Who may do what, as regular expressions over names: write to exchanges, read queues. Nobody may declare
 * or bind, and nobody may write to the default exchange, which reaches every queue.
 * Source: RabbitMQ documentation, "Access Control", table of operations and permissions.
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
