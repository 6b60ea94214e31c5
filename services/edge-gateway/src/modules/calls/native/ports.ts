import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceEnd } from "@veil/contracts/inference";
import type { RandomBytes } from "@veil/crypto";
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
  /** Sealed; undefined if the call gets no certificate. */
  readonly certificateDraft?: Uint8Array | undefined;
  readonly deadline: Date;
  readonly message: string;
  readonly events: readonly AuditEvent[];
  readonly quota: MonthlyQuota;
  readonly idempotency?: { readonly lookup: Uint8Array; readonly bodyHash: Uint8Array };
}

export type KnownAdmission =
  /** `leased`: this caller sends the outbox row; otherwise another replica does or did. */
  | { readonly kind: "admitted"; readonly leased: boolean }
  | { readonly kind: "quota_exceeded"; readonly used: number }
  /** The same Idempotency-Key was admitted in the meantime. */
  | { readonly kind: "duplicate" }
  /** The id was ruled out, or the job deleted. */
  | { readonly kind: "gone" };

/** `unknown`: the store's answer was lost, so the job may or may not be admitted. */
export type AdmissionOutcome = KnownAdmission | { readonly kind: "unknown" };

export interface JobRecord {
  readonly jobId: string;
  readonly requestId: string;
  readonly customerId: CustomerId;
  readonly state: "admitted" | "completed" | "failed";
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array | undefined;
  /** Sealed under the data key; undefined while processing and when it has been swept. */
  readonly answer: Uint8Array | undefined;
  readonly finishedAt: Date | undefined;
}

export interface AdmittedRecord
  extends Pick<JobRecord, "requestId" | "customerId" | "facts" | "relinkMap"> {
  /** Undefined if none was made, or the job has ended. */
  readonly certificateDraft?: Uint8Array | undefined;
}

/** The end of a job. */
export interface JobEnding {
  readonly jobId: string;
  readonly state: FinalState;
  /** Sealed. */
  readonly answer: Uint8Array;
  readonly events: readonly JobEvent[];
  /** The hash of the result's message. */
  readonly digest?: Uint8Array | undefined;
  readonly certificate?: EndedCertificate | undefined;
  /**
   * Takes the job off its count; `if_unsent` does so only when its message was certainly not sent.
   * Otherwise it stays counted.
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

/** The jobs. Duties: admission is all or nothing; a job is finished only once. */
export interface Jobs {
  /**
   * Inserts job, outbox row (leased to the caller), events and usage in one transaction, or
   * nothing. May be repeated while its outcome is unknown: the job is stored and counted once. When
   * it rejects, nothing was stored.
   */
  admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /** Returns undefined when the id is unknown or the job was deleted. */
  admitted(jobId: string): Promise<AdmittedRecord | undefined>;
  /** Prevents a later admission of this id; does nothing for an admitted job. */
  ruleOut(job: AbsentJob): Promise<void>;
  findIdempotent(
    customerId: CustomerId,
    lookup: Uint8Array,
  ): Promise<{ readonly jobId: string; readonly bodyHash: Uint8Array } | undefined>;
  /**
   * Stores the answer, the events and what becomes the certificate, drops the sealed payload and
   * the certificate's draft, and takes the job's call off the month that counted it if `givesBack`
   * says so. Does nothing when the job has a final state, which never changes. Adds the job's
   * actor, scope, subject and request id to the events.
   * @returns whether this call finished it
   */
  finish(ending: JobEnding): Promise<boolean>;
  /** Keeps a failure that is not final: the job ends with it if no answer comes in time. */
  keepFailure(jobId: string, failure: FailedResult): Promise<void>;
  /**
   * Adds the event of a result that came after the final state, once for each job; nothing for an
   * unknown job or for the message that finished it.
   * @returns whether it was added
   */
  recordLate(jobId: string, digest: Uint8Array, event: JobEvent): Promise<boolean>;
  /** Drops the maps of jobs whose responses were sent and cannot be requested again. */
  dropMaps(jobIds: readonly string[]): Promise<void>;
  /** Keeps only the id, so that it is not admitted again. */
  delete(customerId: CustomerId, jobId: string): Promise<boolean>;
  overdue(before: Date, limit: number): Promise<readonly OverdueJob[]>;
}

export interface OpenAdmissions {
  /**
   * Repeats the admission until its outcome is known or its deadline has passed; an admitted job is
   * then sent.
   * @returns undefined when the outcome stays unknown
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

/** How many jobs may be claimed: of the customers named, and of each other one. */
export interface ClaimRoom {
  readonly of: ReadonlyMap<CustomerId, number>;
  readonly others: number;
}

/** Sealed jobs to be sent. Duties: a claimed row is not claimed again until its lease ends. */
export interface JobOutbox {
  /** Customers take turns: the oldest job of each is claimed before the second of any. */
  claim(limit: number, leaseMs: number, room: ClaimRoom): Promise<readonly OutboxJob[]>;
  /** @returns the jobs without a final state, also deleted ones: the worker may work on them */
  unfinished(jobIds: readonly string[]): Promise<readonly string[]>;
  renew(jobIds: readonly string[], leaseMs: number): Promise<void>;
  sent(jobIds: readonly string[]): Promise<void>;
  /**
   * Makes rows claimable after `delayMs`, all at the same moment.
   * @param options.delivered whether the send may have been delivered, so that it counts
   */
  release(
    jobIds: readonly string[],
    options: { delivered: boolean; delayMs: number },
  ): Promise<void>;
}

export type OnWake = (finished?: FinishedJob) => void;

/** Signals to waiting requests, on all replicas, that a job is finished. Best effort. */
export interface WakeUps {
  state(): "up" | "down";
  wake(jobId: string, finished?: FinishedJob): void;
  subscribe(jobId: string, onWake: OnWake): () => void;
  close(): Promise<void>;
}

export interface AdmittedJob {
  readonly jobId: string;
  readonly begin?: () => void;
  /** The answer can be requested again under its Idempotency-Key. */
  readonly repeatable: boolean;
}

/** The store's answer was lost, so it is unknown whether the job was admitted. */
export interface OpenJob {
  readonly jobId: string;
  readonly repeatable: boolean;
  readonly settled: () => Promise<AdmittedJob | undefined>;
}

export interface JobIds {
  /** `job_` and 32 hexadecimal digits. */
  mint(customerId: CustomerId): string;
  /**
   * Returns whether a gateway with this key has minted the id for this customer. Of other ids, one
   * in 2^32 passes by chance.
   */
  isMinted(customerId: CustomerId, jobId: string): boolean;
}

/** What a native call needs besides what it shares with direct calls. */
export interface NativeDeps extends CallDeps {
  readonly modelsAllowed: readonly string[];
  readonly defaultMaxTokens: number;
  readonly managedAiEnabled: boolean;
  readonly transportState: () => "up" | "down";
  readonly credentials: ProviderCredentials;
  readonly random: RandomBytes;
  readonly jobIds: JobIds;
  readonly messages: JobMessages;
  /** Keys of the HMACs of an Idempotency-Key and of the body that it was sent with. */
  readonly lookupKey: Uint8Array;
  readonly bodyKey: Uint8Array;
  readonly jobs: Jobs;
  readonly leaseMs: number;
  readonly jobDeadlineMs: number;
  readonly openAdmissions: Pick<OpenAdmissions, "settle" | "has">;
  readonly dispatch: (job: OutboxJob) => void;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
  readonly waitTimeoutMs: number;
  /** Aborted when this replica shuts down: waiting clients get a 202. */
  readonly stopping: AbortSignal;
  readonly onUnread: (error: unknown) => void;
  /** Whether the key that the call was made with is still valid. */
  readonly isValidKey: (apiKey: string) => Promise<boolean>;
  readonly onKeyNotChecked: (error: unknown) => void;
  /** Called when the response was sent, so that the map may be deleted. */
  readonly onFlushed: (jobId: string) => void;
}
