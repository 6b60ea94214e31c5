import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { SCAN_TEXT_BYTES, type ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import {
  type CallTrace,
  detectionLayers,
  redactionsIn,
  type Sanitiser,
  type TextScans,
} from "../../calls/index.ts";

export interface ScanDeps {
  readonly sanitiser: Sanitiser;
  readonly scans: TextScans;
  readonly clockMs: Clock;
}

const FIELD = "text";

/**
 * Redacts a text. Neither the text nor the result is stored. Entity lists, entity policies and the
 * LLM shield are not used.
 *
 * @throws ApiError `request_too_large`, or `sanitizer_unavailable` when the result cannot be
 * verified
 */
export async function scanText(
  deps: ScanDeps,
  { text, language }: ScanRequest,
  trace: CallTrace,
): Promise<ScanResponse> {
  const startedAt = deps.clockMs();
  requireFit(text);
  const options = { ...trace, ...(language !== undefined && { language }) };
  const { redacted, redactions, layers } = await redact(deps, text, options).catch(unavailable);
  return {
    redacted,
    redactions,
    latency_ms: Math.max(0, Math.round(deps.clockMs() - startedAt)),
    layers_active: layers,
  };
}

function requireFit(text: string): void {
  if (Buffer.byteLength(text.trim()) > SCAN_TEXT_BYTES)
    throw new ApiError("request_too_large", 'Field "text" is too long', {
      hint: `At most ${SCAN_TEXT_BYTES} bytes of UTF-8, not counting leading and trailing blanks`,
    });
}

type Options = Parameters<Sanitiser["sanitise"]>[1];

async function redact({ sanitiser, scans }: ScanDeps, text: string, options: Options) {
  const originals = [{ name: FIELD, text }];
  const sanitisation = await sanitiser.sanitise(originals, options);
  const { fields, answer, issued, findings, layers } = sanitisation;
  const { kind } = await scans.prompt({
    template: `{${FIELD}}`,
    values: fields,
    issued,
    findings,
    maxChars: Number.MAX_SAFE_INTEGER,
  });
  if (kind !== "clean") throw new Error("The sanitised text still contains personal data");
  // A text of this length has few enough findings to be read on the event loop.
  const redactions = redactionsIn({ originals, answer }).get(FIELD) ?? [];
  const found = redactions.filter(({ type }) => type !== "LITERAL");
  return {
    redacted: fields.map((field) => field.text).join(""),
    redactions: found.map(({ placeholder, type, confidence, recognizer }) => ({
      placeholder,
      type,
      confidence,
      recognizer,
    })),
    layers: detectionLayers(layers),
  };
}

/**
 * Replaces an error's message, because messages of the sanitiser client mention a context and
 * forwarding.
 */
function unavailable(error: unknown): never {
  const cause = error instanceof ApiError ? (error.cause ?? error) : error;
  throw new ApiError("sanitizer_unavailable", "The text could not be scanned", {
    cause,
    retryAfterSeconds: 5,
  });
}
