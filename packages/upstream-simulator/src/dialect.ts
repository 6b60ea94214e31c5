import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@veil/contracts/errors";
import type { ServerSentEvent } from "@veil/llm-dialects";

export interface ParsedRequest {
  readonly model: string;
  readonly prompt: string;
  readonly stream: boolean;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly missing: boolean;

  constructor(status: number, message: string, missing = false) {
    super(message);
    this.status = status;
    this.missing = missing;
  }
}

export interface SimulatedAnswer {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface DialectServer {
  readonly path: string;
  parse(headers: IncomingHttpHeaders, body: string): ParsedRequest;
  answer(answer: SimulatedAnswer): object;
  events(answer: SimulatedAnswer, pieces: readonly string[]): readonly ServerSentEvent[];
  error(refusal: Refusal, requestId: string): object;
}

/** @throws Refusal 400 for a body outside the schema */
export function requestOf<Request>(parse: (json: string) => Request, body: string): Request {
  try {
    return parse(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Refusal(400, error.message, error.code === "missing_field");
  }
}

export function textOf(content: string | readonly { readonly text: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

/** An estimate: four characters per token. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
