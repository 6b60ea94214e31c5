import { isRecord } from "../../is-record.ts";

/** One choice of a model's answer: its text and its tool calls. */
export interface AnswerChoice {
  readonly text: string;
  /** Present when the caller requested a JSON answer. */
  readonly json?: unknown;
  readonly calls: readonly AnswerCall[];
}

export interface AnswerCall {
  readonly name: string;
  /** The parsed JSON of the arguments. */
  readonly arguments: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Parses the item `response` of a certificate (`docs/veil-format.md`).
 * @throws SyntaxError, TypeError
 */
export function certifiedAnswer(response: string): readonly AnswerChoice[] {
  return listOf(JSON.parse(response)).map((choice) => {
    const [text, ...calls] = listOf(choice);
    return {
      text: textOf(text),
      calls: calls.map((call) => {
        const [name, given] = listOf(call);
        return { name: textOf(name), arguments: JSON.parse(textOf(given)) };
      }),
    };
  });
}

/**
 * Parses the answer in a file, which may be the body of the native route or of an SDK route, or
 * only the text.
 * @throws TypeError for the body of another route
 */
export function receivedAnswer(file: string): readonly AnswerChoice[] {
  const body = parsed(file);
  if (!isRecord(body)) return [{ text: file, calls: [] }];
  if ("compliance_trace" in body) return [nativeChoice(body["result"])];
  if (body["type"] === "message") return [messageChoice(listOf(body["content"]))];
  if ("choices" in body) return listOf(body["choices"]).map(completionChoice);
  return [{ text: file, json: body, calls: [] }];
}

function nativeChoice(result: unknown): AnswerChoice {
  return typeof result === "string"
    ? { text: result, calls: [] }
    : { text: "", json: result, calls: [] };
}

function messageChoice(content: readonly unknown[]): AnswerChoice {
  const blocks = content.filter(isRecord);
  const ofType = (type: string) => blocks.filter((block) => block["type"] === type);
  return {
    text: ofType("text")
      .map(({ text }) => textOf(text))
      .join(""),
    calls: ofType("tool_use").map(({ name, input }) => ({ name: textOf(name), arguments: input })),
  };
}

function completionChoice(choice: unknown): AnswerChoice {
  const { content, tool_calls: calls } = objectOf(objectOf(choice)["message"]);
  return {
    text: textOf(content ?? ""),
    calls: listOf(calls ?? []).map((call) => {
      const { name, arguments: given } = objectOf(objectOf(call)["function"]);
      return { name: textOf(name), arguments: JSON.parse(textOf(given)) };
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Members {
  if (!isRecord(value)) throw new TypeError("An object is missing");
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("A list is missing");
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("A text is missing");
  return value;
}
