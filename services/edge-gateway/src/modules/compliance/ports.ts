import type { Readable } from "node:stream";
import type { AuditEvent } from "@veil/contracts/audit";
import type { ProvidersResult } from "@veil/contracts/inference";
import type {
  CustomerData,
  DenialReason,
  ExtensionReason,
  SubjectRequestStatus,
  SubjectRequestType,
} from "@veil/contracts/public/compliance/dsar";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { ListedCertificate } from "@veil/veil/evidence";
import type { PageOf, PageRequest } from "../../platform/pages.ts";
import type { CustomerId } from "../accounts/index.ts";

/** The result of one run of the masking canary. */
export interface CanaryResult {
  readonly at: Date;
  /** How many values the text contained. */
  readonly planted: number;
  /** The types of the values that were not replaced. */
  readonly missed: readonly string[];
}

/** The result of comparing the audit log with its earlier state. */
export interface WatchedLog {
  readonly at: Date;
  readonly size: number;
  /** The checkpoint as the log signed it, with the cosignatures of its witnesses. */
  readonly checkpoint: string;
  /** In hexadecimal. */
  readonly checkpointSha256: string;
  /** How the log contradicts its earlier state. Undefined if it only grew. */
  readonly broken: string | undefined;
}

/** A value in a column, or its first bytes. */
export interface StoredSample<Value> {
  /** The table and the column, such as `jobs.answer`. */
  readonly column: string;
  readonly value: Value;
}

export interface DatabaseEncryption {
  /** The version of TLS on this connection. Undefined if it is not encrypted. */
  readonly version: string | undefined;
}

/**
 * Returns where the worker sends prompts.
 * @throws ApiError `inference_service_unavailable`: a document must not omit who receives data
 */
export type Providers = () => Promise<ProvidersResult["providers"]>;

/** A retention rule, and when the sweep last enforced it. */
export interface SweptRule {
  readonly rule: string;
  /** For how long the rule keeps its data, such as `24 hours`. */
  readonly kept: string;
  readonly sweptAt: Date;
}

export interface CertificateFigures {
  readonly issued: number;
  readonly refused: number;
  /** Calls without a decision. */
  readonly pending: number;
  readonly oldestPending: Date | undefined;
  /** Issued certificates without evidence of the log. */
  readonly unproven: number;
  readonly oldestUnproven: Date | undefined;
}

/** What the gateway's database shows about promises. All methods only read. */
export interface ComplianceFigures {
  encryption(): Promise<DatabaseEncryption>;
  /** Returns the first bytes of values, chosen at random, in columns that must be sealed. */
  sealedSamples(): Promise<readonly StoredSample<Uint8Array>[]>;
  /** Returns values, chosen at random, in columns of JSON that are not sealed. */
  clearSamples(): Promise<readonly StoredSample<string>[]>;
  swept(): Promise<readonly SweptRule[]>;
  /** Counts certificates of the customer's calls that ended since then. */
  certificates(customerId: CustomerId, since: Date): Promise<CertificateFigures>;
  /** Returns at most `max` certificates of the customer's calls that ended in the period. */
  exposedCertificates(
    customerId: CustomerId,
    period: { readonly since: Date; readonly until: Date },
    max: number,
  ): Promise<readonly ExposedCertificate[]>;
  /**
   * Returns all issued certificates of the customer's calls that ended in the period, in pages, by
   * time. The end of the period is not part of it.
   */
  issuedCertificates(
    customerId: CustomerId,
    period: { readonly since: Date; readonly until: Date },
  ): AsyncIterable<readonly ListedCertificate[]>;
}

/** The newest version of what a customer has filled in about a topic. */
export interface StoredInput {
  readonly topic: string;
  readonly version: number;
  readonly sealed: Uint8Array;
  readonly createdAt: Date;
}

/**
 * Stores what customers have filled in. Duties: versions of a topic are numbered from 1 without
 * gaps; a version never changes; a version and its event are stored together or not at all.
 */
export interface ComplianceInputs {
  /** Returns the newest version of each topic. */
  newest(customerId: CustomerId): Promise<readonly StoredInput[]>;
  /** @returns the number of the new version */
  add(
    customerId: CustomerId,
    input: Omit<StoredInput, "version">,
    event: AuditEvent,
  ): Promise<number>;
}

/** A certificate of a call, as far as it can be shown without opening it. */
export interface ExposedCertificate {
  readonly requestId: string;
  readonly endedAt: Date;
  /** The hash that the audit log has. Undefined before the certificate is issued. */
  readonly loggedSha256: string | undefined;
}

/** Writes the archive of an evidence pack. The archive must be read while it is written. */
export interface PackWriter {
  readonly output: Readable;
  /** The files that were added, with their SHA-256 in hexadecimal. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  add(file: { readonly name: string; readonly bytes: Uint8Array }): void;
  /** Adds a file that is made while it is written. Resolves when all of it was read. */
  addParts(name: string, parts: AsyncIterable<string>): Promise<void>;
  end(): void;
}

/** The facts of a release, by field of the impact assessment, when they were last recorded. */
export interface RecordedFacts {
  readonly facts: Readonly<Record<string, readonly string[]>>;
  readonly recordedAt: Date;
}

/** Remembers what each release of the software did in this deployment. */
export interface ReleaseFacts {
  /** Replaces the facts of a release. */
  save(release: string, recorded: RecordedFacts): Promise<void>;
  find(release: string): Promise<RecordedFacts | undefined>;
}

/** The checkpoint with which all replicas compare the log. It only moves forward. */
export interface SeenCheckpoints {
  /** Returns the newest checkpoint that a replica has verified. */
  find(): Promise<string | undefined>;
  /** Stores a checkpoint of `size` entries, unless a larger one is stored. */
  save(checkpoint: string, size: number): Promise<void>;
}

/** The versions of the key manifest that this deployment has published. */
export interface KeyManifests {
  /** Stores a manifest whose signatures were verified. One that is stored does not change. */
  save(manifest: VeilKeysManifest): Promise<void>;
  /**
   * Returns the manifests that lead to this one, oldest first: its previous one, the previous one of
   * that, and so on, as far as they were stored, at most 16.
   */
  before(manifest: VeilKeysManifest): Promise<readonly VeilKeysManifest[]>;
}

/** Reads every row that is stored of a customer. */
export type HeldData = (customerId: CustomerId) => Promise<CustomerData["stored"]>;

/** A request of a data subject. */
export interface StoredSubjectRequest {
  readonly id: string;
  readonly type: SubjectRequestType;
  readonly subject: "customer" | "value";
  readonly status: SubjectRequestStatus;
  readonly refusedFor: DenialReason | null;
  readonly extendedFor: ExtensionReason | null;
  readonly submittedAt: Date;
  readonly receivedAt: Date;
  readonly dueAt: Date;
  /** Null while the request is open. */
  readonly endedAt: Date | null;
  readonly commitment: string | null;
  /** Null when the request has ended, and for the customer's own requests. */
  readonly sealedValue: Uint8Array | null;
}

/**
 * Stores requests of data subjects. Duties: a request is found only by its customer; a change and
 * its event are stored together or not at all; the value is destroyed when the request ends.
 */
export interface SubjectRequests {
  add(customerId: CustomerId, request: StoredSubjectRequest, event: AuditEvent): Promise<void>;
  find(customerId: CustomerId, id: string): Promise<StoredSubjectRequest | undefined>;
  /** Returns requests, the newest first. */
  page(customerId: CustomerId, page: PageRequest): Promise<PageOf<StoredSubjectRequest>>;
  /**
   * Changes a request from one state to the next.
   * @returns false if it is no longer in the state `before`
   */
  step(
    customerId: CustomerId,
    before: StoredSubjectRequest,
    after: StoredSubjectRequest,
    event: AuditEvent,
  ): Promise<boolean>;
}
