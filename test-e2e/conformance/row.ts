import type { ErrorCode } from "@veil/contracts/errors";

/** The caller whose credentials a request carries. Customers are named by their tier. */
export type RowCaller =
  | "anonymous"
  | "free"
  | "pro"
  | "pro by bearer"
  | "pro live"
  | "enterprise"
  | "developer"
  | "with responses"
  | "expired"
  | "unknown key"
  | "session"
  | "free session"
  | "ended session"
  | "session elsewhere"
  | "admin"
  | "website"
  | "wrong operator";

/** What a request contains besides its method and path. */
export interface SentParts {
  /** By default a caller whom the endpoint admits. */
  readonly as?: RowCaller;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /**
   * A string is sent unchanged, any other value as JSON. By default a body that the endpoint
   * accepts.
   */
  readonly body?: unknown;
  /** The number of bytes to which the body is padded with blanks. */
  readonly bytes?: number;
  /** Puts ids into the path that belong to no object. */
  readonly unknownIds?: true;
}

/**
 * The checked parts of a response. A regular expression matches a string, and a constructor any
 * value of its type.
 */
export interface ExpectedAnswer {
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields that the body must not have. */
  readonly without?: readonly string[];
}

/** Parts of the product that do not exist yet. */
export type LaterPart = "witness";

/**
 * An endpoint, such as `POST /api/v1/register` in the OpenAPI document, and one of its responses.
 */
export interface ListedAnswer {
  readonly endpoint: string;
  readonly status: number;
  readonly code?: ErrorCode;
}

export interface RequestRow extends ListedAnswer {
  readonly kind: "request";
  /** The condition for this response, in words. */
  readonly when: string;
  readonly sent: SentParts;
  readonly answer: ExpectedAnswer;
}

export type Row =
  | RequestRow
  | (ListedAnswer & { readonly kind: "test" })
  | { readonly kind: "later"; readonly part: LaterPart; readonly when: string }
  | { readonly kind: "remark"; readonly when: string };

/** One line of the specification, unchanged, with the rows that prove it. */
export interface Line {
  /** Never changes and is never reused, because tests refer to it: `// @spec REG-3`. */
  readonly id: string;
  readonly quote: string;
  readonly rows: readonly Row[];
}

/** A status, and the code if it is an error. */
export type StatusAndCode = number | readonly [status: number, code: ErrorCode];

/**
 * Creates a line. Ids such as `DEC-1` quote a decision, with a blank for each line break. Decisions
 * take precedence where the specification contradicts itself.
 */
export function line(id: string, quote: string, ...rows: readonly (Row | readonly Row[])[]): Line {
  return { id, quote, rows: rows.flat() };
}

/** Creates a row for a request that the end-to-end tests send to the shared stacks. */
export function run(
  endpoint: string,
  outcome: StatusAndCode,
  when: string,
  sent: SentParts = {},
  answer: ExpectedAnswer = {},
): RequestRow {
  return { kind: "request", endpoint, ...parts(outcome), when, sent, answer };
}

/**
 * Creates rows that are proven by tests with the line's id, because they need a clock, a lost
 * server or an exhausted limit.
 */
export function tested(outcome: StatusAndCode, ...endpoints: readonly string[]): readonly Row[] {
  return endpoints.map((endpoint) => ({ kind: "test", endpoint, ...parts(outcome) }));
}

/** Creates a row for a part of the product that does not exist yet. */
export function later(part: LaterPart, when: string): Row {
  return { kind: "later", part, when };
}

/** Creates a row for a line that requires nothing of a response. */
export function remark(why: string): Row {
  return { kind: "remark", when: why };
}

function parts(outcome: StatusAndCode): Pick<ListedAnswer, "status" | "code"> {
  if (typeof outcome === "number") return { status: outcome };
  const [status, code] = outcome;
  return { status, code };
}
