import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseCases, type RecognizerCase } from "./recognizer-case.ts";
import type { NotAdopted } from "./run-cases.ts";

/** The path of the cases in the folder of third-party data. */
export const CASES = "cases/presidio_recognizer_cases.jsonl";

export function casesFile(veilData: string | undefined): string {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const data = path.resolve(root, veilData ?? "../shared/data");
  return path.join(data, CASES);
}

/** @throws Error when the file is missing or malformed */
export function readCases(file: string): RecognizerCase[] {
  return parseCases(readFileSync(file, "utf8"));
}

export function readNotAdopted(): readonly NotAdopted[] {
  const file = new URL("../../src/cases/not-adopted.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as NotAdopted[];
}
