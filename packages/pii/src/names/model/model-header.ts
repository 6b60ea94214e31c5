import type { Language } from "../../finding.ts";
import { FEATURE_BITS } from "./features.ts";
import { LABEL_COUNT, LABELS } from "./labels.ts";
import { ModelFileError } from "./model-file-error.ts";

export interface ModelHeader {
  readonly format: number;
  readonly language: Language;
  readonly labels: readonly string[];
  readonly featureBits: number;
  /** The value of one step of an int8 weight. */
  readonly scale: number;
  readonly transitions: readonly number[];
  readonly words: number;
  /** The SHA-256 hash of everything after the header, hexadecimal. */
  readonly sha256: string;
  readonly about: Readonly<Record<string, string | number>>;
}

/**
 * Maximum number of words, because the reader reserves memory for the words before it reads them.
 */
const MOST_WORDS = 1 << 22;

export function parseHeader(json: string, format: number): ModelHeader {
  const header = parsed(json);
  if (header.format !== format)
    throw new ModelFileError(
      `its format is ${String(header.format)}, not ${format}: retrain it with this version`,
    );
  const faults = Object.entries(CHECKS).filter(([, isFit]) => !isFit(header));
  if (faults.length > 0)
    throw new ModelFileError(`invalid header fields: ${faults.map(([name]) => name).join(", ")}`);
  return header as ModelHeader;
}

const CHECKS: Readonly<Record<string, (header: Partial<ModelHeader>) => boolean>> = {
  language: ({ language }) => language === "en" || language === "de",
  labels: ({ labels }) => labels?.join() === LABELS.join(),
  featureBits: ({ featureBits }) => featureBits === FEATURE_BITS,
  scale: ({ scale }) => Number.isFinite(scale) && (scale ?? 0) > 0,
  transitions: ({ transitions }) =>
    Array.isArray(transitions) &&
    transitions.length === LABEL_COUNT * LABEL_COUNT &&
    transitions.every(Number.isFinite),
  words: ({ words = -1 }) => Number.isSafeInteger(words) && words >= 0 && words <= MOST_WORDS,
  about: ({ about }) => typeof about === "object" && about !== null,
};

function parsed(json: string): Partial<ModelHeader> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw new ModelFileError("its header is not JSON", { cause });
  }
  throw new ModelFileError("its header is not an object");
}
