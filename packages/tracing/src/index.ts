export type { SpanAttributes } from "./attributes.ts";
export { readTracing, type TracingSettings } from "./read-tracing.ts";
export type { TracedWork } from "./span-writer.ts";
export { createTracing, type Tracing } from "./tracing.ts";
