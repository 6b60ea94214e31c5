import type { Tier } from "@veil/contracts/public/registration";

export type LimitClass = Tier | "developer";

export interface Limits {
  readonly monthly: Readonly<Record<LimitClass, number>>;
  readonly perMinute: Readonly<Record<LimitClass, number>>;
  readonly accountCallsPerMinute: number;
  readonly auditViewsPerMinute: number;
  /** Reads of one address without a key. */
  readonly openReadsPerMinute: number;
  /** Of one address: keys of customers, of the administration and of the website, and sessions. */
  readonly failedKeysPerMinute: number;
  readonly registrationsPerHour: number;
  readonly registrationAttemptsPerHour: number;
  /** Failed logins of one address. */
  readonly loginFailuresPerMinute: number;
  /** Failed logins with the email of one account. */
  readonly loginFailuresPerHour: number;
  readonly scansPerHour: number;
}
