import type { CorpusText, GoldSpan } from "./corpus-text.ts";

/**
 * Parses `{"id","language","text","spans":[{"start","end","type","value","optional"?}]}`. @throws
 * Error whose message does not contain the text
 */
export function parseCorpusLine(line: string): CorpusText {
  const { id, language, text, spans } = record(parsed(line), "the line");
  if (typeof id !== "string" && typeof id !== "number") throw new Error('"id" is missing');
  if (typeof text !== "string") throw new Error('"text" is missing or not a string');
  if (!Array.isArray(spans)) throw new Error('"spans" is missing or not an array');
  if (language !== undefined && language !== null && language !== "en" && language !== "de")
    throw new Error('"language" must be "en" or "de"');
  return {
    id: String(id),
    language: language ?? undefined,
    text,
    gold: spans.map((span, index) => parseSpan(span, text, `spans[${index}]`)),
  };
}

function parseSpan(json: unknown, text: string, where: string): GoldSpan {
  const { start, end, type, value, optional = false } = record(json, where);
  if (!isOffset(start) || !isOffset(end))
    throw new Error(`${where}: "start" or "end" is missing or not an offset`);
  if (typeof type !== "string" || type === "") throw new Error(`${where}: "type" is missing`);
  if (typeof optional !== "boolean") throw new Error(`${where}: "optional" is not a boolean`);
  if (start >= end || end > text.length)
    throw new Error(
      `${where}: ${start}-${end} is not a span of a text of ${text.length} UTF-16 code units`,
    );
  if (value !== undefined && text.slice(start, end) !== value)
    throw new Error(`${where}: the text at ${start}-${end} is not "value" (offsets in UTF-16?)`);
  return { start, end, type, optional };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("not JSON");
  }
}

function record(json: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new Error(`${where} is not an object`);
  return { ...json };
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
