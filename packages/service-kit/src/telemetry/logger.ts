import { type DestinationStream, pino } from "pino";
import { describeError } from "./describe-error.ts";

/** The fields that a log line may have. The logger drops all others. */
export interface LogFields {
  readonly request_id?: string;
  readonly client_request_id?: string;
  readonly job_id?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly code?: string;
  readonly duration_ms?: number;
  readonly caller?: string;
  readonly component?: string;
  readonly reason?: string;
  readonly count?: number;
  readonly attempt?: number;
  readonly port?: number;
  readonly profile?: string;
  readonly trace_id?: string;
  /** Logged as name, code and stack frames, without messages, because they might contain values. */
  readonly error?: unknown;
}

export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /**
   * The sandboxes log whole seconds. More precise times would let a reader of both logs link the
   * two halves of a request.
   */
  readonly timePrecision?: "second" | "millisecond";
  readonly destination?: DestinationStream;
}

const FIELD_NAMES: ReadonlySet<string> = new Set([
  "request_id",
  "client_request_id",
  "job_id",
  "method",
  "route",
  "status",
  "code",
  "duration_ms",
  "caller",
  "component",
  "reason",
  "count",
  "attempt",
  "port",
  "profile",
  "trace_id",
] satisfies (keyof LogFields)[]);

export function createLogger(options: LoggerOptions): Logger {
  const { service, level, timePrecision = "millisecond", destination } = options;
  const settings = {
    level,
    base: { service },
    messageKey: "event",
    timestamp: () => `,"time":"${timestamp(timePrecision)}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const sink = destination === undefined ? pino(settings) : pino(settings, destination);
  return {
    debug: (event, fields) => sink.debug(allowed(fields), event),
    info: (event, fields) => sink.info(allowed(fields), event),
    warn: (event, fields) => sink.warn(allowed(fields), event),
    error: (event, fields) => sink.error(allowed(fields), event),
  };
}

export const silentLogger: Logger = createLogger({ service: "silent", level: "silent" });

function timestamp(precision: "second" | "millisecond"): string {
  const now = new Date().toISOString();
  return precision === "second" ? `${now.slice(0, 19)}Z` : now;
}

function allowed(fields: LogFields = {}): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => FIELD_NAMES.has(name));
  const line: Record<string, unknown> = Object.fromEntries(kept);
  if (fields.error !== undefined) line["error"] = describeError(fields.error);
  return line;
}
