import type { SanitiserClaimRequest } from "@veil/contracts/claims";
import type { EntityListReference, EntityPolicy, Language } from "@veil/contracts/sanitiser";
import type { Steps } from "@veil/service-kit/telemetry";
import type { CustomerId, EntityListName, UsageDeps } from "../../accounts/index.ts";
import type { EventOutbox, OnEvents } from "../../audit/index.ts";
import type { CallCertificates, TokenClaim } from "../../certificates/index.ts";
import type { EntityLists } from "../../entities/index.ts";
import type { Activities } from "../activities/activities.ts";
import type { CallTally } from "../activities/call-tally.ts";
import type { CallField, PseudonymToken, Sanitisation } from "../content/sanitised-content.ts";
import type { TextScans } from "../scanning/text-scans.ts";

export interface TokenService {
  tokenFor(customerId: CustomerId): Promise<IssuedToken>;
  /**
   * Drops the customer's stocked tokens. Must be called when the customer is deleted or one of
   * their keys is revoked.
   */
  forget(customerId: CustomerId): void;
}

export interface IssuedToken {
  readonly token: PseudonymToken;
  readonly tokenRequestId: string;
  /** Undefined if the call gets no certificate. */
  readonly claim?: TokenClaim | undefined;
}

export interface RequestLists {
  readonly names: readonly EntityListName[];
  boxes(): Promise<readonly EntityListReference[]>;
}

export interface SanitiseOptions extends CallTrace {
  /**
   * The customer whose share of the queue the call uses. All calls without an owner count as one
   * customer's calls. Never sent to the sanitiser.
   */
  readonly owner?: CustomerId;
  readonly language?: Language;
  readonly policy?: EntityPolicy;
  readonly lists?: RequestLists;
  /** Whether the LLM shield, if one is configured, also scans the text. */
  readonly shield?: boolean;
  /** The request for the sanitiser's claim. Absent if no claim is needed. */
  readonly claim?: SanitiserClaimRequest;
}

export interface CallTrace {
  readonly requestId: string;
  /** Keeps the steps of the request. Absent if no request made the call. */
  readonly steps?: Steps;
  readonly gone?: () => AbortSignal;
  readonly isGone?: () => boolean;
}

export interface Sanitiser {
  /**
   * Replaces personal data in all fields. The response is verified against the originals; if it
   * does not match exactly, the whole request is refused.
   * @throws ApiError `sanitizer_unavailable`; `invalid_field` for too many findings;
   * `rate_limit_exceeded` or `server_busy` when the queue is full or too slow; the abort reason of
   * `gone`
   */
  sanitise(fields: readonly CallField[], options: SanitiseOptions): Promise<Sanitisation>;
}

/** The dependencies that native and direct calls share. */
export interface CallDeps extends UsageDeps {
  readonly tokens: Pick<TokenService, "tokenFor">;
  readonly sanitiser: Sanitiser;
  readonly entityLists: Pick<EntityLists, "boxes">;
  readonly scans: TextScans;
  readonly maxPromptChars: number;
  readonly activities: Activities;
  readonly tally: Pick<CallTally, "admitted" | "reached">;
  /** Undefined if calls get no certificate. */
  readonly certificates?: CallCertificates | undefined;
  readonly eventOutbox: Pick<EventOutbox, "add">;
  /** Called after audit events were stored. */
  readonly onEvents: OnEvents;
  /** Called when the events of a refused call could not be stored. */
  readonly onNotRecorded: (refusal: { requestId: string; code: string; error: unknown }) => void;
  /** Called when an answer keeps its placeholders because it could not be scanned in time. */
  readonly onNotRelinked: (error: unknown) => void;
}
