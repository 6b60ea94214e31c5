import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceEnd } from "@veil/contracts/inference";
import type { RandomBytes } from "@veil/crypto";
import type { Macs } from "../../../platform/data-keys.ts";
import type { CustomerId, MonthlyQuota, ProviderCredentials } from "../../accounts/index.ts";
import type { JobEvent } from "../../audit/index.ts";
import type { EndedCertificate } from "../../certificates/index.ts";
import type { CallDeps } from "../prepare/ports.ts";
import type { JobFacts } from "../trace/job-facts.ts";
import type { Answer, Answers, JobMessages } from "./results/answers.ts";

export interface Admission {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly requestId: string;
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array;
  /** The sealed draft. Undefined if the call gets no certificate. */
  readonly certificateDraft?: Uint8Array | undefined;
  readonly deadline: Date;
  readonly message: string;
  readonly events: readonly AuditEvent[];
  readonly quota: MonthlyQuota;
  readonly idempotency?: Idempotency;
}

interface IdempotencyHashes {
  readonly lookup: Uint8Array;
  readonly bodyHash: Uint8Array;
}

/** The HMACs of an Idempotency-Key and of its body, which are stored with the job. */
export interface Idempotency extends IdempotencyHashes {
  /** The HMACs under the other data keys, which another replica may have stored. */
  readonly others: readonly IdempotencyHashes[];
}

export type KnownAdmission =
  /**
   * `leased`: true if this replica must send the job; otherwise another replica sends it or has
   * sent it.
   */
  | { readonly kind: "admitted"; readonly leased: boolean }
  | { readonly kind: "quota_exceeded"; readonly used: number }
  /** A job with the same Idempotency-Key was admitted in the meantime. */
  | { readonly kind: "duplicate" }
  /** The id was ruled out, or the job was deleted. */
  | { readonly kind: "gone" };

/** `unknown`: the database's response was lost, so the job may or may not have been admitted. */
export type AdmissionOutcome = KnownAdmission | { readonly kind: "unknown" };

export interface JobRecord {
  readonly jobId: string;
  readonly requestId: string;
  readonly customerId: CustomerId;
  readonly state: "admitted" | "completed" | "failed";
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array | undefined;
  /**
   * Sealed with the data key. Undefined while the job is processed and after `sweep` has deleted
   * it.
   */
  readonly answer: Uint8Array | undefined;
  readonly finishedAt: Date | undefined;
}

/** A job whose map or answer is stored, and the key that sent it. */
export interface StoredJob {
  readonly jobId: string;
  readonly keyId: string;
}

/** What is stored of a call's texts. */
export interface StoredTexts extends Pick<JobRecord, "jobId" | "relinkMap" | "answer"> {}

export interface AdmittedRecord
  extends Pick<JobRecord, "requestId" | "customerId" | "facts" | "relinkMap"> {
  /** Undefined if no draft was made or the job has ended. */
  readonly certificateDraft?: Uint8Array | undefined;
}

/** What is stored when a job ends. */
export interface JobEnding {
  readonly jobId: string;
  readonly state: FinalState;
  /** The sealed answer. */
  readonly answer: Uint8Array;
  readonly events: readonly AuditEvent[];
  /** The hash of the message that contained the result. */
  readonly digest?: Uint8Array | undefined;
  readonly certificate?: EndedCertificate | undefined;
  /**
   * Whether the job is subtracted from the count of its month. `if_unsent` does so only if the
   * job's message was certainly not sent. If undefined, the job stays counted.
   */
  readonly givesBack?: "always" | "if_unsent" | undefined;
}

/** A job that has just received its final state, with its opened answer. */
export interface FinishedJob {
  readonly job: JobRecord;
  readonly answer: Answer;
}

export type FinalState = "completed" | "failed";

export type FailedResult = Extract<InferenceEnd, { outcome: "failed" }>;

interface OverdueJob {
  readonly jobId: string;
  readonly interimFailure: FailedResult | undefined;
}

interface AbsentJob {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly requestId: string;
  readonly deadline: Date;
}

/**
 * The store of jobs. Duties: an admission is stored completely or not at all; a job is finished
 * only once.
 */
export interface Jobs {
  /**
   * Stores the job, its outbox row (leased to the caller), its events and its usage in one
   * transaction. Can be retried while the outcome is unknown: the job is still stored and counted
   * once. If it rejects, nothing was stored.
   */
  admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /**
   * Returns the record of an admitted job. Returns undefined if the id is unknown or the job was
   * deleted.
   */
  admitted(jobId: string): Promise<AdmittedRecord | undefined>;
  /** Returns the newest jobs of a customer that still have a map or an answer, at most `max`. */
  stored(customerId: CustomerId, max: number): Promise<readonly StoredJob[]>;
  texts(jobIds: readonly string[]): Promise<readonly StoredTexts[]>;
  /** Prevents a later admission of this id. Does nothing if the job was already admitted. */
  ruleOut(job: AbsentJob): Promise<void>;
  findIdempotent(
    customerId: CustomerId,
    lookups: readonly Uint8Array[],
  ): Promise<{ readonly jobId: string; readonly bodyHash: Uint8Array } | undefined>;
  /**
   * Finishes a job: stores the answer, the events and the pending certificate, deletes the sealed
   * message and the certificate draft, and subtracts the job from the count of its month according
   * to `givesBack`. Does nothing if the job already has a final state, which never changes. Adds
   * the job's actor, scope, subject and request id to the events.
   * @returns whether this call finished the job
   */
  finish(ending: JobEnding): Promise<boolean>;
  /** Stores a failure that is not final. The job ends with it if no answer arrives in time. */
  keepFailure(jobId: string, failure: FailedResult): Promise<void>;
  /**
   * Stores the event of a result that arrived after the final state, at most once for each job.
   * Stores nothing if the job is unknown or the result is the one that finished it.
   * @returns whether the event was stored
   */
  recordLate(jobId: string, digest: Uint8Array, event: JobEvent): Promise<boolean>;
  /** Deletes the re-link maps of jobs whose responses were sent and cannot be requested again. */
  dropMaps(jobIds: readonly string[]): Promise<void>;
  /**
   * Deletes everything except the ids and times of the job; the row stays so that the id is not
   * admitted again.
   */
  delete(customerId: CustomerId, jobId: string): Promise<boolean>;
  overdue(before: Date, limit: number): Promise<readonly OverdueJob[]>;
}

export interface OpenAdmissions {
  /**
   * Retries the admission until its outcome is known or its deadline has passed. A job that was
   * admitted is then sent.
   * @returns undefined if the outcome stays unknown
   */
  settle(admission: Admission): Promise<KnownAdmission | undefined>;
  has(customerId: CustomerId, jobId: string): boolean;
}

export interface OutboxJob {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly message: string;
  readonly deliveries: number;
  readonly expiresAt: Date;
}

/** How many jobs of each customer in `of`, and of each other customer, may be claimed. */
export interface ClaimRoom {
  readonly of: ReadonlyMap<CustomerId, number>;
  readonly others: number;
}

/**
 * Sealed jobs that are to be sent. Duty: a claimed row is not claimed again until its lease has
 * expired.
 */
export interface JobOutbox {
  /**
   * Claims jobs. Customers take turns: the oldest job of each is claimed before the second of any.
   */
  claim(limit: number, leaseMs: number, room: ClaimRoom): Promise<readonly OutboxJob[]>;
  /**
   * @returns the jobs without a final state, including deleted ones, which the worker may still be
   * processing
   */
  unfinished(jobIds: readonly string[]): Promise<readonly string[]>;
  renew(jobIds: readonly string[], leaseMs: number): Promise<void>;
  sent(jobIds: readonly string[]): Promise<void>;
  /**
   * Makes rows claimable after `delayMs`, all at the same moment.
   * @param options.delivered - whether the send may have been delivered, so that it counts as one
   */
  release(
    jobIds: readonly string[],
    options: { delivered: boolean; delayMs: number },
  ): Promise<void>;
}

export type OnWake = (finished?: FinishedJob) => void;

/** Signals to waiting requests on all replicas that a job is finished. Signals may be lost. */
export interface WakeUps {
  state(): "up" | "down";
  wake(jobId: string, finished?: FinishedJob): void;
  subscribe(jobId: string, onWake: OnWake): () => void;
  close(): Promise<void>;
}

export interface AdmittedJob {
  readonly jobId: string;
  readonly begin?: () => void;
  /** Whether the answer can be requested again with the same Idempotency-Key. */
  readonly repeatable: boolean;
}

/** A job whose admission is unknown because the database's response was lost. */
export interface OpenJob {
  readonly jobId: string;
  readonly repeatable: boolean;
  readonly settled: () => Promise<AdmittedJob | undefined>;
}

export interface JobIds {
  /** Returns a new id: `job_` and 32 hexadecimal digits. */
  mint(customerId: CustomerId): string;
  /**
   * Returns whether a gateway with one of these keys created the id for this customer. About one in 2^32
   * other ids passes by chance.
   */
  isMinted(customerId: CustomerId, jobId: string): boolean;
}

/** The dependencies of native calls, including those shared with direct calls. */
export interface NativeDeps extends CallDeps {
  readonly modelsAllowed: readonly string[];
  readonly defaultMaxTokens: number;
  readonly managedAiEnabled: boolean;
  readonly transportState: () => "up" | "down";
  readonly credentials: ProviderCredentials;
  readonly random: RandomBytes;
  readonly jobIds: JobIds;
  readonly messages: JobMessages;
  /** The HMACs of an Idempotency-Key, and of the body sent with it. */
  readonly lookupMacs: Macs;
  readonly bodyMacs: Macs;
  readonly jobs: Jobs;
  readonly leaseMs: number;
  readonly jobDeadlineMs: number;
  readonly openAdmissions: Pick<OpenAdmissions, "settle" | "has">;
  readonly dispatch: (job: OutboxJob) => void;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
  readonly waitTimeoutMs: number;
  /** Aborted when this replica shuts down; waiting clients then get a 202. */
  readonly stopping: AbortSignal;
  readonly onUnread: (error: unknown) => void;
  /** Returns whether the API key of the call is still valid. */
  readonly isValidKey: (apiKey: string) => Promise<boolean>;
  readonly onKeyNotChecked: (error: unknown) => void;
  /** Called after the response was sent, so that the re-link map may be deleted. */
  readonly onFlushed: (jobId: string) => void;
}
