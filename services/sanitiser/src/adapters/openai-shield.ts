import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import pMap from "p-map";
import { Type } from "typebox";
import { cutPieces, type Piece } from "../domain/cut-pieces.ts";
import { engineFailed } from "../domain/engine-failed.ts";
import { readShieldAnswer, SHIELD_INSTRUCTIONS, SHIELD_SCHEMA } from "../domain/shield-answer.ts";
import { wellFormed } from "../domain/well-formed.ts";
import type { Shield, ShieldedStretch } from "../ports.ts";
import { createEngineHttp } from "./engine-http.ts";

interface OpenaiShieldOptions {
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly proxyUrl?: string;
}

const PIECE = { most: 8_000, overlap: 200 };
/** The maximum number of pieces in one request, about half a million characters. */
const MAX_PIECES = 64;
/**
 * The maximum number of pieces of one request that are sent concurrently. `CONNECTIONS` is the
 * maximum for all requests.
 */
const AT_ONCE = 4;
const CONNECTIONS = 32;
const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_ANSWER_TOKENS = 4_096;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PLACEHOLDER = /\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\]/g;

const parseCompletion = checked(
  Type.Object({
    choices: Type.Array(
      Type.Object({
        message: Type.Object({ content: Type.String() }),
        finish_reason: Type.Literal("stop"),
      }),
      { minItems: 1, maxItems: 1 },
    ),
  }),
);

interface Part extends Piece {
  readonly field: number;
}

export function createOpenaiShield(options: OpenaiShieldOptions): Shield {
  const { url, model, apiKey, proxyUrl } = options;
  const http = createEngineHttp({
    baseUrl: url.replace(/\/*$/, "").replace(/\/v1$/, ""),
    connections: CONNECTIONS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
    ...(proxyUrl !== undefined && { proxyUrl }),
  });

  const dialect = dialectOf(url);

  async function ask({ start, text }: Part, signal: AbortSignal): Promise<ShieldedStretch> {
    const body = { model, ...dialect, ...questionAbout(text) };
    const [choice] = parseCompletion(await http.post("/v1/chat/completions", body, signal)).choices;
    const spans = readShieldAnswer(choice?.message.content ?? "");
    return { start, end: start + text.length, spans };
  }

  return {
    name: "llm-shield",
    async inspect(texts, signal) {
      const parts = partsOf(texts);
      try {
        signal.throwIfAborted();
        const answers = await pMap(parts, (part) => ask(part, signal), { concurrency: AT_ONCE });
        return texts.map((_, field) =>
          answers.filter((_answer, index) => parts[index]?.field === field),
        );
      } catch (cause) {
        throw engineFailed(cause);
      }
    },
    close: () => http.close(),
  };
}

function partsOf(texts: readonly string[]): readonly Part[] {
  const parts = texts.flatMap((text, field) =>
    LETTER_OR_DIGIT.test(text.replace(PLACEHOLDER, ""))
      ? cutPieces(text, PIECE).map((piece) => ({ ...piece, field }))
      : [],
  );
  if (parts.length > MAX_PIECES)
    throw new ApiError(
      "request_too_large",
      `The texts are too long for the shield: more than ${MAX_PIECES} pieces of ${PIECE.most} characters`,
    );
  return parts;
}

/**
 * Returns the request parameters for a server. OpenAI's own reasoning models refuse parameters that
 * other servers accept.
 */
function dialectOf(url: string) {
  return new URL(url).hostname === "api.openai.com"
    ? { max_completion_tokens: MAX_ANSWER_TOKENS }
    : { max_tokens: MAX_ANSWER_TOKENS, temperature: 0 };
}

function questionAbout(text: string) {
  return {
    messages: [
      { role: "system", content: SHIELD_INSTRUCTIONS },
      { role: "user", content: JSON.stringify({ text: wellFormed(text) }) },
    ],
    response_format: {
      type: "json_schema",
      json_schema: { name: "personal_data", strict: true, schema: SHIELD_SCHEMA },
    },
  };
}
