import { randomBytes } from "node:crypto";

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the traceparent of a new trace (W3C Trace Context, section 3.2). */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
}

export function childTraceparent(parent: string | undefined): string {
  const [, traceId, , flags] = TRACEPARENT.exec(parent ?? "") ?? [];
  if (traceId === undefined || /^0+$/.test(traceId)) return newTraceparent();
  return `00-${traceId}-${randomBytes(8).toString("hex")}-${flags}`;
}
