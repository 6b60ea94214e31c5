import type { Tier } from "@veil/contracts/public/registration";

/** A customer's tier, or `developer` for keys of that property, which are counted apart. */
export type LimitClass = Tier | "developer";

export interface Limits {
  /** Requests a calendar month (UTC); Infinity: unlimited. */
  readonly monthly: Readonly<Record<LimitClass, number>>;
  readonly perMinute: Readonly<Record<LimitClass, number>>;
  /** Of one key at all endpoints but the native call, which has `perMinute`. */
  readonly accountCallsPerMinute: number;
  readonly registrationsPerHour: number;
  /** Public scans of all callers together, on all replicas. */
  readonly scansPerHour: number;
}
