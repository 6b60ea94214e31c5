import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceEnd, InferenceEvent, InferenceResult } from "@veil/contracts/inference";
import type { EntityListReference, EntityPolicy, Language } from "@veil/contracts/sanitiser";
import type { CustomerId, EntityListName } from "../accounts/index.ts";
import type { JobEvent } from "../audit/index.ts";
import type { Answer } from "./domain/answers.ts";
import type { JobFacts } from "./domain/job-facts.ts";
import type { Left } from "./domain/left.ts";
import type { PseudonymToken, SanitisedText } from "./domain/minted.ts";
import type { SanitisedJob } from "./domain/sanitised-job.ts";

export type { Left } from "./domain/left.ts";

/** Sandbox A's door. */
export interface TokenService {
  /**
   * A token that no other call gets. Nothing of the call goes along.
   * @throws ApiError `token_service_unavailable`; `rate_limit_exceeded`, `server_busy` when its turn does not come.
   */
  tokenFor(customerId: CustomerId): Promise<IssuedToken>;
  /** Drops what is in stock: to be called when a key of the customer is revoked, or the customer deleted. */
  forget(customerId: CustomerId): void;
}

export interface IssuedToken {
  readonly token: PseudonymToken;
  /** Under which the bridge made it; of this token alone. */
  readonly tokenRequestId: string;
}

export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** What is as long as the findings are many stays in bytes: only `TextScans` look into it. */
export interface Sanitisation {
  readonly fields: readonly NamedText<SanitisedText>[];
  /** Everything that can be put back: JSON of a list of `PlaceholderEntry`, one a placeholder. */
  readonly entries: Uint8Array;
  /** The sanitiser's answer, which has been verified: with the originals it says what was replaced where. */
  readonly answer: Uint8Array;
  /** How many replacements there are, protected literals among them. */
  readonly findings: number;
  /** How many placeholders of each type there are: they are numbered from 1. */
  readonly issued: Readonly<Record<string, number>>;
  /** Redactions by type. Protected literals are not counted. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * By field name: what was found at or above its type's threshold and left in the text. Each field has an entry, if
   * an empty one.
   */
  readonly left: ReadonlyMap<string, readonly Left[]>;
  readonly layers: readonly string[];
  /** How many lists of known entities had a part in it. */
  readonly listCount: number;
}

/** The lists that a request is sanitised with, and how to get at their boxes if they are asked for. */
export interface RequestLists {
  readonly names: readonly EntityListName[];
  /** All of the customer's lists as they are by then. */
  boxes(): Promise<readonly EntityListReference[]>;
}

export interface SanitiseOptions extends CallTrace {
  /** Whose turn it is to be; without one, all callers' together. Never sent. */
  readonly owner?: CustomerId;
  readonly language?: Language;
  readonly policy?: EntityPolicy;
  readonly lists?: RequestLists;
  /** Whether the LLM shield looks at the text too, where one is configured. */
  readonly shield?: boolean;
}

export interface CallTrace {
  readonly requestId: string;
  readonly traceparent: string;
  /** Aborted when the client has gone: what waits for its turn leaves. */
  readonly gone?: () => AbortSignal;
  readonly isGone?: () => boolean;
}

export interface Sanitiser {
  /**
   * Replaces personal data in all fields. The answer is verified against the originals before anything
   * is minted: one doubt and the whole request is refused.
   * @throws ApiError `sanitizer_unavailable`; `invalid_field` when there is too much to be found; `rate_limit_exceeded`,
   * `server_busy` when its turn does not come; the reason of `gone`
   */
  sanitise(fields: readonly NamedText[], options: SanitiseOptions): Promise<Sanitisation>;
}

export interface Admission {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly requestId: string;
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array;
  readonly deadline: Date;
  /** The sealed, signed job. */
  readonly message: string;
  readonly events: readonly AuditEvent[];
  readonly quota: { readonly limitClass: "standard" | "developer"; readonly limit: number };
  readonly idempotency?: { readonly lookup: Uint8Array; readonly bodyHash: Uint8Array };
}

export type KnownAdmission =
  /** `leased`: the outbox row is the caller's to send. Else another replica has it, or is done with it. */
  | { readonly kind: "admitted"; readonly leased: boolean }
  | { readonly kind: "quota_exceeded"; readonly used: number }
  /** The same Idempotency-Key was admitted meanwhile. */
  | { readonly kind: "duplicate" }
  /** Its id was ruled out, or the job deleted. */
  | { readonly kind: "gone" };

/** `unknown`: the store's answer was lost, and the job may be admitted or not. */
export type AdmissionOutcome = KnownAdmission | { readonly kind: "unknown" };

export interface JobRecord {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly state: "admitted" | "completed" | "failed";
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array | undefined;
  /** Sealed under the data key; undefined while processing and when it has been swept. */
  readonly answer: Uint8Array | undefined;
  readonly finishedAt: Date | undefined;
}

/** What a job has from its admission on. */
export type AdmittedParts = Pick<JobRecord, "customerId" | "facts" | "relinkMap">;

/** A job that was given its final state just now, as reading it would show it, and its opened answer. */
export interface FinishedJob {
  readonly job: JobRecord;
  readonly answer: Answer;
}

export type FinalState = "completed" | "failed";
export type FailedResult = Extract<InferenceEnd, { outcome: "failed" }>;

interface OverdueJob {
  readonly jobId: string;
  /** The failure that was kept, if any. */
  readonly interimFailure: FailedResult | undefined;
}

/** The id of a job that there is not, and who has asked for it. */
interface AbsentJob {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly requestId: string;
  /** After it no admission of that id is repeated any more. */
  readonly deadline: Date;
}

/** The jobs. Duties: admission is all or nothing; a job is finished once, whoever tries again. */
export interface Jobs {
  /**
   * Inserts job, outbox row (leased to the caller), events and usage in one transaction, or nothing. May be
   * repeated while its outcome is unknown: however often it takes effect, the job is there once and counted once.
   * Rejected: this call has certainly done nothing.
   */
  admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /** What was admitted under this id; undefined when there is none, or it was deleted. */
  admitted(jobId: string): Promise<AdmittedParts | undefined>;
  /** Sees to it that this id is never admitted, unless it has been. */
  ruleOut(job: AbsentJob): Promise<void>;
  findIdempotent(
    customerId: CustomerId,
    lookup: Uint8Array,
  ): Promise<{ readonly jobId: string; readonly bodyHash: Uint8Array } | undefined>;
  /**
   * Stores the answer and the events and drops the sealed payload, unless the job is finished already: a final state
   * never changes. The events become the job's: its actor, scope and request id are added. `digest` names the
   * message that it came with.
   * @returns whether this call finished it.
   */
  finish(
    jobId: string,
    state: FinalState,
    answer: Uint8Array,
    events: readonly JobEvent[],
    digest?: Uint8Array,
  ): Promise<boolean>;
  /** Keeps a failure that is not final: it is what the job ends with if no answer comes in time. */
  keepFailure(jobId: string, failure: FailedResult): Promise<void>;
  /**
   * Adds the event of a result that came when the job had its final state, once a job; of the message that brought the
   * final state, and of a job that there is not, nothing. @returns whether it was added.
   */
  recordLate(jobId: string, digest: Uint8Array, event: JobEvent): Promise<boolean>;
  /** The responses were flushed, and nobody will ask for these answers again. */
  dropMaps(jobIds: readonly string[]): Promise<void>;
  /** Nothing of it is kept but the id, which is ruled out. */
  delete(customerId: CustomerId, jobId: string): Promise<boolean>;
  /** Jobs without a final state whose deadline lies before `before`. */
  overdue(before: Date, limit: number): Promise<readonly OverdueJob[]>;
}

/** Admissions whose outcome is not known yet. */
export interface OpenAdmissions {
  /**
   * Repeats the admission until its outcome is known or its deadline has passed, and then has the job sent if it was
   * admitted. @returns undefined when it was given up.
   */
  settle(admission: Admission): Promise<KnownAdmission | undefined>;
  has(customerId: CustomerId, jobId: string): boolean;
}

/** Sandbox B, asked in one exchange: nothing of the call is stored anywhere. */
export interface Inferences {
  /** The whole answer. Aborting `signal` aborts the call to the provider. @throws ApiError `inference_service_unavailable` */
  whole(job: SanitisedJob, signal: AbortSignal): Promise<InferenceResult>;
  /** The answer as it comes; the last event is `end`. Leaving before it aborts the call. @throws as `whole` does */
  streamed(job: SanitisedJob, signal: AbortSignal): AsyncGenerator<InferenceEvent>;
}

export interface OutboxJob {
  readonly jobId: string;
  readonly message: string;
  /** Sends that may have been delivered, this one included. */
  readonly deliveries: number;
  readonly expiresAt: Date;
}

/** Sealed jobs on their way out. Duties: a claimed row is nobody else's until its lease ends. */
export interface JobOutbox {
  claim(limit: number, leaseMs: number): Promise<readonly OutboxJob[]>;
  renew(jobIds: readonly string[], leaseMs: number): Promise<void>;
  sent(jobIds: readonly string[]): Promise<void>;
  /** Gives a row back, to be claimed after `delayMs`; `delivered`: the send may have been delivered. */
  release(jobId: string, options: { delivered: boolean; delayMs: number }): Promise<void>;
}

export type OnWake = (finished?: FinishedJob) => void;

/** Tells waiting requests, on this replica and on others, that a job is finished. Best effort. */
export interface WakeUps {
  state(): "up" | "down";
  /** `finished` reaches those who wait in this process: they need not read it. */
  wake(jobId: string, finished?: FinishedJob): void;
  /** @returns how to stop listening. */
  subscribe(jobId: string, onWake: OnWake): () => void;
  close(): Promise<void>;
}
