import type { IncomingHttpHeaders } from "node:http";
import type { ServerSentEvent } from "@veil/llm-dialects";

/** A parsed request, independent of the wire format. */
export interface ParsedRequest {
  readonly model: string;
  readonly prompt: string;
  readonly stream: boolean;
}

/** A request that the real API would refuse. `field` names the invalid parameter, if any. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly field: string | null;

  constructor(status: number, message: string, field: string | null = null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Dialect {
  readonly path: string;
  /** @throws Refusal as the real API refuses. */
  parse(headers: IncomingHttpHeaders, body: string): ParsedRequest;
  answer(answer: Answer): object;
  events(answer: Answer, pieces: readonly string[]): readonly ServerSentEvent[];
  error(refusal: Refusal, requestId: string): object;
}

export type Fields = Readonly<Record<string, unknown>>;

/** @throws Refusal 400 unless `body` is a JSON object. */
export function jsonObject(body: string, message: string): Fields {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new Refusal(400, message);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text of a message's content: a string, or the text of its text parts. Undefined for anything else. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) =>
    isObject(part) && part["type"] === "text" ? part["text"] : 0,
  );
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}

/** An estimate of a tokenizer's count: four characters per token. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
