import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { SpanAttributes } from "./attributes.ts";

export interface TracingOptions {
  readonly service: string;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Work that becomes a span. */
export interface TracedWork {
  readonly name: string;
  /**
   * `request`: a request to this service. `call`: contains a call to another service. `own`: only
   * this service's work.
   */
  readonly kind: "request" | "call" | "own";
  /** Since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes?: SpanAttributes;
  readonly isFailed?: boolean;
}

/** Writes spans to a collector. */
export interface SpanWriter {
  /** @returns the id of the trace, or undefined if it is not sampled */
  write(root: TracedWork, parts: readonly TracedWork[]): string | undefined;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}
