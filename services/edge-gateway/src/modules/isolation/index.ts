export { leaksOf, PROBE_VALID_MS } from "./domain/combined-isolation.ts";
export type { Enforcement, IsolationMonitor, IsolationReport, Verdict } from "./ports.ts";
