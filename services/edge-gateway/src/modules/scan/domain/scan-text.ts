import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { SCAN_TEXT_BYTES, type ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import { type CallTrace, redactionsIn, type Sanitiser, type TextScans } from "../../calls/index.ts";

export interface ScanDeps {
  /** With the time-out of scans. */
  readonly sanitiser: Sanitiser;
  readonly scans: TextScans;
  /** Milliseconds of a clock that never goes back. */
  readonly clockMs: Clock;
}

const FIELD = "text";

/**
 * Redacts the text as it was sent. Nothing of it, nor of the answer, is kept. The caller is nobody: no list and
 * no policy of a customer's has a part in it, nor has the LLM shield.
 *
 * @throws ApiError `sanitizer_unavailable` when there is any doubt about the answer.
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
    layers_active: [...layers],
  };
}

function requireFit(text: string): void {
  const trimmed = text.trim();
  if (trimmed === "")
    throw new ApiError("invalid_field", 'Field "text" holds nothing but blanks, or nothing at all');
  if (Buffer.byteLength(trimmed) > SCAN_TEXT_BYTES)
    throw new ApiError("request_too_large", 'Field "text" is too long', {
      hint: `At most ${SCAN_TEXT_BYTES} bytes of UTF-8, blanks at both ends aside`,
    });
}

type Options = Parameters<Sanitiser["sanitise"]>[1];

async function redact({ sanitiser, scans }: ScanDeps, text: string, options: Options) {
  const originals = [{ name: FIELD, text }];
  const sanitisation = await sanitiser.sanitise(originals, options);
  const { fields, answer, issued, findings, layers } = sanitisation;
  // The same last look as at a prompt: one that is the value and nothing else.
  const { kind } = await scans.prompt({
    template: `{${FIELD}}`,
    values: fields,
    issued,
    findings,
    maxChars: Number.MAX_SAFE_INTEGER,
  });
  if (kind !== "clean") throw new Error("Sanitised text: not clean");
  // A text of this length holds so few that they are read here.
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
    layers,
  };
}

/** The pipeline's own words speak of a context and of forwarding. */
function unavailable(error: unknown): never {
  const cause = error instanceof ApiError ? (error.cause ?? error) : error;
  throw new ApiError("sanitizer_unavailable", "The text could not be scanned", {
    cause,
    retryAfterSeconds: 5,
  });
}
