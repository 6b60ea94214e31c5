import type { Span } from "@veil/pii/spans";
/** A text of Presidio's recognizer tests with the expected spans. */
export interface RecognizerCase {
  readonly id: string;
  readonly recognizer: string | null;
  readonly entities: readonly string[];
  readonly language: string;
  readonly text: string;
  readonly expected_count: number;
  readonly expected_spans?: readonly Span[] | null;
}

/** Parses one case per line. @throws Error that contains the number of the malformed line */
export function parseCases(lines: string): RecognizerCase[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const parsed: unknown = JSON.parse(line);
      if (!isCase(parsed)) throw new Error(`Line ${index + 1} is not a recognizer case`);
      return parsed;
    });
}

function isCase(value: unknown): value is RecognizerCase {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, entities, expected_count } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof text === "string" &&
    Array.isArray(entities) &&
    typeof expected_count === "number"
  );
}
