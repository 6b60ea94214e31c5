import type { Schemas } from "../../api/client.ts";

/** A text with the personal data that a person has marked in it. */
export interface AnnotatedText {
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

interface Annotation {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

type Evaluation = NonNullable<Schemas["ProxyResponse"]["ground_truth_evaluation"]>;

/**
 * Reads annotated texts, one JSON object in each line. Offsets count UTF-16 code units.
 * @throws Error that names the first line with a mistake, and no text
 */
export function readAnnotated(file: string): AnnotatedText[] {
  return file
    .split(/\r?\n/)
    .map((line, at) => [line.trim(), at + 1] as const)
    .filter(([line]) => line !== "")
    .map(([line, number]) => annotatedIn(line, number));
}

function annotatedIn(line: string, number: number): AnnotatedText {
  const value = parsed(line);
  if (!isAnnotated(value)) throw new Error(`Line ${number}`);
  return value;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isAnnotated(value: unknown): value is AnnotatedText {
  if (typeof value !== "object" || value === null) return false;
  const { text, annotations } = value as Partial<AnnotatedText>;
  return typeof text === "string" && text !== "" && Array.isArray(annotations);
}

interface Missed {
  readonly type: string;
  readonly value: string;
  /** The number of the text, from 1. */
  readonly text: number;
}

interface Counts {
  readonly found: number;
  readonly missed: number;
}

export interface ProvingScore {
  readonly texts: number;
  readonly byType: ReadonlyMap<string, Counts>;
  readonly extras: number;
  readonly missed: readonly Missed[];
}

export const NO_SCORE: ProvingScore = { texts: 0, byType: new Map(), extras: 0, missed: [] };

/** Adds the evaluation of one text. */
export function withEvaluation(
  score: ProvingScore,
  { matches, missed, extras }: Evaluation,
): ProvingScore {
  const byType = new Map(score.byType);
  const add = (type: string, kind: keyof Counts) => {
    const counts = byType.get(type) ?? { found: 0, missed: 0 };
    byType.set(type, { ...counts, [kind]: counts[kind] + 1 });
  };
  for (const { annotation_type } of matches) add(annotation_type, "found");
  for (const { type } of missed) add(type, "missed");
  const text = score.texts + 1;
  return {
    texts: text,
    byType,
    extras: score.extras + extras.length,
    missed: [...score.missed, ...missed.map(({ type, value }) => ({ type, value, text }))],
  };
}

/** The share of the marked values that were replaced. Undefined without any. */
export function recallOf({ found, missed }: Counts): number | undefined {
  return found + missed === 0 ? undefined : found / (found + missed);
}

export function totalOf({ byType }: ProvingScore): Counts {
  const all = [...byType.values()];
  return {
    found: all.reduce((sum, { found }) => sum + found, 0),
    missed: all.reduce((sum, { missed }) => sum + missed, 0),
  };
}

/** The share of the replacements that were marked. Undefined without any. */
export function precisionOf(score: ProvingScore): number | undefined {
  const { found } = totalOf(score);
  return found + score.extras === 0 ? undefined : found / (found + score.extras);
}
