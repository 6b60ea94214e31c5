import { DatabaseError as ServerError } from "pg";

/**
 * `unavailable`: the server was not reached, went away, or did not answer in time; the same call may
 * succeed later. Whether it took effect nevertheless: `mayHaveTakenEffect`.
 * `conflict`: somebody else was first (unique violation, serialization failure, deadlock).
 * `other`: everything else, i.e. a defect of ours or a right that is missing.
 */
export type DatabaseErrorKind = "unavailable" | "conflict" | "other";

/**
 * What the driver or the server reported, without their words: message, `detail`, `where` and `hint` of
 * PostgreSQL carry values. `cause` is the original and must be logged by `describeError` only.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE (PostgreSQL, appendix A), a Node error code such as `ECONNREFUSED`, or `UNKNOWN`. */
  readonly code: string;
  readonly kind: DatabaseErrorKind;
  /** Name of the violated constraint, when there is one. */
  readonly constraint: string | undefined;
  /**
   * False when it is certain that the statement did nothing: it was never sent, or the server refused it. True when
   * its answer was lost. Statements of a transaction take effect with its COMMIT alone.
   */
  readonly mayHaveTakenEffect: boolean;

  constructor(cause: unknown, { sent = true }: { readonly sent?: boolean } = {}) {
    const code = codeOf(cause);
    super(`The database call failed (${code})`, { cause });
    this.code = code;
    this.kind = kindOf(cause, code);
    this.constraint = cause instanceof ServerError ? cause.constraint : undefined;
    this.mayHaveTakenEffect = sent && !isRefusal(cause);
  }
}

const CONFLICTS: ReadonlySet<string> = new Set(["23505", "23P01", "40001", "40P01"]);

// Cancelled by a time-out, lock not available, server going down or coming up, connections used up.
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "57014",
  "55P03",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53300",
  "25P03",
]);

/**
 * FATAL and PANIC end the connection, and may do so after a commit. A server that speaks another language than
 * English has another word for ERROR: then it stays open, which is never wrong.
 * Source: PostgreSQL documentation, "Message Severity Levels".
 */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ServerError && cause.severity === "ERROR";
}

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : "UNKNOWN";
}

function kindOf(cause: unknown, code: string): DatabaseErrorKind {
  if (cause instanceof ServerError) {
    if (CONFLICTS.has(code)) return "conflict";
    return UNAVAILABLE.has(code) || code.startsWith("08") ? "unavailable" : "other";
  }
  // The driver has no codes for "Connection terminated" and its time-outs; our own mistakes are TypeErrors.
  return cause instanceof TypeError || cause instanceof RangeError ? "other" : "unavailable";
}
