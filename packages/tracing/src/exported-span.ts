import { type HrTime, SpanKind } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { allowedAttributes, allowedName } from "./attributes.ts";

/**
 * Returns the span as it may leave: with the attributes of the table, whole seconds, and neither
 * events, links nor messages. Every span passes through this function.
 */
export function exportedSpan(span: ReadableSpan, resource: Resource): ReadableSpan {
  const { spanContext, parentSpanContext, kind, status, instrumentationScope } = span;
  return {
    ...{ kind, resource, instrumentationScope, ended: true },
    spanContext: spanContext.bind(span),
    ...(parentSpanContext !== undefined && { parentSpanContext }),
    ...coarseTimes(span),
    name: allowedName(span.name),
    status: { code: status.code },
    attributes: allowedAttributes(span.attributes),
    ...{ links: [], events: [] },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
}

/**
 * Rounds times. Every span begins at a whole second. A span that contains a call to another service
 * also ends at one, because the sandboxes log durations, and a duration would find the log line of
 * a call. Only the service's own work, which no other log knows, keeps its duration.
 */
function coarseTimes({ kind, startTime, endTime, duration }: ReadableSpan) {
  const start: HrTime = [startTime[0], 0];
  const end: HrTime =
    kind === SpanKind.INTERNAL
      ? [start[0] + duration[0], duration[1]]
      : [endTime[0] + (endTime[1] > 0 ? 1 : 0), 0];
  const length: HrTime = [end[0] - start[0], end[1]];
  return { startTime: start, endTime: end, duration: length };
}
