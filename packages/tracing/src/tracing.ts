import type { TracingSettings } from "./read-tracing.ts";
import type { SpanWriter, TracedWork, TracingOptions } from "./span-writer.ts";

export interface Tracing {
  /** Loads OpenTelemetry. What is recorded earlier is lost. */
  start(): Promise<void>;
  /**
   * Records work that has ended, with its parts.
   * @returns the id of its trace, or undefined if the trace is not sampled
   */
  record(root: TracedWork, parts?: readonly TracedWork[]): string | undefined;
  /** Sends what waits, for two seconds at most. */
  stop(): Promise<void>;
}

/** Creates the traces of a service. Nothing of OpenTelemetry is loaded before `start`. */
export function createTracing(settings: TracingSettings, options: TracingOptions): Tracing {
  let writer: SpanWriter | undefined;
  return {
    async start() {
      const { openOtlp } = await import("./otlp.ts");
      writer = openOtlp(settings, options);
    },
    record: (root, parts = []) => writer?.write(root, parts),
    stop: async () => writer?.close(),
  };
}
