import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The figures of a group of annotated texts under the default policy. Null: nothing to count. */
export interface MeasuredTexts {
  /** Language and origin of the texts. */
  readonly title: string;
  readonly texts: number;
  /** Shares of letters and digits, from 0 to 1. */
  readonly redaction: { readonly recall: number | null; readonly precision: number | null };
  readonly types: Readonly<Record<string, MeasuredType>>;
}

export interface MeasuredType {
  /** How many values are annotated. */
  readonly values: number;
  /** The share of values whose letters and digits are all replaced, from 0 to 1. */
  readonly replaced: number | null;
  /** The share of findings with exactly the annotated bounds and type, from 0 to 1. */
  readonly precision: number | null;
}

/** How accurate detection was when the release was measured. */
export interface AccuracyReport {
  readonly release: string;
  readonly measured_at: string;
  readonly command: string;
  readonly models: readonly { readonly file: string; readonly sha256: string }[];
  readonly sets: readonly MeasuredTexts[];
}

const REPORT = new URL("../accuracy.json", import.meta.url);
const MODELS = ["en.ner", "de.ner"];

/** Reads the report that ships with this package. `npm run pii:report -- --document` writes it. */
export function readAccuracyReport(): {
  readonly report: AccuracyReport;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
} {
  const bytes = readFileSync(REPORT);
  return { report: JSON.parse(bytes.toString("utf8")) as AccuracyReport, sha256: hashOf(bytes) };
}

/** Returns the hashes of the models that ship with this package, as the report names them. */
export function hashModels(): AccuracyReport["models"] {
  return MODELS.map((name) => ({
    file: `packages/pii/models/${name}`,
    sha256: hashOf(readFileSync(new URL(`../models/${name}`, import.meta.url))),
  }));
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
