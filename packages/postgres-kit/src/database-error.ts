import { DatabaseError as ServerError } from "pg";

/**
 * `unavailable`: a retry may succeed (see `mayHaveTakenEffect`). `conflict`: with another transaction.
 * `other`: a defect or a missing privilege.
 */
export type DatabaseErrorKind = "unavailable" | "conflict" | "other";

/**
 * Contains none of PostgreSQL's message, `detail`, `where` and `hint`, which contain values; log
 * `cause` only with `describeError`.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE (PostgreSQL, appendix A), a Node error code such as `ECONNREFUSED`, or `UNKNOWN`. */
  readonly code: string;
  readonly kind: DatabaseErrorKind;
  readonly constraint: string | undefined;
  /**
   * True when the server is reachable and refused the statement, false without a connection or an
   * answer.
   */
  readonly refusedByServer: boolean;
  /**
   * False when the statement was not sent, or the server refused it. Statements of a transaction take effect only with
   * its COMMIT.
   */
  readonly mayHaveTakenEffect: boolean;

  constructor(cause: unknown, { sent = true }: { readonly sent?: boolean } = {}) {
    const code = codeOf(cause);
    super(`The database call failed (${code})`, { cause });
    this.code = code;
    this.kind = kindOf(cause, code);
    this.constraint = cause instanceof ServerError ? cause.constraint : undefined;
    this.refusedByServer = isRefusal(cause);
    this.mayHaveTakenEffect = sent && !this.refusedByServer;
  }
}

const CONFLICTS: ReadonlySet<string> = new Set(["23505", "23P01", "40001", "40P01"]);

// Time-outs, unavailable locks, a server that starts or stops, too many connections.
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
 * FATAL and PANIC end the connection, possibly after a commit. ERROR is localized; another language gives the safe
 * result.
 * PostgreSQL documentation, "Message Severity Levels".
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
  // The driver has no codes for "Connection terminated" and its time-outs; defects of ours are TypeErrors.
  return cause instanceof TypeError || cause instanceof RangeError ? "other" : "unavailable";
}
