import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { withTimeout } from "@veil/service-kit/http";
import { allowedAttributes } from "./attributes.ts";
import type { TracingSettings } from "./read-tracing.ts";
import { createSpanQueue } from "./span-queue.ts";
import type { SpanWriter, TracedWork, TracingOptions } from "./span-writer.ts";

/** How long one export may take with its retries, and how long a stop waits for the last ones. */
const EXPORT_MS = 2_000;

/** Opens the export of spans to a collector. Only this file and what it imports load OpenTelemetry. */
export function openOtlp(settings: TracingSettings, options: TracingOptions): SpanWriter {
  const { service, metrics, log } = options;
  const { url, headers, ca, ratio } = settings;
  const exporter = new OTLPTraceExporter({
    ...{ url, headers: { ...headers }, timeoutMillis: EXPORT_MS },
    ...(ca !== undefined && { httpAgentOptions: { ca } }),
  });
  const resource = resourceFromAttributes(allowedAttributes({ "service.name": service }));
  const provider = new TracerProvider({
    ...{ resource, sampler: new TraceIdRatioBasedSampler(ratio) },
    spanProcessors: [createSpanQueue({ exporter, resource, metrics, log })],
  });
  const tracer = provider.getTracer("veil-gateway");
  return {
    write: (root, parts) => writeTrace(tracer, root, parts),
    async close() {
      const closed = withTimeout(EXPORT_MS, () => provider.shutdown());
      await closed.catch((error: unknown) => log.warn("spans_not_sent", { error }));
    },
  };
}

function writeTrace(tracer: Tracer, root: TracedWork, parts: readonly TracedWork[]) {
  const span = startSpan(tracer, root, ROOT_CONTEXT);
  if (!span.isRecording()) return undefined;
  const context = trace.setSpan(ROOT_CONTEXT, span);
  for (const part of parts) startSpan(tracer, part, context).end(part.endMs);
  span.end(root.endMs);
  return span.spanContext().traceId;
}

const KINDS = { request: SpanKind.SERVER, call: SpanKind.CLIENT, own: SpanKind.INTERNAL } as const;

function startSpan(tracer: Tracer, work: TracedWork, parent: typeof ROOT_CONTEXT) {
  const { name, kind, startMs, attributes, isFailed = false } = work;
  const options = {
    ...{ kind: KINDS[kind], startTime: startMs },
    attributes: { ...attributes } as Attributes,
  };
  const span = tracer.startSpan(name, options, parent);
  return isFailed ? span.setStatus({ code: SpanStatusCode.ERROR }) : span;
}
