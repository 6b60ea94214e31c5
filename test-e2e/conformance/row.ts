import type { ErrorCode } from "@veil/contracts/errors";

/** Whose credentials a request carries. Customers are named by tier. */
export type RowCaller =
  | "anonymous"
  | "free"
  | "pro"
  | "pro by bearer"
  | "pro live"
  | "enterprise"
  | "developer"
  | "expired"
  | "unknown key"
  | "session"
  | "free session"
  | "ended session"
  | "session elsewhere"
  | "admin"
  | "website"
  | "wrong operator";

/** What is sent beside method and path. */
export interface SentParts {
  /** By default one whom the endpoint admits. */
  readonly as?: RowCaller;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Text is sent as it is, anything else as JSON. By default a body that the endpoint takes. */
  readonly body?: unknown;
  /** The body is padded with blanks to so many bytes. */
  readonly bytes?: number;
  /** The ids in the path are those of nothing. */
  readonly unknownIds?: true;
}

/** A part of the answer; a regular expression matches a text, a constructor any value of its type. */
export interface ExpectedAnswer {
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields that the body must not have. */
  readonly without?: readonly string[];
}

/** Endpoints that come with a later part of the product. */
export type LaterPart = "compliance" | "witness";

/** `POST /api/v1/register`, as in the OpenAPI document, and what it answers. */
export interface ListedAnswer {
  readonly endpoint: string;
  readonly status: number;
  readonly code?: ErrorCode;
}

export interface RequestRow extends ListedAnswer {
  readonly kind: "request";
  /** The condition, in words. */
  readonly when: string;
  readonly sent: SentParts;
  readonly answer: ExpectedAnswer;
}

export type Row =
  | RequestRow
  | (ListedAnswer & { readonly kind: "test" })
  | { readonly kind: "later"; readonly part: LaterPart; readonly when: string }
  | { readonly kind: "remark"; readonly when: string };

/** One line of the specification, unchanged, with the rows that prove what it says. */
export interface Line {
  /** Stays when lines come and go, and is not used again: tests carry it in `// @spec REG-3`. */
  readonly id: string;
  readonly quote: string;
  readonly rows: readonly Row[];
}

/** A status, and for an error its code. */
export type StatusAndCode = number | readonly [status: number, code: ErrorCode];

/** `DEC-1` quotes a decision, with its line breaks as blanks: decisions win where the specification contradicts itself. */
export function line(id: string, quote: string, ...rows: readonly (Row | readonly Row[])[]): Line {
  return { id, quote, rows: rows.flat() };
}

/** Sent to the shared stacks by the end-to-end tests. */
export function run(
  endpoint: string,
  outcome: StatusAndCode,
  when: string,
  sent: SentParts = {},
  answer: ExpectedAnswer = {},
): RequestRow {
  return { kind: "request", endpoint, ...parts(outcome), when, sent, answer };
}

/** Proven by tests that carry the line's id, for what needs a clock, a lost server or an exhausted limit. */
export function tested(outcome: StatusAndCode, ...endpoints: readonly string[]): readonly Row[] {
  return endpoints.map((endpoint) => ({ kind: "test", endpoint, ...parts(outcome) }));
}

/** Comes with a later part of the product. */
export function later(part: LaterPart, when: string): Row {
  return { kind: "later", part, when };
}

/** The line demands nothing of an answer. */
export function remark(why: string): Row {
  return { kind: "remark", when: why };
}

function parts(outcome: StatusAndCode): Pick<ListedAnswer, "status" | "code"> {
  if (typeof outcome === "number") return { status: outcome };
  const [status, code] = outcome;
  return { status, code };
}
