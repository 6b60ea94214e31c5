import type { AuditEvent } from "@veil/contracts/audit";
import type { SanitiserClaimRequest } from "@veil/contracts/claims";
import type {
  InferenceEnd,
  InferenceEvent,
  InferenceResult,
  ModelsQuery,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import type { EntityListReference, EntityPolicy, Language } from "@veil/contracts/sanitiser";
import type { CustomerId, EntityListName } from "../accounts/index.ts";
import type { JobEvent } from "../audit/index.ts";
import type { EndedCertificate, SanitiserClaims, TokenClaim } from "../veil/index.ts";
import type { Answer } from "./domain/answers.ts";
import type { JobFacts } from "./domain/job-facts.ts";
import type { UnredactedCount } from "./domain/left.ts";
import type { PseudonymToken, SanitisedText } from "./domain/minted.ts";
import type { MessagesOrder } from "./domain/sanitised-job.ts";

export type { UnredactedCount } from "./domain/left.ts";

export interface TokenService {
  tokenFor(customerId: CustomerId): Promise<IssuedToken>;
  /** Drops stocked tokens; to be called when a key of the customer is revoked, or the customer deleted. */
  forget(customerId: CustomerId): void;
}

export interface IssuedToken {
  readonly token: PseudonymToken;
  readonly tokenRequestId: string;
  /** Undefined: none was wanted. */
  readonly claim?: TokenClaim | undefined;
}

export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** A text to be sanitised. */
export interface CallField extends NamedText {
  /** What its name says of it, in words. */
  readonly label?: string;
  /** `false`: no answer repeats its values, as they are not the user's own. */
  readonly restorable?: false;
  /** Text like a placeholder that this request issues stays: an earlier answer, which was not restored. */
  readonly keepsPlaceholders?: true;
}

/** Long parts stay as bytes, which only `TextScans` parses. */
export interface Sanitisation {
  readonly fields: readonly NamedText<SanitisedText>[];
  /** JSON of a list of `PlaceholderEntry`, one for each placeholder. */
  readonly entries: Uint8Array;
  /** The sanitiser's verified answer; with the originals it says what was replaced where. */
  readonly answer: Uint8Array;
  readonly findings: number;
  readonly issued: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  /** By field name: findings at or above the threshold that were left in the text. Every field has an entry. */
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly layers: readonly string[];
  readonly listCount: number;
  /** Undefined: none were wanted. */
  readonly claims?: SanitiserClaims | undefined;
}

export interface RequestLists {
  readonly names: readonly EntityListName[];
  boxes(): Promise<readonly EntityListReference[]>;
}

export interface SanitiseOptions extends CallTrace {
  /** The customer to whom the call counts; undefined: all callers share one place in the queue. Never sent. */
  readonly owner?: CustomerId;
  readonly language?: Language;
  readonly policy?: EntityPolicy;
  readonly lists?: RequestLists;
  /** Whether the LLM shield looks at the text too, where one is configured. */
  readonly shield?: boolean;
  /** Absent: the sanitiser makes no claim. */
  readonly claim?: SanitiserClaimRequest;
}

export interface CallTrace {
  readonly requestId: string;
  readonly traceparent: string;
  readonly gone?: () => AbortSignal;
  readonly isGone?: () => boolean;
}

export interface Sanitiser {
  /**
   * Replaces personal data in all fields. The answer is verified against the originals; any doubt refuses the whole
   * request.
   * @throws ApiError `sanitizer_unavailable`; `invalid_field` for too many findings; `rate_limit_exceeded` or
   * `server_busy` when the queue is full or too slow; the reason of `gone`
   */
  sanitise(fields: readonly CallField[], options: SanitiseOptions): Promise<Sanitisation>;
}

export interface Admission {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly requestId: string;
  readonly facts: JobFacts;
  readonly relinkMap: Uint8Array;
  /** Sealed; undefined: the call gets no certificate. */
  readonly certificateDraft?: Uint8Array | undefined;
  readonly deadline: Date;
  readonly message: string;
  readonly events: readonly AuditEvent[];
  readonly quota: { readonly limitClass: "standard" | "developer"; readonly limit: number };
  readonly idempotency?: { readonly lookup: Uint8Array; readonly bodyHash: Uint8Array };
}

export type KnownAdmission =
  /** `leased`: this caller sends the outbox row; otherwise another replica does or did. */
  | { readonly kind: "admitted"; readonly leased: boolean }
  | { readonly kind: "quota_exceeded"; readonly used: number }
  /** The same Idempotency-Key was admitted in the meantime. */
  | { readonly kind: "duplicate" }
  /** Its id was ruled out, or the job deleted. */
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

export interface AdmittedParts
  extends Pick<JobRecord, "requestId" | "customerId" | "facts" | "relinkMap"> {
  /** Undefined: none was made, or the job has ended. */
  readonly certificateDraft?: Uint8Array | undefined;
}

/** The end of a job. */
export interface JobEnding {
  readonly jobId: string;
  readonly state: FinalState;
  /** Sealed. */
  readonly answer: Uint8Array;
  readonly events: readonly JobEvent[];
  /** Of the result's message. */
  readonly digest?: Uint8Array | undefined;
  readonly certificate?: EndedCertificate | undefined;
  /** The job is taken off its count. `if_unsent`: when its message was certainly not sent. Absent: it stays counted. */
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
   * Inserts job, outbox row (leased to the caller), events and usage in one transaction, or nothing. May be repeated
   * while its outcome is unknown: the job is stored and counted once. When it rejects, nothing was stored.
   */
  admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /** Undefined when the id is unknown or the job was deleted. */
  admitted(jobId: string): Promise<AdmittedParts | undefined>;
  /** Prevents a later admission of this id; does nothing for an admitted job. */
  ruleOut(job: AbsentJob): Promise<void>;
  findIdempotent(
    customerId: CustomerId,
    lookup: Uint8Array,
  ): Promise<{ readonly jobId: string; readonly bodyHash: Uint8Array } | undefined>;
  /**
   * Stores answer, events and what becomes the certificate, drops the sealed payload and the certificate's draft, and gives the
   * job's call back to the month that counted it, where it is to be given back, unless the job has a final state, which never changes. The job's actor, scope, subject and request id are added to the events.
   * @returns whether this call finished it
   */
  finish(ending: JobEnding): Promise<boolean>;
  /** Keeps a failure that is not final: the job ends with it if no answer comes in time. */
  keepFailure(jobId: string, failure: FailedResult): Promise<void>;
  /**
   * Adds the event of a result that came after the final state, once for each job; nothing for an unknown job or for
   * the message that finished it. @returns whether it was added
   */
  recordLate(jobId: string, digest: Uint8Array, event: JobEvent): Promise<boolean>;
  /** For jobs whose responses were sent and cannot be requested again. */
  dropMaps(jobIds: readonly string[]): Promise<void>;
  /** Only the id is kept, so that it is not admitted again. */
  delete(customerId: CustomerId, jobId: string): Promise<boolean>;
  overdue(before: Date, limit: number): Promise<readonly OverdueJob[]>;
}

export interface OpenAdmissions {
  /**
   * Repeats the admission until its outcome is known or its deadline has passed; an admitted job is then sent.
   * @returns undefined when the outcome stays unknown
   */
  settle(admission: Admission): Promise<KnownAdmission | undefined>;
  has(customerId: CustomerId, jobId: string): boolean;
}

export interface Inferences {
  /**
   * Aborting `signal` aborts the call to the provider.
   * @throws ApiError `inference_service_unavailable`; `server_busy` when the worker was full; an UnsentError when nothing was
   * sent to the provider
   */
  whole(job: MessagesOrder, signal: AbortSignal): Promise<InferenceResult>;
  /** The last event is `end`. Leaving earlier aborts the call. @throws as `whole` */
  streamed(job: MessagesOrder, signal: AbortSignal): AsyncGenerator<InferenceEvent>;
  /** What the messages would cost, by the provider's own count. @throws as `whole` */
  tokens(job: MessagesOrder, signal: AbortSignal): Promise<TokenCountResult>;
  /** Which models a credential may use. @throws as `whole` */
  models(query: ModelsQuery, signal: AbortSignal): Promise<ModelsResult>;
}

/** Runs the work at the end of a stream, which makes copies of its text. `length`: in UTF-16 code units. */
export type StreamEndings = <T>(length: number, work: () => Promise<T>) => Promise<T>;

/** A call without a job, at the time at which it may be sent. */
export interface CountedCall {
  readonly customerId: CustomerId;
  readonly quota: Admission["quota"];
  /** Of its steps until then. */
  readonly events: readonly AuditEvent[];
}

export type CountOutcome =
  /** `month`: its first day, as `usage` has it. */
  | { readonly kind: "counted"; readonly month: string }
  | { readonly kind: "quota_exceeded"; readonly used: number };

/** A counted call that ended, and that the provider certainly did not process. */
export interface ReturnedCall {
  readonly customerId: CustomerId;
  readonly limitClass: Admission["quota"]["limitClass"];
  readonly month: string;
  /** The events of its end. */
  readonly events: readonly AuditEvent[];
}

/** Calls without a job. Duties: one is counted, or given back, and its events are stored together, or neither. */
export interface CallCounts {
  count(call: CountedCall): Promise<CountOutcome>;
  /** Takes the call off the month that counted it. Nothing of it is stored or changed when an event is stored already. */
  giveBack(call: ReturnedCall): Promise<void>;
}

export interface OutboxJob {
  readonly jobId: string;
  readonly customerId: CustomerId;
  readonly message: string;
  readonly deliveries: number;
  readonly expiresAt: Date;
}

/** How many jobs of a customer may be claimed: of those named, and of each other one. */
export interface ClaimRoom {
  readonly of: ReadonlyMap<CustomerId, number>;
  readonly others: number;
}

/** Sealed jobs to be sent. Duties: a claimed row is not claimed again until its lease ends. */
export interface JobOutbox {
  /** Customers take turns: the oldest job of each is claimed before the second of any. */
  claim(limit: number, leaseMs: number, room: ClaimRoom): Promise<readonly OutboxJob[]>;
  /** @returns those of the jobs that have no final state; a deleted job never has one, and the worker may still work on it */
  unfinished(jobIds: readonly string[]): Promise<readonly string[]>;
  renew(jobIds: readonly string[], leaseMs: number): Promise<void>;
  sent(jobIds: readonly string[]): Promise<void>;
  /** Returns a row, to be claimed after `delayMs`; `delivered`: the send may have been delivered. */
  release(jobId: string, options: { delivered: boolean; delayMs: number }): Promise<void>;
}

export type OnWake = (finished?: FinishedJob) => void;

/** Signals to waiting requests, on all replicas, that a job is finished. Best effort. */
export interface WakeUps {
  state(): "up" | "down";
  wake(jobId: string, finished?: FinishedJob): void;
  subscribe(jobId: string, onWake: OnWake): () => void;
  close(): Promise<void>;
}
