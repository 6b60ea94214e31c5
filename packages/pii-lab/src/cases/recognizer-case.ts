import type { Span } from "@veil/pii/spans";
/** A text of Presidio's own tests for its recognisers, with what must be found in it. */
export interface RecognizerCase {
  readonly id: string;
  /** The class that is tested; null where the test is about the framework or names. */
  readonly recognizer: string | null;
  readonly entities: readonly string[];
  readonly language: string;
  readonly text: string;
  readonly expected_count: number;
  /** None where the test counts only. */
  readonly expected_spans?: readonly Span[] | null;
}

/** @throws Error naming the line that is no case */
export function parseCases(lines: string): RecognizerCase[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const parsed: unknown = JSON.parse(line);
      if (!isCase(parsed)) throw new Error(`Line ${index + 1} is no recogniser case`);
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
