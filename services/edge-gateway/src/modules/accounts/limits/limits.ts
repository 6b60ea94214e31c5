import type { Tier } from "@veil/contracts/public/registration";

export type LimitClass = Tier | "developer";

export interface Limits {
  readonly monthly: Readonly<Record<LimitClass, number>>;
  readonly perMinute: Readonly<Record<LimitClass, number>>;
  readonly accountCallsPerMinute: number;
  readonly auditViewsPerMinute: number;
  /** Reads without a key, from one address. */
  readonly openReadsPerMinute: number;
  /** Failed keys (customers', administration's, website's) and sessions, from one address. */
  readonly failedKeysPerMinute: number;
  readonly registrationsPerHour: number;
  readonly registrationAttemptsPerHour: number;
  /** Failed logins from one address. */
  readonly loginFailuresPerMinute: number;
  /** Failed logins with the email of one account. */
  readonly loginFailuresPerHour: number;
  readonly scansPerHour: number;
}
