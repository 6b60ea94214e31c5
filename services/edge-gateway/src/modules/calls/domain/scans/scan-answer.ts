import { redactOutbound } from "@veil/pii/outbound";
import type { AnswerParts, AnswerScan } from "../../text-scans.ts";

/** Deeper structures stay text. */
const MAX_DEPTH = 200;
/** As far back as a recognizer looks for context words. */
const CONTEXT_CHARS = 40;

type Redact = (text: string, field: string) => string;

/**
 * Redacts an answer as the customer gets it: parsed when it is a JSON object or array, where `max\u0040example.com` is
 * an address and digits without quotes are a card. Blocks that together hold more than each alone become one.
 */
export function scanAnswer({ blocks, keep }: AnswerParts): AnswerScan {
  const kept = new Set(keep);
  const [text = "", ...others] = blocks;
  const value = others.length === 0 ? structureOf(text) : undefined;
  if (value !== undefined) {
    const { redact, counts } = createRedaction(kept);
    const written = JSON.stringify(redacted(value, "", redact));
    return { form: "json", blocks: [written], counts: counts() };
  }
  const each = redactTexts(blocks, kept);
  if (others.length === 0) return each;
  const together = redactTexts([blocks.join("")], kept);
  return matchesIn(together) > matchesIn(each) ? together : each;
}

function redactTexts(texts: readonly string[], kept: ReadonlySet<string>): AnswerScan {
  const { redact, counts } = createRedaction(kept);
  const blocks = texts.map((text) => redact(text, ""));
  return { form: "text", blocks, counts: counts() };
}

function matchesIn({ counts }: AnswerScan): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function createRedaction(keep: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  const redact: Redact = (written, field) => {
    const before = field === "" ? "" : `${field.slice(-CONTEXT_CHARS)}: `;
    const { text, matches } = redactOutbound(written, { before, keep });
    for (const { type, count } of matches) counts.set(type, (counts.get(type) ?? 0) + count);
    return text;
  };
  return { redact, counts: () => Object.fromEntries(counts) };
}

function structureOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as object;
    return isShallow(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

function redacted(value: unknown, field: string, redact: Redact): unknown {
  if (typeof value === "string") return redact(value, field);
  if (typeof value === "number") return redactedNumber(value, field, redact);
  if (Array.isArray(value)) return value.map((item) => redacted(item, field, redact));
  if (value === null || typeof value !== "object") return value;
  return redactedObject(value, redact);
}

/** No identifier is written as a fraction. */
function redactedNumber(value: number, field: string, redact: Redact): number | string {
  if (!Number.isInteger(value)) return value;
  const written = String(value);
  const text = redact(written, field);
  return text === written ? value : text;
}

/** Two names that become equal by redaction get a number, so that neither value is lost. */
function redactedObject(value: object, redact: Redact): object {
  const entries = new Map<string, unknown>();
  for (const [name, item] of Object.entries(value)) {
    const text = redact(name, "");
    const free = entries.has(text) ? `${text} (${entries.size + 1})` : text;
    entries.set(free, redacted(item, name, redact));
  }
  return Object.fromEntries(entries);
}
