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

type Proof =
  | { readonly kind: "request"; readonly sent: SentParts; readonly answer: ExpectedAnswer }
  | { readonly kind: "test"; readonly file: string; readonly title: string }
  | { readonly kind: "later"; readonly part: LaterPart }
  | { readonly kind: "remark" };

export interface Row<P extends Proof = Proof> {
  /** `POST /api/v1/register`, as in the OpenAPI document. Absent: no single one. */
  readonly endpoint?: string;
  readonly status?: number;
  readonly code?: ErrorCode;
  /** The condition, in words. */
  readonly when: string;
  readonly proof: P;
}

export type RequestRow = Row<Extract<Proof, { kind: "request" }>> & { readonly endpoint: string };

/** One line of the specification, unchanged, with the rows that prove what it says. */
export interface Line {
  /** `decisions`: of the decisions where the specification is silent; they win where it contradicts itself. */
  readonly of: "specification" | "decisions";
  readonly quote: string;
  readonly rows: readonly Row[];
}

/** A status, and for an error its code. */
type Outcome = number | readonly [status: number, code: ErrorCode];

export function line(quote: string, ...rows: readonly (Row | readonly Row[])[]): Line {
  return { of: "specification", quote, rows: rows.flat() };
}

/** A part of a decision, with its line breaks as blanks. */
export function decided(quote: string, ...rows: readonly (Row | readonly Row[])[]): Line {
  return { of: "decisions", quote, rows: rows.flat() };
}

/** A test of the gateway's component tests: file and title. */
export function inGateway(name: string, title: string): readonly [file: string, title: string] {
  return [`services/edge-gateway/test/${name}.test.ts`, title];
}

/** Sent to both shared stacks by the end-to-end tests. */
export function run(
  endpoint: string,
  outcome: Outcome,
  when: string,
  sent: SentParts = {},
  answer: ExpectedAnswer = {},
): RequestRow {
  return { endpoint, ...parts(outcome), when, proof: { kind: "request", sent, answer } };
}

/** Proven by a test of one service or package, with exactly this title. */
export function provenBy(
  endpoint: string,
  outcome: Outcome,
  when: string,
  [file, title]: readonly [file: string, title: string],
): Row {
  return { endpoint, ...parts(outcome), when, proof: { kind: "test", file, title } };
}

/** The same for what is no answer of one endpoint. */
export function tested(when: string, [file, title]: readonly [file: string, title: string]): Row {
  return { when, proof: { kind: "test", file, title } };
}

/** Comes with a later part of the product. */
export function later(part: LaterPart, when: string): Row {
  return { when, proof: { kind: "later", part } };
}

/** The line demands nothing of an answer. */
export function remark(why: string): Row {
  return { when: why, proof: { kind: "remark" } };
}

function parts(outcome: Outcome): Pick<Row, "status" | "code"> {
  if (typeof outcome === "number") return { status: outcome };
  const [status, code] = outcome;
  return { status, code };
}
