import type { Resource } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { exportedSpan } from "./exported-span.ts";

const MAX_WAITING = 2_048;
const BATCH = 512;
const DELAY_MS = 1_000;

interface QueueOptions {
  readonly exporter: SpanExporter;
  readonly resource: Resource;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Creates the queue of spans that wait for the collector. It is bounded: while the collector is
 * away, it drops further spans and counts them.
 */
export function createSpanQueue({ exporter, resource, metrics, log }: QueueOptions): SpanProcessor {
  const spans = metrics.counter(
    "veil_trace_spans_total",
    "Spans by outcome: exported, failed because the collector did not take them, or dropped because too many waited",
    ["outcome"],
  );
  for (const outcome of ["exported", "failed", "dropped"]) spans.inc({ outcome }, 0);
  let waiting = 0;
  let isFailing = false;

  /** Logs only changes, so that a collector that is away does not fill the log. */
  function onResult(count: number, error: unknown): void {
    waiting -= count;
    const failed = error !== undefined;
    spans.inc({ outcome: failed ? "failed" : "exported" }, count);
    if (failed && !isFailing) log.warn("collector_lost", { error });
    if (!failed && isFailing) log.info("collector_back");
    isFailing = failed;
  }

  const sent: SpanExporter = {
    export(batch, done) {
      const leaving = batch.map((span) => exportedSpan(span, resource));
      exporter.export(leaving, (result) => {
        const failure = result.error ?? new Error("The collector refused the spans");
        onResult(batch.length, result.code === SUCCESS ? undefined : failure);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    ...{ exporter: sent, maxQueueSize: MAX_WAITING, maxExportBatchSize: BATCH },
    scheduledDelayMillis: DELAY_MS,
  });
  return {
    onStart: () => {},
    onEnd(span: ReadableSpan) {
      if (waiting >= MAX_WAITING) return spans.inc({ outcome: "dropped" });
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** `ExportResultCode.SUCCESS` of OpenTelemetry's core. */
const SUCCESS = 0;
