import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@veil/contracts/errors";
import type { ServerSentEvent } from "@veil/llm-dialects";

export interface ParsedRequest {
  readonly model: string;
  readonly prompt: string;
  readonly stream: boolean;
  /** Stop sequences: the answer ends before the first of them. */
  readonly stops: readonly string[];
  readonly choices: number;
  readonly tools: readonly OfferedTool[];
  /** `auto`, `none`, `any`, or the name of a tool. */
  readonly toolChoice: string | undefined;
  /** The JSON schema of the answer's text. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

export interface OfferedTool {
  readonly name: string;
}

/** A call of a tool. `arguments` is text as the model wrote it. */
export interface SimulatedCall {
  readonly name: string;
  readonly arguments: string;
}

interface RefusalDetails {
  /** True if a required field is absent. */
  readonly missing?: boolean;
  /** The value of `Retry-After` in seconds. */
  readonly retryAfter?: number | undefined;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly missing: boolean;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    { missing = false, retryAfter }: RefusalDetails = {},
  ) {
    super(message);
    this.status = status;
    this.missing = missing;
    this.retryAfter = retryAfter;
  }
}

export interface SimulatedChoice {
  readonly text: string;
  /** The stop sequence that ended the text. */
  readonly stopSequence: string | null;
}

export interface SimulatedAnswer {
  readonly id: string;
  readonly model: string;
  readonly choices: readonly SimulatedChoice[];
  /** Tool calls in the first choice, after its text. */
  readonly calls: readonly SimulatedCall[];
  /** True if the texts are a refusal. */
  readonly refusal: boolean;
  /** The model's thoughts before the answer. */
  readonly thought: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface DialectServer {
  readonly requestIdHeader: string;
  /** The ping as written on the wire, between the events of a stream. */
  readonly ping: string;
  /** Checks the API key and the required headers. @throws Refusal with 401 or 400 */
  checkHeaders(headers: IncomingHttpHeaders): void;
  /** Parses the body of a request. @throws Refusal with 400 */
  parse(body: string): ParsedRequest;
  answer(answer: SimulatedAnswer): object;
  events(
    answer: SimulatedAnswer,
    piecesOf: (text: string) => readonly string[],
  ): readonly ServerSentEvent[];
  error(refusal: Refusal, requestId: string): object;
  errorEvent(refusal: Refusal, requestId: string): ServerSentEvent;
  models(ids: readonly string[], query: URLSearchParams): object;
}

/** Parses a body by its schema. @throws Refusal with 400 for a body outside the schema */
export function requestOf<Request>(parse: (json: string) => Request, body: string): Request {
  try {
    return parse(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Refusal(400, error.message, { missing: error.code === "missing_field" });
  }
}

export function textOf(content: string | readonly { readonly text: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

/** Estimates the number of tokens at four characters per token. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
