import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { AccuracyReport } from "@veil/contracts/accuracy-report";
import { checkedJson } from "@veil/contracts/parsing";

const REPORT = new URL("../accuracy.json", import.meta.url);
const MODELS = ["en.ner", "de.ner"];

const parse = checkedJson(AccuracyReport);

/** Reads the report that ships with this package. `npm run pii:report -- --document` writes it. */
export function readAccuracyReport(): {
  readonly report: AccuracyReport;
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`, in hexadecimal. */
  readonly sha256: string;
} {
  const bytes = readFileSync(REPORT);
  return { report: parse(bytes), bytes, sha256: hashOf(bytes) };
}

/** Returns the hashes of the models that ship with this package, as the report names them. */
export async function hashModels(): Promise<AccuracyReport["models"]> {
  const models = MODELS.map(async (name) => ({
    file: `packages/pii/models/${name}`,
    sha256: hashOf(await readFile(new URL(`../models/${name}`, import.meta.url))),
  }));
  return await Promise.all(models);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
