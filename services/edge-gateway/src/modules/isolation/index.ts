export { PROBE_VALID_MS } from "./domain/combined-isolation.ts";
export { leaksOf } from "./domain/invariant.ts";
export type { Enforcement, IsolationMonitor, IsolationReport, Verdict } from "./ports.ts";
