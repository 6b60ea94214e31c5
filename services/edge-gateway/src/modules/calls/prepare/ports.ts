import type { SanitiserClaimRequest } from "@veil/contracts/claims";
import type { EntityListReference, EntityPolicy, Language } from "@veil/contracts/sanitiser";
import type { CustomerId, EntityListName } from "../../accounts/index.ts";
import type { TokenClaim } from "../../certificates/index.ts";
import type { PseudonymToken } from "../content/branded-types.ts";
import type { CallField } from "../content/call-field.ts";
import type { Sanitisation } from "../content/sanitisation.ts";

export interface TokenService {
  tokenFor(customerId: CustomerId): Promise<IssuedToken>;
  /** Drops stocked tokens. Call it when the customer or one of their keys is revoked or deleted. */
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
  /** Whom the call counts to; calls without an owner share one place in the queue. Never sent. */
  readonly owner?: CustomerId;
  readonly language?: Language;
  readonly policy?: EntityPolicy;
  readonly lists?: RequestLists;
  /** Whether the LLM shield, if one is configured, also looks at the text. */
  readonly shield?: boolean;
  /** Absent if the sanitiser makes no claim. */
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
   * Replaces personal data in all fields. The answer is verified against the originals; any doubt
   * refuses the whole request.
   * @throws ApiError `sanitizer_unavailable`; `invalid_field` for too many findings;
   * `rate_limit_exceeded` or `server_busy` when the queue is full or too slow; the reason of `gone`
   */
  sanitise(fields: readonly CallField[], options: SanitiseOptions): Promise<Sanitisation>;
}

export interface CallQuota {
  readonly limitClass: "standard" | "developer";
  readonly limit: number;
}
